import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { decodeLiveMessage, encodeLiveMessage } from '@groma/protocol';

/** What the crowd is to do: `edits` a second in all, evenly spread over the documents and their people. */
export interface CrowdTask {
  urls: string[];
  cookie: string;
  people: number;
  editsPerSecond: number;
  seconds: number;
}

/** What has come of it. Times are milliseconds; `late` is what was not acknowledged when the last edit was sent. */
export interface CrowdResult {
  sent: number;
  late: number;
  acknowledged: number;
  lastMs: number;
  p50Ms: number;
  p99Ms: number;
}

const savedKind = encodeLiveMessage({ kind: 'saved', n: 0, seq: 0 })[0];
const patienceMs = 120_000;

/** Somebody who sends every edit at once, whatever the server says: the rudest client there is. */
class Visitor {
  readonly #socket: WebSocket;
  readonly #words: Y.Array<string>;
  readonly #sentAt: number[] = [];
  readonly #delays: number[];
  sent = 0;
  acknowledged = 0;

  constructor(socket: WebSocket, client: number, delays: number[]) {
    const doc = new Y.Doc();
    doc.clientID = client;
    this.#socket = socket;
    this.#delays = delays;
    this.#words = doc.getArray<string>('words');
    doc.on('update', (update: Uint8Array) => {
      this.sent += 1;
      this.#sentAt[this.sent] = performance.now();
      socket.send(encodeLiveMessage({ kind: 'edit', n: this.sent, update }));
    });
    socket.on('message', (data: Buffer) => {
      if (data[0] === savedKind) this.#acknowledge(data);
    });
    socket.on('close', (code) => {
      if (this.acknowledged < this.sent) process.stderr.write(`A visitor was sent away (${code}).\n`);
    });
  }

  write(word: string): void {
    this.#words.push([word]);
  }

  leave(): void {
    this.#socket.terminate();
  }

  /** An acknowledgement holds for all edits up to its number. */
  #acknowledge(data: Buffer): void {
    const said = decodeLiveMessage(data);
    if (said.kind !== 'saved') return;
    for (; this.acknowledged < said.n; this.acknowledged += 1)
      this.#delays.push(performance.now() - this.#sentAt[this.acknowledged + 1]!);
  }
}

process.once('message', (task: CrowdTask) => void run(task));

async function run({ urls, cookie, people, editsPerSecond, seconds }: CrowdTask): Promise<void> {
  const delays: number[] = [];
  const visitors: Visitor[] = [];
  for (let i = 0; i < people * urls.length; i += 1)
    visitors.push(await enter(urls[i % urls.length]!, cookie, i + 1, delays));
  process.send!('ready');
  await once(process, 'message');
  const begin = performance.now();
  for (let i = 0; i < editsPerSecond * seconds; i += 1) {
    const due = begin + (i * 1_000) / editsPerSecond;
    if (due > performance.now() + 1) await sleep(due - performance.now());
    visitors[i % visitors.length]!.write(`edit~${i}`);
  }
  const sent = editsPerSecond * seconds;
  const late = sent - delays.length;
  const ended = performance.now();
  while (delays.length < sent && performance.now() < ended + patienceMs) await sleep(20);
  const sorted = delays.toSorted((one, other) => one - other);
  const result: CrowdResult = {
    sent,
    late,
    acknowledged: delays.length,
    lastMs: performance.now() - ended,
    p50Ms: sorted[sorted.length >> 1] ?? NaN,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
  };
  process.send!(result);
  await once(process, 'message');
  for (const visitor of visitors) visitor.leave();
  process.disconnect();
}

async function enter(url: string, cookie: string, client: number, delays: number[]): Promise<Visitor> {
  const socket = new WebSocket(url, { headers: { cookie } });
  const greeted = once(socket, 'message');
  await once(socket, 'open');
  await greeted;
  socket.send(encodeLiveMessage({ kind: 'ask', stateVector: Y.encodeStateVector(new Y.Doc()) }));
  return new Visitor(socket, client, delays);
}
