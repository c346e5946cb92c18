import { Dealer, Subscriber } from 'zeromq';
import { channelAddress } from './connection.ts';
import type { KernelConnection } from './connection.ts';
import { createMessageCodec } from './jupyter-message.ts';
import type { JupyterMessage, MessageCodec } from './jupyter-message.ts';

/** The end of an execution as the kernel told it. `aborted` means that the kernel did not run the code. */
export interface ExecuteReply {
  status: 'ok' | 'error' | 'aborted';
  executionCount: number | null;
}

interface Request {
  onOutput: (message: JupyterMessage) => void | Promise<void>;
  reply: PromiseWithResolvers<JupyterMessage>;
  idle: PromiseWithResolvers<void>;
}

const largestMessage = 256 * 1024 * 1024;
const askAgain = 100;
const heartbeatPause = 1_000;
const heartbeatPatience = 15_000;

/**
 * Speaks the Jupyter wire protocol 5.3 with one kernel over ZeroMQ. A request is done when both its reply and its idle
 * status have come, so that no output is missing. Standard input is not offered: `input()` raises in the kernel.
 * `onLost` is called once, when the kernel stays silent or is cut off; the end of its process is for others to notice.
 */
export class JupyterClient {
  readonly #codec: MessageCodec;
  readonly #shell: Dealer;
  readonly #control: Dealer;
  readonly #heartbeat: Dealer;
  readonly #iopub: Subscriber;
  readonly #requests = new Map<string, Request>();
  readonly #sending = new Map<Dealer, Promise<void>>();
  readonly #onLost: (reason: string) => void;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(connection: KernelConnection, onLost: (reason: string) => void) {
    const options = { linger: 0, reconnectInterval: 10, maxMessageSize: largestMessage };
    this.#codec = createMessageCodec(connection.key);
    this.#onLost = onLost;
    this.#shell = new Dealer(options);
    this.#control = new Dealer(options);
    this.#heartbeat = new Dealer(options);
    this.#iopub = new Subscriber({ ...options, receiveHighWaterMark: 64 });
    this.#iopub.connect(channelAddress(connection, 'iopub'));
    this.#iopub.subscribe();
    this.#shell.connect(channelAddress(connection, 'shell'));
    this.#control.connect(channelAddress(connection, 'control'));
    this.#heartbeat.connect(channelAddress(connection, 'heartbeat'));
    this.#iopub.events.on('disconnect', () => this.#lose('it closed its output channel or sent more than 256 MB at once'));
    void this.#listen();
    void this.#receiveReplies(this.#shell);
    void this.#receiveReplies(this.#control);
  }

  /** Resolves when requests are answered and outputs arrive; asks until then, since early outputs may be missed. */
  async ready(): Promise<void> {
    const isReady = Promise.withResolvers<void>();
    const ask = () => {
      const request = this.#open(() => {});
      Promise.all([request.reply.promise, request.idle.promise]).then(() => isReady.resolve(), isReady.reject);
      void this.#send(this.#shell, 'kernel_info_request', {}, request);
    };
    ask();
    const timer = setInterval(ask, askAgain);
    await isReady.promise.finally(() => clearInterval(timer));
    this.#requests.clear();
    this.#watchHeartbeat();
  }

  /** Runs code; `onOutput` gets each message of the iopub channel that answers it, and is waited for. */
  async execute(code: string, onOutput: (message: JupyterMessage) => void | Promise<void>): Promise<ExecuteReply> {
    const request = this.#open(onOutput);
    const content = { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false, stop_on_error: false };
    const id = await this.#send(this.#shell, 'execute_request', content, request);
    try {
      const reply = await request.reply.promise;
      const { status, execution_count: count } = reply.content();
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

  /** Asks the kernel, on its control channel, to interrupt what runs. */
  async interrupt(): Promise<void> {
    await this.#send(this.#control, 'interrupt_request', {});
  }

  /** Asks the kernel to end itself. */
  async shutdown(): Promise<void> {
    await this.#send(this.#control, 'shutdown_request', { restart: false });
  }

  /** Closes every socket; requests that are open are rejected. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#heartbeatTimer) clearInterval(this.#heartbeatTimer);
    for (const socket of [this.#iopub, this.#shell, this.#control, this.#heartbeat]) socket.close();
    for (const request of this.#requests.values()) {
      request.reply.reject(new Error('The connection to the kernel was closed.'));
      request.idle.reject(new Error('The connection to the kernel was closed.'));
    }
    this.#requests.clear();
  }

  #open(onOutput: Request['onOutput']): Request {
    const request = { onOutput, reply: Promise.withResolvers<JupyterMessage>(), idle: Promise.withResolvers<void>() };
    request.reply.promise.catch(() => {});
    request.idle.promise.catch(() => {});
    return request;
  }

  /** A ZeroMQ socket takes one message at a time, so each waits for the one before it. */
  async #send(socket: Dealer, type: string, content: object, request?: Request): Promise<string> {
    const { id, frames } = this.#codec.encode(type, content);
    if (request) this.#requests.set(id, request);
    const before = this.#sending.get(socket) ?? Promise.resolve();
    const sent = before.then(() => socket.send(frames));
    this.#sending.set(socket, sent.catch(() => {}));
    await sent;
    return id;
  }

  async #listen(): Promise<void> {
    for await (const frames of this.#iopub) {
      const message = this.#codec.decode(frames);
      const request = message && this.#requests.get(message.parentId);
      if (!request) continue;
      if (message.type !== 'status') await request.onOutput(message);
      else if (message.content()['execution_state'] === 'idle') request.idle.resolve();
    }
  }

  async #receiveReplies(socket: Dealer): Promise<void> {
    for await (const frames of socket) {
      const message = this.#codec.decode(frames);
      if (message) this.#requests.get(message.parentId)?.reply.resolve(message);
    }
  }

  #watchHeartbeat(): void {
    let lastHeard = performance.now();
    void (async () => {
      for await (const _frames of this.#heartbeat) lastHeard = performance.now();
    })();
    this.#heartbeatTimer = setInterval(() => {
      if (performance.now() - lastHeard > heartbeatPatience) this.#lose(`it has not answered for ${heartbeatPatience / 1000} s`);
      const before = this.#sending.get(this.#heartbeat) ?? Promise.resolve();
      this.#sending.set(this.#heartbeat, before.then(() => this.#heartbeat.send('ping')).catch(() => {}));
    }, heartbeatPause);
  }

  #lose(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#onLost(reason);
  }
}
