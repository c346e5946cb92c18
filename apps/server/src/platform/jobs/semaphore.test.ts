import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('only so many run at a time, in order, and one that waits can give up', async () => {
  const slots = new Semaphore(2);
  const never = new AbortController().signal;
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const work = (n: number, signal = never) =>
    slots.run(
      signal,
      () =>
        new Promise<void>((resolve) => {
          begun.push(n);
          ends[n] = resolve;
        }),
    );
  const caller = new AbortController();
  const all = [work(0), work(1), work(2, caller.signal), work(3)];
  const givenUp = all[2]!.catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(begun).toEqual([0, 1]);
  caller.abort(new Error('enough'));
  expect(await givenUp).toEqual(new Error('enough'));
  ends[0]!();
  await all[0];
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(begun).toEqual([0, 1, 3]);
  ends[1]!();
  ends[3]!();
  await Promise.all([all[1], all[3]]);
  const last = work(4);
  await new Promise((resolve) => setTimeout(resolve, 5));
  ends[4]!();
  await last;
});
