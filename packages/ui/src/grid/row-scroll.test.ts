import { expect, it } from 'vitest';
import { isStretched, rowBuffer, scrollFor, wheelDistance } from './row-scroll.ts';

const sizes = { row: 28, all: 28 * 100_000_000, sight: 400, most: 16_000_000 };

it('moves by rows where a pixel of the scroll bar is several of them', () => {
  expect([isStretched(sizes), isStretched({ ...sizes, all: 28 * 500_000 })]).toEqual([true, false]);
  expect([scrollFor(0, sizes), scrollFor(28, sizes), scrollFor(sizes.all - 400, sizes)]).toEqual([0, 0, 16_000_000]);
  expect([
    wheelDistance({ deltaY: 120, deltaMode: 0 }, sizes),
    wheelDistance({ deltaY: -3, deltaMode: 1 }, sizes),
    wheelDistance({ deltaY: 1, deltaMode: 2 }, sizes),
  ]).toEqual([120, -84, 400]);
  // What a pixel of the scroll bar leaves out is drawn beside what is in sight.
  expect(rowBuffer(100_000_000, sizes.most) * 28).toBeGreaterThan((sizes.all - 400) / sizes.most);
});
