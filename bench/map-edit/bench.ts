import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { startGromaMap } from './groma-map.ts';
import { startHocuspocusMap } from './hocuspocus-map.ts';
import { featureCount, type MapSide } from './map-side.ts';

const lookers = 50;
const edits = 200;
/** Between two edits: a person who edits briskly. */
const pauseMs = 40;
const patienceMs = 60_000;
/** Starts what an edit writes, which is found by it in the bytes of any message; six digits follow. */
const sign = Buffer.from('edit~');
const digits = 6;

const sides: { ours: MapSide | null; peer: MapSide | null } = { ours: null, peer: null };
let edited = 0;

/**
 * One person edits a feature after the other; the 99th percentile of the time until one of the 50 others has been told.
 */
async function measure(side: MapSide): Promise<Measurement> {
  const first = edited;
  edited += edits;
  const sentAt = new Float64Array(edits);
  const seen = new Uint8Array(edits * lookers);
  const delays: number[] = [];
  const receive = (looker: number, message: Buffer) => {
    const now = performance.now();
    for (let at = message.indexOf(sign); at !== -1; at = message.indexOf(sign, at + sign.length)) {
      const edit = Number(message.toString('latin1', at + sign.length, at + sign.length + digits)) - first;
      const place = edit * lookers + looker;
      if (edit < 0 || seen[place]) continue;
      seen[place] = 1;
      delays.push(now - sentAt[edit]!);
    }
  };
  const people = await Promise.all(
    Array.from({ length: lookers }, (_, looker) =>
      side.look((message) => {
        receive(looker, message);
      }),
    ),
  );
  await sleep(500);
  const begin = performance.now();
  const taken: Promise<void>[] = [];
  for (let edit = 0; edit < edits; edit++) {
    await sleep(Math.max(0, begin + edit * pauseMs - performance.now()));
    sentAt[edit] = performance.now();
    taken.push(
      side.edit(1 + ((edit * 7) % featureCount), `${sign.toString()}${String(first + edit).padStart(digits, '0')}`),
    );
  }
  await Promise.all(taken);
  while (delays.length < edits * lookers) {
    if (performance.now() > begin + patienceMs)
      throw new Error(`Only ${delays.length} of ${edits * lookers} deliveries have come.`);
    await sleep(20);
  }
  for (const { leave } of people) leave();
  const texts = (await side.read()).map((text) => text.replace(/^edit~.*/, 'edited'));
  return {
    value: delays.toSorted((one, other) => one - other)[Math.floor(delays.length * 0.99)]!,
    output: `${texts.length} features, ${createHash('sha256').update(texts.join()).digest('hex')}, ${delays.length} deliveries`,
  };
}

const benchmark: Benchmark = {
  name: 'map-edit',
  description: `an edit of one of ${featureCount.toLocaleString('en')} features by one person: 99th percentile of the time until ${lookers} others have it`,
  peerName: 'plain Hocuspocus, which stores nothing',
  unit: 'ms',
  better: 'lower',
  async setup() {
    sides.ours = await startGromaMap();
    sides.peer = await startHocuspocusMap();
  },
  ours: () => measure(sides.ours!),
  peer: () => measure(sides.peer!),
  async teardown() {
    await sides.ours?.stop();
    await sides.peer?.stop();
  },
};

export default benchmark;
