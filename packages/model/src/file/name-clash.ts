/**
 * What is done when a name is taken: the new thing is refused, replaces the old one (which goes to the trash), gets a
 * number, or is left out.
 */
export const clashRules = ['refuse', 'replace', 'number', 'skip'] as const;
export type ClashRule = (typeof clashRules)[number];

/** Orders of a folder's list; folders come first in each. */
export const listOrders = ['name', 'size', 'modified'] as const;
export type ListOrder = (typeof listOrders)[number];

const longestName = 255;

/** The next free name beside one that is taken: `report (2).pdf`, `report (3).pdf`. At most 255 bytes in UTF-8. */
export function numberedName(name: string, isDir: boolean, isTaken: (name: string) => boolean): string {
  return firstFree(name, isDir, isTaken, (number) => ` (${number + 1})`);
}

/** The name of a duplicate: `report copy.pdf`, `report copy 2.pdf`. At most 255 bytes in UTF-8. */
export function copyName(name: string, isDir: boolean, isTaken: (name: string) => boolean): string {
  const [stem, extension] = splitName(name, isDir);
  // The duplicate of a duplicate counts on.
  const base = stem.replace(/ copy( \d+)?$/, '') || stem;
  return firstFree(base + extension, isDir, isTaken, (number) => (number === 1 ? ' copy' : ` copy ${number}`));
}

function firstFree(
  name: string,
  isDir: boolean,
  isTaken: (name: string) => boolean,
  mark: (number: number) => string,
): string {
  const [stem, extension] = splitName(name, isDir);
  for (let number = 1; ; number++) {
    const candidate = shortened(stem, mark(number) + extension);
    if (!isTaken(candidate)) return candidate;
  }
}

/** A name and its ending; `.tar.gz` is one ending, and a leading dot begins none. */
function splitName(name: string, isDir: boolean): [string, string] {
  const match = isDir ? null : /^(.+?)((?:\.tar)?\.[^. ]{1,16})$/u.exec(name);
  return match ? [match[1]!, match[2]!] : [name, ''];
}

function shortened(stem: string, ending: string): string {
  const encoder = new TextEncoder();
  let points = [...stem];
  while (points.length > 1 && encoder.encode(points.join('') + ending).length > longestName)
    points = points.slice(0, -1);
  return points.join('') + ending;
}
