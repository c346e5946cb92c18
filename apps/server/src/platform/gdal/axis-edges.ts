/** Steps by which an axis may be off the even spacing that an image has. */
const mostOff = 0.05;
const wholeTurn = 360;

/**
 * The outer edges of the first and the last pixel along an axis, by the centres of all; null where these are not evenly
 * spaced. Longitudes may begin again in the middle, at Greenwich or at the antimeridian; those that all lie at 180° or
 * beyond are given west of Greenwich.
 */
export function edgesOf(centres: readonly number[], isLongitude: boolean): [number, number] | null {
  const values = isLongitude ? unwound(centres) : centres;
  const [first = NaN, last = NaN] = [values[0], values.at(-1)];
  const step = (last - first) / (values.length - 1);
  const isEven = values.every((value, at) => Math.abs(value - first - at * step) <= mostOff * Math.abs(step));
  if (!isEven || step === 0 || !Number.isFinite(step)) return null;
  const edges: [number, number] = [first - step / 2, last + step / 2];
  const turns = isLongitude && Math.min(...edges) >= wholeTurn / 2 ? -wholeTurn : 0;
  return [edges[0] + turns, edges[1] + turns];
}

/** Longitudes that go on where they begin again. */
function unwound(longitudes: readonly number[]): number[] {
  let turns = 0;
  return longitudes.map((value, at) => {
    const jump = value - (longitudes[at - 1] ?? value);
    if (Math.abs(jump) > wholeTurn / 2) turns -= Math.sign(jump) * wholeTurn;
    return value + turns;
  });
}
