import { expect, test } from 'vitest';
import { bandIndices } from '../band-index/band-indices.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { bandsIn, parseExpression } from './parse-expression.ts';

const work = (text: string, bands: number[][], names?: Record<string, number>): number[] => [
  ...evaluateExpression(parseExpression(text, names), (band) => Float64Array.from(bands[band - 1]!), bands[0]!.length),
];

test('band maths keeps the order of signs, powers and comparisons', () => {
  expect(work('1 + 2 * b1', [[1, 2]])).toEqual([3, 5]);
  expect(work('-b1 ** 2', [[3]])).toEqual([-9]);
  expect(work('2 ** 3 ** 2', [[0]])).toEqual([512]);
  expect(
    work('(b1 > 1) & (b2 <= 4) | (b1 == 0)', [
      [0, 1, 2, 3],
      [9, 4, 4, 5],
    ]),
  ).toEqual([1, 0, 1, 0]);
  expect(work('where(b1 != 2, max(b1, 1.5), -1e2)', [[1, 2, 3]])).toEqual([1.5, -100, 3]);
  expect(work('b1 % 3', [[-1, 4]])).toEqual([2, 1]);
  expect(work('1 / b1', [[0]])).toEqual([Infinity]);
});

test('more pixels than a stripe are worked out the same', () => {
  const many = Array.from({ length: 10_001 }, (_, index) => index);
  expect(work('b1 * 2 - b1', [many])).toEqual(many);
});

test('what cannot be read is refused with its place, and nothing is ever run', () => {
  expect(() => parseExpression('b1 +')).toThrow('The expression "b1 +" has an error at character 5.');
  for (const text of [
    '',
    'b0',
    'b1 b2',
    'process.exit(1)',
    'constructor',
    'b1; b2',
    'sqrt()',
    '`1`',
    'toString(b1)',
    '__proto__',
  ])
    expect(() => parseExpression(text)).toThrow('The expression');
  expect(() => parseExpression('sqrt(b1, b2)')).toThrow('sqrt takes 1 values, not 2.');
  expect(() => parseExpression(`${'('.repeat(100)}1${')'.repeat(100)}`)).toThrow('nested too deep');
});

test('[RAS-028] [RAS-029] each index is an expression over its bands', () => {
  for (const { name, bands, expression } of bandIndices) {
    const names = Object.fromEntries(bands.map((band, index) => [band, index + 1]));
    expect(bandsIn(parseExpression(expression, names)), name).toEqual(bands.map((_, index) => index + 1));
  }
  const { expression } = bandIndices.find(({ name }) => name === 'NDVI')!;
  expect(work(expression, [[0.1], [0.5]], { red: 1, nir: 2 })[0]).toBeCloseTo(0.4 / 0.6, 12);
});
