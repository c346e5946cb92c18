import { expect, test } from 'vitest';
import { worldPath } from './world-path.ts';

test('the outline of the land is closed rings within the earth', () => {
  const path = worldPath();
  const numbers = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(numbers.length).toBeGreaterThan(4_000);
  expect(numbers.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)).toBe(true);
  expect(path.match(/M/g)?.length).toBe(path.match(/Z/g)?.length);
});
