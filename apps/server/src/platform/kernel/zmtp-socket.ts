import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { greeting, messageBytes, readyCommand, ZmtpFrameReader } from './zmtp-frame.ts';
import type { ZmtpSocketType } from './zmtp-frame.ts';
import { deferred } from './deferred.ts';

const tryAgain = 10;

/** How a socket introduces itself; see `readyCommand`. */
interface SocketKind {
  type: ZmtpSocketType;
  identity?: string;
}

/**
 * A ZeroMQ socket with one peer on a Unix socket. There is no queue and no second connection: what is not read stays
 * with the sender, which thereby waits, and a peer that closes is gone.
 */
export class ZmtpSocket {
  readonly #socket: Socket;
  readonly #reader: ZmtpFrameReader;
  /** What waits for the peer's READY: libzmq hangs up when anything comes before its own handshake is done. */
  #held: Buffer[] | null = [];

  private constructor(socket: Socket, { type, identity }: SocketKind, largestFrame: number) {
    this.#socket = socket;
    this.#reader = new ZmtpFrameReader(largestFrame);
    socket.on('error', () => socket.destroy());
    socket.write(Buffer.concat([greeting(), readyCommand(type, identity)]));
  }

  /** Connects to the socket file, which may appear later; tries until `signal` is aborted, then throws. */
  static async connect(path: string, kind: SocketKind, largestFrame: number, signal: AbortSignal): Promise<ZmtpSocket> {
    for (;;) {
      signal.throwIfAborted();
      const socket = await open(path);
      if (socket) return new ZmtpSocket(socket, kind, largestFrame);
      await sleep(tryAgain);
    }
  }

  /** Asks a publisher for everything it publishes. */
  subscribe(): void {
    this.#write(messageBytes([Buffer.of(1)]));
  }

  send(parts: readonly (Buffer | string)[]): void {
    this.#write(messageBytes(parts));
  }

  /**
   * The messages of the peer, until it or we close. Nothing more is read while the last one is being handled.
   * It has to be read for anything to be sent, since the handshake is part of what is read.
   */
  async *messages(): AsyncGenerator<Buffer[]> {
    let parts: Buffer[] = [];
    for await (const chunk of this.#socket) {
      this.#reader.push(chunk as Buffer);
      for (let frame = this.#reader.next(); frame; frame = this.#reader.next()) {
        if (frame.isCommand) {
          this.#sendHeld();
          continue;
        }
        parts.push(frame.body);
        if (frame.hasMore) continue;
        yield parts;
        parts = [];
      }
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #sendHeld(): void {
    const held = this.#held;
    this.#held = null;
    if (held?.length) this.#write(held);
  }

  #write(pieces: Buffer[]): void {
    if (this.#socket.destroyed) return;
    if (this.#held) {
      this.#held.push(...pieces);
      return;
    }
    this.#socket.cork();
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.uncork();
  }
}

/** Null when nobody listens there yet. */
function open(path: string): Promise<Socket | null> {
  const { promise, resolve } = deferred<Socket | null>();
  const socket = createConnection(path);
  socket.once('connect', () => {
    socket.removeAllListeners('error');
    resolve(socket);
  });
  socket.once('error', () => resolve(null));
  return promise;
}
