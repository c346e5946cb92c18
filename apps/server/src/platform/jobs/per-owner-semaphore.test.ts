import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PerOwnerSemaphore } from './per-owner-semaphore.ts';

test('of each owner one runs at a time, and the next of another comes before the next of the same', async () => {
  const slots = new PerOwnerSemaphore(2);
  const never = new AbortController().signal;
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) =>
    slots.run(
      name[0]!,
      never,
      () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        }),
    ),
  );
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  for (const [ending, next] of [
    ['a1', 'c1'],
    ['c1', 'a2'],
    ['a2', 'a3'],
  ] as const) {
    ends.get(ending)!();
    await setImmediate();
    expect(begun.at(-1)).toBe(next);
  }
  for (const end of ends.values()) end();
  await Promise.all(all);
});
