import { expect, test } from 'vitest';
import { leafBelow, pathTo, siblingsOf } from './branch.ts';

// Oldest first: a question, its answer, the question edited (q2), answered twice (a2, a3).
const messages = [
  { id: 'q1', parent: null },
  { id: 'a1', parent: 'q1' },
  { id: 'q2', parent: null },
  { id: 'a2', parent: 'q2' },
  { id: 'q3', parent: 'a1' },
  { id: 'a3', parent: 'q2' },
];
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);

test('[AIA-081] a branch is read from the first message to its leaf', () => {
  expect(ids(pathTo(messages, 'q3'))).toEqual(['q1', 'a1', 'q3']);
  expect(ids(pathTo(messages, 'a3'))).toEqual(['q2', 'a3']);
  expect(pathTo(messages, null)).toEqual([]);
  expect(pathTo(messages, 'gone')).toEqual([]);
});

test('[AIA-081] branches begin at questions that were edited and at answers that were asked for again', () => {
  expect(ids(siblingsOf(messages, 'q2'))).toEqual(['q1', 'q2']);
  expect(ids(siblingsOf(messages, 'a2'))).toEqual(['a2', 'a3']);
  expect(siblingsOf(messages, 'gone')).toEqual([]);
});

test('[AIA-081] going to a branch goes to its newest end', () => {
  expect(leafBelow(messages, 'q1')).toBe('q3');
  expect(leafBelow(messages, 'q2')).toBe('a3');
  expect(leafBelow(messages, 'a2')).toBe('a2');
});
