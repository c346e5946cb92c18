// `npm run kills -- 100`: kills the server that many times at random moments while ten people write, and looks for every
// edit that was acknowledged. The suite does it three times.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createClient, LiveConnection, notebook } from '@groma/protocol';
import { startGroma, startProcess, type GromaServer } from '../large-file/groma-server.ts';

const people = 10;
const longestWaitMs = 2_000;
/** Words of one notebook; then the next one is written. */
const mostWords = 20_000;

const kills = Number(process.argv[2] ?? 100);
const folder = await mkdtemp(join(tmpdir(), 'groma-kills-'));
let server: GromaServer = await startGroma(folder, false);
const client = createClient(server.origin, () => ({ cookie: server.cookie }));
let id = await makeNotebook();
let acknowledged = new Set<string>();
let all = 0;
let lost = 0;

try {
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = acknowledged.size;
    const waited = await writeUntilKilled(kill);
    await startAgain();
    const found = new Set(await readWords());
    const missing = [...acknowledged].filter((word) => !found.has(word));
    all += acknowledged.size - before;
    lost += missing.length;
    console.log(`${kill}: killed after ${waited} ms, ${acknowledged.size - before} edits acknowledged, ${missing.length} missing${missing.length > 0 ? `: ${missing.slice(0, 5).join()}` : ''}`);
    if (acknowledged.size < mostWords) continue;
    id = await makeNotebook();
    acknowledged = new Set();
  }
  console.log(JSON.stringify({ kills, acknowledged: all, lost }));
  process.exitCode = lost > 0 ? 1 : 0;
} finally {
  server.process.kill('SIGINT');
  await once(server.process, 'exit');
  await rm(folder, { recursive: true, force: true });
}

async function makeNotebook(): Promise<string> {
  return (await client.call(notebook.createNotebook, { params: { projectId: server.projectId }, body: { name: 'Kills' } })).data.id;
}

/** Everybody writes, and at a moment that nobody knows before the server is killed. */
async function writeUntilKilled(round: number): Promise<number> {
  const lives = Array.from({ length: people }, () => connect());
  await Promise.all(lives.map((live) => live.whenSynced()));
  const stopping = new AbortController();
  for (const [person, live] of lives.entries()) void write(live, `${round}-${person}`, stopping.signal);
  const waitMs = Math.round(Math.random() * longestWaitMs);
  await sleep(waitMs);
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
  stopping.abort();
  for (const live of lives) live.close();
  return waitMs;
}

/** Some edits wait for their acknowledgement, others are sent in a burst before it. */
async function write(live: LiveConnection, name: string, signal: AbortSignal): Promise<void> {
  const words = live.doc.getArray<string>('words');
  let waiting: string[] = [];
  for (let i = 0; !signal.aborted; i += 1) {
    const word = `${name}-${i}`;
    waiting.push(word);
    words.push([word]);
    if (i % 3 !== 0) continue;
    await live.whenSaved();
    for (const each of waiting) acknowledged.add(each);
    waiting = [];
  }
}

function connect(): LiveConnection {
  const openSocket = (url: string): WebSocket => new WebSocket(url, { headers: { cookie: server.cookie } });
  return new LiveConnection({ url: `${server.origin.replace('http', 'ws')}/parties/main/${id}`, doc: new Y.Doc(), openSocket: openSocket as never });
}

async function startAgain(): Promise<void> {
  // The same address again, so that the session holds.
  const { process: child, origin } = await startProcess(join(folder, 'data'), Number(new URL(server.origin).port));
  server = { ...server, process: child, origin };
}

async function readWords(): Promise<string[]> {
  const { data } = await client.call(notebook.readNotebook, { params: { notebookId: id, projectId: server.projectId } });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
  return doc.getArray<string>('words').toArray();
}
