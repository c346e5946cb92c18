import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { cellOf, readCell, setCell } from './cell.ts';
import { joinLines } from './jupyter-output.ts';
import { readBlocks } from './read-blocks.ts';
import { fromTemplate } from './template.ts';
import { toIpynb } from './to-ipynb.ts';
import { createNotebookDocument } from './write-blocks.ts';

function open(template: unknown): Y.Doc {
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate(template));
  return doc;
}

const inputs = [
  { id: 's', type: 'slider', props: { label: 'Depth', varName: 'depth', value: 2.5, min: 1, max: 9, step: 0.5 } },
  { id: 't', type: 'textInput', props: { label: 'Place', varName: 'place', text: 'Ávila\n# no heading' } },
  { id: 'd', type: 'dateSelector', props: { label: 'Day', varName: 'day', date: '31-12-2026' } },
  { id: 'r', type: 'dataInput', props: { label: 'Roads', varName: 'roads', data: 'layer:m/l', name: 'layer:A/b' } },
  {
    id: 'c',
    type: 'selector',
    props: { label: 'Bands', varName: 'bands', allowMultiple: true, options: '["a","b"]', selected: '["b"]' },
  },
  { id: 'b', type: 'button', props: { label: 'Go', text: 'Now', functionCall: true } },
  {
    id: 'a',
    type: 'alert',
    props: { type: 'warning' },
    content: [
      { type: 'text', text: 'Mind ', styles: {} },
      { type: 'text', text: 'this', styles: { bold: true } },
    ],
  },
];

test('[NBK-106] input blocks and alerts come back from a Jupyter file as they were', () => {
  const doc = open(inputs);
  const back = open(JSON.parse(JSON.stringify(toIpynb(doc, 'n'))));
  const seen = (from: Y.Doc) => readBlocks(from).map(({ id, type, props, text }) => ({ id, type, props, text }));
  expect(seen(back)).toEqual(seen(doc));
});

test('[NBK-106] a cell that was written anew in Jupyter is what it says now; props of another form are not believed', () => {
  const file = toIpynb(open(inputs.slice(0, 1)), 'n');
  const edited = { ...file, cells: [{ ...file.cells[0], source: ['Depth: 7 metres'] }] };
  expect(readBlocks(open(edited))[0]).toMatchObject({ type: 'paragraph', text: 'Depth: 7 metres' });
  const spoilt = {
    ...file,
    cells: [
      { cell_type: 'markdown', source: 'x', metadata: { block: { type: 'slider', props: { value: {} } } } },
      { cell_type: 'markdown', source: 'y', metadata: { block: 'slider' } },
    ],
  };
  expect(readBlocks(open(spoilt)).map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'x'],
    ['paragraph', 'y'],
  ]);
});

test('[NBK-106] what is folded away stays so in Jupyter and back', () => {
  const file = {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: [
      {
        cell_type: 'code',
        source: 'a',
        metadata: { jupyter: { source_hidden: true } },
        outputs: [],
        execution_count: null,
      },
      { cell_type: 'code', source: 'b', metadata: { collapsed: true }, outputs: [], execution_count: null },
    ],
  };
  const doc = open(file);
  expect(
    readBlocks(doc)
      .map(({ codeId }) => readCell(cellOf(doc, codeId!)!))
      .map(({ isCodeHidden, isOutputHidden }) => [isCodeHidden, isOutputHidden]),
  ).toEqual([
    [true, false],
    [false, true],
  ]);
  const metadata = (): unknown[] => toIpynb(doc, 'n').cells.map((cell) => cell.metadata);
  expect(metadata()).toEqual([{ jupyter: { source_hidden: true } }, { collapsed: true }]);
  for (const { codeId } of readBlocks(doc))
    setCell(cellOf(doc, codeId!)!, { isCodeHidden: false, isOutputHidden: true });
  expect(metadata()).toEqual([{ jupyter: { outputs_hidden: true } }, { collapsed: true }]);
  for (const { codeId } of readBlocks(doc)) setCell(cellOf(doc, codeId!)!, { isOutputHidden: false });
  expect(metadata()).toEqual([{}, {}]);
});

test('[NBK-106] formulas in a text keep every sign of theirs, and pictures among words stand beside them', () => {
  const formulas = String.raw`By $a\_b * c_d$ and $$\begin{matrix} x_1 \\ *y* \end{matrix}$$ it costs $5 or \$6, *much* of $x$.`;
  const markdown = (source: string, attachments = {}) => ({
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: [{ cell_type: 'markdown', metadata: {}, source, attachments }],
  });
  const doc = open(markdown(formulas));
  expect(readBlocks(doc)[0]!.text).toBe(
    String.raw`By $a\_b * c_d$ and $$\begin{matrix} x_1 \\ *y* \end{matrix}$$ it costs $5 or $6, *much* of $x$.`,
  );
  const written = joinLines(toIpynb(doc, 'n').cells[0]!.source);
  expect(written).toContain(String.raw`$a\_b * c_d$ and $$\begin{matrix} x_1 \\ *y* \end{matrix}$$`);
  expect(readBlocks(open(markdown(written)))[0]!.text).toBe(readBlocks(doc)[0]!.text);
  const picture = { 'map.png': { 'image/png': 'iVBO' } };
  const among = readBlocks(
    open(markdown('Before ![the map](attachment:map.png) after ![none](attachment:none.png) ![', picture)),
  );
  expect(among.map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'Before'],
    ['image', expect.any(String)],
    ['paragraph', expect.stringMatching(/^after /)],
  ]);
});
