import { GromaError } from '@groma/model';
import { expect, test } from 'vitest';
import { zipFailure } from './download-notebook.ts';
import { nameOfFile, readTemplate } from './import-notebooks.ts';

test('[NBK-109] [NBK-110] a zip that does not come says whether there was nothing to fetch', () => {
  expect(zipFailure(new GromaError('NO_NOTEBOOKS'))).toBe('No notebooks found');
  expect(zipFailure(new GromaError('FORBIDDEN'))).toBe('Failed to fetch notebooks');
  expect(zipFailure(new TypeError('network'))).toBe('Failed to fetch notebooks');
});

test('[NBK-035] a file becomes a notebook of its name; what is no JSON, and what is too large to send, is told before it is sent', () => {
  expect(['Low flow.ipynb', 'a.b.JSON', '.ipynb', 'plain'].map(nameOfFile)).toEqual(['Low flow', 'a.b', 'Untitled notebook', 'plain']);
  expect(nameOfFile(`${'x'.repeat(300)}.ipynb`)).toHaveLength(120);
  expect(readTemplate('{"cells":[]}', 12)).toEqual({ template: { cells: [] } });
  for (const text of ['', '{', '7', 'null', '<html>']) expect(readTemplate(text, text.length)).toEqual({ problem: 'it is no Jupyter notebook.' });
  expect(readTemplate('', 100_000_000)).toEqual({ problem: 'it is larger than 15.0 MB.' });
});
