import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[SHL-039] a hail of news is read at once and then at a pace, the last time after the last of it', async () => {
  const readAt: number[] = [];
  const begun = Date.now();
  const wish = paced(() => {
    readAt.push(Date.now() - begun);
    return Promise.resolve();
  }, 500);
  for (let elapsed = 0; elapsed < 1_200; elapsed += 100) {
    wish();
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readAt).toEqual([0, 500, 1_000, 1_500]);
});

test('[SHL-039] a slow answer is waited for, and a failed one does not end the reading', async () => {
  let running = 0;
  let most = 0;
  let readings = 0;
  const wish = paced(async () => {
    readings += 1;
    most = Math.max(most, ++running);
    await new Promise((resolve) => {
      setTimeout(resolve, 2_000);
    });
    running -= 1;
    throw new Error('lost');
  }, 500);
  wish();
  await vi.advanceTimersByTimeAsync(1_000);
  wish();
  await vi.advanceTimersByTimeAsync(10_000);
  wish();
  await vi.advanceTimersByTimeAsync(10_000);
  expect({ readings, most }).toEqual({ readings: 3, most: 1 });
});
