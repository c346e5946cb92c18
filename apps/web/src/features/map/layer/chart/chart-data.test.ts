import { expect, test } from 'vitest';
import { ClipShape, type PropertyValue, type SimpleGeometry } from '@groma/geo';
import type { ChartAggregate, ChartType } from '@groma/model';
import { chartData } from './chart-data.ts';
import type { ReadPieces } from './chart-piece.ts';

type Row = Record<string, PropertyValue>;
const columns = [
  { name: 'crop', type: 'text' },
  { name: 'yield', type: 'number' },
  { name: 'year', type: 'integer' },
];
const at = (index: number): SimpleGeometry => ({ type: 'Point', coordinates: [index, 0] });

/** Rows as the worker has them: as cells, and in a second piece as columns. */
const piecesOf =
  (rows: Row[], half = rows.length >> 1): ReadPieces =>
  (names) => [
    {
      length: half,
      columns: names.map((name) => ({ numbers: null, codes: null, read: (row) => rows[row]![name] ?? null })),
      geometry: at,
      isShown: null,
    },
    {
      length: rows.length - half,
      columns: names.map((name) => columnOf(rows.slice(half), name)),
      geometry: (row) => at(row + half),
      isShown: null,
    },
  ];
function columnOf(rows: Row[], name: string) {
  const values = rows.map((row) => row[name] ?? null);
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))];
  return {
    numbers: name === 'crop' ? null : Float64Array.from(values, (value) => (value === null ? NaN : Number(value))),
    codes:
      name === 'crop' ? { codes: Int32Array.from(values, (value) => texts.indexOf(value as string)), texts } : null,
    read: (row: number) => values[row]!,
  };
}

const fields: Row[] = [
  { crop: 'rye', yield: 4, year: 2021 },
  { crop: 'oat', yield: 2, year: 2020 },
  { crop: 'rye', yield: 6, year: 2020 },
  { crop: null, yield: 1, year: 2021 },
  { crop: 'oat', yield: null, year: 2021 },
  { crop: 'oat', yield: 3, year: null },
];
const draw = (more: object = {}, rows = fields, clip: ClipShape | null = null) =>
  chartData(
    piecesOf(rows),
    { xCol: 'crop', yCol: 'yield', type: 'bar' as ChartType, aggregate: 'sum' as ChartAggregate, filters: [], ...more },
    columns,
    clip,
  );
const filter = (column: string, operator: 'eq' | 'gte' | 'lte', value: string | number) => ({
  id: 'f',
  column,
  operator,
  value,
});

test('[VEC-033] features that share an X value are joined, those without a Y left out and counted', () => {
  expect(draw()).toEqual({
    data: [
      { label: 'oat', value: 5, count: 2 },
      { label: 'rye', value: 10, count: 2 },
      { label: null, value: 1, count: 1 },
    ],
    features: 5,
    leftOut: 1,
  });
  expect(draw({ xCol: 'year', type: 'line' }).data).toEqual([
    { label: 2020, value: 8, count: 2 },
    { label: 2021, value: 5, count: 2 },
  ]);
});

test('mean, least, greatest and count are what they say', () => {
  const values = (aggregate: ChartAggregate) =>
    draw({ aggregate, filters: [filter('crop', 'eq', 'rye')] }).data[0]!.value;
  expect((['sum', 'mean', 'min', 'max', 'count'] as const).map(values)).toEqual([10, 5, 4, 6, 2]);
});

test('[VEC-035] [VEC-036] [VEC-037] filters keep what equals, is at least, is at most; empty cells pass none', () => {
  const kept = (...filters: ReturnType<typeof filter>[]) => draw({ filters }).features + draw({ filters }).leftOut;
  expect([
    kept(filter('crop', 'eq', 'oat')),
    kept(filter('year', 'gte', 2021)),
    kept(filter('year', 'lte', 2020)),
    kept(filter('yield', 'eq', 6)),
    kept(filter('crop', 'eq', 'oat'), filter('year', 'gte', 2021)),
    kept(filter('crop', 'eq', 'Oat')),
  ]).toEqual([3, 3, 2, 1, 1, 0]);
});

test('[VEC-045] with a clipping layer only features that intersect it count', () => {
  const clip = new ClipShape([
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, -1],
          [3, -1],
          [3, 1],
          [1, 1],
          [1, -1],
        ],
      ],
    },
  ]);
  expect(draw({}, fields, clip)).toEqual({
    data: [
      { label: 'oat', value: 2, count: 1 },
      { label: 'rye', value: 6, count: 1 },
      { label: null, value: 1, count: 1 },
    ],
    features: 3,
    leftOut: 0,
  });
});

test('numbers that are too many to be shown apart are joined to ranges of a round width, and none is lost', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ yield: 1, year: index / 7 - 300 }));
  const { data, features } = draw({ xCol: 'year' }, rows);
  expect(data.length).toBeLessThanOrEqual(51);
  expect(new Set(data.map(({ label, to }) => to! - (label as number)))).toEqual(new Set([50]));
  expect(data[0]).toMatchObject({ label: -300, to: -250, value: 350 });
  expect([features, data.reduce((sum, { value }) => sum + value, 0)]).toEqual([10_000, 10_000]);
});

test('texts that are too many leave the greatest, and one that stands for the rest', () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({ crop: `crop ${index}`, yield: index }));
  const { data, features } = draw({ type: 'pie' }, rows);
  expect(data).toHaveLength(24);
  expect(data[0]).toEqual({ label: 'crop 299', value: 299, count: 1 });
  expect(data.at(-1)).toEqual({ label: null, others: 277, value: 277 * 138, count: 277 });
  expect(features).toBe(300);
});

test('a pie leaves out what is not above nothing, and says so', () => {
  expect(
    draw({ type: 'pie' }, [
      { crop: 'a', yield: -3 },
      { crop: 'b', yield: 2 },
    ]),
  ).toEqual({ data: [{ label: 'b', value: 2, count: 1 }], features: 1, leftOut: 1 });
});

test('a sum of many loses nothing by rounding', () => {
  const rows = [
    { crop: 'a', yield: 1e16 },
    ...Array.from({ length: 1_000 }, () => ({ crop: 'a', yield: 1 })),
    { crop: 'a', yield: -1e16 },
  ];
  expect(draw({}, rows).data[0]!.value).toBe(1_000);
});

test('[VEC-034] points stand where two numbers are; too many of them are joined in cells, and none is lost', () => {
  expect(draw({ type: 'scatter', xCol: 'year' })).toEqual({
    data: [
      { label: 2020, value: 2, count: 1 },
      { label: 2020, value: 6, count: 1 },
      { label: 2021, value: 1, count: 1 },
      { label: 2021, value: 4, count: 1 },
    ],
    features: 4,
    leftOut: 2,
  });
  const many = Array.from({ length: 5_000 }, (_, row) => ({ crop: 'rye', year: row, yield: (row * 7_919) % 5_003 }));
  const drawn = draw({ type: 'scatter', xCol: 'year' }, many);
  expect(drawn.features).toBe(5_000);
  expect(drawn.data.length).toBeLessThan(3_700);
});
