/**
 * Frames of ZMTP 3.0, the protocol below ZeroMQ (rfc.zeromq.org/spec/23), with the NULL mechanism: a greeting of 64
 * bytes, one READY command, then messages of one or more frames.
 */

/** Type of a ZeroMQ socket, as it introduces itself. */
export type ZmtpSocketType = 'DEALER' | 'SUB';

/** One received frame. */
export interface ZmtpFrame {
  isCommand: boolean;
  hasMore: boolean;
  body: Buffer;
}

const more = 1;
const long = 2;
const command = 4;
const greetingBytes = 64;

/** What each side sends first: signature, version 3.0, mechanism NULL. */
export function greeting(): Buffer {
  const bytes = Buffer.alloc(greetingBytes);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.write('NULL', 12, 'latin1');
  return bytes;
}

/**
 * The READY command that ends the handshake. A router sends to the peer of an `identity`: what answers on another
 * socket than it was asked on, as questions of a kernel do, needs the same one on both.
 */
export function readyCommand(type: ZmtpSocketType, identity = ''): Buffer {
  const property = (name: string, value: string) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(value.length);
    return Buffer.concat([Buffer.of(name.length), Buffer.from(name), size, Buffer.from(value)]);
  };
  const body = Buffer.concat([
    Buffer.of(5),
    Buffer.from('READY'),
    property('Socket-Type', type),
    property('Identity', identity),
  ]);
  return Buffer.concat([frameHeader(command, body.length), body]);
}

/** Bytes of a message of several parts, in pieces to be written one after another. */
export function messageBytes(parts: readonly (Buffer | string)[]): Buffer[] {
  return parts.flatMap((part, index) => {
    const body = typeof part === 'string' ? Buffer.from(part) : part;
    return [frameHeader(index < parts.length - 1 ? more : 0, body.length), body];
  });
}

function frameHeader(flags: number, size: number): Buffer {
  if (size < 256) return Buffer.of(flags, size);
  const header = Buffer.alloc(9);
  header[0] = flags | long;
  header.writeBigUInt64BE(BigInt(size), 1);
  return header;
}

/** Cuts what arrives from a peer into frames. A frame longer than `largest` bytes throws before it is read. */
export class ZmtpFrameReader {
  readonly #largest: number;
  #chunks: Buffer[] = [];
  #available = 0;
  #isGreeted = false;
  #head: { flags: number; size: number } | null = null;

  constructor(largest: number) {
    this.#largest = largest;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#available += chunk.length;
  }

  /** The next whole frame, or null until more has arrived. */
  next(): ZmtpFrame | null {
    if (!this.#isGreeted) {
      if (this.#available < greetingBytes) return null;
      checkGreeting(this.#take(greetingBytes));
      this.#isGreeted = true;
    }
    this.#head ??= this.#readHead();
    if (!this.#head || this.#available < this.#head.size) return null;
    const { flags, size } = this.#head;
    this.#head = null;
    return { isCommand: (flags & command) !== 0, hasMore: (flags & more) !== 0, body: this.#take(size) };
  }

  #readHead(): { flags: number; size: number } | null {
    const flags = this.#chunks[0]?.[0] ?? 0;
    const isLong = (flags & long) !== 0;
    if (this.#available < (isLong ? 9 : 2)) return null;
    const head = this.#take(isLong ? 9 : 2);
    const size = isLong ? Number(head.readBigUInt64BE(1)) : head.readUInt8(1);
    if (size > this.#largest)
      throw new Error(`it sent a message of ${Math.round(size / 1024 / 1024)} MB, more than is read`);
    return { flags, size };
  }

  #take(count: number): Buffer {
    this.#available -= count;
    const first = this.#chunks[0];
    if (first && first.length > count) {
      this.#chunks[0] = first.subarray(count);
      return first.subarray(0, count);
    }
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const chunk = this.#chunks.shift() as Buffer;
      parts.push(chunk.subarray(0, missing));
      if (chunk.length > missing) this.#chunks.unshift(chunk.subarray(missing));
      missing -= Math.min(missing, chunk.length);
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, count);
  }
}

function checkGreeting(bytes: Buffer): void {
  const mechanism = bytes.toString('latin1', 12, 32).replaceAll('\0', '');
  if (bytes[0] !== 0xff || (bytes[10] ?? 0) < 3 || mechanism !== 'NULL')
    throw new Error('it does not speak ZMTP 3 without encryption');
}
