import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { codeUndo } from './code-undo.ts';
import { isLater, orderChanges } from './undo-order.ts';

test('[NBK-073] what was done later is undone first, whichever editor it was done in', () => {
  const doc = new Y.Doc();
  const [code, blocks] = [doc.getText('code'), doc.getArray('blocks')];
  const ofCode = codeUndo(code);
  ofCode.addTrackedOrigin('code');
  const ofBlocks = orderChanges(new Y.UndoManager(blocks, { trackedOrigins: new Set(['blocks']), captureTimeout: 0 }));
  expect(isLater(ofBlocks, ofCode, 'undoStack')).toBe(false);
  doc.transact(() => blocks.push(['a']), 'blocks');
  doc.transact(() => code.insert(0, 'x'), 'code');
  expect(isLater(ofBlocks, ofCode, 'undoStack')).toBe(false);
  doc.transact(() => blocks.delete(0, 1), 'blocks');
  expect(isLater(ofBlocks, ofCode, 'undoStack')).toBe(true);
  ofBlocks.undo();
  expect(blocks.length).toBe(1);
  expect(isLater(ofBlocks, ofCode, 'undoStack')).toBe(false);
  expect(isLater(ofBlocks, ofCode, 'redoStack')).toBe(true);
});
