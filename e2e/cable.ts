import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The line between a browser and the server, which can be cut: what is open breaks off, and nothing new gets through
 * until it is mended. A browser that is told to be offline goes on with what streams already.
 */
export class Cable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** A line to the server at `address`, an origin. */
  static async to(address: string): Promise<Cable> {
    const { hostname, port } = new URL(address);
    const cable = new Cable(createServer((near) => cable.#join(near, connect(Number(port), hostname))));
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
  }

  #join(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    if (this.#isCut) this.#breakOff();
  }

  #breakOff(): void {
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  /** Where the server is reached over this line. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.#isCut = true;
    this.#breakOff();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
