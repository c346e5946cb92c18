import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { cellCode, cellOf, copyCell, ensureCell, readCell, resetCell, setCell } from '../cell.ts';
import { readBlocks, readContainers, type ReadBlock } from '../read-blocks.ts';
import { fromTemplate, readTemplate } from '../template.ts';
import { toIpynb, toIpynbText, type JupyterCell } from '../to-ipynb.ts';
import { createNotebookDocument, notebookFragment } from '../write-blocks.ts';
import { jupyterLayout, writeExactJson } from './exact-json.ts';
import { jupyterFile } from './kept.ts';
import { dropLooseOrigins } from './write-texts.ts';

const markdown = (source: string, more: object = {}): object => ({
  cell_type: 'markdown',
  id: `id-${source.length}-${source.charCodeAt(0)}`,
  metadata: {},
  source: source.match(/[^\n]*\n|[^\n]+/g) ?? [],
  ...more,
});
const code = (outputs: unknown[] = [], more: object = {}): object => ({
  cell_type: 'code',
  id: 'code',
  metadata: {},
  execution_count: 4,
  source: ['a = 1\n', 'a'],
  outputs,
  ...more,
});
const file = (cells: object[], more: object = {}): string =>
  writeExactJson(
    {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { kernelspec: { name: 'ir', display_name: 'R', language: 'R' } },
      ...more,
      cells,
    },
    jupyterLayout,
  );
const display = (data: object, metadata: object = {}): object => ({ output_type: 'display_data', data, metadata });

function open(text: string): { doc: Y.Doc; blocks: ReadBlock[] } {
  const first = new Y.Doc();
  const { blocks, file: kept } = readTemplate(text);
  createNotebookDocument(first, blocks, kept);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
  return { doc, blocks: readBlocks(doc) };
}

