import { expect, test } from 'vitest';
import { proposeChart } from './propose-chart.ts';

const text = (name: string, distinct: number) => ({ name, type: 'VARCHAR', distinct, range: null });
const number = (name: string, distinct = 90, range: [number, number] = [0, 1_000]) => ({
  name,
  type: 'DOUBLE',
  distinct,
  range,
});

test('[SHL-157] the chart of a table follows from its columns', () => {
  const day = { name: 'day', type: 'DATE', distinct: 90, range: null };
  const sales = [day, text('shop', 4), number('revenue'), number('id', 90)];
  expect(proposeChart(sales, 90)).toEqual({ type: 'line', xCol: 'day', yCol: 'revenue', aggregate: 'sum' });
  const years = [text('country', 80), number('year', 20, [1990, 2020]), number('temperature')];
  expect(proposeChart(years, 1_600)).toEqual({ type: 'line', xCol: 'year', yCol: 'temperature', aggregate: 'mean' });
  const countries = [text('name', 175), text('continent', 7), number('population'), number('latitude')];
  expect(proposeChart(countries, 177)).toEqual({
    type: 'bar',
    xCol: 'continent',
    yCol: 'population',
    aggregate: 'sum',
  });
  expect(proposeChart([text('name', 30), number('people')], 30)).toMatchObject({ type: 'bar', xCol: 'name' });
  expect(proposeChart([number('weight'), number('price')], 500)).toMatchObject({
    type: 'scatter',
    xCol: 'weight',
    yCol: 'price',
  });
  expect(proposeChart([text('name', 30), number('zip')], 30)).toBe(null);
  expect(proposeChart([], 0)).toBe(null);
});
