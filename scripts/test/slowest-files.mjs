/**
 * Lines about the files whose tests took the longest; none where there is nothing to compare.
 *
 * @param {{ file: string, ms: number }[]} files
 * @param {number} [count] how many files at most
 * @returns {string[]}
 */
export function slowestFiles(files, count = 20) {
  if (files.length < 2) return [];
  const slowest = files.toSorted((left, right) => right.ms - left.ms).slice(0, count);
  const total = files.reduce((sum, { ms }) => sum + ms, 0);
  return [
    `\nSlowest of ${files.length} files (${seconds(total)} s in all):`,
    ...slowest.map(({ file, ms }) => `${seconds(ms).padStart(8)} s  ${file}`),
  ];
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
