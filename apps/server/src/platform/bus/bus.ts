import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

/** Short messages between the processes of one installation (PostgreSQL NOTIFY), also within one process. */
export interface Bus {
  /** `payload` is small JSON (ids, not contents): at most 7,000 bytes. Delivered at least to every process now listening. */
  publish(topic: string, payload: unknown): Promise<void>;
  /** `isLocal` tells whether this very process published it. */
  subscribe(topic: string, listener: (payload: never, isLocal: boolean) => void): () => void;
  close(): Promise<void>;
}

interface Envelope { from: string; topic: string; payload: unknown }

const channel = 'groma';
const longestPayload = 7_000;

export async function openBus(database: Database, log: Log): Promise<Bus> {
  const self = randomUUID();
  const listeners = new Map<string, Set<(payload: never, isLocal: boolean) => void>>();
  let isClosed = false;
  let client: pg.Client | null = null;
  const deliver = ({ from, topic, payload }: Envelope) => {
    for (const listener of listeners.get(topic) ?? []) listener(payload as never, from === self);
  };
  const connect = async (): Promise<void> => {
    client = new pg.Client({ connectionString: database.url, application_name: 'groma bus' });
    client.on('notification', ({ payload }) => {
      const envelope = JSON.parse(payload ?? '{}') as Envelope;
      if (envelope.from !== self) deliver(envelope);
    });
    client.on('error', (error) => {
      if (isClosed) return;
      log.error('The bus lost its connection and connects anew.', { error });
      setTimeout(() => void connect().catch((failure: unknown) => log.error('The bus could not connect.', { failure })), 1_000);
    });
    await client.connect();
    await client.query(`LISTEN ${channel}`);
  };
  await connect();
  return {
    async publish(topic, payload) {
      const text = JSON.stringify({ from: self, topic, payload } satisfies Envelope);
      if (text.length > longestPayload) throw new Error(`A bus message of ${text.length} characters on ${topic} is too long.`);
      deliver({ from: self, topic, payload });
      await database.pool.query('SELECT pg_notify($1, $2)', [channel, text]);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => set.delete(listener);
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
