import { connect, type Socket } from 'node:net';
import { frameHeaderBytes } from '@groma/protocol';
import { innerFrame } from '../engine/run-request.ts';

/** A frame of a process's answer. Its bytes are used again once it is released. */
export interface RawFrame {
  kind: number;
  header: Buffer;
  content: Buffer;
  release(): void;
}

/** Answers what a process asks while it runs a statement, as JSON. */
export type AnswerQuestion = (question: unknown) => Promise<object>;

/** Frames that are read ahead. */
const mostAhead = 3;
/** A buffer that was made for a larger frame is not kept. */
const mostKeptBytes = 16 * 1_048_576;
const none = Buffer.alloc(0);
const unanswered = { failure: { kind: 'permission', detail: 'Nothing can be written from here.' } };

/**
 * Reads frames from a socket straight into buffers that are used in turn. Buffers of their own for all that passes
 * would each time have the whole memory of the server looked through for what is garbage.
 */
export class FrameSource {
  readonly #socket: Socket;
  readonly #answer: AnswerQuestion | undefined;
  readonly #frames: RawFrame[] = [];
  readonly #free: Buffer[] = [];
  #header = Buffer.alloc(frameHeaderBytes);
  #content: Buffer | undefined;
  #filled = 0;
  #wake: () => void = () => undefined;
  #isOver = false;
  #failure: Error | undefined;

  /** Without `answer`, the process is never to ask anything. */
  constructor(path: string, request: string, answer?: AnswerQuestion) {
    this.#answer = answer;
    this.#socket = connect({ path, onread: { buffer: () => this.#target(), callback: (bytes) => this.#take(bytes) } });
    this.#socket.on('error', (error) => {
      this.#failure = error;
    });
    this.#socket.once('close', () => {
      this.#isOver = true;
      this.#wake();
    });
    this.#socket.write(request);
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  /** Calls when nothing more comes. */
  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * The next frame; undefined after the last. What is asked on the way is answered.
   * @throws Error when the socket fails.
   */
  async next(): Promise<RawFrame | undefined> {
    for (;;) {
      const frame = await this.#taken();
      if (frame?.kind !== innerFrame.asks) return frame;
      const question = JSON.parse(frame.content.toString()) as unknown;
      frame.release();
      const answer = await this.#answer?.(question);
      if (!this.destroyed) this.#socket.write(`${JSON.stringify(answer ?? unanswered)}\n`);
    }
  }

  async #taken(): Promise<RawFrame | undefined> {
    while (this.#frames.length === 0) {
      if (this.#failure) throw this.#failure;
      if (this.#isOver) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const frame = this.#frames.shift();
    if (this.#frames.length === mostAhead - 1) this.#socket.resume();
    return frame;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RawFrame> {
    for (let frame = await this.next(); frame; frame = await this.next()) yield frame;
  }

  /** Where the next bytes go: never further than the end of what is being read. */
  #target(): Buffer {
    return (this.#content ?? this.#header).subarray(this.#filled);
  }

  /** Answers false when enough is read ahead. */
  #take(bytes: number): boolean {
    this.#filled += bytes;
    if (!this.#content) {
      if (this.#filled < frameHeaderBytes) return true;
      this.#filled = 0;
      const length = this.#header.readUInt32LE(1);
      this.#content = length === 0 ? none : this.#room(length);
      if (length > 0) return true;
    }
    if (this.#filled < this.#content.length) return true;
    this.#finish(this.#header, this.#content);
    return this.#frames.length < mostAhead;
  }

  #finish(header: Buffer, content: Buffer): void {
    this.#frames.push({
      kind: header[0]!,
      header,
      content,
      release: () => {
        if (content.length > 0) this.#keep(content);
      },
    });
    this.#header = Buffer.alloc(frameHeaderBytes);
    this.#content = undefined;
    this.#filled = 0;
    this.#wake();
  }

  #room(length: number): Buffer {
    const at = this.#free.findIndex((buffer) => buffer.buffer.byteLength >= length);
    const whole =
      at < 0
        ? Buffer.from(new ArrayBuffer(length + (length >> 2)))
        : Buffer.from(this.#free.splice(at, 1)[0]!.buffer as ArrayBuffer);
    return whole.subarray(0, length);
  }

  #keep(content: Buffer): void {
    if (content.buffer.byteLength <= mostKeptBytes && this.#free.length <= mostAhead) this.#free.push(content);
  }
}