const long = 'x'.repeat(500);
const texts = {
  'a heading, text and a list': '# One\n\nTwo\nlines\n\n- a\n    - b\n* c\n1) d',
  'hard breaks': 'one  \ntwo\\\nthree<br>four',
  'code between fences': '```python\nx = 1\n\ty = 2\n```\n~~~\n```\n~~~',
  'indented code': 'See\n\n    x = 1\n\n    y = 2\n\nend',
  'headings with lines below': 'One\n===\n\nTwo\n---\ntext',
  tables: '| a | b |\n|---|:-:|\n| `x \\| y` | 1 |\nafter',
  'links by reference and footnotes': '[a][1] and[^n] and [b]\n\n[1]: https://e.org "t"\n[^n]: note',
  'quotes in quotes': '> one\n> > two\n>\n> - three',
  HTML: '<div class="alert">\n  <b>a_b_c</b> *d*\n</div>\n\nH<sub>2</sub>O <img src="a.png" width=5>',
  formulas:
    '$$\n\\begin{matrix} a & b \\\\\n- c & d\n\\end{matrix}\n$$\n\n\\begin{align}\nx &= 1 \\\\\n\n&= 2\n\\end{align}\ntext $a_b$ and \\\\(c\\\\)',
  pictures: '![a](attachment:a.png) b ![c](https://e.org/c.png)\n![d](none',
  'white space around': '\n\n  text\t \n\n\n',
  nothing: '',
  'spaces alone': '   ',
  'other line ends': 'a\r\nb\rc\u2028d\fe',
  signs: 'a\u0000b \u{1f5fa} é \u001b',
};
const outputs: Readonly<Record<string, unknown[]>> = {
  'a text beside a picture': [
    display(
      { 'image/png': `${long}\n`, 'text/plain': ['<Figure>'] },
      { 'image/png': { width: 5 }, needs_background: 'light' },
    ),
  ],
  'a result with HTML': [
    {
      output_type: 'execute_result',
      execution_count: 9,
      data: { 'text/html': [`<b>${long}\n`, '</b>'], 'text/plain': ['b'] },
      metadata: {},
    },
  ],
  'a result with a long picture as SVG': [
    {
      output_type: 'execute_result',
      execution_count: 4,
      data: { 'image/svg+xml': [`<svg>${long}\n`, '</svg>'], 'text/latex': ['$x$'], 'text/plain': long },
      metadata: { isolated: true },
    },
  ],
  'kinds that are not shown': [
    display({ 'application/vnd.plotly.v1+json': { data: [{ x: [1, 2] }] }, 'text/html': `<div>${long}</div>` }),
    display({ 'application/vnd.vega.v5+json': { marks: [] } }),
    display({ 'application/javascript': ['alert(1)'] }),
    display({ 'image/gif': 'R0lG' }),
    display({ 'image/webp': 'UklG' }),
    display({ 'video/mp4': 'AAAA' }),
    display({ 'audio/wav': 'UklG' }),
    display({ 'application/pdf': 'JVBE' }),
    display({ 'application/geo+json': { type: 'Point' } }),
    display({}),
  ],
  'streams of one name, and others between': [
    { output_type: 'stream', name: 'stdout', text: [`${long}\n`] },
    { output_type: 'stream', name: 'stdout', text: ['b'] },
    { output_type: 'stream', name: 'stderr', text: `c${long}` },
    display({}),
    { output_type: 'stream', name: 'stdout', text: [] },
    { output_type: 'stream', name: 'stdout', text: ['d'] },
  ],
  'a bar of progress': [
    { output_type: 'stream', name: 'stderr', text: ['\r', '  0%', '\r', '100%\n'] },
    { output_type: 'stream', name: 'stdout', text: ['x'] },
  ],
  'an error': [{ output_type: 'error', ename: 'E', evalue: 'v', traceback: ['one\ntwo', 'three\n', ''] }],
  'a widget': [
    display({
      'application/vnd.jupyter.widget-view+json': { model_id: 'm', version_major: 2, version_minor: 1 },
      'text/plain': ['W()'],
    }),
  ],
  'an output of a kind to come': [{ output_type: 'hologram', data: { a: 1 } }],
  JSON: [display({ 'application/json': { b: 1, a: [1, null] } }, { 'application/json': { expanded: true } })],
};

test('[NBK-138] JSON of a Jupyter file keeps the digits of its whole numbers, in the notebook and in its file', () => {
  const list = [display({ 'application/json': { id: 'here' } })];
  const text = file([code(list)]).replace('"here"', '12345678901234567890');
  const { doc } = open(text);
  expect(toIpynbText(doc, 'n')).toBe(text);
  expect(JSON.stringify(doc.toJSON())).toContain(String.raw`{\"id\":12345678901234567890}`);
});

