import { expect, test } from 'vitest';
import type { ChartDatum } from '@groma/model';
import { chartOption, type ChartFormat } from './chart-option.ts';

const colours = { text: '#000', faint: '#111', line: '#222', ground: '#fff', raised: '#fff', series: ['#123456'] };
const format: ChartFormat = {
  label: ({ label }) => String(label),
  value: (value) => value.toFixed(1),
  short: String,
  measure: 'Sum of t',
  count: (count) => `${count} features`,
};
const data: ChartDatum[] = [
  { label: 'rye', value: 4, count: 2 },
  { label: '<b>oat</b>', value: 2.5, count: 1 },
];
interface Option {
  xAxis?: { data: string[]; name: string };
  series: { type: string; data: unknown[] }[];
  tooltip: { renderMode: string; formatter(given: unknown): string };
}
const draw = (type: 'bar' | 'line' | 'pie') =>
  chartOption({ type, xCol: 'crop' }, data, format, colours) as unknown as Option;

test('[VEC-034] bars and lines stand over their X values, pieces of a pie carry theirs', () => {
  for (const type of ['bar', 'line'] as const) {
    const option = draw(type);
    expect([option.series[0]!.type, option.series[0]!.data, option.xAxis]).toMatchObject([
      type,
      [4, 2.5],
      { data: ['rye', '<b>oat</b>'], name: 'crop' },
    ]);
  }
  expect(draw('pie').series).toMatchObject([
    {
      type: 'pie',
      data: [
        { name: 'rye', value: 4 },
        { name: '<b>oat</b>', value: 2.5 },
      ],
    },
  ]);
});

test('what cells hold is said as text, with the value and how many features it is of', () => {
  const { tooltip } = draw('bar');
  expect(tooltip.renderMode).toBe('richText');
  expect(tooltip.formatter([{ dataIndex: 1 }])).toBe('<b>oat</b>\nSum of t: 2.5\n1 features');
  expect(draw('pie').tooltip.formatter({ dataIndex: 0, percent: 61.5 })).toBe(
    'rye\nSum of t: 4.0 (61.5 %)\n2 features',
  );
});
