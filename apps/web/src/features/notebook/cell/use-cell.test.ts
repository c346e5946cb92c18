import { ensureCell, setCell } from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { isAnyRunning } from './use-cell.ts';

test('[NBK-008] [KRN-054] Stop all is offered while any block runs or waits, else Clear all', () => {
  const doc = new Y.Doc();
  const first = ensureCell(doc, 'a');
  const second = ensureCell(doc, 'b');
  expect(isAnyRunning(doc)).toBe(false);
  setCell(second, { status: 'queued' });
  expect(isAnyRunning(doc)).toBe(true);
  setCell(second, { status: 'completed' });
  setCell(first, { status: 'running' });
  expect(isAnyRunning(doc)).toBe(true);
  setCell(first, { status: 'idle' });
  expect(isAnyRunning(doc)).toBe(false);
});
