import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { createClient, notebook } from '@groma/protocol';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import type { CrowdResult, CrowdTask } from './crowd-process.ts';

const rooms = 50;
const people = 10;
const editsPerSecond = 1_000;
const seconds = 10;
/** A small call now and then, as a page makes it. */
const callPauseMs = 25;

const own: { folder: string; server: GromaServer | null } = { folder: '', server: null };

/** Small calls while a crowd writes; the 99th percentile of their time. Every edit must be on disk in the end. */
async function measure(isCrowded: boolean): Promise<Measurement> {
  const { origin, cookie, projectId } = own.server!;
  const client = createClient(origin, () => ({ cookie }));
  const make = async () =>
    (await client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Overload' } })).data
      .id as string;
  const ids = await Promise.all(Array.from({ length: isCrowded ? rooms : 1 }, make));
  const urls = ids.map((id) => `${origin.replace('http', 'ws')}/parties/main/${id}`);
  const task: CrowdTask = {
    urls,
    cookie,
    people: isCrowded ? people : 1,
    editsPerSecond: isCrowded ? editsPerSecond : 1,
    seconds,
  };
  const crowd = await startCrowd(task);
  const times = await callFor(
    seconds * 1_000,
    [
      `${origin}/api/projects`,
      `${origin}/api/notebooks/projects/${projectId}`,
      `${origin}/api/gcs/projects/${projectId}/files/usage`,
    ],
    cookie,
  );
  const result = await crowd.result;
  const words = await Promise.all(
    ids.map(async (id) =>
      countWords((await client.call(notebook.readNotebook, { params: { notebookId: id, projectId } })).data.document),
    ),
  );
  crowd.end();
  const kept = words.reduce((sum, count) => sum + count, 0);
  if (result.acknowledged !== result.sent || kept !== result.sent)
    throw new Error(`Of ${result.sent} edits ${result.acknowledged} were acknowledged and ${kept} kept.`);
  const rounded = Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, Math.round(value as number)]),
  );
  console.log(
    `${isCrowded ? 'crowd' : 'alone'}: ${JSON.stringify(rounded)}, the server holds ${residentMegabytes(own.server!.process)} MB`,
  );
  const sorted = times.toSorted((one, other) => one - other);
  return { value: sorted[Math.floor(sorted.length * 0.99)]!, output: `${times.length} calls answered` };
}

function countWords(document: string): number {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(document, 'base64'));
  return doc.getArray('words').length;
}

async function startCrowd(task: CrowdTask): Promise<{ result: Promise<CrowdResult>; end(): void }> {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.send(task);
  await once(child, 'message');
  child.send('go');
  return {
    result: once(child, 'message').then(([result]) => result as CrowdResult),
    end: () => {
      child.send('end');
    },
  };
}

/** Calls on time, whether or not those before have been answered; milliseconds of each. */
async function callFor(milliseconds: number, addresses: readonly string[], cookie: string): Promise<number[]> {
  const begin = performance.now();
  const calls: Promise<number>[] = [];
  for (let i = 0; i * callPauseMs < milliseconds; i += 1) {
    await sleep(Math.max(0, begin + i * callPauseMs - performance.now()));
    calls.push(call(addresses[i % addresses.length]!, cookie));
  }
  return Promise.all(calls);
}

async function call(address: string, cookie: string): Promise<number> {
  const begin = performance.now();
  const reply = await fetch(address, { headers: { cookie } });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}.`);
  await reply.arrayBuffer();
  return performance.now() - begin;
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);
}

const benchmark: Benchmark = {
  name: 'overload',
  description: `small calls while ${rooms * people} people in ${rooms} notebooks make ${editsPerSecond} edits a second: 99th percentile of their time`,
  peerName: 'the same calls while one person writes',
  unit: 'ms',
  better: 'lower',
  async setup() {
    own.folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
    own.server = await startGroma(own.folder, false);
  },
  ours: () => measure(true),
  peer: () => measure(false),
  async teardown() {
    if (own.server) await stopProcess(own.server.process);
    await rm(own.folder, { recursive: true, force: true });
  },
};

export default benchmark;
