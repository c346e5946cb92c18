// `npm run kills -- 100`: kills the server that many times at random moments while people write, and looks for all that
// was acknowledged after every few. `npm run kills -- 100 --split` runs the services as separate processes and kills
// one of them at a time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@groma/protocol';
import { makeWorkspace } from '../large-file/groma-server.ts';
import { startSplit, startWhole } from './services.ts';
import { writeDocuments } from './write-documents.ts';
import { writeFiles } from './write-files.ts';
import { writeLayers } from './write-layers.ts';
import { writeOffline } from './write-offline.ts';
import { writeOperations } from './write-operations.ts';
import { writeSql } from './write-sql.ts';
import type { Writer } from './writer.ts';

const longestWaitMs = 2_000;
/** Half of the kills are aimed at a merge, which is soon over; they come so much later at most. */
const longestMergeMs = 20;
const killsBetweenLooks = 12;

const {
  values: { split: isSplit },
  positionals: [count = '100'],
} = parseArgs({ allowPositionals: true, options: { split: { type: 'boolean', default: false } } });
const kills = Number(count);
const folder = await mkdtemp(join(tmpdir(), 'groma-kills-'));
const services = await (isSplit ? startSplit(folder) : startWhole(folder));
let lost = 0;
let doubled = 0;
const killed: Record<string, number> = {};

try {
  const workspace = await makeWorkspace(services.api);
  const workplace = {
    services,
    ...workspace,
    client: createClient(services.api, () => ({ cookie: workspace.cookie })),
  };
  const writers = [
    await writeDocuments(workplace),
    await writeLayers(workplace),
    writeFiles(workplace),
    await writeOffline(workplace),
    await writeOperations(workplace),
    await writeSql(workplace),
  ];
  for (let first = 1; first <= kills; first += killsBetweenLooks)
    await killSome(first, Math.min(kills, first + killsBetweenLooks - 1), writers);
  const acknowledged = Object.fromEntries(writers.map((writer) => [writer.name, writer.acknowledged]));
  console.log(
    JSON.stringify({ kills, killed, acknowledged, interruptedMerges: interruptedOf(writers), lost, doubled }),
  );
  process.exitCode = lost + doubled > 0 ? 1 : 0;
} finally {
  await services.stop();
  await rm(folder, { recursive: true, force: true });
}

async function untilMerge(writers: readonly Writer[]): Promise<void> {
  await Promise.race([...writers.flatMap((writer) => writer.whenMerging?.() ?? []), sleep(longestWaitMs)]);
  await sleep(Math.random() * longestMergeMs);
}

/**
 * Everybody writes, while processes are killed one after the other at moments that nobody knows before; a while after
 * the last has returned all is looked for.
 */
async function killSome(first: number, last: number, writers: readonly Writer[]): Promise<void> {
  const stopping = new AbortController();
  const working = Promise.all(writers.map((writer) => writer.write(first, stopping.signal)));
  const victims: string[] = [];
  for (let kill = first; kill <= last; kill += 1) victims.push(await killOnce(kill, writers));
  stopping.abort();
  await working;
  const found = await Promise.all(writers.map(async (writer) => ({ writer, ...(await writer.check()) })));
  for (const each of found) {
    lost += each.missing.length;
    doubled += each.doubled.length;
    if (each.missing.length + each.doubled.length > 0)
      console.log(
        `${each.writer.name}: missing ${each.missing.slice(0, 5).join()}, twice ${each.doubled.slice(0, 5).join()}`,
      );
  }
  console.log(
    `${first} to ${last}: killed ${victims.join(', ')}; acknowledged so far: ${found.map(({ writer }) => `${writer.acknowledged} ${writer.name}`).join(', ')}; ${interruptedOf(writers)} merges cut short`,
  );
}

/**
 * The others go on while one is away, and everybody goes on when it is back. Answers which was killed, and after how
 * long.
 */
async function killOnce(kill: number, writers: readonly Writer[]): Promise<string> {
  const isAimed = kill % 2 === 0;
  const victim = isAimed ? services.roomsIn : services.names[Math.floor(Math.random() * services.names.length)]!;
  const begunAt = performance.now();
  await sleep(Math.random() * longestWaitMs);
  if (isAimed) await untilMerge(writers);
  const waitMs = Math.round(performance.now() - begunAt);
  await services.kill(victim);
  killed[victim] = (killed[victim] ?? 0) + 1;
  await services.start(victim);
  await sleep(Math.random() * 500);
  return `${victim} after ${waitMs} ms`;
}

function interruptedOf(writers: readonly Writer[]): number {
  return writers.reduce((sum, { interrupted = 0 }) => sum + interrupted, 0);
}
