import { expect, test } from 'vitest';
import type { AppEvent } from '@groma/protocol';
import { EventStream } from './event-stream.ts';

const cell = (id: string, text: string): AppEvent => ({
  type: 'cell',
  id,
  state: 'running',
  outputs: [{ kind: 'text', text }],
});
const long = 'x'.repeat(300_000);

async function read(stream: EventStream): Promise<AppEvent[]> {
  const lines = (await stream.toArray()) as Buffer[];
  return Buffer.concat(lines)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AppEvent);
}

test('[PUB-120] for a slow reader the newest of each block waits, in the order of what was told', async () => {
  const stream = new EventStream();
  const told: AppEvent[] = [
    { type: 'run', values: {}, cells: ['a', 'b'] },
    // More than is handed on before the reader takes it in.
    cell('a', long),
    ...Array.from({ length: 120 }, (_, index) => cell('a', `${long}${index}`)),
    cell('b', 'one'),
    cell('a', 'last'),
    cell('b', 'two'),
    { type: 'rest' },
    { type: 'ended', reason: 'idle' },
  ];
  // Reading has begun, but nobody takes in what comes.
  stream.read(0);
  for (const event of told) stream.tell(event);
  const got = await read(stream);
  expect(got.slice(0, 2)).toEqual(told.slice(0, 2));
  expect(got.slice(2)).toEqual([cell('a', 'last'), cell('b', 'two'), { type: 'rest' }, told.at(-1)]);
});

test('[PUB-120] a reader for whom too much waits is sent away', async () => {
  const stream = new EventStream();
  const closed = new Promise((resolve) => stream.once('error', resolve));
  for (let id = 0; id < 120; id++) stream.tell(cell(`${id}`, long));
  expect(await closed).toEqual(new Error('The reader is too slow.'));
  expect(stream.destroyed).toBe(true);
});

test('[PUB-120] who reads gets every event, and none after the end', async () => {
  const stream = new EventStream();
  const reading = read(stream);
  stream.tell({ type: 'place', place: 1 });
  stream.tell({ type: 'ended', reason: 'time' });
  stream.tell({ type: 'rest' });
  expect(await reading).toEqual([
    { type: 'place', place: 1 },
    { type: 'ended', reason: 'time' },
  ]);
});
