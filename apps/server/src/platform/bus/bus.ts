import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { BusConnection } from './bus-connection.ts';

/**
 * Short messages between the processes of one installation (PostgreSQL NOTIFY), also within one process. While the
 * connection is lost those of other processes go by unheard; the topic `bus-reconnected`, which is of this process
 * alone, tells when it is back, so that what was missed can be looked up.
 */
export interface Bus {
  /** `payload` is small JSON (ids, not contents): at most 7,000 bytes. Delivered at least to every process now listening. */
  publish(topic: string, payload: unknown): Promise<void>;
  subscribe(topic: string, listener: (payload: never) => void): () => void;
  close(): Promise<void>;
}

interface Envelope { from: string; topic: string; payload: unknown }

const channel = 'groma';
const longestPayload = 7_000;

export async function openBus(database: Database, log: Log): Promise<Bus> {
  const self = randomUUID();
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const deliver = ({ topic, payload }: Omit<Envelope, 'from'>) => {
    for (const listener of listeners.get(topic) ?? []) listener(payload as never);
  };
  const connection = new BusConnection({
    url: database.url, channel, log,
    hear: (text) => {
      const envelope = JSON.parse(text) as Envelope;
      if (envelope.from !== self) deliver(envelope);
    },
    onReconnected: () => { deliver({ topic: 'bus-reconnected', payload: {} }); },
  });
  await connection.open();
  return {
    async publish(topic, payload) {
      const text = JSON.stringify({ from: self, topic, payload } satisfies Envelope);
      if (text.length > longestPayload) throw new Error(`A bus message of ${text.length} characters on ${topic} is too long.`);
      deliver({ topic, payload });
      await database.pool.query('SELECT pg_notify($1, $2)', [channel, text]);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => set.delete(listener);
    },
    close: () => connection.close(),
  };
}
