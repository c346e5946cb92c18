import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

test('work goes on while anybody waits for it, and ends when nobody does', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const [first, second] = [new AbortController(), new AbortController()];
  let abort!: AbortSignal;
  const work = new SharedWork((signal) => {
    abort = signal;
    return promise;
  });
  const waiting = [work.wait(first.signal), work.wait(second.signal)] as const;
  first.abort(new Error('gone'));
  await expect(waiting[0]).rejects.toThrow('gone');
  expect(work.isGivenUp).toBe(false);
  resolve('done');
  expect(await waiting[1]).toBe('done');
  const [, ended] = await Promise.allSettled([
    work.wait(new AbortController().signal),
    new SharedWork((signal) => {
      abort = signal;
      return new Promise(() => undefined);
    }).wait(AbortSignal.abort(new Error('never came'))),
  ]);
  expect([ended, abort.aborted]).toEqual([{ status: 'rejected', reason: new Error('never came') }, true]);
});
