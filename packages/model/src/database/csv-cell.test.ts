import { expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

it('writes fields of CSV that any program reads as they were, and no spreadsheet runs', () => {
  expect([null, '', ' a', 'a,b', 'say "x"', 'two\nlines', 12n, -1.5, true, { a: [1] }].map(csvCell)).toEqual([
    '',
    '""',
    '" a"',
    '"a,b"',
    '"say ""x"""',
    '"two\nlines"',
    '12',
    '-1.5',
    'true',
    '"{""a"":[1]}"',
  ]);
  expect(['=1+1', '+1', '@x', '-x', '-12', '-.5', '-infinity'].map(csvCell)).toEqual([
    "'=1+1",
    "'+1",
    "'@x",
    "'-x",
    '-12',
    '-.5',
    '-infinity',
  ]);
});