describe('[NBK-129] a Jupyter file comes back as it was', () => {
  test.each(Object.entries(texts))('with %s in a text', (_, source) => {
    const cell = markdown(source, {
      metadata: { tags: ['t'], slideshow: { slide_type: 'slide' } },
      attachments: { 'a.png': { 'image/png': 'iVBO' } },
    });
    const text = file([cell, code(), markdown(`${source}!`, { id: 'other', source: `${source}!` })]);
    expect(toIpynbText(open(text).doc, 'n')).toBe(text);
  });

  test.each(Object.entries(outputs))('with %s as output', (_, list) => {
    const text = file([code(list), code([], { id: 'b', execution_count: null, source: 'x\r\ny' })]);
    expect(toIpynbText(open(text).doc, 'n')).toBe(text);
  });

  test('with raw and unknown cells, metadata of the cells and the notebook, folds, ids and states of widgets', () => {
    const state = {
      'application/vnd.jupyter.widget-state+json': {
        state: {
          m: { model_name: 'X', model_module: 'y', model_module_version: '1', state: {}, more: 1 },
          n: { odd: true },
        },
        version_major: 2,
        version_minor: 0,
      },
    };
    const text = file(
      [
        { cell_type: 'raw', id: 'r', metadata: { format: 'text/restructuredtext' }, source: ['.. note::\n', '   *a*'] },
        { cell_type: 'scroll', id: 's', metadata: {}, more: [1], source: 'x' },
        code(outputs['a widget'], {
          metadata: {
            collapsed: true,
            jupyter: { outputs_hidden: true, other: 1 },
            tags: ['parameters'],
            label: 5,
            blockId: 'b',
          },
        }),
        { cell_type: 'code', id: 'bare', metadata: {}, outputs: [], source: '' },
      ],
      {
        metadata: {
          widgets: state,
          language_info: { name: 'R', version: '4.1' },
          authors: [{ name: 'A' }],
          vscode: {},
        },
        more: { a: 1 },
      },
    );
    expect(toIpynbText(open(text).doc, 'another name')).toBe(text);
  });

  test.each([
    [
      'numbers as they are written',
      '{\n "cells": [],\n "metadata": {\n  "a": [\n   1.0,\n   1e-07,\n   12345678901234567890\n  ],\n  "b": {\n   "10": 1,\n   "9": 2\n  }\n },\n "nbformat": 4,\n "nbformat_minor": 2\n}',
    ],
    [
      'keys in another order, and two spaces',
      '{\n  "nbformat": 4,\n  "nbformat_minor": 0,\n  "metadata": {},\n  "cells": [\n    {\n      "source": [\n        "a"\n      ],\n      "cell_type": "code",\n      "outputs": [\n        {\n          "output_type": "stream",\n          "text": [\n            "x"\n          ],\n          "name": "stdout"\n        }\n      ],\n      "metadata": {},\n      "execution_count": 1\n    }\n  ]\n}\n',
    ],
    [
      'signs beyond ASCII escaped, and tabs',
      '{\n\t"cells": [],\n\t"metadata": {\n\t\t"a": "\\u00e9 \\ud83d\\uddfa \\u001b"\n\t},\n\t"nbformat": 4,\n\t"nbformat_minor": 4\n}\n',
    ],
    [
      'one line',
      '{"cells":[{"cell_type":"markdown","metadata":{},"source":"a"}],"metadata":{},"nbformat":4,"nbformat_minor":4}',
    ],
  ])('with %s', (_, text) => {
    expect(toIpynbText(open(text).doc, 'n')).toBe(text);
  });

  test('without its text: laid out as Jupyter does', () => {
    const text = file([markdown('# a'), code(outputs['a result with HTML'])]);
    const doc = new Y.Doc();
    const { blocks, file: kept } = readTemplate(JSON.parse(text));
    createNotebookDocument(doc, blocks, kept);
    expect(toIpynbText(doc, 'n')).toBe(text);
  });
});

/** The text of a block, to be edited. */
function textOf(doc: Y.Doc, id: string): Y.XmlText {
  const { container } = readContainers(doc).find((each) => each.container.getAttribute('id') === id)!;
  return (container.get(0) as Y.XmlElement).get(0) as Y.XmlText;
}

const cellsOf = (text: string): JupyterCell[] => (JSON.parse(text) as { cells: JupyterCell[] }).cells;
const written = (doc: Y.Doc): JupyterCell[] => cellsOf(toIpynbText(doc, 'n'));

