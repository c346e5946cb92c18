/** Names of columns, each once: what has none is named by its place, and a name that comes again gets a number. */
export function uniqueNames(wanted: readonly string[]): string[] {
  const used = new Set<string>();
  return wanted.map((each, index) => {
    const plain = each.trim() || `column ${index + 1}`;
    let name = plain;
    for (let number = 2; used.has(name); number++) name = `${plain} ${number}`;
    used.add(name);
    return name;
  });
}
