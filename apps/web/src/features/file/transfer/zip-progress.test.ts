import { expect, test } from 'vitest';
import { readWithProgress } from './zip-progress.ts';

const reply = (parts: string[], total?: number) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    total === undefined ? {} : { headers: { 'x-total-size': String(total) } },
  );

test('[FIL-021] [FIL-022] progress is what has come of X-Total-Size, and the bytes are whole at the end', async () => {
  const seen: number[][] = [];
  const blob = await readWithProgress(reply(['abc', 'defg'], 7), (...progress) => seen.push(progress));
  expect(await blob.text()).toBe('abcdefg');
  expect(seen).toEqual([
    [3, 7],
    [7, 7],
  ]);
});

test('a zip that ends too early is not saved', async () => {
  await expect(readWithProgress(reply(['abc'], 7), () => undefined)).rejects.toThrow('3 / 7');
});
