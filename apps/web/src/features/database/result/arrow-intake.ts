import { Message, MessageHeader } from 'apache-arrow';

/** A whole message of an Arrow IPC stream: its bytes with frame and body. */
export interface ArrowMessage {
  kind: 'schema' | 'dictionary' | 'batch';
  bytes: Uint8Array<ArrayBuffer>;
  /** Rows of a batch; 0 of the others. */
  rows: number;
}

const kinds: Partial<Record<MessageHeader, ArrowMessage['kind']>> = {
  [MessageHeader.Schema]: 'schema',
  [MessageHeader.DictionaryBatch]: 'dictionary',
  [MessageHeader.RecordBatch]: 'batch',
};

/** Bytes before the flatbuffer of a message: the mark of continuation and the length. */
const frameBytes = 8;

/** Cuts an Arrow IPC stream into its messages as its bytes arrive; what they hold is not looked at. */
export class ArrowIntake {
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #hasEnded = false;

  /** Takes the next bytes and gives the messages that are whole now. @throws when the bytes are no Arrow stream. */
  *take(chunk: Uint8Array): Generator<ArrowMessage> {
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
    for (let message = this.#next(); message; message = this.#next()) yield message;
  }

  /** Whether the mark of the end has come; a stream without it was cut off. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  #next(): ArrowMessage | null {
    if (this.#hasEnded || this.#waiting < frameBytes) return null;
    const frame = viewOf(this.#peek(frameBytes));
    if (frame.getUint32(0, true) !== 0xffff_ffff) throw new Error('The result is not an Arrow stream.');
    const length = frame.getInt32(4, true);
    if (length === 0) {
      this.#hasEnded = true;
      return null;
    }
    if (this.#waiting < frameBytes + length) return null;
    const message = Message.decode(this.#peek(frameBytes + length).subarray(frameBytes));
    const whole = frameBytes + length + Number(message.bodyLength);
    if (this.#waiting < whole) return null;
    const kind = kinds[message.headerType];
    if (!kind) throw new Error('The result holds a message that is not known.');
    return {
      kind,
      bytes: this.#cut(whole),
      rows: kind === 'batch' ? Number((message.header() as { length: number }).length) : 0,
    };
  }

  /** The first bytes in one piece, without taking them. */
  #peek(length: number): Uint8Array {
    const first = this.#chunks[0]!;
    if (first.length >= length) return first.subarray(0, length);
    this.#chunks = [joined(this.#chunks, this.#waiting)];
    return this.#chunks[0]!.subarray(0, length);
  }

  #cut(length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const first = this.#chunks[0]!;
      const part = first.subarray(0, length - at);
      bytes.set(part, at);
      at += part.length;
      if (part.length === first.length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(part.length);
    }
    this.#waiting -= length;
    return bytes;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function joined(
  parts: readonly Uint8Array[],
  length = parts.reduce((sum, part) => sum + part.length, 0),
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
