import { applyAffine, invertAffine, isInk, projectionBetween, wellKnownDefinition, type RasterFile } from '@groma/raster';
import type { raster } from '@groma/protocol';
import type { OpenRaster } from './open-rasters.ts';

/** Steps along each edge whose places are compared for the extent: edges of a projected raster are curves in degrees. */
const edgeSteps = 21;
/** Half the width of the web Mercator world over half the pixels of its one tile. */
const metresAtZoom0 = (Math.PI * 2 * 6_378_137) / 256;

/** What `/cog/info` says of a raster. */
export function describeRaster({ file, definition }: OpenRaster): raster.CogInfo {
  const bounds = definition === null ? [-180, -90, 180, 90] as [number, number, number, number] : boundsOf(file, definition);
  const names = Array.from({ length: file.bands }, (_, band) => `b${band + 1}`);
  return {
    bounds, crs: file.crs === null ? null : 'epsg' in file.crs ? `http://www.opengis.net/def/crs/EPSG/0/${file.crs.epsg}` : file.crs.proj, ...zoomsOf(file, definition, bounds),
    band_metadata: names.map((name) => [name, {}]), band_descriptions: names.map((name, band) => [name, file.notes[band]?.description ?? '']),
    dtype: file.layout.type, nodata_type: file.nodata !== null ? 'Nodata' : file.alpha !== null ? 'Alpha' : file.levels[0]!.mask ? 'Mask' : 'None',
    nodata_value: file.nodata === null || Number.isFinite(file.nodata) ? file.nodata : String(file.nodata), colorinterp: interpretationOf(file),
    scales: names.map((_, band) => file.notes[band]!.scale), offsets: names.map((_, band) => file.notes[band]!.offset), driver: 'GTiff', count: file.bands, width: file.width, height: file.height,
    overviews: file.levels.slice(1).map(({ image }) => Math.round(file.width / image.layout.width)), has_palette: file.palette !== null,
  };
}

/** West, south, east, north in degrees. */
function boundsOf(file: RasterFile, definition: string): [number, number, number, number] {
  const projection = projectionBetween(wellKnownDefinition(4326)!, definition);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let step = 0; step < edgeSteps; step += 1) {
    const part = step / (edgeSteps - 1);
    const { width, height } = file;
    for (const [column, row] of [[part * width, 0], [part * width, height], [0, part * height], [width, part * height]] as const) {
      const [longitude, latitude] = projection.fromSource(...applyAffine(file.transform!, column, row));
      if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) continue;
      [west, south, east, north] = [Math.min(west, longitude), Math.min(south, latitude), Math.max(east, longitude), Math.max(north, latitude)];
    }
  }
  for (const latitude of polesIn(file, definition, projection)) [west, south, east, north] = [-180, Math.min(south, latitude), 180, Math.max(north, latitude)];
  return west > east ? [-180, -90, 180, 90] : [west, Math.max(-90, south), east, Math.min(90, north)];
}

/** Poles that lie within a projected raster: no edge comes near them. */
function polesIn(file: RasterFile, definition: string, projection: ReturnType<typeof projectionBetween>): number[] {
  if (/\+proj=(longlat|utm|tmerc|merc)\b|^GEOG/.test(definition)) return [];
  const toPixel = invertAffine(file.transform!);
  return [-90, 90].filter((latitude) => {
    const [column, row] = applyAffine(toPixel, ...projection.toSource(0, latitude));
    return column >= 0 && row >= 0 && column <= file.width && row <= file.height;
  });
}

/** Zooms at which a tile shows the raster pixel by pixel, and at which the coarsest level fills one. */
function zoomsOf(file: RasterFile, definition: string | null, [west, south, east, north]: [number, number, number, number]): { minzoom: number; maxzoom: number } {
  if (definition === null) return { minzoom: 0, maxzoom: 0 };
  const middle = ((south + north) / 2) * (Math.PI / 180);
  const across = ((east - west) / 360) * metresAtZoom0 * 256;
  const zoomFor = (pixels: number): number => Math.min(24, Math.max(0, Math.round(Math.log2(metresAtZoom0 / (across / pixels)))));
  // A square kilometre near the pole is wide in Mercator: the zoom follows the narrower side.
  const pixels = Math.max(file.width, file.height * Math.cos(middle));
  return { minzoom: zoomFor(Math.min(256, pixels)), maxzoom: zoomFor(pixels) };
}

function interpretationOf({ layout, bands, alpha, palette }: RasterFile): string[] {
  const colours = layout.photometric === 2 || layout.photometric === 6 || isInk(layout) ? ['red', 'green', 'blue'] : palette ? ['palette'] : ['gray'];
  return [...Array.from({ length: bands }, (_, band) => colours[band] ?? 'undefined'), ...(alpha === null ? [] : ['alpha'])];
}
