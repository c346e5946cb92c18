import { expect, test } from 'vitest';
import { packTexts, type ColumnData, type ColumnKind, type ColumnShape } from './column-batch.ts';
import { jsonRows, rowValues } from './json-rows.ts';

const shapeOf = (kind: ColumnKind, isMoment = false): ColumnShape => ({ name: 'a', type: '', kind, isMoment });
const cellsOf = (shape: ColumnShape, column: ColumnData, rows: number, most?: number): string =>
  jsonRows([shape], { rows, columns: [column] }, 0, rows, most).toString();
const fixed = (kind: ColumnKind, values: ColumnData['values'], isMoment = false): string =>
  cellsOf(shapeOf(kind, isMoment), { values, validity: null }, values.length).slice(2, -2).replaceAll('],[', ' ');

test('numbers are the shortest that are these, what JSON has no number for and what JavaScript would round are texts', () => {
  const doubles = [
    0,
    -0,
    0.5,
    -12.25,
    0.1 + 0.2,
    1e15,
    -1e15,
    999_999_999_999_999,
    123_456.789_012,
    1e-6,
    1.5e-6,
    1e-7,
    5e-324,
    1e21,
    1.797_693_134_862_315_7e308,
    4_294_967_296.5,
  ];
  expect(fixed('float64', Float64Array.from(doubles))).toBe(
    doubles.map((value) => (Object.is(value, -0) ? '-0' : String(value))).join(' '),
  );
  expect(fixed('float64', Float64Array.of(Number.NaN, Infinity, -Infinity))).toBe('"NaN" "Infinity" "-Infinity"');
  expect(fixed('float32', Float32Array.of(0.1, 16_777_216, 1.175_494_4e-38))).toBe('0.1 16777216 1.1754944e-38');
  expect(
    fixed(
      'int64',
      BigInt64Array.of(
        0n,
        -1n,
        999_999_999n,
        1_000_000_000n,
        -9_007_199_254_740_992n,
        -9_007_199_254_740_993n,
        9_007_199_254_740_991n,
        9_007_199_254_740_992n,
        2n ** 63n - 1n,
      ),
    ),
  ).toBe(
    '0 -1 999999999 1000000000 -9007199254740992 "-9007199254740993" 9007199254740991 "9007199254740992" "9223372036854775807"',
  );
  expect(fixed('uint64', BigUint64Array.of(7n, 2n ** 64n - 1n))).toBe('7 "18446744073709551615"');
  expect(fixed('int32', Int32Array.of(-2_147_483_648, 2_147_483_647))).toBe('-2147483648 2147483647');
  expect(fixed('bool', Uint8Array.of(0, 1))).toBe('false true');
});

test('days and times are ISO 8601, before 1970 and endless ones too', () => {
  expect(fixed('date', Int32Array.of(0, -1, 20_000, 2_147_483_647, -2_147_483_647))).toBe(
    '"1970-01-01" "1969-12-31" "2024-10-04" "infinity" "-infinity"',
  );
  expect(fixed('timestamp', BigInt64Array.of(0n, -1n, 1_700_000_000_120_000n, 2n ** 63n - 1n, -(2n ** 63n - 1n)))).toBe(
    '"1970-01-01 00:00:00" "1969-12-31 23:59:59.999999" "2023-11-14 22:13:20.12" "infinity" "-infinity"',
  );
  expect(fixed('timestamp', BigInt64Array.of(1_700_000_000_000_001n), true)).toBe('"2023-11-14T22:13:20.000001Z"');
});

test('texts are what they were, on one line, and cut where they are too long', () => {
  const texts = [
    '',
    'plain',
    'say "x"\\',
    'a\u0000\u0001\b\t\n\f\r\u001f\u007f',
    'é😀\u2028',
    '\u0002'.repeat(10_000),
    null,
  ];
  expect(cellsOf(shapeOf('utf8'), packTexts(texts), texts.length)).toBe(JSON.stringify(texts.map((text) => [text])));
  expect(rowValues([shapeOf('utf8')], { rows: 2, columns: [packTexts(['éé', 'abc'])] }, 0, 2, 3)).toEqual([
    ['é…'],
    ['abc'],
  ]);
  expect(cellsOf(shapeOf('json'), packTexts(['{"a":\r\n\n [1]}']), 1)).toBe('[[{"a":  [1]}]]');
  expect(cellsOf(shapeOf('json'), packTexts(['{"a": [1, 2]}']), 1, 5)).toBe('[["{\\"a\\":…"]]');
  expect(cellsOf(shapeOf('binary'), packTexts([Buffer.from('00ff10', 'hex')]), 1)).toBe('[["00ff10"]]');
});
