import { expect, test } from 'vitest';
import { worldPath } from './world-path.ts';

test('the outline of the land is closed rings within the earth', () => {
  const path = worldPath();
  const numbers = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(numbers.length).toBeGreaterThan(4_000);
  expect(numbers.every(([x, y]) => Math.abs(x) <= 380 && Math.abs(y) <= 90)).toBe(true);
  expect(path.match(/M/g)?.length).toBe(path.match(/Z/g)?.length);
  // No stroke from one edge of the earth to the other but along the pole.
  const jumps = path
    .split('Z')
    .flatMap((ring) =>
      [...ring.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].flatMap(([, x, y], index, all) =>
        index > 0 && Math.abs(Number(x) - Number(all[index - 1]![1])) > 180 ? [Number(y)] : [],
      ),
    );
  expect(jumps.every((y) => y >= 84)).toBe(true);
});
