import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textChange, writeText } from './written-text.ts';

const applied = (before: string, after: string) => {
  const change = textChange(before, after);
  return change === null
    ? before
    : before.slice(0, change.at) + change.inserted + before.slice(change.at + change.removed);
};

test('[WFL-188] the change between two texts is one piece, and takes no character apart', () => {
  for (const [before, after] of [
    ['', 'a'],
    ['abc', ''],
    ['aaa', 'aaaa'],
    ['select 1', 'select 2, 1'],
    ['a😀b', 'a😁b'],
    ['😀', '😀😀'],
    ['👍🏽👍', '👍👍🏽'],
  ] as const)
    expect(applied(before, after)).toBe(after);
  expect(textChange('same', 'same')).toBeNull();
  expect(textChange('a😀b', 'a😁b')).toEqual({ at: 1, removed: 2, inserted: '😁' });
  expect(textChange('\u{1F600}', '\u{1FA00}')).toEqual({ at: 0, removed: 2, inserted: '\u{1FA00}' });
  // The same lower half, and another upper one.
  expect(textChange('\u{1F600}', '\u{20600}')).toEqual({ at: 0, removed: 2, inserted: '\u{20600}' });
});

test('[WFL-188] what is typed into a text that others have changed since it was shown lands where it was typed', () => {
  const text = (now: string, shown: string, typed: string) => {
    const map = new Y.Doc().getMap('data');
    map.set('text', new Y.Text(now));
    writeText(map, 'text', shown, typed);
    return String(map.get('text'));
  };
  expect(text('one two', 'one two', 'one 1 two')).toBe('one 1 two');
  expect(text('>> one two', 'one two', 'one two!')).toBe('>> one two!');
  expect(text('one two <<', 'one two', '1 two')).toBe('1 two <<');
  expect(text('one 2 two', 'one two', 'one')).toBe('one');
  expect(text('two', 'one two', 'onex two')).toBe('xtwo');
});

test('[WFL-188] a text that was stored as a plain value is written on', () => {
  const map = new Y.Doc().getMap('data');
  map.set('text', 'one two');
  writeText(map, 'text', 'one', 'one!');
  expect(String(map.get('text'))).toBe('one! two');
  map.set('text', { $parameter: 'far' });
  writeText(map, 'text', '', 'new');
  expect(String(map.get('text'))).toBe('new');
});
