import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** A line to a server that counts the bytes it answers with, those for workers of a page too. */
export class CountedLine {
  bytes = 0;
  readonly #server: Server;

  private constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far])
        socket.on('error', () => {
          near.destroy();
          far.destroy();
        });
      far.on('data', (data) => {
        this.bytes += data.length;
      });
      near.pipe(far).pipe(near);
    });
  }

  /** A line to the server at `target`, an origin. */
  static async to(target: string): Promise<CountedLine> {
    const line = new CountedLine(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}
