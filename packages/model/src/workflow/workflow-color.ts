/** The colour of a workflow as CSS: a hue from the hash of its id, 70 % saturation, 55 % lightness (WFL-039). */
export function workflowColor(id: string): string {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) | 0;
  return `hsl(${((hash % 360) + 360) % 360}, 70%, 55%)`;
}
