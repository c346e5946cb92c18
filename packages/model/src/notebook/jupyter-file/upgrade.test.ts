import { expect, test } from 'vitest';
import { GromaError } from '../../error/groma-error.ts';
import { upgradeNotebook } from './upgrade.ts';

/** Ids are new each time. */
function upgraded(notebook: Record<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(upgradeNotebook(notebook), (key, value: unknown) => (key === 'id' ? undefined : value)),
  );
}

test('[NBK-130] a notebook of nbformat 3 becomes one of nbformat 4.5, as the nbformat package does it', () => {
  const output = (type: string, more: object): object => ({ output_type: type, ...more });
  const third = {
    nbformat: 3,
    nbformat_minor: 0,
    orig_nbformat: 2,
    metadata: { name: 'Old', signature: 'x', kept: 1 },
    worksheets: [
      {
        cells: [
          { cell_type: 'heading', level: 2, metadata: {}, source: ['One\n', 'line'] },
          { cell_type: 'markdown', source: ['bare', 'lines'] },
          { cell_type: 'raw', metadata: {}, source: 'r' },
          { cell_type: 'html', metadata: {}, source: '<b>' },
        ],
      },
      {
        cells: [
          {
            cell_type: 'code',
            language: 'python',
            collapsed: true,
            input: ['a\n', 'b'],
            prompt_number: 3,
            metadata: { tags: ['x'] },
            outputs: [
              output('pyout', {
                prompt_number: 3,
                text: ['1'],
                html: ['<b>\n', '1'],
                json: '{"a": [1]}',
                metadata: { png: { width: 1 } },
              }),
              output('display_data', { png: 'iVBO', 'application/x': 1 }),
              output('pyerr', { ename: 'E', evalue: 'v', traceback: ['t'] }),
              output('stream', { stream: 'stderr', text: ['x\n'] }),
              output('stream', { text: 'y' }),
            ],
          },
        ],
      },
    ],
  };
  expect(upgraded(third)).toEqual({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kept: 1 },
    cells: [
      { cell_type: 'markdown', metadata: {}, source: '## One line' },
      { cell_type: 'markdown', metadata: {}, source: 'bare\nlines' },
      { cell_type: 'raw', metadata: {}, source: 'r' },
      { cell_type: 'markdown', metadata: {}, source: '<b>' },
      {
        cell_type: 'code',
        metadata: { tags: ['x'], collapsed: true },
        source: 'a\nb',
        execution_count: 3,
        outputs: [
          {
            output_type: 'execute_result',
            execution_count: 3,
            metadata: { 'image/png': { width: 1 } },
            data: { 'text/plain': '1', 'text/html': '<b>\n1', 'application/json': { a: [1] } },
          },
          { output_type: 'display_data', metadata: {}, data: { 'image/png': 'iVBO', 'application/x': 1 } },
          { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
          { output_type: 'stream', name: 'stderr', text: 'x\n' },
          { output_type: 'stream', name: 'stdout', text: 'y' },
        ],
      },
    ],
  });
});

test('[NBK-130] of nbformat 1 the cells are taken, one of nbformat 4 is as it was, and lists that are none are refused', () => {
  expect(
    upgraded({
      nbformat: 1,
      cells: [
        { cell_type: 'code', code: 'a', prompt_number: 1 },
        { cell_type: 'text', text: 't' },
      ],
    }),
  ).toMatchObject({
    nbformat: 4,
    cells: [
      { cell_type: 'code', source: 'a', execution_count: 1, outputs: [] },
      { cell_type: 'markdown', source: 't' },
    ],
  });
  const fourth = { nbformat: 4, nbformat_minor: 2, cells: [] };
  expect(upgradeNotebook(fourth)).toBe(fourth);
  for (const spoilt of [{ nbformat: 1 }, { nbformat: 2, worksheets: [null] }, { nbformat: 3, worksheets: {} }])
    expect(() => upgradeNotebook(spoilt)).toThrow(GromaError);
});

test('[NBK-135] lines of nbformat 2 that have their line ends are not given a second one, as the nbformat package does', () => {
  const cell = (input: string[]): object => ({
    nbformat: 2,
    metadata: {},
    worksheets: [{ cells: [{ cell_type: 'code', language: 'python', input, outputs: [] }] }],
  });
  const sourceOf = (input: string[]): unknown =>
    (upgraded(cell(input) as Record<string, unknown>) as { cells: { source: string }[] }).cells[0]!.source;
  expect([sourceOf(['a\n', 'b']), sourceOf(['a', 'b']), sourceOf(['', 'b'])]).toEqual(['a\nb', 'a\nb', '\nb']);
});
