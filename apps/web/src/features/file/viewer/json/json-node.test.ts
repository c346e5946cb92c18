import { expect, test } from 'vitest';
import { childrenOf, firstRows, rowOf, shownRows } from './json-node.ts';
import { parseWholeJson } from '../../../../platform/whole-json.ts';

const shownOf = (value: unknown) => {
  const { top, children } = firstRows(value);
  return shownRows(top, new Map(children), new Set(children.map(([id]) => id)));
};

test('[FIL-053] [FIL-054] a tree is open down to depth 3 at first', () => {
  const rows = shownOf({ a: { b: { c: { d: 1 } } } });
  expect(rows.map(({ row, depth, isOpen }) => [row.key, depth, isOpen])).toEqual([
    [null, 0, true],
    ['a', 1, true],
    ['b', 2, true],
    ['c', 3, false],
  ]);
});

test('[FIL-053] many entries come in ranges, of which the first is open and costs no depth', () => {
  const value = Array.from({ length: 25_000 }, (_, index) => ({ index }));
  const rows = shownOf(value);
  expect(rows.length).toBeLessThan(400);
  expect(rows[1]?.row.key).toBe('0 … 9999');
  expect(rows[2]?.row).toMatchObject({ key: '0 … 99', count: 100 });
  const last = rows.at(-1)!.row;
  expect(last.range).toEqual([20_000, 25_000]);
  const inside = childrenOf(value, last);
  expect([inside.length, childrenOf(value, inside.at(-1)!).at(-1)]).toMatchObject([
    50,
    { key: 24_999, kind: 'object' },
  ]);
});

test('[FIL-053] values are shown as JSON writes them, very long ones cut', () => {
  expect(['a"b', 1.5, true, null].map((value) => rowOf(value, ['k']).value)).toEqual([
    '"a\\"b"',
    '1.5',
    'true',
    'null',
  ]);
  expect(rowOf('x'.repeat(9_000), ['k']).value.length).toBeLessThan(520);
  expect(rowOf([], ['k'])).toMatchObject({ kind: 'array', count: 0 });
});

test('[FIL-091] whole numbers beyond 2^53 are shown with all their digits', () => {
  const text =
    '{"id":12345678901234567890,"low":-9007199254740993,"safe":9007199254740991,"half":1234567890123456.5,"far":1e300,"text":"12345678901234567890"}';
  expect(childrenOf(parseWholeJson(text), { path: [] }).map(({ key, kind, value }) => [key, kind, value])).toEqual([
    ['id', 'number', '12345678901234567890'],
    ['low', 'number', '-9007199254740993'],
    ['safe', 'number', '9007199254740991'],
    ['half', 'number', '1234567890123456.5'],
    ['far', 'number', '1e+300'],
    ['text', 'string', '"12345678901234567890"'],
  ]);
});
