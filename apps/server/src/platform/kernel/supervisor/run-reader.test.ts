import { expect, test } from 'vitest';
import { RunReader } from './run-reader.ts';
import type { SupervisorWord } from './supervisor-link.ts';

const batch = (sequence: number, text = String(sequence)) => ({
  runId: 'r',
  sequence,
  outputs: [{ kind: 'text' as const, text }],
});

/** A reader of one run, whose batches with the text `broken` cannot be written. */
function read() {
  const [told, written, logged]: [SupervisorWord[], string[], string[]] = [[], [], []];
  const reader = new RunReader(
    (word) => {
      told.push(word);
    },
    {
      info: () => undefined,
      error: (message) => {
        logged.push(message);
      },
    },
  );
  const result = reader.read(
    { kernelId: 'k', runId: 'r' },
    {
      onOutput: async ([output]) => {
        const text = output && 'text' in output ? String(output.text) : '';
        await Promise.resolve();
        if (text === 'broken') throw new Error('no');
        written.push(text);
      },
    },
    () => Promise.resolve(true),
  );
  const acknowledged = (): number[] => told.flatMap((word) => (word.type === 'acknowledge' ? [word.sequence] : []));
  return { reader, result, told, written, logged, acknowledged };
}

test('[KRN-058] what a run gives after its end and cannot be written is logged, and silences nothing that comes later', async () => {
  const { reader, result, written, logged, acknowledged, told } = read();
  reader.takeBatch(batch(1));
  reader.takeEnd({ runId: 'r', result: { status: 'ok', executionCount: 1 } });
  await result;
  reader.takeBatch(batch(2, 'broken'));
  reader.takeBatch(batch(3));
  await expect.poll(() => new Set(acknowledged())).toEqual(new Set([1, 2, 3]));
  reader.takeBatch(batch(4));
  await expect.poll(() => new Set(acknowledged())).toEqual(new Set([1, 2, 3, 4]));
  expect([written, logged]).toEqual([['1', '3', '4'], [expect.stringMatching(/could not be written/)]]);
  expect(told.filter(({ type }) => type === 'stop')).toEqual([]);
});

test('a run whose outputs cannot be written is stopped, and its kernel waits for none of them', async () => {
  const { reader, result, written, acknowledged, told } = read();
  for (const each of [batch(1, 'broken'), batch(2), batch(3), batch(4)]) reader.takeBatch(each);
  await expect(result).rejects.toThrow('no');
  reader.takeBatch(batch(5));
  await expect.poll(() => new Set(acknowledged())).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(told).toContainEqual({ type: 'stop', runId: 'r' });
  expect(written).toEqual([]);
});
