/** Cuts text into pieces of bounded size, at line ends where there are any, never inside a surrogate pair. */
export function splitText(text: string, most: number): string[] {
  if (most <= 0) return [];
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + most);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end - 1);
      if (line > start + most / 2) end = line + 1;
      else if (end > start + 1 && /[\uD800-\uDBFF]/.test(text[end - 1]!)) end -= 1;
    }
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}
