import { expect, test } from 'vitest';
import { countText, englishTexts } from './texts.ts';

const polish = {
  ...englishTexts.grid,
  rows_one: '{n} wiersz',
  rows_few: '{n} wiersze',
  rows_many: '{n} wierszy',
  rows_other: '{n} wiersza',
};
const arabic = {
  ...englishTexts.grid,
  rows_zero: 'لا صفوف',
  rows_one: 'صف واحد',
  rows_two: 'صفان',
  rows_few: '{n} صفوف',
  rows_many: '{n} صفًا',
  rows_other: '{n} صف',
};

test('[SHL-006] counts of the grid take the plural form of the language', () => {
  expect([1, 2, 5, 22, 112].map((count) => countText(polish, 'rows', count, 'pl'))).toEqual([
    '1 wiersz',
    '2 wiersze',
    '5 wierszy',
    '22 wiersze',
    '112 wierszy',
  ]);
  expect([0, 1, 2, 3, 11, 100].map((count) => countText(arabic, 'rows', count, 'ar'))).toEqual([
    'لا صفوف',
    'صف واحد',
    'صفان',
    '3 صفوف',
    '11 صفًا',
    '100 صف',
  ]);
});

test('[SHL-008] a form that a translation lacks is said as for many, with the number as the language writes it', () => {
  expect(countText(englishTexts.grid, 'copied', 1, 'en')).toBe('1 row copied');
  expect(countText(englishTexts.grid, 'copied', 12_345, 'de')).toBe('12.345 rows copied');
});
