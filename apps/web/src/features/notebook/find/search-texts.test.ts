import { expect, test } from 'vitest';
import { searchTexts, type SearchQuery } from './search-texts.ts';

const plain: SearchQuery = { query: '', replacement: '', matchesCase: false, isWholeWord: false, isRegex: false };
const places = (texts: string[], query: Partial<SearchQuery>) =>
  searchTexts(texts, { ...plain, ...query }).matches.map(({ text, from, to, replacement }) => [
    text,
    from,
    to,
    replacement,
  ]);

test('[NBK-152] signs of expressions are signs unless an expression is asked for', () => {
  expect(places(['a.b axb', 'A.B'], { query: 'a.b' })).toEqual([
    [0, 0, 3, ''],
    [1, 0, 3, ''],
  ]);
  expect(places(['a-b [c] /d'], { query: '-b [c] /' })).toEqual([[0, 1, 9, '']]);
  expect(places(['a.b axb'], { query: 'a.b', isRegex: true })).toHaveLength(2);
  expect(places(['größer groß'], { query: 'groß', isWholeWord: true })).toEqual([[0, 7, 11, '']]);
});

test('[NBK-152] lines have beginnings and ends, and what is empty is no match', () => {
  expect(places(['a\nb'], { query: '^b$', isRegex: true })).toEqual([[0, 2, 3, '']]);
  expect(places(['aab'], { query: 'x*', isRegex: true })).toEqual([]);
});

test('[NBK-153] what an expression matched goes into its replacement', () => {
  expect(places(['x_1'], { query: String.raw`(\w)_(?<n>\d)`, replacement: '$<n>$1$$$&$9', isRegex: true })).toEqual([
    [0, 0, 3, '1x$x_1$9'],
  ]);
  expect(places(['x'], { query: 'x', replacement: '$1' })).toEqual([[0, 0, 1, '$1']]);
});

test('[NBK-152] a flood of matches is cut', () => {
  expect(searchTexts(['a'.repeat(20_000)], { ...plain, query: 'a' })).toMatchObject({ isCut: true });
});
