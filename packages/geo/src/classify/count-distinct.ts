/** How many different numbers there are among sorted ones. */
export function countDistinct(sorted: Float64Array): number {
  let count = sorted.length > 0 ? 1 : 0;
  for (let index = 1; index < sorted.length; index++) if (sorted[index] !== sorted[index - 1]) count++;
  return count;
}
