/** The requirements in what somebody has typed: names with versions, parted by spaces, commas or lines. */
export function splitNames(text: string): string[] {
  return text
    .split(/[\s,;]+(?=[A-Za-z])/)
    .map((part) => part.replaceAll(/^[\s,;]+|[\s,;]+$/g, ''))
    .filter((part) => part !== '');
}
