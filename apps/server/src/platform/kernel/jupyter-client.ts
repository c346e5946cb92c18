import type { JupyterMessage } from './jupyter-message.ts';
import type { JupyterTransport, RequestChannel } from './jupyter-transport.ts';
import type { MessagedQuestion } from './kernel-question.ts';
import { deferred } from './deferred.ts';
import { forgetOldest } from './forget-oldest.ts';
import type { Deferred } from './deferred.ts';

/** The end of an execution as the kernel told it. `aborted` means that the kernel did not run the code. */
export interface ExecuteReply {
  status: 'ok' | 'error' | 'aborted';
  executionCount: number | null;
}

type OnOutput = (message: JupyterMessage) => void | Promise<void>;

/** A line of input that code asks for, as by `input()`, or by `getpass()` if it must not be seen. */
export interface InputRequest {
  prompt: string;
  isPassword: boolean;
}

interface ExecuteRequest {
  code: string;
  isSilent: boolean;
  /** Each message of the iopub channel that answers it, also after its end, and is waited for. */
  onOutput: OnOutput;
  /** Left out where nobody can answer: code that asks is refused then. */
  onInput?: ((request: InputRequest) => void) | undefined;
}

interface Request {
  onOutput: OnOutput;
  onInput?: ExecuteRequest['onInput'];
  reply: Deferred<JupyterMessage>;
  idle: Deferred<void>;
}

const askAgain = 100;
const subshellPatience = 1_000;
/** How long what was printed before a question may take to arrive; a kernel that does not say so answers nothing. */
const outputPatience = 300;
const mostAnswerBytes = 8_000_000;

/**
 * Speaks the Jupyter wire protocol 5.3 with one kernel. A request is done when both its reply and its idle status have
 * come, so that no output is missing. Code may ask for input where the execution has somebody to ask.
 */
export class JupyterClient {
  readonly #transport: JupyterTransport;
  readonly #requests = new Map<string, Request>();
  /** Executions that may still say something after their end, as a thread of theirs does. */
  readonly #ended = new Map<string, OnOutput>();
  #isClosed = false;
  #isIpython = false;
  readonly #subshells = new Map<'code' | 'frame', Promise<string | null>>();

  readonly #onComm: (message: JupyterMessage) => void;

  private constructor(
    transport: JupyterTransport,
    onLost: (reason: string) => void,
    onComm: (message: JupyterMessage) => void,
  ) {
    this.#transport = transport;
    this.#onComm = onComm;
    transport.listen({
      onOutput: (message) => this.#takeOutput(message),
      onReply: (message) => {
        this.#requests.get(message.parentId)?.reply.resolve(message);
      },
      onInput: (message) => {
        void this.#takeInput(message);
      },
      onLost: (reason) => {
        if (this.#isClosed) return;
        this.close();
        onLost(reason);
      },
    });
  }

  /**
   * Waits until the kernel answers and its outputs arrive. `onLost` is called once when it can be reached no more,
   * `onComm` with each message about a widget, whatever it answers.
   */
  static async connect(
    transport: JupyterTransport,
    onLost: (reason: string) => void,
    onComm: (message: JupyterMessage) => void = () => {},
  ): Promise<JupyterClient> {
    const client = new JupyterClient(transport, onLost, onComm);
    await client.#untilAnswered();
    return client;
  }

  /**
   * Asks for completions, about a name or about a data frame. A kernel that offers subshells (ipykernel 7) answers even
   * while it runs code; another one answers afterwards, or too late. Of what is longer than 8 MB nothing is given.
   */
  async ask(question: MessagedQuestion): Promise<Record<string, unknown> | null> {
    const { type, content, line } = requestOf(question);
    const subshell = await this.#subshellFor(line);
    const { id, request } = this.#ask(
      'shell',
      type,
      content,
      () => {},
      subshell === null ? {} : { subshell_id: subshell },
    );
    const late = deferred<null>();
    const timer = setTimeout(() => {
      late.resolve(null);
    }, question.seconds * 1_000);
    try {
      const reply = await Promise.race([request.reply.promise, late.promise]);
      return reply && reply.contentBytes <= mostAnswerBytes ? reply.content() : null;
    } finally {
      clearTimeout(timer);
      this.#requests.delete(id);
    }
  }

