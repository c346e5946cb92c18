import { afterEach, expect, test, vi } from 'vitest';
import type { Bus } from '../bus/bus.ts';
import { PublicAnswers } from './public-answers.ts';

const bus: Bus = {
  publish: () => Promise.resolve(),
  subscribe: () => () => undefined,
  close: () => Promise.resolve(),
};
const headers = { 'content-type': 'application/octet-stream', etag: '"1"' };
afterEach(() => {
  vi.useRealTimers();
});

test('[PUB-065] what is kept is bounded with its keys, and nothing is kept under a very long one', async () => {
  const answers = new PublicAnswers(bus);
  const keyOf = (index: number): string => `${index} `.padEnd(1_000, 'x');
  for (let index = 0; index < 30_000; index += 1)
    // oxlint-disable-next-line no-await-in-loop -- in order
    await answers.keep(keyOf(index), { body: 'a', headers }, answers.era);
  expect(answers.find(keyOf(0))).toBeUndefined();
  expect(answers.find(keyOf(29_999))?.plain.toString()).toBe('a');
  expect(answers.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  const { bytes } = answers;
  const long = 'x'.repeat(1_025);
  expect((await answers.keep(long, { body: 'a', headers }, answers.era)).plain.toString()).toBe('a');
  expect([answers.find(long), answers.bytes]).toEqual([undefined, bytes]);
});

test('[PUB-065] what is over is let go also where nobody asks again', async () => {
  vi.useFakeTimers();
  const answers = new PublicAnswers(bus);
  await answers.keep('first', { body: 'a', headers }, answers.era);
  vi.advanceTimersByTime(20_000);
  await answers.keep('second', { body: 'b', headers }, answers.era);
  const both = answers.bytes;
  vi.advanceTimersByTime(20_000);
  expect(answers.bytes).toBeLessThan(both);
  expect(answers.find('second')?.plain.toString()).toBe('b');
  vi.advanceTimersByTime(30_000);
  expect(answers.bytes).toBe(0);
});
