import { expect, test } from 'vitest';
import { t } from '../../../platform/text.ts';
import { clipProblem, clipState } from './use-chart-data.ts';

test('[VEC-048] a clipping layer that cannot be read fails the chart in the words of the specification', () => {
  const problem = (...state: Parameters<typeof clipState>) => clipProblem(clipState(...state), t);
  expect(problem('c', true, { load: { status: 'failed' }, version: 1 })).toBe(
    'Failed to process geometry intersection. Please check your data.',
  );
  expect(problem('c', false, undefined)).not.toBeNull();
  expect([
    problem('c', true, { load: { status: 'ready' }, version: 2 }),
    problem('c', true, undefined),
    problem(null, false, undefined),
  ]).toEqual([null, null, null]);
});
