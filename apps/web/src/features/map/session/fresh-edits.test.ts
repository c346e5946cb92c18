import type { LoggedEdit } from '@groma/protocol';
import { expect, test } from 'vitest';
import { freshEdits } from './fresh-edits.ts';

const logged = (seq: number): LoggedEdit => ({
  seq,
  author_id: 'ann',
  made_at: '2026-01-01T00:00:00.000Z',
  operation: { type: 'Delete', fids: [seq] },
});

test('[MAP-090] edits that follow what a reader has are taken as they are told, each once', () => {
  expect(freshEdits(7, { after: 7, edits: [logged(8), logged(12)] })).toEqual([logged(8), logged(12)]);
  expect(freshEdits(8, { after: 7, edits: [logged(8), logged(12)] })).toEqual([logged(12)]);
  expect(freshEdits(20, { after: 7, edits: [logged(8)] })).toEqual([]);
});

test('[MAP-090] edits are fetched where they are not told, or where one before them never was', () => {
  expect(freshEdits(7, null)).toBeNull();
  expect(freshEdits(7, { after: 7, edits: null })).toBeNull();
  expect(freshEdits(7, { after: 8, edits: [logged(12)] })).toBeNull();
});
