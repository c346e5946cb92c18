import type { SceneArea } from '@groma/protocol';

/** Whether a place lies in an area, whose longitudes may run on across the antimeridian. */
export function containsPlace(area: SceneArea, { lng, lat }: { lng: number; lat: number }): boolean {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return [lng - 360, lng, lng + 360].some((x) => polygons.some((rings) => isWithin(rings, x, lat)));
}

/** By the even-odd rule: a ray to the east crosses the rings an odd number of times. */
function isWithin(rings: readonly (readonly (readonly number[])[])[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings)
    for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
      const [x1, y1] = ring[at] as [number, number];
      const [x2, y2] = ring[before] as [number, number];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
  return isInside;
}
