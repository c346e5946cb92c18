import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { ensureCell, readCell, type LiveCell } from './cell.ts';
import { acceptSuggestion, readSuggestion, rejectSuggestion, resolveChange, setSuggestion } from './suggestion.ts';

const cellWith = (code: string): LiveCell => ensureCell(new Y.Doc(), 'c', { code, label: 'Old' });
const suggested = (newCode: string) => ({ newCode, newLabel: 'New', newLanguage: 'sql' }) as const;
const shown = (cell: LiveCell) => {
  const { code, label, language } = readCell(cell);
  return { code, label, language };
};

test('[AIA-028] [AIA-121] [NBK-064] a suggestion stands beside the code in the document, and goes to whoever is there', () => {
  const cell = cellWith('a');
  const other = new Y.Doc();
  setSuggestion(cell, { newCode: 'a\r\nb', newLabel: null, newLanguage: 'r' });
  Y.applyUpdate(other, Y.encodeStateAsUpdate(cell.doc!));
  expect(readSuggestion(other.getMap<LiveCell>('cells').get('c')!)).toEqual({
    newCode: 'a\nb',
    newLabel: null,
    newLanguage: 'r',
  });
  expect(shown(cell)).toEqual({ code: 'a', label: 'Old', language: 'python' });
});

test('[AIA-029] [AIA-030] accepting sets code, title and language and clears the suggestion, as one change to undo', () => {
  const cell = cellWith('a\nb');
  const code = cell.get('code') as Y.Text;
  const undo = new Y.UndoManager(code, { trackedOrigins: new Set(['accept']) });
  setSuggestion(cell, suggested('a\nB'));
  acceptSuggestion(cell, 'accept');
  expect(shown(cell)).toEqual({ code: 'a\nB', label: 'New', language: 'sql' });
  expect(readSuggestion(cell)).toBe(null);
  undo.undo();
  expect(shown(cell).code).toBe('a\nb');
});

test('[AIA-031] rejecting leaves code, title and language as they were', () => {
  const cell = cellWith('a\nb');
  setSuggestion(cell, suggested('x'));
  rejectSuggestion(cell);
  expect([shown(cell), readSuggestion(cell)]).toEqual([{ code: 'a\nb', label: 'Old', language: 'python' }, null]);
});

test('[AIA-029] [AIA-030] [AIA-031] [AIA-121] single changes are taken or given up; the last one ends the suggestion', () => {
  const cell = cellWith('a\nb\nc\nd');
  setSuggestion(cell, suggested('A\nb\nc\nD\ne'));
  expect(resolveChange(cell, { fromA: 0, toA: 1, fromB: 0, toB: 1 }, false, null)).toBe(false);
  expect([shown(cell), readSuggestion(cell)?.newCode]).toEqual([
    { code: 'a\nb\nc\nd', label: 'Old', language: 'python' },
    'a\nb\nc\nD\ne',
  ]);
  expect(resolveChange(cell, { fromA: 3, toA: 4, fromB: 3, toB: 5 }, true, null)).toBe(true);
  expect([shown(cell), readSuggestion(cell)]).toEqual([{ code: 'a\nb\nc\nD\ne', label: 'New', language: 'sql' }, null]);
});

test('[AIA-031] with every change given up nothing has changed', () => {
  const cell = cellWith('a\nb');
  setSuggestion(cell, suggested('b\nc'));
  resolveChange(cell, { fromA: 0, toA: 1, fromB: 0, toB: 0 }, false, null);
  expect(resolveChange(cell, { fromA: 2, toA: 2, fromB: 2, toB: 3 }, false, null)).toBe(true);
  expect(shown(cell)).toEqual({ code: 'a\nb', label: 'Old', language: 'python' });
});

test('what a client spoilt is no suggestion', () => {
  const cell = cellWith('a');
  cell.set('newCode', 5);
  expect(readSuggestion(cell)).toBe(null);
  setSuggestion(cell, { newCode: 'b', newLabel: 'N', newLanguage: null });
  cell.set('newLanguage', 'cobol');
  expect(readSuggestion(cell)).toEqual({ newCode: 'b', newLabel: 'N', newLanguage: null });
});

/** Two people at one notebook, each with a document of their own, and what brings them together. */
function twoPeople(code: string) {
  const [ann, ben] = [new Y.Doc(), new Y.Doc()];
  const own = ensureCell(ann, 'c', { code, label: 'Old' });
  const meet = (): void => {
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(ann));
    Y.applyUpdate(ann, Y.encodeStateAsUpdate(ben));
  };
  meet();
  const others = ben.getMap<LiveCell>('cells').get('c')!;
  const type = (at: number, text: string) => (others.get('code') as Y.Text).insert(at, text);
  return { own, others, meet, type };
}

test('[AIA-163] what another person writes while a model does is kept when the suggestion is accepted', () => {
  const { own, others, meet, type } = twoPeople('a\nb\nc\nd');
  // Ben writes before the answer has come, and again while it waits.
  type(0, 'import x\n');
  meet();
  setSuggestion(own, suggested('a\nB\nc\nd'), 'a\nb\nc\nd');
  meet();
  expect(readSuggestion(others)).toMatchObject({ newCode: 'import x\na\nB\nc\nd' });
  type(others.get('code')!.toString().length, '\nprint(d)');
  meet();
  expect(readSuggestion(own)).toMatchObject({ newCode: 'import x\na\nB\nc\nd\nprint(d)' });
  expect(acceptSuggestion(own, 'accept')).toBe(true);
  meet();
  expect([shown(own), shown(others)].map(({ code }) => code)).toEqual(
    Array.from({ length: 2 }, () => 'import x\na\nB\nc\nd\nprint(d)'),
  );
});

test('[AIA-163] single changes are taken out of code that another person goes on with', () => {
  const { own, meet, type } = twoPeople('a\nb\nc\nd');
  setSuggestion(own, suggested('A\nb\nc\nD'));
  meet();
  type(0, 'new\n');
  meet();
  expect(resolveChange(own, { fromA: 1, toA: 2, fromB: 1, toB: 2 }, true, null)).toBe(false);
  meet();
  type(0, 'more\n');
  meet();
  expect([shown(own).code, readSuggestion(own)?.newCode]).toEqual(['more\nnew\nA\nb\nc\nd', 'more\nnew\nA\nb\nc\nD']);
  expect(resolveChange(own, { fromA: 5, toA: 6, fromB: 5, toB: 6 }, false, null)).toBe(true);
  expect([shown(own).code, readSuggestion(own)]).toEqual(['more\nnew\nA\nb\nc\nd', null]);
});

test('[AIA-163] where another person has changed the same lines, nothing is accepted and nothing is lost', () => {
  const { own, meet, type } = twoPeople('a\nb');
  setSuggestion(own, suggested('a\nB'));
  meet();
  type(3, '!');
  meet();
  expect(readSuggestion(own)).toMatchObject({ newCode: 'a\nB', isConflicting: true });
  expect(acceptSuggestion(own, 'accept')).toBe(false);
  expect(resolveChange(own, { fromA: 1, toA: 2, fromB: 1, toB: 2 }, true, null)).toBe(false);
  expect(shown(own).code).toBe('a\nb!');
  rejectSuggestion(own);
  expect([shown(own).code, readSuggestion(own)]).toEqual(['a\nb!', null]);
});
