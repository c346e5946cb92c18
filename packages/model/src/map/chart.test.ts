import { expect, test } from 'vitest';
import { chartTypes, checkChart, filterValue, operatorsOf, type ChartProblem, type ProposedChart } from './chart.ts';

const columns = [
  { name: 'crop', type: 'text' },
  { name: 'yield', type: 'number' },
  { name: 'year', type: 'integer' },
];
const read = (given: ProposedChart) => {
  let id = 0;
  return checkChart(given, columns, ['clip'], () => `f${id++}`);
};
const problem = (given: ProposedChart): ChartProblem | undefined => {
  const checked = read(given);
  return 'problem' in checked ? checked.problem : undefined;
};
const good: ProposedChart = {
  xCol: 'crop',
  yCol: 'yield',
  type: 'bar',
  title: 'Yield',
  aggregate: 'mean',
  clipLayerId: null,
  filters: [],
};

test('[VEC-033] [VEC-034] [VEC-035] a whole configuration is read', () => {
  expect(chartTypes).toEqual(['bar', 'line', 'pie', 'scatter']);
  const filters: ProposedChart['filters'] = [
    { column: 'year', operator: 'gte', value: '2020' },
    { column: 'crop', operator: 'eq', value: true },
  ];
  expect(read({ ...good, clipLayerId: 'clip', filters })).toEqual({
    config: {
      ...good,
      clipLayerId: 'clip',
      filters: [
        { id: 'f0', column: 'year', operator: 'gte', value: 2020 },
        { id: 'f1', column: 'crop', operator: 'eq', value: 'true' },
      ],
    },
  });
});

test('[VEC-036] [VEC-037] numeric columns offer three comparisons, the others equality', () => {
  expect(columns.map(operatorsOf)).toEqual([['eq'], ['eq', 'gte', 'lte'], ['eq', 'gte', 'lte']]);
});

test('[VEC-038] values of numeric columns become numbers', () => {
  expect([
    filterValue('7.5', columns[1]!),
    filterValue('', columns[1]!),
    filterValue('seven', columns[1]!),
    filterValue('7.5', columns[0]!),
  ]).toEqual([7.5, null, null, '7.5']);
});

test('[VEC-041] with names that do not exist, or values that its columns cannot have, it is invalid', () => {
  const wrong: ProposedChart[] = [
    { ...good, xCol: 'Crop' },
    { ...good, yCol: 'constructor' },
    { ...good, clipLayerId: 'other' },
    { ...good, filters: [{ column: 'gone', operator: 'eq', value: 1 }] },
    { ...good, filters: [{ column: 'crop', operator: 'gte', value: 'a' }] },
    { ...good, filters: [{ column: 'year', operator: 'eq', value: 'soon' }] },
  ];
  expect(wrong.map(problem)).toEqual(wrong.map(() => ({ kind: 'invalid' })));
});

test('[VEC-040] a Y column that is not numeric is named', () => {
  expect(problem({ ...good, yCol: 'crop' })).toEqual({ kind: 'not-numeric', column: 'crop' });
});
