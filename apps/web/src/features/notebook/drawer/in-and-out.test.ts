import { GromaError } from '@groma/model';
import { expect, test } from 'vitest';
import { zipFailure } from '../notebooks/download-notebook.ts';
import { nameOfFile, readTemplate } from './import-notebooks.ts';

test('[NBK-109] [NBK-110] a zip that does not come says whether there was nothing to fetch', () => {
  expect(zipFailure(new GromaError('NO_NOTEBOOKS'))).toBe('No notebooks found');
  expect(zipFailure(new GromaError('FORBIDDEN'))).toBe('Failed to fetch notebooks');
  expect(zipFailure(new TypeError('network'))).toBe('Failed to fetch notebooks');
});

test('[NBK-035] a file becomes a notebook of its name; what is no JSON, no UTF-8, empty or too large to send is told before it is sent', async () => {
  expect(['Low flow.ipynb', 'a.b.JSON', '.ipynb', 'plain'].map(nameOfFile)).toEqual([
    'Low flow',
    'a.b',
    'Untitled notebook',
    'plain',
  ]);
  expect(nameOfFile(`${'x'.repeat(300)}.ipynb`)).toHaveLength(120);
  const read = (...parts: BlobPart[]) => readTemplate(new Blob(parts));
  expect(await read('\uFEFF{"cells": []}')).toEqual({ template: '{"cells": []}' });
  expect(await read(`{"cells":["${String.raw`\n`.repeat(7_000_000)}"]}`)).toMatchObject({
    template: { cells: [expect.any(String)] },
  });
  for (const text of ['7', 'null', '<html>'])
    expect(await read(text)).toEqual({ problem: 'it is not a Jupyter notebook.' });
  expect(await read('')).toEqual({ problem: 'it is empty.' });
  expect(await read('{"cells":[{"cell_type":')).toEqual({
    problem: 'it is truncated or damaged, and cannot be read as JSON.',
  });
  expect(await read('{"cells":["', new Uint8Array([0xff, 0xfe, 0xe4]), '"]}')).toEqual({
    problem: 'its text is not UTF-8.',
  });
  expect(await read(new Uint8Array(16_000_000))).toEqual({ problem: 'it is larger than 15.0 MB.' });
});
