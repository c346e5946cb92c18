import type { ICallbacks, IClassicComm } from '@jupyter-widgets/base';
import { bufferToBase64 } from '@jupyter-widgets/base-manager';
import type { WidgetSend } from './frame-message.ts';

/** A message of the kernel, as far as models read it. */
export interface CommMessage {
  header: object;
  parent_header: { msg_id?: string };
  metadata: object;
  content: { comm_id: string; data: object };
  buffers: DataView[];
}

type Hear = (message: CommMessage) => unknown;

const idle = { content: { execution_state: 'idle' } };

/** The line between a model in the frame and its model in the kernel, by way of the page. */
export class FrameComm implements IClassicComm {
  readonly comm_id: string;
  readonly target_name = 'jupyter.widget';
  readonly #send: (send: WidgetSend) => boolean;
  readonly #waiting: CommMessage[] = [];
  readonly #sent = new Map<string, ICallbacks | undefined>();
  #onMessage: Hear | null = null;
  #onClose: Hear | null = null;

  /** `send` gives false where nothing is sent. */
  constructor(id: string, send: (send: WidgetSend) => boolean) {
    this.comm_id = id;
    this.#send = send;
  }

  /** Models are made by the kernel alone. */
  open(): string {
    return '';
  }

  close(): string {
    return '';
  }

  send(
    data: unknown,
    callbacks?: ICallbacks,
    _metadata?: object,
    buffers: readonly (ArrayBuffer | ArrayBufferView)[] = [],
  ): string {
    const message = crypto.randomUUID?.() ?? `${performance.now()}-${Math.random()}`;
    this.#sent.set(message, callbacks);
    const isSent = this.#send({
      message,
      model: this.comm_id,
      data: data as WidgetSend['data'],
      buffers: buffers.map((buffer) => bufferToBase64(bytesOf(buffer))),
    });
    // The model counts the message once this has returned.
    if (!isSent) queueMicrotask(() => this.settle(message));
    return message;
  }

  on_msg(hear: Hear): void {
    this.#onMessage = hear;
    for (const message of this.#waiting.splice(0)) hear(message);
  }

  on_close(hear: Hear): void {
    this.#onClose = hear;
  }

  receive(message: CommMessage): void {
    if (this.#onMessage) this.#onMessage(message);
    else this.#waiting.push(message);
  }

  /** The kernel has dealt with a message, or it was not sent. False when it is none of this line. */
  settle(message: string): boolean {
    if (!this.#sent.has(message)) return false;
    const callbacks = this.#sent.get(message);
    this.#sent.delete(message);
    (callbacks?.iopub?.['status'] as ((told: unknown) => void) | undefined)?.(idle);
    return true;
  }

  /** Nothing more is heard of what was sent: gives its names. */
  settleAll(): string[] {
    const all = [...this.#sent.keys()];
    for (const message of all) this.settle(message);
    return all;
  }

  closeByKernel(): void {
    this.#onClose?.({
      header: {},
      parent_header: {},
      metadata: {},
      content: { comm_id: this.comm_id, data: {} },
      buffers: [],
    });
  }
}

function bytesOf(buffer: ArrayBuffer | ArrayBufferView): ArrayBuffer {
  if (buffer instanceof ArrayBuffer) return buffer;
  return buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) as ArrayBuffer;
}
