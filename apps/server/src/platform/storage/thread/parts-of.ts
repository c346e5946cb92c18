// Alone: a thread that lists folders would take most of a second to read the whole package.
import { groupFiles } from '@groma/geo/file-group';
import type { NamedEntry } from './entry.ts';

/** Files of a folder that belong to others of it, by what they belong to; none where nothing is to be grouped. */
interface Parts {
  of: ReadonlyMap<string, readonly string[]>;
  all: ReadonlySet<string>;
}

const none: Parts = { of: new Map(), all: new Set() };

/** Groups the files of a folder as imports do. */
export function findParts(entries: readonly NamedEntry[]): Parts {
  const names = entries.filter(({ isDir }) => !isDir).map(({ name }) => name);
  if (!haveAlikes(names)) return none;
  const grouped = groupFiles(names).groups.filter(({ sidecars }) => sidecars.length > 0);
  return {
    of: new Map(grouped.map(({ name, sidecars }) => [name, sidecars])),
    all: new Set(grouped.flatMap(({ sidecars }) => sidecars)),
  };
}

/** Whether two names are the same but for their endings, or one begins with another. */
function haveAlikes(names: readonly string[]): boolean {
  const seen = new Set<string>();
  for (const name of names) {
    const small = name.toLowerCase();
    const first = small.split('.', 1)[0]!;
    if (seen.has(first)) return true;
    seen.add(first);
  }
  return false;
}
