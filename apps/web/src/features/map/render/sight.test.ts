import { expect, test } from 'vitest';
import { isInSight } from '../layer/in-sight.ts';
import { sightOf } from './sight.ts';

test('what reaches into the picture from beside it is in sight', () => {
  const camera = { width: 100, height: 50, getBounds: (): [number, number, number, number] => [10, 40, 20, 45] };
  const sight = sightOf(camera, 5)!;
  expect([
    isInSight([20.9, 41, 21, 42], sight),
    isInSight([30, 41, 31, 42], sight),
    isInSight([11, 45.9, 12, 46], sight),
    isInSight([11, 50, 12, 51], sight),
  ]).toEqual([true, false, true, false]);
  expect(sightOf({ width: 1, height: 1 }, 5)).toBeNull();
});

test('the same place is in sight in each of the worlds side by side, and shapes over the antimeridian are', () => {
  const overAntimeridian = [170, -10, 190, 10] as const;
  const seen = (box: readonly [number, number, number, number]) => isInSight([...box], [...overAntimeridian]);
  expect([
    seen([-179, 0, -175, 1]),
    seen([-160, 0, -150, 1]),
    seen([178, 0, 182, 1]),
    seen([-182, 0, -178, 1]),
    seen([530, 0, 531, 1]),
    seen([160, 0, 165, 1]),
  ]).toEqual([true, false, true, true, true, false]);
  expect(isInSight([-180, -80, 180, 80], [...overAntimeridian])).toBe(true);
});
