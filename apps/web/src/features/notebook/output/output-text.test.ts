import { expect, test } from 'vitest';
import { noHtmlText, outputParts, outputText, tracebackLine } from './output-text.ts';

const esc = String.fromCodePoint(27);

test('[NBK-076] copied outputs are their text without colours; pictures are left out', () => {
  const text = outputText([
    { kind: 'text', text: `${esc}[32mok${esc}[0m\n` }, { kind: 'stderr', text: 'careful\n' }, { kind: 'image/png', data: 'AAAA' },
    { kind: 'text/html', html: '<b>x</b>', text: 'table' }, { kind: 'text/plain', text: '42' },
    { kind: 'traceback', name: 'ValueError', message: 'no', text: '' },
  ]);
  expect(text).toBe('ok\ncareful\ntable\n42\nValueError: no');
});

test('[NBK-087] an HTML output whose text cannot be taken says so', () => {
  const refuse = () => { throw new Error('broken'); };
  expect(outputText([{ kind: 'text/html', html: '<b>' }], refuse)).toBe(noHtmlText);
  expect(noHtmlText).toBe('[Error extracting HTML content]');
});

test('[NBK-066] consecutive pieces of one kind are one running text, others stand alone', () => {
  const parts = outputParts([
    { kind: 'text', text: 'a' }, { kind: 'text', text: 'b' }, { kind: 'stderr', text: 'c' }, { kind: 'text', text: 'd' }, { kind: 'text/plain', text: 'e' },
  ]);
  expect(parts).toEqual([{ kind: 'text', pieces: ['a', 'b'] }, { kind: 'stderr', pieces: ['c'] }, { kind: 'text', pieces: ['d'] }, { kind: 'text/plain', text: 'e' }]);
});

test('[NBK-067] the line of an error is the one of the block, not of a library below it', () => {
  expect(tracebackLine(`${esc}[31mAttributeError${esc}[39m\nCell In[4], line 3\n----> 3 fit\nFile /lib/pandas.py:99, in f`)).toBe(3);
  expect(tracebackLine('  File <tokenize>, line 7')).toBe(7);
  expect(tracebackLine('no line is named')).toBeNull();
});
