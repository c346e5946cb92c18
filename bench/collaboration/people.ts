import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { LiveSide } from './live-side.ts';

const people = 200;
/** How often one of them edits, and how often in all. */
const pauseMs = 500;
const editsEach = 10;
const edits = people * editsEach;
const patienceMs = 120_000;
/** Starts a word, which is found by it in the bytes of any message; six digits follow. */
const sign = Buffer.from('edit~');
const digits = 6;

/** What 200 people on one document cost and how long they waited. */
export interface Session {
  output: string;
  cpuMicroseconds: number;
  delayMs: number;
  acknowledgedMs: number;
}

/**
 * All people edit twice a second, evenly spread; each edit is to reach the 199 others. Gives the processor time of the
 * server with all its processes for one delivery, and the 99th percentile of the time from an edit to a delivery.
 */
export async function runSession(side: LiveSide): Promise<Session> {
  const document = await side.makeDocument();
  const watch = new Watch();
  const sockets = await Promise.all(
    Array.from({ length: people }, (_, person) => enter(side, document, person, watch)),
  );
  await sleep(500);
  const before = cpuSeconds(side.processId);
  const begin = performance.now();
  for (let i = 0; i < edits; i += 1) {
    const person = (i * 7) % people;
    const due = begin + (i * pauseMs) / people;
    if (due > performance.now() + 1) await sleep(due - performance.now());
    watch.sent(i);
    sockets[person]?.write(i);
  }
  await watch.all(begin + patienceMs);
  const cpu = cpuSeconds(side.processId) - before;
  // While they are there: plain Hocuspocus forgets a document when the last has left.
  const words = (await side.read(document)).toSorted();
  for (const { socket } of sockets) socket.terminate();
  const output = `${words.length} words, ${createHash('sha256').update(words.join()).digest('hex')}, ${watch.deliveries} deliveries, ${watch.acknowledged} acknowledged`;
  return {
    output,
    cpuMicroseconds: (cpu * 1e6) / watch.deliveries,
    delayMs: watch.percentile(0.99),
    acknowledgedMs: watch.acknowledgedPercentile(0.99),
  };
}

/** What has arrived where, and when. */
class Watch {
  deliveries = 0;
  acknowledged = 0;
  readonly #sentAt = new Float64Array(edits);
  readonly #seen = new Uint8Array(edits * people);
  readonly #delays = new Float64Array(edits * (people - 1));
  readonly #acknowledgedAfter = new Float64Array(edits);

  sent(edit: number): void {
    this.#sentAt[edit] = performance.now();
  }

  /** A message for one person; each word in it counts once. */
  receive(person: number, message: Buffer): void {
    const now = performance.now();
    for (let at = message.indexOf(sign); at !== -1; at = message.indexOf(sign, at + sign.length)) {
      const edit = Number(message.toString('latin1', at + sign.length, at + sign.length + digits));
      const place = edit * people + person;
      if ((edit * 7) % people === person || this.#seen[place]) continue;
      this.#seen[place] = 1;
      this.#delays[this.deliveries] = now - this.#sentAt[edit]!;
      this.deliveries += 1;
    }
  }

  acknowledge(edit: number): void {
    this.#acknowledgedAfter[this.acknowledged] = performance.now() - this.#sentAt[edit]!;
    this.acknowledged += 1;
  }

  async all(until: number): Promise<void> {
    while (this.deliveries < this.#delays.length || this.acknowledged < edits) {
      if (performance.now() > until)
        throw new Error(`Only ${this.deliveries} deliveries and ${this.acknowledged} acknowledgements have come.`);
      await sleep(20);
    }
  }

  percentile(part: number): number {
    return this.#delays.toSorted()[Math.floor(this.#delays.length * part)]!;
  }

  acknowledgedPercentile(part: number): number {
    return this.#acknowledgedAfter.toSorted()[Math.floor(edits * part)]!;
  }
}

async function enter(
  side: LiveSide,
  document: string,
  person: number,
  watch: Watch,
): Promise<{ socket: WebSocket; write: (edit: number) => void }> {
  const { url, headers } = side.connect(document);
  const socket = new WebSocket(url, { headers });
  const waiting: number[] = [];
  socket.on('message', (message: Buffer) => {
    if (side.acknowledges(message, document) !== -1) {
      const edit = waiting.shift();
      if (edit !== undefined) watch.acknowledge(edit);
    } else {
      watch.receive(person, message);
    }
  });
  await once(socket, 'open');
  const greeted = once(socket, 'message');
  for (const each of side.greetings(document)) socket.send(each);
  await greeted;
  const doc = new Y.Doc();
  doc.clientID = person + 1;
  const words = doc.getArray<string>('words');
  let n = 0;
  doc.on('update', (update: Uint8Array) => {
    n += 1;
    socket.send(side.edit(document, n, update));
  });
  return {
    socket,
    write(edit) {
      waiting.push(edit);
      words.push([`${sign.toString()}${String(edit).padStart(digits, '0')}`]);
    },
  };
}

/** Processor time of a process and of all that it has started. */
function cpuSeconds(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ id: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
      } catch {
        return [];
      }
    });
  const family = new Set([root]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.filter(({ id }) => family.has(id)).reduce((sum, { ticks }) => sum + ticks, 0) / 100;
}