describe('[NBK-131] of an edited notebook', () => {
  const text = file([
    markdown('# Title  \n\nOne *two*  \nthree [a][1]\n\n\n- x\n    - y\n- z\n\n[1]: https://e.org\n', {
      id: 'first',
      metadata: { tags: ['t'] },
    }),
    code(outputs['a text beside a picture'], { metadata: { tags: ['p'] } }),
    markdown('<div>\n A *b*\n</div>\n\nEnd\n', { id: 'last' }),
  ]);

  test('only the part of a text that has changed is written anew, in the cell that it came from', () => {
    const { doc, blocks } = open(text);
    const [title, , x, y] = blocks;
    expect(blocks.map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'bulletListItem',
      'bulletListItem',
      'bulletListItem',
      'paragraph',
      'codeCell',
      'paragraph',
      'paragraph',
    ]);
    textOf(doc, title!.id).insert(5, '_s');
    textOf(doc, y!.id).insert(1, '!');
    const was = cellsOf(text);
    const source = '# Title\\_s\n\nOne *two*  \nthree [a][1]\n\n\n- x\n    - y!\n- z\n\n[1]: https://e.org\n';
    expect(written(doc)).toEqual([{ ...was[0], source: source.match(/[^\n]*\n/g) }, ...was.slice(1)]);
    textOf(doc, title!.id).delete(5, 2);
    textOf(doc, y!.id).delete(1, 1);
    expect(toIpynbText(doc, 'n')).toBe(text);
    expect(textOf(doc, x!.id).toString()).toBe('x');
  });

  test('HTML that was edited stays HTML, and code has its metadata but the outputs of its own run', () => {
    const { doc, blocks } = open(text);
    textOf(doc, blocks[7]!.id).insert(5, ' class="a"');
    const cell = cellOf(doc, blocks[6]!.codeId!)!;
    cellCode(cell).insert(0, '# ');
    expect(written(doc).map(({ source }) => source)).toEqual([
      cellsOf(text)[0]!.source,
      ['# a = 1\n', 'a'],
      ['<div> class="a"\n', ' A *b*\n', '</div>\n', '\n', 'End\n'],
    ]);
    expect(written(doc)[1]).toMatchObject({
      id: 'code',
      metadata: { tags: ['p'] },
      outputs: cellsOf(text)[1]!.outputs,
    });
    resetCell(cell);
    setCell(cell, { executionCount: 5, label: 'L' });
    expect(written(doc)[1]).toEqual({
      cell_type: 'code',
      id: 'code',
      metadata: { tags: ['p'], label: 'L' },
      execution_count: 5,
      source: ['# a = 1\n', 'a'],
      outputs: [],
    });
  });

  test('moved blocks take their cell along, deleted ones leave it, and new ones have cells of their own', () => {
    const { doc } = open(text);
    const group = notebookFragment(doc).get(0) as Y.XmlElement;
    const keys = jupyterFile(doc).size;
    const last = (group.get(group.length - 1) as Y.XmlElement).clone();
    const html = (group.get(group.length - 2) as Y.XmlElement).clone();
    doc.transact(() => {
      group.delete(group.length - 2, 2);
      group.insert(0, [html, last]);
    });
    const was = cellsOf(text);
    expect(written(doc)).toEqual([was[2], was[0], was[1]]);
    const made = new Y.XmlElement('blockContainer');
    made.setAttribute('id', 'made');
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText('new')]);
    made.insert(0, [paragraph]);
    doc.transact(() => {
      group.delete(1, 1);
      group.insert(2, [made]);
      group.delete(4, 3);
    });
    expect(written(doc).map(({ id, source }) => [id, source])).toEqual([
      ['last', ['<div>\n', ' A *b*\n', '</div>']],
      ['first', ['# Title  \n', '\n', 'new\n', '\n', 'One *two*  \n', 'three [a][1]']],
      ['code', ['a = 1\n', 'a']],
    ]);
    // In a copy nobody can undo the deletion.
    dropLooseOrigins(doc);
    expect(jupyterFile(doc).size).toBe(keys);
    group.delete(0, 1);
    dropLooseOrigins(doc);
    expect(jupyterFile(doc).size).toBe(keys - 1);
  });

  test('a copied block has a cell of its own with the same outputs, and one made here an id', () => {
    const { doc, blocks } = open(text);
    const group = notebookFragment(doc).get(0) as Y.XmlElement;
    copyCell(doc, blocks[6]!.codeId!, 'copied');
    ensureCell(doc, 'made', { code: 'm' });
    for (const codeId of ['copied', 'made']) {
      const container = new Y.XmlElement('blockContainer');
      container.setAttribute('id', `block-${codeId}`);
      const node = new Y.XmlElement('codeCell');
      node.setAttribute('codeId', codeId);
      container.insert(0, [node]);
      group.push([container]);
    }
    const [, original, , copy, made] = written(doc);
    expect({ ...copy, id: 'code' }).toEqual(original);
    expect(copy!.id).not.toBe('code');
    expect(made).toEqual({
      cell_type: 'code',
      id: 'block-made',
      metadata: { language: 'python' },
      execution_count: null,
      outputs: [],
      source: ['m'],
    });
  });

  test('a raw cell can be edited and stays one', () => {
    const { doc, blocks } = open(
      file([{ cell_type: 'raw', id: 'r', metadata: { format: 'x' }, source: ['*a*\n', 'b'] }]),
    );
    expect(blocks).toMatchObject([{ id: 'r', type: 'codeBlock', text: '*a*\nb', props: { language: 'raw' } }]);
    textOf(doc, 'r').insert(0, '_\n');
    expect(written(doc)).toEqual([
      { cell_type: 'raw', id: 'r', metadata: { format: 'x' }, source: ['_\n', '*a*\n', 'b'] },
    ]);
  });

  test('what a client has spoilt is written from the blocks', () => {
    const { doc, blocks } = open(text);
    for (const key of doc.getMap('jupyterFile').keys()) doc.getMap('jupyterFile').set(key, { kept: 5, parts: [null] });
    cellOf(doc, blocks[6]!.codeId!)!.set('keptOutputs', '[{"output":{},"at":7,"key":"image/png"}]');
    const { nbformat_minor: minor, cells } = toIpynb(doc, 'n');
    expect([minor, cells.length, cells[6]!.outputs]).toMatchObject([4, 9, [{ data: { 'image/png': long } }]]);
    expect(readCell(cellOf(doc, blocks[6]!.codeId!)!).code).toBe('a = 1\na');
  });

  test.each(['{', '5', 'null', '[null]', '"text"', '['.repeat(100_000)])(
    '[NBK-136] nor is the file lost where a client has put %.9s in the place of what is kept',
    (spoilt) => {
      const { doc, blocks } = open(text);
      const cell = cellOf(doc, blocks[6]!.codeId!)!;
      const kept = jupyterFile(doc);
      for (const key of kept.keys())
        kept.set(key, key === 'notebook' ? spoilt : { ...(kept.get(key) as object), kept: spoilt });
      for (const name of ['kept', 'keptOutputs']) cell.set(name, spoilt);
      const { cells } = JSON.parse(toIpynbText(doc, 'n')) as { cells: JupyterCell[] };
      expect([cells.length, cells[6]!.source, cells[6]!.outputs]).toMatchObject([
        9,
        ['a = 1\n', 'a'],
        [{ data: { 'image/png': long } }],
      ]);
    },
  );
});

