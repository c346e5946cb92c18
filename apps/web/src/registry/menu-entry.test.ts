// @vitest-environment happy-dom
import { PencilIcon } from '@groma/ui';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { canRun, defineCommand, performCommand, registerCommand, runCommand } from './command.ts';
import { act, entryOfCommand, line, menuEntry, menuOf } from './menu-entry.ts';

const seen: string[] = [];
const rename = defineCommand({
  id: 'test.rename',
  title: 'shell.share',
  icon: PencilIcon,
  listKey: 'F2',
  danger: true,
  argument: async () => Promise.resolve(z.object({ path: z.string() })),
  titleOf: ({ path }) => `Rename ${path}`,
  isEnabled: ({ path }) => (path === 'locked' ? 'Someone edits it' : path !== 'hidden'),
  run: ({ path }) => {
    seen.push(path);
  },
});

test('a row of a menu is what its command says of the argument, and runs it', async () => {
  expect(menuEntry(rename, { path: 'a' }), 'nobody has registered it').toBeNull();
  registerCommand(rename);
  const entry = menuEntry(rename, { path: 'a' });
  expect(entry).toMatchObject({ key: 'test.rename', label: 'Rename a', shortcut: 'F2', danger: true });
  expect(entry?.icon).toBeTruthy();
  entry?.onSelect?.();
  act(rename, { path: 'b' });
  expect(seen).toEqual(['a', 'b']);
  // @ts-expect-error A path is a text.
  expect(menuEntry(rename, { path: 7 })).not.toBeNull();
});

test('what a command does not offer is no row, and what it refuses says why and is not run', async () => {
  registerCommand(rename);
  seen.length = 0;
  expect(menuEntry(rename, { path: 'hidden' })).toBeNull();
  const locked = menuEntry(rename, { path: 'locked' });
  expect(locked?.disabledReason).toBe('Someone edits it');
  locked?.onSelect?.();
  expect(await performCommand(rename, { path: 'locked' })).toBe(false);
  expect(await runCommand('test.rename', { path: 'hidden' })).toBe(false);
  expect([canRun('test.rename', { path: 'locked' }), canRun('test.rename', { path: 'c' })]).toEqual([false, true]);
  expect(seen).toEqual([]);
});

test('a command of another feature is named by its id, and checks its argument', async () => {
  registerCommand(rename);
  seen.length = 0;
  expect(entryOfCommand('test.nobody-brings-it')).toBeNull();
  entryOfCommand('test.rename', { path: 'c' }, { label: 'Other' })?.onSelect?.();
  await expect.poll(() => seen).toEqual(['c']);
  expect(entryOfCommand('test.rename', { path: 'c' }, { label: 'Other' })?.label).toBe('Other');
});

test('lines with nothing on one side are left out', () => {
  const row = { key: 'row', label: 'Row' };
  expect(menuOf([line('a'), null, row, line('b'), line('c'), null, row, line('d')]).map(({ key }) => key)).toEqual([
    'row',
    'b',
    'row',
  ]);
});
