import type { Layer } from '@deck.gl/core';
import { BitmapLayer, PathLayer } from '@deck.gl/layers';
import { metresPerDegree, photoBox } from '@groma/model';
import type { JpgLayerData } from '@groma/protocol';

/** Pixels on the longer side of the pictures that are asked for; null is the whole. */
const sizes = [256, 1_024, null] as const;
const metresAtZoom0 = (2 * Math.PI * 6_378_137) / 512;
/** Around each picture, so that one on top of another can be told apart. */
const outline: [number, number, number, number] = [255, 255, 255, 200];
const dark: [number, number, number, number] = [20, 24, 28, 200];

/** Where the picture of a photo is read, in a size that a zoom needs. */
function photoAddress(
  { mapId, projectId }: { mapId: string; projectId: string },
  layerId: string,
  { image_key: key }: JpgLayerData,
  size: number | null,
): string {
  const query = new URLSearchParams({
    map_id: mapId,
    project_id: projectId,
    image_key: key,
    ...(size !== null && { max_size: String(size) }),
  });
  return `/maps/layers/${layerId}/photo?${query}`;
}

/** The smallest of the sizes that is fine enough at a zoom. */
export function photoSize({ style: { bounds } }: JpgLayerData, zoom: number): number | null {
  const [west, south, east, north] = photoBox({ bounds });
  const metres = Math.max(east - west, north - south) * metresPerDegree;
  const pixels = metres / ((metresAtZoom0 / 2 ** zoom) * Math.cos((((south + north) / 2) * Math.PI) / 180));
  return sizes.find((size) => size === null || size >= pixels) ?? null;
}

/** What deck.gl draws of a photo: the picture as it lies, and its footprint. */
export function photoLayers(
  layerId: string,
  photo: JpgLayerData,
  zoom: number,
  place: { mapId: string; projectId: string },
  beforeId: string | undefined,
): Layer[] {
  const {
    bounds: [topLeft, topRight, bottomRight, bottomLeft],
    opacity,
  } = photo.style;
  const at = (corner: readonly [number, number]): [number, number, number] => [corner[0], corner[1], 0];
  const ring = [topLeft, topRight, bottomRight, bottomLeft, topLeft].map(at);
  const line = (name: string, color: typeof outline, width: number): Layer =>
    new PathLayer({
      id: `${layerId}-${name}`,
      data: [ring],
      getPath: (path) => path,
      getColor: color,
      getWidth: width,
      widthUnits: 'pixels',
      jointRounded: true,
      ...(beforeId !== undefined && { beforeId }),
    });
  return [
    new BitmapLayer({
      id: `${layerId}-photo`,
      image: photoAddress(place, layerId, photo, photoSize(photo, zoom)),
      bounds: [at(bottomLeft), at(topLeft), at(topRight), at(bottomRight)],
      opacity,
      ...(beforeId !== undefined && { beforeId }),
    }),
    line('case', dark, 3),
    line('footprint', outline, 1.5),
  ];
}

/** Whether a place lies in a photo's footprint, which is a parallelogram. */
export function isInPhoto({ style: { bounds } }: JpgLayerData, { lng, lat }: { lng: number; lat: number }): boolean {
  let sign = 0;
  for (let index = 0; index < bounds.length; index += 1) {
    const [[x1, y1], [x2, y2]] = [bounds[index]!, bounds[(index + 1) % bounds.length]!];
    const side = Math.sign((x2 - x1) * (lat - y1) - (y2 - y1) * (lng - x1));
    if (side !== 0 && sign !== 0 && side !== sign) return false;
    if (side !== 0) sign = side;
  }
  return true;
}
