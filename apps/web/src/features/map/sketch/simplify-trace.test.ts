import { expect, test } from 'vitest';
import { simplifyTrace } from './simplify-trace.ts';

test('[MAP-014] a traced outline keeps its corners and loses the trembling between them', () => {
  const side = (from: [number, number], to: [number, number]) =>
    Array.from({ length: 20 }, (_, step) => [
      from[0] + ((to[0] - from[0]) * step) / 20 + (step % 2) * 0.001,
      from[1] + ((to[1] - from[1]) * step) / 20,
    ]);
  const traced = [...side([0, 0], [10, 0]), ...side([10, 0], [10, 10]), ...side([10, 10], [0, 10])];
  const kept = simplifyTrace(traced, 1, 0.1, 0.1);
  expect(kept.length).toBeLessThan(8);
  for (const corner of [
    [0, 0],
    [10, 0],
    [10, 10],
  ])
    expect(kept).toContainEqual(corner);
  expect(
    simplifyTrace(
      [
        [1, 1],
        [2, 2],
      ],
      1,
      1,
      1,
    ),
  ).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
