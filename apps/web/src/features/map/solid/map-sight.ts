import { WebMercatorViewport } from '@deck.gl/core';
import { placed, type Ball, type SceneSight } from '@groma/geo';
import type { Map as LibreMap } from 'maplibre-gl';
import type { PlacedMatrix } from './solid-place.ts';

const earthMetres = 40_075_016.685_578_5;
const worldUnits = 512;
/** So near to the camera nothing is finer. */
const nearest = 1e-9;

/** How a map is looked at, for balls in metres around the middle of something that stands on it. */
export function mapSight(map: LibreMap, { origin, matrix }: PlacedMatrix): SceneSight {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { lng: longitude, lat: latitude } = map.getCenter();
  const viewport = new WebMercatorViewport({
    width,
    height,
    longitude,
    latitude,
    zoom: map.getZoom(),
    pitch: map.getPitch(),
    bearing: map.getBearing(),
  });
  const perMetre = worldUnits / earthMetres / Math.cos((origin[1] * Math.PI) / 180);
  const [x0, y0] = viewport.projectFlat([origin[0], origin[1]]) as [number, number];
  const scale = Math.hypot(matrix[0]!, matrix[1]!, matrix[2]!);
  const inWorld = ({ center, radius }: Ball): Ball => {
    const [x, y, z] = placed(matrix, center);
    return {
      center: [x0 + x * perMetre, y0 + y * perMetre, (origin[2] + z) * perMetre],
      radius: radius * scale * perMetre,
    };
  };
  const planes = Object.values(viewport.getFrustumPlanes());
  const [eyeX, eyeY, eyeZ] = viewport.cameraPosition as [number, number, number];
  const [midX, midY] = viewport.projectFlat([longitude, latitude]) as [number, number];
  // A unit of the world takes `scale` pixels at the middle of the map.
  const focal = viewport.scale * Math.hypot(eyeX - midX, eyeY - midY, eyeZ);
  return {
    sees(ball) {
      const { center, radius } = inWorld(ball);
      return planes.every(
        ({ normal, distance }) =>
          normal[0]! * center[0] + normal[1]! * center[1] + normal[2]! * center[2] - radius <= distance,
      );
    },
    pixelsPerMetre(ball) {
      const { center, radius } = inWorld(ball);
      const away = Math.hypot(eyeX - center[0], eyeY - center[1], eyeZ - center[2]) - radius;
      return (focal * perMetre * scale) / Math.max(away, nearest);
    },
  };
}
