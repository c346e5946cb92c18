import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.ts';

test('[VEC-013] a number is read as its locale writes it, and nothing else is taken for one', () => {
  const read = (locale: string, texts: string[]) => texts.map((text) => parseNumber(text, locale));
  expect(read('en', ['5', ' -12.5 ', '1,234', '1,234.5', '1e3', '−7', '.5'])).toEqual([
    5, -12.5, 1234, 1234.5, 1000, -7, 0.5,
  ]);
  expect(
    read('en', ['12,5', 'zwölf', '1,23,4', '', '5 m', '0x10', 'Infinity', '1e309', '-1e400', '9'.repeat(400)]),
  ).toEqual(Array.from({ length: 10 }));
  expect(read('de', ['12,5', '1.234', '1.234,5', '12.5'])).toEqual([12.5, 1234, 1234.5, 12.5]);
  expect(read('de', ['1,2,3', '1.23,4'])).toEqual([undefined, undefined]);
});
