import { expect, test } from 'vitest';
import { noHtmlText, outputParts, outputText, tracebackPlaces } from './output-text.ts';

const esc = String.fromCodePoint(27);

test('[NBK-076] copied outputs are their text without colours; pictures are left out', () => {
  const text = outputText([
    { kind: 'text', text: `${esc}[32mok${esc}[0m\n` },
    { kind: 'stderr', text: 'careful\n' },
    { kind: 'image/png', data: 'AAAA' },
    { kind: 'text/html', html: '<b>x</b>', text: 'table' },
    { kind: 'text/plain', text: '42' },
    { kind: 'traceback', name: 'ValueError', message: 'no', text: '' },
  ]);
  expect(text).toBe('ok\ncareful\ntable\n42\nValueError: no');
});

test('[NBK-087] an HTML output whose text cannot be taken says so', () => {
  const refuse = () => {
    throw new Error('broken');
  };
  expect(outputText([{ kind: 'text/html', html: '<b>' }], refuse)).toBe(noHtmlText);
  expect(noHtmlText).toBe('[Error extracting HTML content]');
});

test('[NBK-066] consecutive pieces of one kind are one running text, others stand alone', () => {
  const parts = outputParts([
    { kind: 'text', text: 'a' },
    { kind: 'text', text: 'b' },
    { kind: 'stderr', text: 'c' },
    { kind: 'text', text: 'd' },
    { kind: 'text/plain', text: 'e' },
  ]);
  expect(parts).toEqual([
    { kind: 'text', pieces: ['a', 'b'] },
    { kind: 'stderr', pieces: ['c'] },
    { kind: 'text', pieces: ['d'] },
    { kind: 'text/plain', text: 'e' },
  ]);
});

test('[NBK-067] an error names the lines of blocks, not those of libraries below them', () => {
  const text = `${esc}[31mZeroDivisionError${esc}[39m\n${esc}[36mCell In[4], line 3${esc}[39m\n----> 3 fit\n\nCell In[2], line 12, in fit(x)\nFile /lib/pandas.py:99, in f`;
  expect(tracebackPlaces(text)).toEqual([
    { run: 4, line: 3 },
    { run: 2, line: 12 },
  ]);
  expect(tracebackPlaces('Cell In[1], line 5\nCell In[1], line 2, in f\nCell In[1], line 2, in f')).toEqual([
    { run: 1, line: 5 },
    { run: 1, line: 2 },
  ]);
  expect(tracebackPlaces('  File <tokenize>, line 7')).toEqual([{ run: null, line: 7 }]);
  expect(tracebackPlaces('ReferenceError: x is not defined\n    at <anonymous>:2:7')).toEqual([{ run: null, line: 2 }]);
  expect(tracebackPlaces('no line is named')).toEqual([]);
});
