import pg from 'pg';
import type { Log } from '../log.ts';

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/** Listens to one channel, and goes on trying for ever when the connection is lost. */
export class BusConnection {
  readonly #url: string;
  readonly #channel: string;
  readonly #log: Log;
  readonly #hear: (text: string) => void;
  readonly #onReconnected: () => void;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor({
    url,
    channel,
    log,
    hear,
    onReconnected,
  }: {
    url: string;
    channel: string;
    log: Log;
    hear: (text: string) => void;
    onReconnected: () => void;
  }) {
    this.#url = url;
    this.#channel = channel;
    this.#log = log;
    this.#hear = hear;
    this.#onReconnected = onReconnected;
  }

  /** @throws when the first connection cannot be made. */
  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'groma bus', keepAlive: true });
    const lose = (error?: Error): void => {
      this.#lose(client, error);
    };
    client.on('notification', ({ payload }) => {
      this.#hear(payload ?? '{}');
    });
    // A connection may end with an error, or with nothing but its end.
    client.on('error', lose);
    client.on('end', () => {
      lose();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${this.#channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #lose(client: pg.Client, error: Error | undefined): void {
    // Only the connection in use can be lost, and only once.
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#isClosed) return;
    this.#log.error('The bus lost its connection and connects anew.', { error: error ?? 'It was ended.' });
    client.end().catch(() => undefined);
    this.#retry(firstWaitMs);
  }

  #retry(waitMs: number): void {
    this.#timer = setTimeout(() => {
      this.open()
        .then(
          async () => {
            if (this.#isClosed) await this.close();
            else this.#onReconnected();
          },
          () => {
            if (!this.#isClosed) this.#retry(Math.min(waitMs * 2, longestWaitMs));
          },
        )
        .catch((error: unknown) => {
          this.#log.error('What follows a new connection of the bus failed.', { error });
        });
    }, waitMs);
  }
}
