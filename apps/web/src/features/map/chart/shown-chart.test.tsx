import type { ShownChart } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResultPicture } from './shown-chart.tsx';

// The document of the tests has no canvas to draw on.
beforeEach(() => {
  const context = new Proxy({}, { get: () => () => ({ width: 10 }), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const shown: ShownChart = {
  chart: {
    title: 'Lengths',
    type: 'bar',
    xCol: 'basin',
    yCol: 'km',
    aggregate: 'sum',
    filters: [{ column: 'km', operator: 'gte', value: 3 }],
  },
  data: [
    { label: 'Rhine', value: 1_233, count: 2 },
    { label: null, value: 4, count: 1 },
    { label: null, value: 9, count: 5, others: 5 },
  ],
  features: 8,
  leftOut: 1,
};
const draw = (output: unknown) =>
  render(
    <GromaProvider>
      <ResultPicture output={output} />
    </GromaProvider>,
  );

test('[AIA-161] a chart says what it shows, of what, and its values can be read', () => {
  draw(shown);
  expect(screen.getByRole('img', { name: 'Bar chart: Lengths. Values: 3.' })).toBeTruthy();
  expect(screen.getByText('km ≥ 3 · 8 features · 1 without a value, not shown')).toBeTruthy();
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['basin', 'Sum of km'],
    ['Rhine', '1233'],
    ['(empty)', '4'],
    ['Others (5)', '9'],
  ]);
  expect(screen.getByRole('button', { name: 'Download as PNG' })).toBeTruthy();
});

test('[AIA-161] nothing to draw, and what is no chart, are said', () => {
  draw({ ...shown, data: [], features: 0 });
  expect(screen.getByText('Nothing to draw')).toBeTruthy();
  cleanup();
  draw({ chart: 'none' });
  expect(screen.getByText('Couldn’t draw this chart')).toBeTruthy();
});
