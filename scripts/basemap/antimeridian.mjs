// The outlines of world-atlas are meant for a globe: rings run across the antimeridian and around the pole. A flat map
// needs them cut at ±180°.

/**
 * Cuts polygons at the antimeridian. A ring that winds around the south pole is closed along it and is a polygon of its
 * own: on a globe it may as well be told as a hole of its neighbour.
 */
export function cutPolygons(polygons) {
  return polygons.flatMap((polygon) => {
    const rings = polygon.map(unwrap);
    const polar = rings.filter(windsPole).map((ring) => [closeAtPole(ring)]);
    const [outer, ...holes] = rings.filter((ring) => !windsPole(ring));
    const plain = outer ? [[outer, ...holes.map((ring) => moveNear(ring, outer))]] : [];
    return [...polar, ...plain].flatMap((pieces) =>
      [-360, 0, 360].map((shift) => clipPolygon(pieces, shift)).filter((piece) => piece !== null),
    );
  });
}

/** Cuts a line at the antimeridian into pieces. */
export function cutLine(line) {
  const pieces = [[line[0]]];
  for (let index = 1; index < line.length; index++) {
    const [x1, y1] = line[index - 1];
    const [x2, y2] = line[index];
    if (Math.abs(x2 - x1) > 180) {
      const edge = x1 > 0 ? 180 : -180;
      const across = x2 + 2 * edge;
      const y = y1 + ((y2 - y1) * (edge - x1)) / (across - x1);
      pieces.at(-1).push([edge, y]);
      pieces.push([[-edge, y]]);
    }
    pieces.at(-1).push([x2, y2]);
  }
  return pieces.filter((piece) => piece.length > 1);
}

/** Longitudes without jumps; they may leave ±180. */
function unwrap(ring) {
  let turn = 0;
  return ring.map(([x, y], index) => {
    if (index > 0) {
      const step = x - ring[index - 1][0];
      if (step > 180) turn -= 360;
      else if (step < -180) turn += 360;
    }
    return [x + turn, y];
  });
}

function windsPole(ring) {
  return Math.abs(ring.at(-1)[0] - ring[0][0]) > 180;
}

function closeAtPole(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  return [...ring, [last[0], -90], [first[0], -90], first];
}

function moveNear(ring, outer) {
  const middle =
    (outer.reduce((most, [x]) => Math.max(most, x), -Infinity) +
      outer.reduce((least, [x]) => Math.min(least, x), Infinity)) /
    2;
  const shift = 360 * Math.round((middle - ring[0][0]) / 360);
  return ring.map(([x, y]) => [x + shift, y]);
}

/** The part of a polygon within ±180 after it has been moved; null where there is none. */
function clipPolygon(rings, shift) {
  const clipped = rings.map((ring) => {
    const moved = ring.map(([x, y]) => [x + shift, y]);
    return clipSide(clipSide(moved, -180, 1), 180, -1);
  });
  return clipped[0].length >= 4 ? clipped.filter((ring) => ring.length >= 4) : null;
}

/** Sutherland and Hodgman (1974) against one meridian; `side` 1 keeps what lies east of it, −1 what lies west. */
function clipSide(ring, edge, side) {
  const inside = ([x]) => (x - edge) * side >= 0;
  if (ring.every(inside)) return ring;
  const kept = [];
  for (let index = 0; index < ring.length - 1; index++) {
    const [start, end] = [ring[index], ring[index + 1]];
    if (inside(start)) kept.push(start);
    if (inside(start) !== inside(end))
      kept.push([edge, start[1] + ((end[1] - start[1]) * (edge - start[0])) / (end[0] - start[0])]);
  }
  return kept.length ? [...kept, kept[0]] : [];
}
