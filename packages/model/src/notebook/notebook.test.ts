import { cpuUsage } from 'node:process';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { alertTypes, notebookBlockTypes } from './block-type.ts';
import { cellCode, cellOf, copyCell, isUnderWay, readCell, readCellState, resetCell, setCell } from './cell.ts';
import { createNotebookDocument } from './write-blocks.ts';
import { joinLines } from './jupyter-output.ts';
import { readBlocks, type ReadBlock } from './read-blocks.ts';
import { fromTemplate } from './template.ts';
import { toIpynb } from './to-ipynb.ts';

function open(template: unknown): { doc: Y.Doc; blocks: ReadBlock[] } {
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate(template));
  return { doc, blocks: readBlocks(doc) };
}

const jupyter = (...cells: unknown[]) => ({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
const markdown = (source: string | string[]) => ({ cell_type: 'markdown', metadata: {}, source });
const shapes = (blocks: ReadBlock[]) => blocks.map(({ type, level, text }) => [type, level, text]);

describe('a new notebook', () => {
  test('without a template is one empty code block', () => {
    const { doc, blocks } = open(undefined);
    expect(blocks.map((block) => block.type)).toEqual(['codeCell']);
    expect(readCell(cellOf(doc, blocks[0]!.codeId!)!)).toEqual({
      code: '',
      outputs: [],
      language: 'python',
      languageName: null,
      label: 'Untitled Code Block',
      status: 'idle',
      outcome: null,
      msTaken: null,
      executionCount: null,
      queuePlace: null,
      startedAt: null,
      stoppingSince: null,
      ranAs: null,
      isCodeHidden: false,
      isOutputHidden: false,
    });
  });

  test('[NBK-035] from a Jupyter notebook has its headings, lists, marks, links, code and outputs', () => {
    const { doc, blocks } = open(
      jupyter(
        markdown([
          '# Title\n',
          '\n',
          'Some **bold**, *italic*, `a_b` and a [link](https://example.com).\n',
          'Same line.\n',
          '- one\n',
          '    - [x] nested\n',
          '- two\n',
          '3. three\n',
          '4. four',
        ]),
        {
          cell_type: 'code',
          metadata: {},
          execution_count: 7,
          source: ['x = 1\n', 'x'],
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] },
            { output_type: 'execute_result', execution_count: 7, data: { 'text/plain': ['1'] }, metadata: {} },
            {
              output_type: 'display_data',
              data: { 'image/png': 'AAAA\n', 'text/plain': 'figure' },
              metadata: { 'image/png': { width: 3 } },
            },
          ],
        },
        {
          cell_type: 'code',
          metadata: {},
          execution_count: null,
          source: '',
          outputs: [{ output_type: 'error', ename: 'E', evalue: 'bad', traceback: ['l1', 'l2'] }],
        },
      ),
    );
    expect(shapes(blocks)).toEqual([
      ['heading', 0, 'Title'],
      ['paragraph', 0, String.raw`Some **bold**, *italic*, ${'`a_b`'} and a [link](https://example.com). Same line.`],
      ['bulletListItem', 0, 'one'],
      ['checkListItem', 1, 'nested'],
      ['bulletListItem', 0, 'two'],
      ['numberedListItem', 0, 'three'],
      ['numberedListItem', 0, 'four'],
      ['codeCell', 0, ''],
      ['codeCell', 0, ''],
    ]);
    expect(blocks[3]!.props['checked']).toBe(true);
    expect(blocks[5]!.props['start']).toBe(3);
    const first = readCell(cellOf(doc, blocks[7]!.codeId!)!);
    expect(first).toMatchObject({ code: 'x = 1\nx', executionCount: 7, status: 'completed', outcome: 'ok' });
    expect(first.outputs).toEqual([
      { kind: 'text', text: 'a\nb\n' },
      { kind: 'text/plain', text: '1' },
      { kind: 'image/png', data: 'AAAA', width: 3 },
    ]);
    expect(readCell(cellOf(doc, blocks[8]!.codeId!)!)).toMatchObject({
      outcome: 'error',
      outputs: [{ kind: 'traceback', name: 'E', message: 'bad', text: 'l1\nl2' }],
    });
  });

  test('[NBK-035] from a list of blocks keeps types, props, children, tables and code under any of its names', () => {
    const { doc, blocks } = open(
      JSON.stringify([
        {
          id: 'kept',
          type: 'heading',
          props: { level: 2 },
          content: 'Hello',
          children: [{ type: 'paragraph', content: [{ type: 'text', text: 'in', styles: { bold: true } }] }],
        },
        { type: 'codeBlock', props: { language: 'python' }, content: 'print(1)' },
        {
          type: 'codeCell',
          props: {
            code: 'print(2)',
            label: 'Two',
            language: 'sql',
            output: '[{"kind":"text","text":"hi"},{"kind":"text","text":5}]',
          },
        },
        {
          type: 'table',
          content: { type: 'tableContent', headerRows: 1, rows: [{ cells: ['a', 'b|c'] }, { cells: [[], 'd'] }] },
        },
        { type: 'slider', props: { value: 5, varName: 'n', max: 'ten' } },
        { type: 'never-heard-of', content: 'text' },
      ]),
    );
    expect(shapes(blocks)).toEqual([
      ['heading', 0, 'Hello'],
      ['paragraph', 1, '**in**'],
      ['codeCell', 0, ''],
      ['codeCell', 0, ''],
      ['table', 0, '| a | b\\|c |\n| --- | --- |\n|  | d |'],
      ['slider', 0, ''],
      ['paragraph', 0, 'text'],
    ]);
    expect(blocks[0]!.id).toBe('kept');
    const [one, two] = blocks.slice(2, 4).map((block) => readCell(cellOf(doc, block.codeId!)!));
    expect(one).toMatchObject({ code: 'print(1)', label: 'Untitled Code Block', language: 'python' });
    expect(two).toMatchObject({
      code: 'print(2)',
      label: 'Two',
      language: 'sql',
      outputs: [{ kind: 'text', text: 'hi' }],
    });
    expect(blocks[5]!.props).toMatchObject({ value: 5, varName: 'n', max: 100 });
  });

  test('of a template that is neither is refused with what is wrong', () => {
    for (const template of [
      '{',
      { nbformat: 3, cells: [] },
      5,
      [{ content: 'x' }],
      { nbformat: 4, cells: [{ cell_type: 1 }] },
    ]) {
      expect(() => fromTemplate(template)).toThrow(expect.objectContaining({ code: 'BAD_NOTEBOOK_TEMPLATE' }));
    }
  });

  test('never holds a link or a picture that runs a script', () => {
    const { doc } = open(
      jupyter(
        markdown(
          '[a](javascript:alert(1)) [b](java\tscript:alert(1)) <javascript:x>\n\n![p](data:text/html,x)\n\n[ok](https://example.com)',
        ),
      ),
    );
    const text = doc.getXmlFragment('blocks').toString();
    expect(text).not.toMatch(/"java\s*script|url="data:text/);
    expect(text).toContain('https://example.com');
  });

  test('from hostile markdown takes no long time', () => {
    // Of the processor: others may take their turn on it meanwhile.
    const start = cpuUsage();
    const many = 20_000;
    for (const sign of ['**a ', '[', '`', '_a *b ', '<u>', ' ', '~~x ', '![a](', '[a](b "', '<http://'])
      open(jupyter(markdown(sign.repeat(many))));
    open(jupyter(markdown('1. a\n'.repeat(many / 4))));
    // What looks like a picture up to a far end, a heading, an item and the rule of a table that end in what no line
    // has.
    for (const sign of ['![', '![a](x:', '![](a', '![](a "'])
      for (const end of [' )', ')']) open(jupyter(markdown(sign.repeat(4 * many) + end)));
    for (const [before, after] of [
      ['# a', 'b'],
      ['# a', '\u2028b'],
      ['- ', 'a\u2028b'],
      ['a|b\n', 'c'],
    ])
      open(jupyter(markdown(before + ' '.repeat(4 * many) + after)));
    expect(cpuUsage(start).user).toBeLessThan(20_000_000);
  });

  test('[NBK-035] from markdown with pictures has each as a block, between the text around it', () => {
    const { blocks } = open(
      jupyter(
        markdown(
          'before ![Figure (1)](https://e.org/a.png "A title") between ![](<b.png>)![c]( c.png ) ![d](x:d.png) ![e] (e.png) ## after ##\n\n## Head ## of a # ##',
        ),
      ),
    );
    expect(blocks.map(({ type, text, props }) => [type, text, props['url']])).toEqual([
      ['paragraph', 'before', undefined],
      ['image', '', 'https://e.org/a.png'],
      ['paragraph', 'between', undefined],
      ['image', '', 'b.png'],
      ['image', '', 'c.png'],
      ['paragraph', expect.stringContaining('(e.png) ## after ##'), undefined],
      ['heading', 'Head ## of a #', undefined],
    ]);
  });
});

