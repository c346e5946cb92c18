/**
 * Keys that stand twice in one group of a JSON file: parsing keeps the last and says nothing of the first.
 *
 * @param {string} json valid JSON
 * @returns {string[]} `group.key`
 */
export function repeatedKeys(json) {
  const groups = [];
  const repeated = [];
  for (const [, text, colon, bracket] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|([{}[\]])/g)) {
    if (bracket === '{' || bracket === '[') groups.push({ path: groups.at(-1)?.next ?? '', keys: new Set(), next: '' });
    else if (bracket) groups.pop();
    else if (colon) {
      const group = groups.at(-1);
      const key = JSON.parse(text);
      const path = group.path === '' ? key : `${group.path}.${key}`;
      if (group.keys.has(key)) repeated.push(path);
      group.keys.add(key);
      group.next = path;
    }
  }
  return repeated;
}
