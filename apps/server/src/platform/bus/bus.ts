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
  /**
   * `payload` is small JSON (ids, not contents): at most 7,000 bytes. Delivered at least to every process now
   * listening.
   */
  publish(topic: string, payload: unknown): Promise<void>;
  subscribe(topic: string, listener: (payload: never) => void): () => void;
  close(): Promise<void>;
}

/** Numbered, for PostgreSQL drops what is said twice in one transaction. */
interface Envelope {
  from: string;
  number: number;
  topic: string;
  payload: unknown;
}

/**
 * It need not wait for the disk, which would keep the edits that follow from theirs: after a crash nobody is there who
 * could be told.
 */
const notifyStatement = {
  name: 'notify',
  text: `WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    SELECT pg_notify($1, text) FROM quick, unnest($2::text[]) WITH ORDINALITY AS said (text, place) ORDER BY place`,
};

const channel = 'groma';
const longestPayload = 7_000;

export async function openBus(database: Database, log: Log): Promise<Bus> {
  const self = randomUUID();
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const deliver = ({ topic, payload }: Pick<Envelope, 'topic' | 'payload'>) => {
    for (const listener of listeners.get(topic) ?? []) listener(payload as never);
  };
  const connection = new BusConnection({
    url: database.url,
    channel,
    log,
    hear: (text) => {
      const envelope = JSON.parse(text) as Envelope;
      if (envelope.from !== self) deliver(envelope);
    },
    onReconnected: () => {
      deliver({ topic: 'bus-reconnected', payload: {} });
    },
  });
  await connection.open();
  let number = 0;
  let waiting: string[] = [];
  let sending: Promise<void> = Promise.resolve();
  // Each notification is a commit of its own: what comes while one is made goes together in the next, in its order.
  const send = (text: string): Promise<void> => {
    waiting.push(text);
    if (waiting.length === 1) {
      sending = sending
        .catch(() => undefined)
        .then(async () => {
          const texts = waiting;
          waiting = [];
          await database.pool.query({ ...notifyStatement, values: [channel, texts] });
        });
    }
    return sending;
  };
  return {
    async publish(topic, payload) {
      const text = JSON.stringify({ from: self, number: number++, topic, payload } satisfies Envelope);
      const size = Buffer.byteLength(text);
      if (size > longestPayload) throw new Error(`A bus message of ${size} bytes on ${topic} is too long.`);
      deliver({ topic, payload });
      await send(text);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => set.delete(listener);
    },
    close: () => connection.close(),
  };
}