describe('a downloaded notebook', () => {
  test('[NBK-106] is nbformat 4.4 for Python 3, with a cell for each block and its outputs', () => {
    const { doc, blocks } = open([
      { type: 'heading', props: { level: 2 }, content: 'Head' },
      { type: 'numberedListItem', content: 'one' },
      { type: 'numberedListItem', content: 'two' },
      { type: 'codeCell', props: { code: 'a\nb' } },
      { type: 'paragraph' },
      { type: 'paragraph', content: '# not a heading, 2 * 3 * 4 and a_b' },
    ]);
    const cell = cellOf(doc, blocks[3]!.codeId!)!;
    doc.transact(() => {
      setCell(cell, { executionCount: 3, status: 'completed' });
      (cell.get('outputs') as Y.Array<unknown>).push([
        { kind: 'text', text: 'a' },
        { kind: 'text', text: 'b\nc' },
        { kind: 'stderr', text: 'e' },
        { kind: 'text/plain', text: '5' },
        { kind: 'text/html', html: '<b>', text: 'b' },
        { kind: 'image/png', data: 'AA==', width: 4, height: 2 },
        { kind: 'traceback', name: 'N', message: 'm', text: 'x\ny' },
      ]);
    });
    const notebook = toIpynb(doc, 'Name');
    expect(notebook).toMatchObject({
      nbformat: 4,
      nbformat_minor: 4,
      metadata: { title: 'Name', kernelspec: { name: 'python3', display_name: 'Python 3' } },
    });
    expect(notebook.cells.map(({ source, metadata }) => [joinLines(source), metadata.blockId])).toEqual(
      ['## Head', '1. one', '2. two', 'a\nb', String.raw`\# not a heading, 2 \* 3 \* 4 and a\_b`].map((source, i) => [
        source,
        blocks[i < 4 ? i : 5]!.id,
      ]),
    );
    expect(notebook.cells[3]).toMatchObject({
      cell_type: 'code',
      execution_count: 3,
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['ab\n', 'c'] },
        { output_type: 'stream', name: 'stderr', text: ['e'] },
        { output_type: 'execute_result', execution_count: 3, data: { 'text/plain': ['5'] }, metadata: {} },
        { output_type: 'display_data', data: { 'text/html': ['<b>'], 'text/plain': ['b'] }, metadata: {} },
        {
          output_type: 'display_data',
          data: { 'image/png': 'AA==' },
          metadata: { 'image/png': { width: 4, height: 2 } },
        },
        { output_type: 'error', ename: 'N', evalue: 'm', traceback: ['x', 'y'] },
      ],
    });
  });

  test('[NBK-106] comes back as the same blocks when it is uploaded again', () => {
    const first = open(
      jupyter(
        markdown(
          '## A *b **c*** `d``e`\n\n> quoted\n\n---\n\ntext with <b> and \\*stars\\*, __init__ and snake_case_name\nnext  \nbroken\n\n| x | y |\n|---|---|\n| 1 | **2** |\n\n![cap](https://e.org/p.png)\n\n1. one\n2. two',
        ),
        {
          cell_type: 'code',
          metadata: { label: 'L' },
          execution_count: 1,
          source: 'print("é")\n',
          outputs: [{ output_type: 'stream', name: 'stderr', text: 'x' }],
        },
      ),
    );
    const second = open(JSON.parse(JSON.stringify(toIpynb(first.doc, 'n'))));
    expect(shapes(second.blocks)).toEqual(shapes(first.blocks));
    const cells = [first, second].map(({ doc, blocks }) =>
      readCell(cellOf(doc, blocks.find((block) => block.codeId)!.codeId!)!),
    );
    expect(cells[1]).toEqual(cells[0]);
  });
});

