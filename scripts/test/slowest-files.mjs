/**
 * Prints the files whose tests took the longest.
 *
 * @param {{ file: string, ms: number }[]} files
 * @param {number} [count] how many lines at most
 */
export function printSlowestFiles(files, count = 20) {
  const slowest = files.toSorted((left, right) => right.ms - left.ms).slice(0, count);
  if (slowest.length < 2) return;
  const total = files.reduce((sum, { ms }) => sum + ms, 0);
  console.log(`\nSlowest of ${files.length} files (${seconds(total)} s in all):`);
  for (const { file, ms } of slowest) console.log(`${seconds(ms).padStart(8)} s  ${file}`);
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
