import { expect, test } from 'vitest';
import { readableNotebook } from './readable-notebook.ts';

const cell = (outputs: object[]) => ({ cells: [{ id: 'a', cell_type: 'code', source: ['x =', ' 1'], outputs }] });

test('[AIA-053] an output above 5,000 characters keeps its first and last 2,500', () => {
  const shown = (length: number) =>
    readableNotebook(cell([{ output_type: 'stream', text: `${'a'.repeat(length - 1)}z` }]))[0]!.outputs!;
  expect(shown(5_000)).toHaveLength(5_000);
  const cut = shown(5_001);
  expect(cut.startsWith(`${'a'.repeat(2_500)}\n… 1 characters left out …\n`)).toBe(true);
  expect(cut.endsWith(`${'a'.repeat(2_499)}z`)).toBe(true);
});

test('[AIA-053] errors and values are read as text, pictures by their types', () => {
  const outputs = [
    { output_type: 'error', ename: 'KeyError', evalue: "'x'" },
    { output_type: 'execute_result', data: { 'text/plain': ['4', '2'], 'text/html': '<b>42</b>' } },
    { output_type: 'display_data', data: { 'image/png': 'iVBO' } },
  ];
  expect(readableNotebook(cell(outputs))).toEqual([
    { id: 'a', cell_type: 'code', source: 'x = 1', outputs: "KeyError: 'x'\n42\n[image/png]" },
  ]);
});