describe('an alert', () => {
  test('[NBK-089] [NBK-090] is of one of four types, information unless another is named, with alignment and colour', () => {
    expect(alertTypes).toEqual(['warning', 'error', 'info', 'success']);
    expect(notebookBlockTypes.alert.props).toEqual({ type: 'info', textAlignment: 'left', textColor: 'default' });
    const { blocks } = open([
      { type: 'alert', content: 'a' },
      { type: 'alert', props: { type: 'warning', textAlignment: 'center', textColor: 'red' }, content: 'b' },
      { type: 'alert', props: { type: 'shout' }, content: 'c' },
    ]);
    expect(blocks.map(({ props }) => props)).toMatchObject([
      { type: 'info' },
      { type: 'warning', textAlignment: 'center', textColor: 'red' },
      { type: 'info' },
    ]);
  });
});

describe('cells', () => {
  test('[KRN-044] a reset clears outputs and time and sets the block to idle, and leaves the code', () => {
    const { doc, blocks } = open([{ type: 'code', props: { code: 'x', output: [{ kind: 'text', text: 'a' }] } }]);
    const cell = cellOf(doc, blocks[0]!.codeId!)!;
    setCell(cell, { msTaken: 5 });
    resetCell(cell);
    expect(readCell(cell)).toMatchObject({ code: 'x', outputs: [], msTaken: null, status: 'idle', outcome: null });
  });

  test('what runs change is one value, and what is as in a new block is not kept, so that long notebooks are read fast', () => {
    const { doc, blocks } = open([{ type: 'code', props: { code: 'x' } }]);
    const cell = cellOf(doc, blocks[0]!.codeId!)!;
    expect([...cell.keys()].toSorted()).toEqual(['code', 'outputs']);
    resetCell(cell, { status: 'queued', queuePlace: 2 });
    expect(isUnderWay(cell)).toBe(true);
    setCell(cell, { status: 'completed', outcome: 'ok', msTaken: 5, queuePlace: null });
    expect(Object.fromEntries(cell.entries())).toMatchObject({
      ran: { status: 'completed', outcome: 'ok', msTaken: 5 },
    });
    expect([...cell.keys()].toSorted()).toEqual(['code', 'outputs', 'ran']);
    expect(isUnderWay(cell)).toBe(false);
    const client = doc.clientID;
    const clock = Y.getState(doc.store, client);
    setCell(cell, { status: 'completed', msTaken: 5, label: 'Untitled Code Block' });
    expect(Y.getState(doc.store, client)).toBe(clock);
  });

  test('a cell whose fields are kept each by itself is read, and goes on from there', () => {
    const doc = new Y.Doc();
    const cell = new Y.Map<unknown>(
      Object.entries({
        language: 'sql',
        label: 'Sums',
        status: 'running',
        outcome: null,
        msTaken: null,
        executionCount: 3,
        queuePlace: null,
        startedAt: 9,
        ranAs: 'r',
        isCodeHidden: true,
      }),
    );
    doc.getMap('cells').set('c', cell);
    expect([readCellState(cell), isUnderWay(cell)]).toEqual([
      {
        language: 'sql',
        languageName: null,
        label: 'Sums',
        status: 'running',
        outcome: null,
        msTaken: null,
        executionCount: 3,
        queuePlace: null,
        startedAt: 9,
        stoppingSince: null,
        ranAs: 'r',
        isCodeHidden: true,
        isOutputHidden: false,
      },
      true,
    ]);
    setCell(cell, { status: 'completed', outcome: 'ok', startedAt: null });
    expect([readCellState(cell), isUnderWay(cell)]).toMatchObject([
      { status: 'completed', outcome: 'ok', executionCount: 3, startedAt: null, ranAs: 'r', label: 'Sums' },
      false,
    ]);
  });

  test('a duplicated block has code of its own, and does not run because its original runs', () => {
    const { doc, blocks } = open([{ type: 'code', props: { code: 'x' } }]);
    const from = blocks[0]!.codeId!;
    setCell(cellOf(doc, from)!, { status: 'running' });
    const copy = copyCell(doc, from, 'new');
    cellCode(copy).insert(1, 'y');
    expect([readCell(cellOf(doc, from)!).code, readCell(copy).code, readCell(copy).status]).toEqual([
      'x',
      'xy',
      'idle',
    ]);
  });

  test('a cell spoilt by a client is read with defaults', () => {
    const doc = new Y.Doc();
    doc
      .getMap('cells')
      .set('c', new Y.Map(Object.entries({ status: 'flying', msTaken: 'long', code: 5, language: 'cobol' })));
    expect(readCell(cellOf(doc, 'c')!)).toMatchObject({
      status: 'idle',
      msTaken: null,
      code: '',
      language: 'python',
      outputs: [],
    });
  });
});
