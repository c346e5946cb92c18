import type { JupyterMessage } from './jupyter-message.ts';

/** The channels that requests go out on, and answers to what code asks (`stdin`). */
export type RequestChannel = 'shell' | 'control' | 'stdin';

/** Takes what comes in; outputs are waited for, and with them the kernel where the transport can make it wait. */
export interface TransportListener {
  onOutput(message: JupyterMessage): void | Promise<void>;
  onReply(message: JupyterMessage): void;
  /** Code asks for a line of input. */
  onInput(message: JupyterMessage): void;
  /** The kernel can be reached no more; told once. */
  onLost(reason: string): void;
}

/** A way to a kernel: carries messages of the Jupyter protocol and says when it ends. */
export interface JupyterTransport {
  /** To be called once, before anything is sent. */
  listen(listener: TransportListener): void;
  /** Sends a request, with bytes it refers to, and tells its id. `more` is added to its header. */
  send(channel: RequestChannel, type: string, content: object, more?: object, buffers?: readonly Buffer[]): string;
  close(): void;
}
