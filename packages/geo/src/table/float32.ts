/**
 * The double with the fewest digits that is rounded to a given float of 32 bits: 0.1, where the float itself is
 * 0.10000000149011612. Written as a float again it is the same.
 */
export function shortestFloat32(value: number): number {
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return value;
  // 6 digits always survive a float, 9 always tell it apart.
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
