/**
 * The quantile of sorted numbers at a part of 0 to 1, between neighbours on a line: type 7 of Hyndman and Fan 1996,
 * Sample Quantiles in Statistical Packages, which NumPy, R and QGIS use too. NaN for no numbers.
 */
export function quantileSorted(sorted: ArrayLike<number>, part: number): number {
  if (sorted.length === 0) return NaN;
  const place = (sorted.length - 1) * part;
  const low = Math.floor(place);
  const below = sorted[low]!;
  const above = sorted[Math.min(low + 1, sorted.length - 1)]!;
  return below + (place - low) * (above - below);
}
