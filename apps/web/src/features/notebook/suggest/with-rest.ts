/** How far ahead a line that has come is looked for in the code as it was. */
const mostSkipped = 40;

/**
 * What has come of new code, with those lines of the code as it was that it has not reached yet: so a change that is on
 * its way does not look as if all that follows were deleted.
 */
export function withRest(partial: string, code: string): string {
  const come = partial.split('\n');
  const before = code.split('\n');
  let reached = 0;
  // The last line may still be cut.
  for (const line of come.slice(0, -1)) {
    const at = before.slice(reached, reached + mostSkipped).indexOf(line);
    if (at >= 0) reached += at + 1;
  }
  const [last = ''] = come.slice(-1);
  const rest = before.slice(last !== '' && before[reached]?.startsWith(last) ? reached + 1 : reached);
  return [...come.slice(0, -1), ...(last === '' ? [] : [last]), ...rest].join('\n');
}
