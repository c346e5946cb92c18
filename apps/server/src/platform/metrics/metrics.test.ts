import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('the metrics of a server that ended keep nothing of it in memory', async () => {
  const watched = (() => {
    const server = { documents: 3 };
    createMetrics().gauge('documents_open', 'Documents in memory.', () => server.documents);
    return new WeakRef(server);
  })();
  await expect
    .poll(() => {
      collectGarbage();
      // Not the server itself, which waiting would keep.
      return watched.deref() === undefined;
    })
    .toBe(true);
});

test('metrics are those of one server, and those of the process once', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.gauge('documents_open', 'Documents in memory.', () => 1);
  other.gauge('documents_open', 'Documents in memory.', () => 2);
  for (const [metrics, open] of [
    [one, 1],
    [other, 2],
  ] as const) {
    const { text } = await metrics.read();
    expect(text.match(/^groma_documents_open .*/gm)).toEqual([`groma_documents_open ${open}`]);
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text.match(new RegExp(`^groma_${name} `, 'gm'))).toHaveLength(1);
  }
});
