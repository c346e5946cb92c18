/** How far a break may move, as a part of the way to the break beside it. */
const farthest = 0.25;
const mostDigits = 12;

/**
 * Breaks with as few digits as leave nearly the same classes: 34,124,811 becomes 34,000,000. The ends are rounded
 * outwards, so that no number falls out; breaks between move by less than a quarter of the way to their neighbours.
 */
export function roundBreaks(breaks: readonly number[]): number[] {
  const last = breaks.length - 1;
  return breaks.map((each, index) => {
    const room = Math.min(
      index > 0 ? each - breaks[index - 1]! : Infinity,
      index < last ? breaks[index + 1]! - each : Infinity,
    );
    if (!(room > 0) || room === Infinity) return each;
    const round = index === 0 ? Math.floor : index === last ? Math.ceil : Math.round;
    for (let digits = 1; digits <= mostDigits; digits++) {
      const rounded = toDigits(each, digits, round);
      if (Math.abs(rounded - each) <= room * farthest) return rounded;
    }
    return each;
  });
}

function toDigits(value: number, digits: number, round: (value: number) => number): number {
  if (value === 0) return 0;
  const power = digits - 1 - Math.floor(Math.log10(Math.abs(value)));
  // Dividing by a whole power of ten gives the nearest number to what is meant; multiplying by a part of one does not.
  return power >= 0 ? round(value * 10 ** power) / 10 ** power : round(value / 10 ** -power) * 10 ** -power;
}
