import { expect, test } from 'vitest';
import { BoundedTurns } from './bounded-turns.ts';

const never = new AbortController().signal;

test('a few run, a few wait in order, and who comes beyond them is told to come again until one has gone', async () => {
  const turns = new BoundedTurns({ atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const holds = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const gone = new AbortController();
  const runs = holds.map(({ promise }, index) =>
    turns.run(index === 3 ? gone.signal : never, () => {
      begun.push(index);
      return promise;
    }),
  );
  const beyond = () => turns.run(never, () => Promise.resolve('done'));
  await expect(beyond()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS', details: { seconds: 2 } });
  expect(begun).toEqual([0, 1]);
  gone.abort(new Error('gone'));
  await expect(runs[3]).rejects.toThrow('gone');
  const last = beyond();
  holds[1]!.resolve();
  await runs[1];
  for (const { resolve } of holds) resolve();
  await Promise.all(runs.slice(0, 3));
  expect([await last, begun]).toEqual(['done', [0, 1, 2]]);
});
