import { randomUUID } from 'node:crypto';
import { channelPath, channels } from './connection.ts';
import type { Channel, KernelConnection } from './connection.ts';
import { createMessageCodec } from './jupyter-message.ts';
import type { JupyterMessage, MessageCodec } from './jupyter-message.ts';
import type { JupyterTransport, RequestChannel, TransportListener } from './jupyter-transport.ts';
import { ZmtpSocket } from './zmtp-socket.ts';

const largestFrame = 256 * 1024 * 1024;
const heartbeatPause = 1_000;
const heartbeatPatience = 15_000;

/**
 * The way to a kernel on this computer: ZeroMQ over Unix sockets. It is lost when the kernel stays silent for 15 s,
 * closes its output channel or breaks the protocol.
 */
export class ZmtpTransport implements JupyterTransport {
  readonly #codec: MessageCodec;
  readonly #sockets: Record<Channel, ZmtpSocket>;
  readonly #hasHeartbeat: boolean;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  private constructor({ key, isSilentWhileBusy }: KernelConnection, sockets: Record<Channel, ZmtpSocket>) {
    this.#codec = createMessageCodec(key);
    this.#hasHeartbeat = !isSilentWhileBusy;
    this.#sockets = sockets;
    sockets.iopub.subscribe();
  }

  /** Connects to a kernel, which may still be starting. */
  static async connect(connection: KernelConnection, signal: AbortSignal): Promise<ZmtpTransport> {
    // A kernel asks on its input channel whoever has sent the code on the other.
    const identity = randomUUID();
    const opened = channels.map(async (channel) => {
      const kind = channel === 'iopub' ? ({ type: 'SUB' } as const) : ({ type: 'DEALER', identity } as const);
      return [channel, await ZmtpSocket.connect(channelPath(connection, channel), kind, largestFrame, signal)] as const;
    });
    return new ZmtpTransport(connection, Object.fromEntries(await Promise.all(opened)) as Record<Channel, ZmtpSocket>);
  }

  listen({ onOutput, onReply, onInput, onLost }: TransportListener): void {
    const lose = (reason: string): void => {
      if (this.#isClosed) return;
      this.close();
      onLost(reason);
    };
    this.#read('iopub', onOutput, lose);
    this.#read('shell', onReply, lose);
    this.#read('control', onReply, lose);
    this.#read('stdin', onInput, lose);
    if (this.#hasHeartbeat) this.#watchHeartbeat(lose);
  }

  send(
    channel: RequestChannel,
    type: string,
    content: object,
    more: object = {},
    buffers: readonly Buffer[] = [],
  ): string {
    const { id, frames } = this.#codec.encode(type, content, more, buffers);
    this.#sockets[channel].send(frames);
    return id;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#heartbeatTimer) clearInterval(this.#heartbeatTimer);
    for (const channel of channels) this.#sockets[channel].close();
  }

  #read(
    channel: Channel,
    take: (message: JupyterMessage) => void | Promise<void>,
    lose: (reason: string) => void,
  ): void {
    const read = async () => {
      for await (const frames of this.#sockets[channel].messages()) {
        const message = this.#codec.decode(frames);
        if (message) await take(message);
      }
      // What a dying kernel had already sent is still read from its output channel, so only that one's end counts.
      if (channel === 'iopub') throw new Error('it closed its output channel');
    };
    read().catch((error: Error) => lose(error.message));
  }

  #watchHeartbeat(lose: (reason: string) => void): void {
    let lastHeard = performance.now();
    const listen = async () => {
      const echoes = this.#sockets.heartbeat.messages();
      while (!(await echoes.next()).done) lastHeard = performance.now();
    };
    listen().catch((error: Error) => lose(error.message));
    this.#heartbeatTimer = setInterval(() => {
      if (performance.now() - lastHeard > heartbeatPatience)
        lose(`it has not answered for ${heartbeatPatience / 1000} s`);
      else this.#sockets.heartbeat.send(['ping']);
    }, heartbeatPause);
  }
}
