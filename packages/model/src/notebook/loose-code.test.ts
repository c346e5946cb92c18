import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { cellCode, ensureCell, notebookCells } from './cell.ts';
import { looseCode } from './loose-code.ts';
import { readContainers } from './read-blocks.ts';
import { createNotebookDocument } from './write-blocks.ts';

test('[SHL-132] the code of a deleted cell is loose, and that of one further in than another is not', () => {
  const doc = new Y.Doc();
  createNotebookDocument(doc, [
    { type: 'codeCell', cell: { code: 'a' }, children: [{ type: 'codeCell', cell: { code: 'b' } }] },
    { type: 'codeCell', cell: { code: 'c' } },
    { type: 'paragraph' },
  ]);
  ensureCell(doc, 'elsewhere', { code: 'd' });
  expect([...looseCode(doc)].map(String)).toEqual(['d']);
  const third = readContainers(doc)[2]!.container;
  const group = third.parent as Y.XmlElement;
  group.delete(group.toArray().indexOf(third), 1);
  expect([...looseCode(doc)].map(String).toSorted()).toEqual(['c', 'd']);
  expect([...notebookCells(doc).values()].map((cell) => String(cellCode(cell))).toSorted()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});