test('[NBK-136] a small file does not come back as an immense one', () => {
  const wide = JSON.parse(
    file([markdown('a')], {
      deep: Array.from({ length: 200 }, () => JSON.parse('['.repeat(150) + ']'.repeat(150)) as unknown),
    }),
  ) as object;
  const text = JSON.stringify(wide).replace('{', `{\n${' '.repeat(100_000)}`);
  expect(toIpynbText(open(text).doc, 'n').length).toBeLessThan(100 * text.length);
  // As a client may write it by itself.
  const { doc, blocks } = open(file([code([display({ 'image/png': long })])]));
  const cell = cellOf(doc, blocks[0]!.codeId!)!;
  cell.set(
    'keptOutputs',
    JSON.stringify(Array.from({ length: 1_000 }, () => ({ output: { data: {} }, at: 0, key: 'image/png' }))),
  );
  jupyterFile(doc).set(
    'notebook',
    JSON.stringify({ layout: { indent: ' '.repeat(100_000), isSorted: 'x' }, notebook: { nbformat: 4, metadata: {} } }),
  );
  expect(toIpynbText(doc, 'n').length).toBeLessThan(2_000);
});

test('[NBK-129] code within prose keeps its lines, tabs and language, and what is no prose its lines', () => {
  const shown = (source: string): unknown[] =>
    fromTemplate({ nbformat: 4, nbformat_minor: 5, cells: [{ cell_type: 'markdown', source }] }).map(
      ({ type, props, content }) => [
        type,
        props?.['language'] ?? props?.['level'],
        (content ?? []).map((piece) => ('text' in piece ? piece.text : '')).join(''),
      ],
    );
  expect(shown('```python {1}\nif x:\n\ty\n```\n\n~~~~\n~~~\n~~~~')).toEqual([
    ['codeBlock', 'python', 'if x:\n\ty'],
    ['codeBlock', 'text', '~~~'],
  ]);
  expect(shown('a\n\n    x = 1\n      y\n\n    z\n\nb')).toEqual([
    ['paragraph', undefined, 'a'],
    ['codeBlock', 'text', 'x = 1\n  y\n\nz'],
    ['paragraph', undefined, 'b'],
  ]);
  expect(shown('One\n===\nTwo *x*\n---\n\n---')).toEqual([
    ['heading', 1, 'One'],
    ['heading', 2, 'Two x'],
    ['divider', undefined, ''],
  ]);
  expect(shown(texts.formulas)).toEqual([
    ['paragraph', undefined, '$$\n\\begin{matrix} a & b \\\\\n- c & d\n\\end{matrix}\n$$'],
    ['paragraph', undefined, '\\begin{align}\nx &= 1 \\\\\n\n&= 2\n\\end{align}'],
    ['paragraph', undefined, 'text $a_b$ and \\(c\\)'],
  ]);
  expect(shown('<div>\n  a_b_c *d*\n</div>\n\n> one\n>\n> - two')).toEqual([
    ['paragraph', undefined, '<div>\n  a_b_c *d*\n</div>'],
    ['quote', undefined, 'one\n- two'],
  ]);
});

