/** Above this a message is written behind its header instead of being copied after it. */
const copiedBytes = 64 * 1024;
const isFinal = 0x80;
const opcode = { text: 1, binary: 2 };

/**
 * A message as it crosses a websocket from a server to a client (RFC 6455, 5.2: one whole frame without a mask). Made
 * once, it is written as it is to however many people it is told to.
 */
export class Frame {
  readonly message: string | Uint8Array;
  /** What is written, one after the other. */
  readonly parts: readonly Buffer[];

  constructor(message: string | Uint8Array) {
    this.message = message;
    const payload = typeof message === 'string' ? Buffer.from(message) : message;
    const header = headerOf(typeof message === 'string' ? opcode.text : opcode.binary, payload.byteLength);
    this.parts =
      payload.byteLength > copiedBytes
        ? [header, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)]
        : [Buffer.concat([header, payload])];
  }

  static of(message: string | Uint8Array | Frame): Frame {
    return message instanceof Frame ? message : new Frame(message);
  }
}

function headerOf(kind: number, size: number): Buffer {
  const header = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
  header[0] = isFinal | kind;
  header[1] = size < 126 ? size : size < 65_536 ? 126 : 127;
  if (header.length === 4) header.writeUInt16BE(size, 2);
  if (header.length === 10) header.writeBigUInt64BE(BigInt(size), 2);
  return header;
}
