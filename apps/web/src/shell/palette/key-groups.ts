import type { AnyCommand } from '../../registry/command.ts';
import type { KeyRows } from '../../registry/key-rows.ts';

interface KeyRow {
  keys: readonly string[];
  title: string;
}
interface KeyGroup {
  title: string;
  rows: readonly KeyRow[];
}

/** Keys that belong to controls and not to commands, by their text keys. */
const listKeys: readonly KeyRow[] = [
  { keys: ['F2'], title: 'shell.keys.rename' },
  { keys: ['Delete'], title: 'shell.keys.delete' },
  { keys: ['Shift+F10'], title: 'shell.keys.menu' },
  { keys: ['Esc'], title: 'shell.keys.close' },
];

/** Headings by the noun with which the ids of commands begin; other nouns stand with what works everywhere. */
const headings: Readonly<Record<string, string>> = {
  map: 'map.maps',
  notebook: 'notebook.notebooks',
  file: 'file.files',
};
const everywhere = 'shell.keys.everywhere';

/**
 * The sheet of keys: what works everywhere, in lists, and in each kind of thing. Several keys of one command share a
 * row. `others` are keys of places, which are no commands.
 */
export function keyGroupsOf(commands: readonly AnyCommand[], others: readonly KeyRows[] = []): KeyGroup[] {
  const groups = new Map<string, Map<string, string[]>>([[everywhere, new Map([['shell.keys.search', ['Ctrl+K']]])]]);
  for (const { id, title, shortcut } of commands) {
    if (shortcut === undefined) continue;
    const heading = headings[id.split('.')[0] ?? ''] ?? everywhere;
    const rows = groups.get(heading) ?? new Map<string, string[]>();
    groups.set(heading, rows.set(title, [...(rows.get(title) ?? []), shortcut]));
  }
  const listed = [...groups].map(([title, rows]) => ({
    title,
    rows: [...rows].map(([row, keys]) => ({ title: row, keys })),
  }));
  return [...listed.slice(0, 1), { title: 'shell.keys.lists', rows: listKeys }, ...listed.slice(1), ...others];
}
