import { expect, test } from 'vitest';
import { ProgressPace } from './progress-pace.ts';

test('what is whole is drawn at once, a part only when the layer takes its time', () => {
  const pace = new ProgressPace(null);
  expect(pace.mayDraw(true, 0)).toBe(true);
  expect([0, 399, 400, 500].map((now) => pace.mayDraw(false, now))).toEqual([false, false, true, true]);
  expect(pace.mayDraw(true, 600)).toBe(true);
  expect(pace.mayDraw(false, 700)).toBe(false);
});
