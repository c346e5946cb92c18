import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { withExactJson } from '@groma/model';
import type { WebsocketConnection } from './connection.ts';
import type { JupyterMessage } from './jupyter-message.ts';
import type { JupyterTransport, RequestChannel, TransportListener } from './jupyter-transport.ts';

const largestMessage = 256 * 1024 * 1024;
/** A server starts a kernel again that has died, and by then its variables are lost. */
const deadStates = new Set(['dead', 'terminating', 'restarting', 'autorestarting']);
const pingPause = 5_000;
const pongPatience = 20_000;

/**
 * The way to a kernel of a Jupyter Server: its messages as JSON over one websocket. The socket is not read while an
 * output is being taken in, so that the server waits as a kernel here would.
 */
export class WebsocketTransport implements JupyterTransport {
  readonly #socket: WebSocket;
  readonly #session: string;
  #pings: NodeJS.Timeout | null = null;
  #isClosed = false;

  private constructor(socket: WebSocket, session: string) {
    this.#socket = socket;
    this.#session = session;
  }

  /** @throws Error when the server refuses */
  static connect({ websocketUrl, token }: WebsocketConnection, signal: AbortSignal): Promise<WebsocketTransport> {
    const session = randomUUID();
    const socket = new WebSocket(`${websocketUrl}?session_id=${session}`, {
      headers: { authorization: `token ${token}` },
      maxPayload: largestMessage,
    });
    return new Promise((resolve, reject) => {
      signal.addEventListener(
        'abort',
        () => {
          socket.terminate();
          reject(new Error('its server did not answer'));
        },
        { once: true },
      );
      socket.once('open', () => {
        resolve(new WebsocketTransport(socket, session));
      });
      socket.once('error', (error) => {
        reject(new Error(`its server cannot be reached (${error.message})`));
      });
    });
  }

  listen({ onOutput, onReply, onInput, onLost }: TransportListener): void {
    const lose = (reason: string): void => {
      if (this.#isClosed) return;
      this.close();
      onLost(reason);
    };
    let turn: Promise<void> = Promise.resolve();
    this.#socket.on('message', (data, isBinary) => {
      const message = isBinary ? decodeBinary(data as Buffer) : decode((data as Buffer).toString());
      if (!message) return;
      if (message.channel === 'stdin') return onInput(message);
      if (message.channel !== 'iopub') return onReply(message);
      const hasDied = message.type === 'status' && deadStates.has(String(message.content()['execution_state']));
      turn = turn
        .then(async () => {
          if (hasDied) return lose('its server says that it has ended');
          const taken = onOutput(message);
          if (!taken) return;
          this.#socket.pause();
          await taken;
          this.#socket.resume();
        })
        .catch((error: unknown) => {
          lose(error instanceof Error ? error.message : String(error));
        });
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      void turn.finally(() => {
        lose('its server closed the connection');
      });
    });
    this.#watch(lose);
  }

  send(
    channel: RequestChannel,
    type: string,
    content: object,
    more: object = {},
    buffers: readonly Buffer[] = [],
  ): string {
    const id = randomUUID();
    const header = {
      ...more,
      msg_id: id,
      msg_type: type,
      session: this.#session,
      username: 'groma',
      date: new Date().toISOString(),
      version: '5.3',
    };
    const text = JSON.stringify({ channel, header, parent_header: {}, metadata: {}, content, buffers: [] });
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(buffers.length > 0 ? encodeBinary(text, buffers) : text);
    return id;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#pings) clearInterval(this.#pings);
    this.#socket.terminate();
  }

  /** A connection that is cut without a word is noticed by pings. */
  #watch(lose: (reason: string) => void): void {
    let lastHeard = performance.now();
    this.#socket.on('pong', () => {
      lastHeard = performance.now();
    });
    this.#pings = setInterval(() => {
      if (!this.#socket.isPaused && performance.now() - lastHeard > pongPatience)
        return lose(`its server has not answered for ${pongPatience / 1000} s`);
      if (this.#socket.isPaused) lastHeard = performance.now();
      this.#socket.ping();
    }, pingPause);
  }
}

/** The other way round of `decodeBinary`. */
function encodeBinary(text: string, buffers: readonly Buffer[]): Buffer {
  const parts = [Buffer.from(text), ...buffers];
  const head = Buffer.alloc(4 * (parts.length + 1));
  head.writeUInt32BE(parts.length, 0);
  let start = head.length;
  for (const [i, part] of parts.entries()) {
    head.writeUInt32BE(start, 4 * (i + 1));
    start += part.length;
  }
  return Buffer.concat([head, ...parts]);
}

/**
 * A message with buffers: how many parts, where each begins, then the parts themselves, of which the first is the
 * message.
 */
function decodeBinary(data: Buffer): (JupyterMessage & { channel: string }) | null {
  if (data.length < 4) return null;
  const count = data.readUInt32BE(0);
  if (count < 1 || data.length < 4 * (count + 1)) return null;
  const starts = Array.from({ length: count }, (_, i) => data.readUInt32BE(4 * (i + 1)));
  const [body, ...buffers] = starts.map((start, i) => data.subarray(start, starts[i + 1] ?? data.length));
  return decode(body!.toString(), buffers);
}

function decode(text: string, buffers: readonly Uint8Array[] = []): (JupyterMessage & { channel: string }) | null {
  try {
    const {
      channel,
      header,
      parent_header: parent,
      content,
    } = JSON.parse(text) as {
      channel?: unknown;
      header?: { msg_type?: unknown };
      parent_header?: { msg_id?: unknown };
      content?: unknown;
    };
    const body = typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {};
    return {
      channel: String(channel),
      type: String(header?.msg_type),
      parentId: String(parent?.msg_id ?? ''),
      contentBytes: text.length,
      content: () => withExactJson(body, text, (exact) => (exact as { content?: unknown }).content),
      buffers,
    };
  } catch {
    return null;
  }
}
