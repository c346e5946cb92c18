/** Characters of an output above which its middle is left out; half of them stay at each end (AIA-053). */
export const mostOutputForModel = 5_000;

/** The beginning and the end of a long text. */
export function trimmedText(text: string, most = mostOutputForModel): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 2);
  return `${text.slice(0, end)}\n… ${text.length - 2 * end} characters left out …\n${text.slice(-end)}`;
}
