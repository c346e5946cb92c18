import { channelPath, channels } from './connection.ts';
import type { Channel, KernelConnection } from './connection.ts';
import { createMessageCodec } from './jupyter-message.ts';
import type { JupyterMessage, MessageCodec } from './jupyter-message.ts';
import type { KernelQuestion } from './kernel-question.ts';
import { ZmtpSocket } from './zmtp-socket.ts';
import { deferred } from './deferred.ts';
import type { Deferred } from './deferred.ts';

/** The end of an execution as the kernel told it. `aborted` means that the kernel did not run the code. */
export interface ExecuteReply {
  status: 'ok' | 'error' | 'aborted';
  executionCount: number | null;
}

type OnOutput = (message: JupyterMessage) => void | Promise<void>;

interface Request {
  onOutput: OnOutput;
  reply: Deferred<JupyterMessage>;
  idle: Deferred<void>;
}

const largestFrame = 256 * 1024 * 1024;
const askAgain = 100;
const subshellPatience = 1_000;
const heartbeatPause = 1_000;
const heartbeatPatience = 15_000;

/**
 * Speaks the Jupyter wire protocol 5.3 with one kernel. A request is done when both its reply and its idle status have
 * come, so that no output is missing. Standard input is not offered: `input()` raises in the kernel.
 */
export class JupyterClient {
  readonly #codec: MessageCodec;
  readonly #sockets: Record<Channel, ZmtpSocket>;
  readonly #requests = new Map<string, Request>();
  readonly #onLost: (reason: string) => void;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #subshell: Promise<string | null> | null = null;

  private constructor(key: string, sockets: Record<Channel, ZmtpSocket>, onLost: (reason: string) => void) {
    this.#codec = createMessageCodec(key);
    this.#sockets = sockets;
    this.#onLost = onLost;
    sockets.iopub.subscribe();
    this.#read('iopub', (message) => this.#takeOutput(message));
    this.#read('shell', (message) => this.#takeReply(message));
    this.#read('control', (message) => this.#takeReply(message));
  }

  /**
   * Connects to a kernel, which may still be starting, and waits until it answers and its outputs arrive.
   * `onLost` is called once when it stays silent for 15 s, closes its output channel or breaks the protocol.
   */
  static async connect(connection: KernelConnection, onLost: (reason: string) => void, signal: AbortSignal): Promise<JupyterClient> {
    const opened = channels.map(async (channel) => {
      const type = channel === 'iopub' ? 'SUB' : 'DEALER';
      return [channel, await ZmtpSocket.connect(channelPath(connection, channel), type, largestFrame, signal)] as const;
    });
    const sockets = Object.fromEntries(await Promise.all(opened)) as Record<Channel, ZmtpSocket>;
    const client = new JupyterClient(connection.key, sockets, onLost);
    await client.#untilAnswered();
    client.#watchHeartbeat();
    return client;
  }

  /**
   * Asks for completions or about a name. A kernel that offers subshells (ipykernel 7) answers even while it runs code;
   * another one answers afterwards, or too late.
   */
  async ask({ kind, code, cursor, seconds }: KernelQuestion): Promise<Record<string, unknown> | null> {
    // The protocol counts in code points.
    const position = Array.from(code.slice(0, cursor)).length;
    const content = { code, cursor_pos: position, ...(kind === 'inspect' && { detail_level: 0 }) };
    this.#subshell ??= this.#openSubshell();
    const subshell = await this.#subshell;
    const { id, request } = this.#ask('shell', `${kind}_request`, content, () => {}, subshell === null ? {} : { subshell_id: subshell });
    const late = deferred<null>();
    const timer = setTimeout(() => { late.resolve(null); }, seconds * 1_000);
    try {
      return (await Promise.race([request.reply.promise, late.promise]))?.content() ?? null;
    } finally {
      clearTimeout(timer);
      this.#requests.delete(id);
    }
  }

  /** Runs code; `onOutput` gets each message of the iopub channel that answers it, and is waited for. */
  async execute(code: string, isSilent: boolean, onOutput: OnOutput): Promise<ExecuteReply> {
    const content = { code, silent: isSilent, store_history: !isSilent, user_expressions: {}, allow_stdin: false, stop_on_error: false };
    const { id, request } = this.#ask('shell', 'execute_request', content, onOutput);
    try {
      const { status, execution_count: count } = (await request.reply.promise).content();
      // An aborted request was never begun, and some kernels send no idle status for it.
      if (status !== 'aborted') await request.idle.promise;
      return {
        status: status === 'ok' || status === 'aborted' ? status : 'error',
        executionCount: typeof count === 'number' ? count : null,
      };
    } finally {
      this.#requests.delete(id);
    }
  }

