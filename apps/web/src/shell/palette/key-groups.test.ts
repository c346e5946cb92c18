import { expect, test } from 'vitest';
import type { Command } from '../../registry/command.ts';
import { keyGroupsOf } from './key-groups.ts';
import { withLatest } from './recent-panels.ts';

const command = (id: string, title: string, shortcut?: string) =>
  ({ id, title, run: () => undefined, ...(shortcut !== undefined && { shortcut }) }) as Command<never>;

test('keys stand by what they are for, and two keys of one command share a row', () => {
  const groups = keyGroupsOf([
    command('map.delete', 'Delete features', 'Delete'),
    command('shell.help', 'Help', '?'),
    command('map.delete-too', 'Delete features', 'Backspace'),
    command('file.upload', 'Upload'),
  ]);
  expect(groups.map(({ title }) => title)).toEqual(['shell.keys.everywhere', 'shell.keys.lists', 'map.maps']);
  expect(groups[0]!.rows).toEqual([
    { title: 'shell.keys.search', keys: ['Ctrl+K'] },
    { title: 'Help', keys: ['?'] },
  ]);
  expect(groups[2]!.rows).toEqual([{ title: 'Delete features', keys: ['Delete', 'Backspace'] }]);
});

test('what is opened again comes first, once, and the oldest falls off', () => {
  const panels = Array.from({ length: 20 }, (_, index) => ({
    kind: 'map',
    id: `map:${index}`,
    title: String(index),
    params: null,
  }));
  const again = withLatest(panels, { ...panels[5]!, title: 'renamed' });
  expect([again[0]!.title, again.length, again.filter(({ id }) => id === 'map:5').length]).toEqual(['renamed', 20, 1]);
  expect(withLatest(panels, { kind: 'map', id: 'map:new', title: 'new', params: null }).at(-1)!.id).toBe('map:18');
});
