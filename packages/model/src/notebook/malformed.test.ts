import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { GromaError } from '../error/groma-error.ts';
import { fromTemplate, readTemplate } from './template.ts';
import { toIpynb } from './to-ipynb.ts';
import { toPage } from './to-page.ts';
import { toScript } from './to-script.ts';
import { createNotebookDocument } from './write-blocks.ts';

type Json = Record<string | number, unknown>;

const good = {
  nbformat: 4,
  nbformat_minor: 4,
  metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
  cells: [
    {
      cell_type: 'code',
      metadata: { blockId: 'x', label: 'L', jupyter: { source_hidden: true } },
      execution_count: 1,
      source: ['a\n', 'b'],
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['x\n'] },
        {
          output_type: 'display_data',
          data: { 'image/png': 'iVBO', 'text/plain': 'p' },
          metadata: { 'image/png': { width: 1, height: 2 } },
        },
        {
          output_type: 'execute_result',
          execution_count: 1,
          data: { 'text/html': '<b>', 'text/plain': ['q'] },
          metadata: {},
        },
        { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
        { output_type: 'display_data', data: { 'application/json': { a: [1] } }, metadata: {} },
      ],
    },
    {
      cell_type: 'markdown',
      metadata: { block: { type: 'slider', props: { label: 'Depth', value: 1 } } },
      source: 'Depth: 1',
      attachments: { 'p.png': { 'image/png': 'iVBO' } },
    },
    { cell_type: 'raw', metadata: {}, source: 'r' },
    { cell_type: 'markdown', metadata: {}, source: '# h\n\n| a |\n|---|\n| 1 |\n\n![p](attachment:p.png)' },
  ],
};
const wrong: unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1e308,
  'x',
  '',
  [],
  {},
  [null],
  [[1]],
  { a: 1 },
  ['a', 1],
  { toString: 1, constructor: 'x' },
  '\uD800',
  '\0',
];

/** Reads a file as an import does and gives it away in every form. Returns the Jupyter form, or why it was refused. */
function take(template: unknown): ReturnType<typeof toIpynb> | string {
  let read;
  try {
    read = readTemplate(template);
  } catch (error) {
    if (error instanceof GromaError && error.code === 'BAD_NOTEBOOK_TEMPLATE') return error.message;
    throw error;
  }
  const doc = new Y.Doc();
  createNotebookDocument(doc, read.blocks, read.file);
  toPage(doc, 'n');
  toScript(doc);
  return toIpynb(doc, 'n');
}

function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, child]) =>
      placesIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(good) as unknown as Json;
  let place = copy;
  for (const key of path.slice(0, -1)) place = place[key] as Json;
  const last = path.at(-1)!;
  if (value !== undefined) place[last] = value;
  else if (Array.isArray(place)) place.splice(last as number, 1);
  else delete place[last];
  return copy;
}

test('[NBK-035] [NBK-106] a Jupyter file in which anything is of a wrong type or missing is taken whole or refused with a reason', () => {
  let taken = 0;
  for (const path of placesIn(good).filter(({ length }) => length > 0)) {
    for (const value of wrong) {
      const result = take(changed(path, value));
      if (typeof result === 'string') continue;
      taken += 1;
      for (const cell of result.cells) {
        const count = (cell as { execution_count?: number | null }).execution_count ?? 0;
        expect([path, value, Number.isSafeInteger(count) && count >= 0]).toEqual([path, value, true]);
      }
    }
  }
  expect(taken).toBeGreaterThan(500);
});

test('[NBK-035] other versions, other things and what is nested without end are refused in words', () => {
  expect(take({ nbformat: 5, cells: [] })).toContain(
    'it is of nbformat 5, and only nbformat 1 to 4 can be read. Open it in Jupyter and save it as nbformat 4.',
  );
  for (const other of [
    {},
    { nbformat: 4 },
    { nbformat: 1 },
    { nbformat: 2 },
    { nbformat: 3, cells: [] },
    { nbformat: 3, worksheets: [{ cells: [{ cell_type: 'code', outputs: 1 }] }] },
    { cells: [] },
    5,
    [[]],
    [1],
    '{',
    'x',
    '{"nbformat":4,"cel',
  ])
    expect(typeof take(other)).toBe('string');
  const nested = (wrap: (inner: unknown) => unknown) =>
    Array.from({ length: 5_000 }).reduce<unknown>((inner) => wrap(inner), 'x');
  const tooDeep = 'it is nested more than 200 levels deep.';
  const lists = nested((inner) => [inner]);
  for (const cell of [
    { source: lists },
    { source: '', outputs: [{ output_type: 'stream', text: lists }] },
    { source: '', metadata: { lists } },
  ])
    expect(take({ nbformat: 4, cells: [{ cell_type: 'code', ...cell }] })).toContain(tooDeep);
  expect(take([nested((inner) => ({ type: 'paragraph', children: inner === 'x' ? [] : [inner] }))])).toContain(tooDeep);
});

test('[NBK-035] Markdown that goes deeper and deeper, and signs that never close, are read', () => {
  const markdown = (source: string) => take({ nbformat: 4, cells: [{ cell_type: 'markdown', source }] });
  for (const source of [
    Array.from({ length: 3_000 }, (_, level) => `${' '.repeat(level)}- x`).join('\n'),
    `${'> '.repeat(5_000)}x`,
    '**'.repeat(2_000) + '['.repeat(2_000),
  ])
    expect(typeof markdown(source)).toBe('object');
});

test('[NBK-035] [NBK-106] cells that share an id, or have none that can be used, become blocks of ids of their own', () => {
  const cell = (blockId: unknown) => ({ cell_type: 'code', id: 'same', source: '1', metadata: { blockId } });
  const read = take({
    nbformat: 4,
    nbformat_minor: 5,
    cells: [cell('same'), cell('same'), cell('same'), cell('with spaces and <signs>'), cell('')],
  }) as { cells: { id: string }[] };
  const ids = read.cells.map(({ id }) => id);
  expect([ids[0], new Set(ids).size, ids.every((id) => /^[\w-]{1,64}$/.test(id))]).toEqual(['same', 5, true]);
});

test('[NBK-035] a small file whose many widgets all show one large model is refused before it fills the memory', () => {
  const models = { large: { model_name: 'HTMLModel', state: { value: 'x'.repeat(1_000_000) } } };
  const view = (model_id: string): unknown => ({
    output_type: 'display_data',
    data: { 'application/vnd.jupyter.widget-view+json': { model_id } },
    metadata: {},
  });
  const file = (views: unknown[]): unknown => ({
    nbformat: 4,
    metadata: { widgets: { 'application/vnd.jupyter.widget-state+json': { state: models } } },
    cells: [{ cell_type: 'code', source: '', outputs: views }],
  });
  expect(() => fromTemplate(file(Array.from({ length: 2_000 }, () => view('large'))))).toThrow(
    'its widgets come to more than 64 MB',
  );
  const outputs = fromTemplate(file([view('large'), view('large'), view('unknown')]))[0]!.cell!.outputs!;
  expect(outputs.map((output) => 'state' in output && output.state.length > 1_000_000)).toEqual([true, true, false]);
});
