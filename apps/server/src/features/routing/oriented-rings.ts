import type { Place, ReachedShape } from '@groma/geo';

type Ring = Place[];

/** A polygon with outlines that run counterclockwise and holes that run clockwise, as RFC 7946 has them. */
export function orientedRings(geometry: ReachedShape): ReachedShape {
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: orient(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(orient) };
}

function orient(rings: readonly Ring[]): Ring[] {
  return rings.map((ring, at) => (isClockwise(ring) === at > 0 ? ring : ring.toReversed()));
}

/** By the sign of the area (the shoelace formula). */
function isClockwise(ring: Ring): boolean {
  let doubled = 0;
  for (let at = 1; at < ring.length; at++) doubled += ring[at - 1]![0] * ring[at]![1] - ring[at]![0] * ring[at - 1]![1];
  return doubled < 0;
}