  /** Runs code. */
  async execute({ code, isSilent, onOutput, onInput }: ExecuteRequest): Promise<ExecuteReply> {
    const content = {
      code,
      silent: isSilent,
      store_history: !isSilent,
      user_expressions: {},
      allow_stdin: onInput !== undefined,
      stop_on_error: false,
    };
    const { id, request } = this.#ask('shell', 'execute_request', content, onOutput);
    request.onInput = onInput;
    try {
      const { status, execution_count: count } = (await request.reply.promise).content();
      // An aborted request was never begun, and some kernels send no idle status for it.
      if (status !== 'aborted') await request.idle.promise;
      // Deno says that it is idle before it has sent the last value; what it is asked next it answers after that.
      if (!this.#isIpython) await this.#askInfo();
      return {
        status: status === 'ok' || status === 'aborted' ? status : 'error',
        executionCount: typeof count === 'number' ? count : null,
      };
    } finally {
      this.#requests.delete(id);
      if (!isSilent) this.#ended.set(id, onOutput);
      forgetOldest(this.#ended);
    }
  }

  /** Asks the kernel, on its control channel, to interrupt what runs; resolves when it has done so. */
  async interrupt(): Promise<void> {
    const { id, request } = this.#ask('control', 'interrupt_request', {}, () => {});
    await request.reply.promise.finally(() => this.#requests.delete(id));
  }

  /** Answers what code has asked for last. */
  answer(value: string): void {
    this.#transport.send('stdin', 'input_reply', { status: 'ok', value });
  }

  /** Sends a message about a widget. */
  publishComm(content: object): void {
    this.#transport.send('shell', 'comm_msg', content);
  }

  /**
   * Sends a message about a widget that a person uses. `dealtWith` resolves when the kernel has dealt with it, and is
   * rejected when it is gone; `onOutput` takes what the code says meanwhile.
   */
  useWidget(content: object, buffers: readonly Buffer[], onOutput: OnOutput): { id: string; dealtWith: Promise<void> } {
    const { id, request } = this.#ask('shell', 'comm_msg', content, onOutput, {}, buffers);
    return { id, dealtWith: request.idle.promise.finally(() => this.#requests.delete(id)) };
  }

  /** Asks the kernel to end itself. */
  shutdown(): void {
    this.#transport.send('control', 'shutdown_request', { restart: false });
  }

  /** Closes the way to the kernel; requests that are open are rejected. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#transport.close();
    for (const request of this.#requests.values()) {
      request.reply.reject(new Error('The connection to the kernel was closed.'));
      request.idle.reject(new Error('The connection to the kernel was closed.'));
    }
    this.#requests.clear();
  }

  /** What counts long in a data frame does not keep the completions waiting. */
  #subshellFor(line: 'code' | 'frame'): Promise<string | null> {
    const known = this.#subshells.get(line) ?? this.#openSubshell();
    this.#subshells.set(line, known);
    return known;
  }

  /** A second line to the kernel beside the one that code runs on; null where there is none. */
  async #openSubshell(): Promise<string | null> {
    const { id, request } = this.#ask('control', 'create_subshell_request', {}, () => {});
    const late = deferred<null>();
    const timer = setTimeout(() => {
      late.resolve(null);
    }, subshellPatience);
    const reply = await Promise.race([request.reply.promise, late.promise]).finally(() => {
      clearTimeout(timer);
      this.#requests.delete(id);
    });
    const found = reply?.content()['subshell_id'];
    return typeof found === 'string' ? found : null;
  }

  #ask(
    channel: RequestChannel,
    type: string,
    content: object,
    onOutput: OnOutput,
    header: object = {},
    buffers: readonly Buffer[] = [],
  ): { id: string; request: Request } {
    const request: Request = { onOutput, reply: deferred<JupyterMessage>(), idle: deferred<void>() };
    request.reply.promise.catch(() => {});
    request.idle.promise.catch(() => {});
    const id = this.#transport.send(channel, type, content, header, buffers);
    this.#requests.set(id, request);
    return { id, request };
  }

  /** Asks again and again, since the first outputs may come before the subscription is in force. */
  async #untilAnswered(): Promise<void> {
    const answered = deferred<void>();
    const ask = () => {
      this.#askInfo().then(() => answered.resolve(), answered.reject);
    };
    ask();
    const timer = setInterval(ask, askAgain);
    await answered.promise.finally(() => clearInterval(timer));
    this.#requests.clear();
  }

  /** Resolves when the kernel has answered, and every output before. */
  async #askInfo(): Promise<void> {
    const { id, request } = this.#ask('shell', 'kernel_info_request', {}, () => {});
    const [reply] = await Promise.all([request.reply.promise, request.idle.promise]);
    this.#requests.delete(id);
    this.#isIpython = reply.content()['implementation'] === 'ipython';
  }

  async #takeInput({ type, parentId, content }: JupyterMessage): Promise<void> {
    const onInput = this.#requests.get(parentId)?.onInput;
    if (type !== 'input_request' || !onInput) return;
    const { prompt, password } = content();
    await this.#untilOutputsCame();
    onInput({ prompt: typeof prompt === 'string' ? prompt : '', isPassword: password === true });
  }

  /**
   * What code has printed before it asked comes by another channel. What its control channel is asked now, it says on
   * that one behind all of this.
   */
  async #untilOutputsCame(): Promise<void> {
    const { id, request } = this.#ask('control', 'kernel_info_request', {}, () => {});
    const late = deferred<void>();
    const timer = setTimeout(() => late.resolve(), outputPatience);
    await Promise.race([request.idle.promise.catch(() => undefined), late.promise]);
    clearTimeout(timer);
    this.#requests.delete(id);
  }

  #takeOutput(message: JupyterMessage): void | Promise<void> {
    if (message.type.startsWith('comm_')) this.#onComm(message);
    const request = this.#requests.get(message.parentId);
    if (message.type !== 'status') return (request?.onOutput ?? this.#ended.get(message.parentId))?.(message);
    if (message.content()['execution_state'] === 'idle') request?.idle.resolve();
  }
}

function requestOf(question: MessagedQuestion): { type: string; content: object; line: 'code' | 'frame' } {
  if (question.kind === 'frame') return { type: 'groma_frame_request', content: question.request, line: 'frame' };
  const { kind, code, cursor } = question;
  // The protocol counts in code points.
  const position = Array.from(code.slice(0, cursor)).length;
  return {
    type: `${kind}_request`,
    content: { code, cursor_pos: position, ...(kind === 'inspect' && { detail_level: 0 }) },
    line: 'code',
  };
}
