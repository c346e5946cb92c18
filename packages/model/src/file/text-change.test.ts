import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { replaceText, textChanges } from './text-change.ts';

function applied(before: string, after: string): string {
  let text = before;
  for (const { from, removed, inserted } of textChanges(before, after).toReversed())
    text = text.slice(0, from) + inserted + text.slice(from + removed);
  return text;
}

test('[FIL-070] changes make one text the other, whatever the two are', () => {
  const words = ['a\n', 'b\n', 'c\n', '\n', 'ab', 'x', '\ud83d\uddfa\n', '\ud83d\ude00\n'];
  let seed = 7;
  const random = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % most;
  const make = () => Array.from({ length: random(14) }, () => words[random(words.length)]).join('');
  for (let i = 0; i < 3_000; i++) {
    const [before, after] = [make(), make()];
    expect(applied(before, after)).toBe(after);
  }
});

test('[FIL-070] only what differs is changed, each place by itself', () => {
  expect(textChanges('one\ntwo\nthree\nfour\n', 'one\ntwo!\nthree\nFour\n')).toEqual([
    { from: 7, removed: 0, inserted: '!' },
    { from: 14, removed: 1, inserted: 'F' },
  ]);
  expect(textChanges('same', 'same')).toEqual([]);
});

test('[FIL-070] a surrogate pair is replaced whole', () => {
  expect(textChanges('\ud83d\uddfa', '\ud83d\ude00')).toEqual([{ from: 0, removed: 2, inserted: '\ud83d\ude00' }]);
  expect(textChanges('\ud83d\uddfa', '\ud83e\uddfa')).toEqual([{ from: 0, removed: 2, inserted: '\ud83e\uddfa' }]);
});

test('[FIL-070] a whole other text of many lines is still taken', () => {
  const before = Array.from({ length: 5_000 }, (_, i) => `old ${i}\n`).join('');
  const after = Array.from({ length: 5_000 }, (_, i) => `new ${i}\n`).join('');
  expect(applied(before, after)).toBe(after);
});

test('[FIL-070] a place that another client holds in the text stays where it was', () => {
  const doc = new Y.Doc();
  const text = doc.getText('t');
  text.insert(0, 'first\nsecond\nthird\n');
  const place = Y.createRelativePositionFromTypeIndex(text, 8);
  replaceText(text, 'zeroth\nfirst\nsecond\nlast\n');
  expect(text.toString()).toBe('zeroth\nfirst\nsecond\nlast\n');
  expect(Y.createAbsolutePositionFromRelativePosition(place, doc)?.index).toBe(15);
});