  /** Asks the kernel, on its control channel, to interrupt what runs; resolves when it has done so. */
  async interrupt(): Promise<void> {
    const { id, request } = this.#ask('control', 'interrupt_request', {}, () => {});
    await request.reply.promise.finally(() => this.#requests.delete(id));
  }

  /** Asks the kernel to end itself. */
  shutdown(): void {
    this.#sockets.control.send(this.#codec.encode('shutdown_request', { restart: false }).frames);
  }

  /** Closes every socket; requests that are open are rejected. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#heartbeatTimer) clearInterval(this.#heartbeatTimer);
    for (const channel of channels) this.#sockets[channel].close();
    for (const request of this.#requests.values()) {
      request.reply.reject(new Error('The connection to the kernel was closed.'));
      request.idle.reject(new Error('The connection to the kernel was closed.'));
    }
    this.#requests.clear();
  }

  /** A second line to the kernel beside the one that code runs on; null where there is none. */
  async #openSubshell(): Promise<string | null> {
    const { id, request } = this.#ask('control', 'create_subshell_request', {}, () => {});
    const late = deferred<null>();
    const timer = setTimeout(() => { late.resolve(null); }, subshellPatience);
    const reply = await Promise.race([request.reply.promise, late.promise]).finally(() => { clearTimeout(timer); this.#requests.delete(id); });
    const found = reply?.content()['subshell_id'];
    return typeof found === 'string' ? found : null;
  }

  #ask(channel: 'shell' | 'control', type: string, content: object, onOutput: OnOutput, header: object = {}): { id: string; request: Request } {
    const request = { onOutput, reply: deferred<JupyterMessage>(), idle: deferred<void>() };
    request.reply.promise.catch(() => {});
    request.idle.promise.catch(() => {});
    const { id, frames } = this.#codec.encode(type, content, header);
    this.#requests.set(id, request);
    this.#sockets[channel].send(frames);
    return { id, request };
  }

  /** Asks again and again, since the first outputs may come before the subscription is in force. */
  async #untilAnswered(): Promise<void> {
    const answered = deferred<void>();
    const ask = () => {
      const { request } = this.#ask('shell', 'kernel_info_request', {}, () => {});
      Promise.all([request.reply.promise, request.idle.promise]).then(() => answered.resolve(), answered.reject);
    };
    ask();
    const timer = setInterval(ask, askAgain);
    await answered.promise.finally(() => clearInterval(timer));
    this.#requests.clear();
  }

  #read(channel: Channel, take: (message: JupyterMessage) => void | Promise<void>): void {
    const read = async () => {
      for await (const frames of this.#sockets[channel].messages()) {
        const message = this.#codec.decode(frames);
        if (message) await take(message);
      }
      // What a dying kernel had already sent is still read from its output channel, so only that one's end counts.
      if (channel === 'iopub') throw new Error('it closed its output channel');
    };
    read().catch((error: Error) => this.#lose(error.message));
  }

  #takeOutput(message: JupyterMessage): void | Promise<void> {
    const request = this.#requests.get(message.parentId);
    if (message.type !== 'status') return request?.onOutput(message);
    if (message.content()['execution_state'] === 'idle') request?.idle.resolve();
  }

  #takeReply(message: JupyterMessage): void {
    this.#requests.get(message.parentId)?.reply.resolve(message);
  }

  #watchHeartbeat(): void {
    let lastHeard = performance.now();
    const listen = async () => {
      const echoes = this.#sockets.heartbeat.messages();
      while (!(await echoes.next()).done) lastHeard = performance.now();
    };
    listen().catch((error: Error) => this.#lose(error.message));
    this.#heartbeatTimer = setInterval(() => {
      if (performance.now() - lastHeard > heartbeatPatience) this.#lose(`it has not answered for ${heartbeatPatience / 1000} s`);
      else this.#sockets.heartbeat.send(['ping']);
    }, heartbeatPause);
  }

  #lose(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#onLost(reason);
  }
}