test('[NBK-134] code of a Jupyter file is in the language of its kernel, and the file comes back the same', () => {
  const fileWith = (metadata: object): string =>
    `${JSON.stringify({ cells: [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: ['x = 1'] }], metadata, nbformat: 4, nbformat_minor: 2 }, null, 1)}\n`;
  const languages = [
    [
      {
        kernelspec: { display_name: 'Julia 1.10', language: 'julia', name: 'julia-1.10' },
        language_info: { name: 'julia', version: '1.10.4' },
      },
      'other',
      'Julia',
    ],
    [{ kernelspec: { display_name: 'R', language: 'R', name: 'ir' }, language_info: { name: 'R' } }, 'r', null],
    [{ kernelspec: { display_name: 'R', name: 'ir' } }, 'r', null],
    [{ kernelspec: { display_name: 'Deno', language: 'typescript', name: 'deno' } }, 'javascript', null],
    [{ kernelspec: { display_name: '.NET (C#)', name: '.net-csharp' } }, 'other', '.NET (C#)'],
    [{ language_info: { name: 'python' } }, 'python', null],
    [{}, 'python', null],
  ] as const;
  for (const [metadata, language, languageName] of languages) {
    const { doc, blocks } = open(fileWith(metadata));
    expect(readCell(cellOf(doc, blocks[0]!.codeId!)!)).toMatchObject({ language, languageName });
    expect(toIpynbText(doc, 'x')).toBe(fileWith(metadata));
    setCell(cellOf(doc, blocks[0]!.codeId!)!, { language: 'sql', languageName: null });
    expect(JSON.parse(toIpynbText(doc, 'x'))).toMatchObject({ metadata, cells: [{ metadata: { language: 'sql' } }] });
  }
});
