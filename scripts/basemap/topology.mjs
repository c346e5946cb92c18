/**
 * Reads TopoJSON (specification 1.0): quantised arcs, of which neighbours share theirs.
 * @param {{ arcs: number[][][], transform: { scale: number[], translate: number[] } }} topology
 * @returns {number[][][]} positions of each arc in degrees
 */
export function decodeArcs({ arcs, transform: { scale, translate } }) {
  return arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx, dy]) => [(x += dx) * scale[0] + translate[0], (y += dy) * scale[1] + translate[1]]);
  });
}

/** The polygons of an object as GeoJSON multipolygon coordinates; a negative index is the arc ~index read backwards. */
export function polygonsOf(object, arcs) {
  const ring = (indices) =>
    indices.flatMap((index, place) => (index < 0 ? arcs[~index].toReversed() : arcs[index]).slice(place ? 1 : 0));
  if (object.type === 'GeometryCollection') return object.geometries.flatMap((member) => polygonsOf(member, arcs));
  const polygons = object.type === 'MultiPolygon' ? object.arcs : [object.arcs ?? []];
  return polygons.filter((polygon) => polygon.length).map((polygon) => polygon.map(ring));
}

/** The arcs used by two objects of a collection (borders) and those used by one (coasts). */
export function sharedArcs(collection, arcs) {
  const uses = arcs.map(() => 0);
  const count = (value) => (Array.isArray(value) ? value.forEach(count) : uses[value < 0 ? ~value : value]++);
  for (const { arcs: used } of collection.geometries) count(used ?? []);
  return { shared: arcs.filter((_, index) => uses[index] > 1), single: arcs.filter((_, index) => uses[index] === 1) };
}

/** Rounds positions to `digits` decimals and leaves out those that fall on their predecessor. */
export function roundLine(line, digits) {
  const factor = 10 ** digits;
  const rounded = line.map(([x, y]) => [Math.round(x * factor) / factor, Math.round(y * factor) / factor]);
  return rounded.filter(([x, y], index) => index === 0 || x !== rounded[index - 1][0] || y !== rounded[index - 1][1]);
}

/** Rounds polygons; rings that collapse are left out, and polygons whose outer ring does. */
export function roundPolygons(polygons, digits) {
  return polygons
    .map((polygon) => polygon.map((ring) => roundLine(ring, digits)))
    .filter(([outer]) => outer.length >= 4)
    .map((polygon) => polygon.filter((ring) => ring.length >= 4));
}

/** Leaves out positions nearer than `tolerance` degrees to the line without them (Douglas and Peucker, 1973). */
export function simplifyLine(line, tolerance) {
  if (line.length < 3) return line;
  const [first, last] = [line[0], line.at(-1)];
  let farthest = 0;
  let most = -1;
  for (let index = 1; index < line.length - 1; index++) {
    const distance = offLine(line[index], first, last);
    if (distance > most) [farthest, most] = [index, distance];
  }
  // A closed arc keeps its farthest point whatever the tolerance, so that it stays a ring.
  const closed = first[0] === last[0] && first[1] === last[1];
  if (most <= tolerance && !closed) return [first, last];
  return [
    ...simplifyLine(line.slice(0, farthest + 1), tolerance),
    ...simplifyLine(line.slice(farthest), tolerance).slice(1),
  ];
}

function offLine([x, y], [x1, y1], [x2, y2]) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length ? Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) : 0;
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
}
