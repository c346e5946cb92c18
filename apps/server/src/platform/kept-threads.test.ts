import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { KeptThreads } from './kept-threads.ts';

/** A thread that answers each task with the number of tasks it has had. */
const counting = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; let count = 0; parentPort.on('message', () => parentPort.postMessage(++count));",
  )}`,
);
const taken: Worker[] = [];
afterEach(() => Promise.all(taken.splice(0).map((thread) => thread.terminate())));

async function count(threads: KeptThreads): Promise<{ thread: Worker; answer: number }> {
  const thread = threads.take();
  taken.push(thread);
  const answered = once(thread, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  thread.postMessage('a task');
  return { thread, answer: (await answered)[0] as number };
}

test('a thread whose task has ended in order does the next one, and nobody of before hears it', async () => {
  const threads = new KeptThreads(counting, { heapMegabytes: 64 });
  const first = await count(threads);
  const heard: unknown[] = [];
  first.thread.on('message', (message) => heard.push(message));
  threads.keep(first.thread, 0);
  const second = await count(threads);
  expect([first.answer, second.answer, second.thread === first.thread, heard]).toEqual([1, 2, true, []]);
});

test('one that is busy, holds too much, has waited too long, or is one too many is not taken again', async () => {
  const threads = new KeptThreads(counting, { heapMegabytes: 64, idleMs: 50, mostIdle: 1, heavyBytes: 10 });
  const [busy, other] = [await count(threads), await count(threads)];
  expect([busy.answer, other.answer]).toEqual([1, 1]);
  threads.keep(busy.thread, 11);
  // A thread that has ended has no number any more.
  await expect.poll(() => busy.thread.threadId).toBe(-1);
  threads.keep(other.thread, 10);
  await expect.poll(() => other.thread.threadId).toBe(-1);
  const [kept, spare] = [await count(threads), await count(threads)];
  expect([kept.answer, spare.answer]).toEqual([1, 1]);
  threads.keep(kept.thread, 0);
  threads.keep(spare.thread, 0);
  await expect.poll(() => spare.thread.threadId).toBe(-1);
});

test('one that ends while it waits is not given out', async () => {
  const threads = new KeptThreads(counting, { heapMegabytes: 64 });
  const first = await count(threads);
  threads.keep(first.thread, 0);
  await first.thread.terminate();
  expect((await count(threads)).answer).toBe(1);
});
