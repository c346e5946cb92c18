import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  insertCell,
  placeOfBlock,
  removeBlock,
  replaceCell,
  restoreBlock,
  sourceCells,
  takeOutBlock,
} from './change-blocks.ts';
import { fromTemplate } from './template.ts';
import { createNotebookDocument } from './write-blocks.ts';

function open(...blocks: object[]): Y.Doc {
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate(blocks));
  return doc;
}

const list = () =>
  open(
    { id: 'top', type: 'paragraph', content: [{ type: 'text', text: 'bold', styles: { bold: true } }] },
    {
      id: 'outer',
      type: 'bulletListItem',
      content: 'one',
      children: [{ id: 'inner', type: 'paragraph', content: 'two' }],
    },
    { id: 'code', type: 'code', props: { code: 'x = 1', label: 'Named' } },
  );
const sources = (doc: Y.Doc) => sourceCells(doc).map(({ id, source }) => [id, source]);

describe('[AIA-042] cells by their sources', () => {
  test('a block that was taken out comes back as it was: place, marks, what is in it, code', () => {
    const doc = list();
    const before = [sources(doc), doc.getXmlFragment('blocks').toString()];
    for (const id of ['code', 'inner', 'outer', 'top']) {
      const taken = removeBlock(doc, id)!;
      expect(sources(doc).some(([each]) => each === id)).toBe(false);
      restoreBlock(doc, taken.packed, taken.place);
    }
    expect([sources(doc), doc.getXmlFragment('blocks').toString()]).toEqual(before);
  });

  test('a block that is taken out alone leaves those in it in its place, and comes back without them', () => {
    const doc = list();
    const taken = takeOutBlock(doc, 'outer')!;
    expect(sources(doc).map(([id]) => id)).toEqual(['top', 'inner', 'code']);
    expect(placeOfBlock(doc, 'inner')).toEqual({ after: 'top' });
    restoreBlock(doc, taken.packed, taken.place);
    expect(sources(doc).map(([id]) => id)).toEqual(['top', 'outer', 'inner', 'code']);
    expect(placeOfBlock(doc, 'inner')).toEqual({ after: 'outer' });
    expect(takeOutBlock(doc, 'nowhere')).toBeUndefined();
  });

  test('the last block of a notebook leaves an empty one, which an editor needs', () => {
    const doc = open({ id: 'only', type: 'paragraph', content: 'x' });
    removeBlock(doc, 'only');
    expect(sourceCells(doc).map(({ source }) => source)).toEqual(['']);
  });

  test('a text becomes as many blocks as its Markdown has, what is in the first one stays, and code keeps its data', () => {
    const doc = list();
    expect(replaceCell(doc, ['outer'], '- ONE\n\n# After')).toEqual(['outer', expect.any(String)]);
    expect(sourceCells(doc).map(({ source }) => source)).toEqual(['**bold**', '- ONE', 'two', '# After', 'x = 1']);
    expect(replaceCell(doc, ['code'], 'x = 2')).toEqual(['code']);
    expect(sourceCells(doc).at(-1)).toMatchObject({ id: 'code', source: 'x = 2', label: 'Named' });
  });

  test('a cell goes behind another, to the beginning, and where its place is gone to the end', () => {
    const doc = open({ id: 'a', type: 'paragraph', content: 'a' });
    const cell = (id: string) => ({ id, language: 'python' as const, label: null, source: id });
    insertCell(doc, cell('b'), { after: 'a' });
    insertCell(doc, cell('first'), {});
    insertCell(doc, cell('last'), { after: 'nowhere' });
    expect(sources(doc).map(([id]) => id)).toEqual(['first', 'a', 'b', 'last']);
    expect([placeOfBlock(doc, 'first'), placeOfBlock(doc, 'b'), placeOfBlock(doc, 'none')]).toEqual([
      {},
      { after: 'a' },
      undefined,
    ]);
  });
});
