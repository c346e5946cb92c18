import { expect, test } from 'vitest';
import { readNotebook } from './read-notebook.ts';

const notebook = (cells: object[]) =>
  JSON.stringify({ nbformat: 4, metadata: { kernelspec: { language: 'R' } }, cells });

test('a notebook file is read with its outputs, and nothing in them that would run is shown', () => {
  const { language, cells } = readNotebook(
    notebook([
      { cell_type: 'markdown', source: ['# a\n', 'b'] },
      {
        cell_type: 'code',
        source: 'x',
        execution_count: 2,
        outputs: [
          { output_type: 'stream', text: ['\u001B[1mbold\u001B[0m'] },
          { output_type: 'display_data', data: { 'image/png': 'AA\nBB', 'text/plain': 'p' } },
          { output_type: 'execute_result', data: { 'text/html': '<b>', 'text/plain': ['plain'] } },
          { output_type: 'display_data', data: { 'text/html': '<script>' } },
          { output_type: 'error', ename: 'E', evalue: 'v', traceback: [] },
        ],
      },
    ]),
  );
  expect([language, cells[0]]).toEqual(['R', { kind: 'markdown', text: '# a\nb' }]);
  expect(cells[1]).toEqual({
    kind: 'code',
    text: 'x',
    count: 2,
    outputs: [
      { kind: 'text', text: 'bold' },
      { kind: 'picture', source: 'data:image/png;base64,AABB' },
      { kind: 'text', text: 'plain' },
      { kind: 'withheld', type: 'text/html' },
      { kind: 'error', text: 'E: v' },
    ],
  });
});

test('notebooks of the third format are read, and what is no notebook is refused', () => {
  expect(
    readNotebook(
      JSON.stringify({ worksheets: [{ cells: [{ cell_type: 'code', input: 'y', prompt_number: 1, outputs: [] }] }] }),
    ).cells,
  ).toEqual([{ kind: 'code', text: 'y', count: 1, outputs: [] }]);
  expect(() => readNotebook('{}')).toThrow('no cells');
  expect(() => readNotebook('not json')).toThrow('JSON');
});
