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

test('[AIA-028] [NBK-064] a suggestion stands beside the code in the document, and goes to whoever is there', () => {
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

test('[AIA-029] [AIA-030] [AIA-031] single changes are taken or given up; the last one ends the suggestion', () => {
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
