/**
 * Names of columns, each once: what has none is named by its place, and a name that comes again gets a number. The one
 * name by which objects hold no value gets another.
 */
export function uniqueNames(wanted: readonly string[]): string[] {
  const used = new Set<string>();
  return wanted.map((each, index) => {
    const wish = each.trim() || `column ${index + 1}`;
    const plain = wish === '__proto__' ? '_proto_' : wish;
    let name = plain;
    for (let number = 2; used.has(name); number++) name = `${plain} ${number}`;
    used.add(name);
    return name;
  });
}
