import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A network between clients and a server that can go away, with or without a word. */
export interface FragileWire {
  /** Origin that clients use in place of the server's. */
  readonly origin: string;
  /** Ends every connection, and every new one, until `mend`. */
  cut(): void;
  /**
   * Forwards nothing any more and closes nothing: connections are half open from then on, new ones too, until `mend`.
   */
  freeze(): void;
  /** New connections work again; those that were frozen stay dead. */
  mend(): void;
  close(): Promise<void>;
}

export async function fragileWire(serverOrigin: string): Promise<FragileWire> {
  const target = new URL(serverOrigin);
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    if (state === 'cut') return void client.destroy();
    if (state === 'frozen') return;
    const upstream = connect(Number(target.port), target.hostname);
    open.add(upstream);
    upstream
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(upstream);
        client.destroy();
      });
    client.on('close', () => {
      upstream.destroy();
    });
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      for (const socket of open) socket.destroy();
    },
    freeze() {
      state = 'frozen';
      for (const socket of open) socket.unpipe().pause();
    },
    mend() {
      state = 'whole';
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
