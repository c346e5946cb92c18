/** Steps of a legend: 1, 2 and 5 of each decade from 0.00001 to 100,000 (RAS-035, RAS-037). */
export const legendLadder: readonly number[] = Array.from({ length: 11 }, (_, decade) =>
  [1, 2, 5].map((factor) => Number(`${factor}e${decade - 5}`)),
)
  .flat()
  .filter((step) => step <= 1e5);

/** Steps of a legend at most (RAS-036). */
export const mostLegendSteps = 100;

/**
 * The finest step of the ladder that cuts a range into at most `most` parts; beyond the ladder the range is cut into
 * equal parts.
 */
export function legendStep(from: number, to: number, most = mostLegendSteps): number {
  const length = Math.abs(to - from);
  // What floating point adds to a whole number of parts is none.
  return legendLadder.find((step) => length / step <= most + 1e-9) ?? length / most;
}

/** The values of a legend from end to end: the multiples of its step that lie within. */
export function legendValues(from: number, to: number, most = mostLegendSteps): number[] {
  if (!(Number.isFinite(from) && Number.isFinite(to)) || from === to) return Number.isFinite(from) ? [from] : [];
  const [low, high] = from < to ? [from, to] : [to, from];
  const step = legendStep(low, high, most);
  const first = Math.ceil(low / step - 1e-9);
  const values = Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return from < to ? values : values.toReversed();
}
