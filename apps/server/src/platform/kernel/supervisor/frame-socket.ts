import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

const lengthBytes = 4;
/**
 * Nothing that is sent comes near: a batch of outputs is about a million characters, one picture at most 64 million.
 */
const mostBytes = 512 * 1024 * 1024;

/**
 * Messages of any structured-clonable kind over a Unix socket between two processes of this server: the length as four
 * bytes, then Node's own serialisation, which is the same on both ends since both run the same Node.
 */
export class FrameSocket<Sent, Received> {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #size = 0;
  #wanted = lengthBytes;
  #isLength = true;

  constructor(socket: Socket, onMessage: (message: Received) => void, onEnd: () => void) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#take(chunk, onMessage);
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => {
      socket.destroy();
    });
    socket.on('close', onEnd);
  }

  /** A message to a socket that has ended is dropped; `onEnd` tells of that. */
  send(message: Sent): void {
    if (this.#socket.destroyed) return;
    const body = serialize(message);
    const length = Buffer.allocUnsafe(lengthBytes);
    length.writeUInt32BE(body.length);
    this.#socket.cork();
    this.#socket.write(length);
    this.#socket.write(body);
    this.#socket.uncork();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Sends what was written, then ends. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.end(resolve);
    });
  }

  #take(chunk: Buffer, onMessage: (message: Received) => void): void {
    this.#parts.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= this.#wanted) {
      const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#size);
      const head = whole.subarray(0, this.#wanted);
      this.#parts = whole.length > this.#wanted ? [whole.subarray(this.#wanted)] : [];
      this.#size = whole.length - this.#wanted;
      this.#wanted = this.#isLength ? head.readUInt32BE() : lengthBytes;
      this.#isLength = !this.#isLength;
      if (this.#isLength) onMessage(deserialize(head) as Received);
      else if (this.#wanted > mostBytes) throw new Error('The announced message is too long.');
    }
  }
}
