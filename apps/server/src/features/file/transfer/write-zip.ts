import { crc32 } from 'node:zlib';

/**
 * A zip whose files are stored as they are, so that its length is known before the first byte of them is read. Written
 * from APPNOTE.TXT 6.3.10 (PKWARE): local header, content and data descriptor of each file, then the central directory;
 * in ZIP64 where a number has no room in the older fields.
 */
export interface ZipSource {
  /** Path in the zip, with `/` between its parts; that of a folder ends with one. */
  name: string;
  bytes: number;
  modifiedAt: Date;
  /** Exactly `bytes` bytes, read when their turn comes. A folder has none. */
  read?: () => AsyncIterable<Uint8Array>;
}

interface Written {
  name: Buffer;
  source: ZipSource;
  at: number;
  checksum: number;
}

const most16 = 0xffff;
const most32 = 0xffffffff;
/** Names in UTF-8, and checksum and sizes behind the content. */
const flags = 0x0808;
/** Versions of the format that are needed to read it: 2.0, and 4.5 for ZIP64. */
const [plain, zip64] = [20, 45];
const timeBytes = 9;
const directoryPieceBytes = 256 * 1024;

/** Bytes of the zip that `writeZip` makes of the same files. */
export function zipBytes(sources: readonly ZipSource[]): number {
  let at = 0;
  let directory = 0;
  for (const source of sources) {
    const name = Buffer.byteLength(source.name) + timeBytes;
    const numbers = centralNumbers(source.bytes, at).length;
    directory += 46 + name + (numbers > 0 ? 4 + 8 * numbers : 0);
    at += 30 + name + (isLarge(source) ? 20 : 0) + source.bytes + (source.read ? (isLarge(source) ? 24 : 16) : 0);
  }
  return at + directory + endOf(sources.length, directory, at).length;
}

/**
 * The bytes of a zip.
 * @throws Error where a file has not as many bytes as it was said to have, and what its reading throws.
 */
export async function* writeZip(sources: readonly ZipSource[]): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for (const source of sources) {
    const entry: Written = { name: Buffer.from(source.name), source, at, checksum: 0 };
    const header = localHeader(entry);
    yield header;
    at += header.length + source.bytes;
    if (source.read) {
      let count = 0;
      for await (const piece of source.read()) {
        entry.checksum = crc32(piece, entry.checksum);
        count += piece.length;
        yield piece;
      }
      if (count !== source.bytes)
        throw new Error(`${source.name} has ${count} bytes now where it had ${source.bytes}.`);
      const descriptor = descriptorOf(entry);
      yield descriptor;
      at += descriptor.length;
    }
    written.push(entry);
  }
  let directory = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for (const entry of written) {
    const header = centralHeader(entry);
    directory += header.length;
    waiting.push(header);
    if ((waitingBytes += header.length) < directoryPieceBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
  }
  yield Buffer.concat([...waiting, endOf(written.length, directory, at)]);
}

function isLarge({ bytes }: ZipSource): boolean {
  return bytes >= most32;
}

/** Fields of the headers one after the other, little end first. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  const made = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) {
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value), at);
    else made.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return made;
}

function localHeader({ name, source }: Written): Buffer {
  const large = isLarge(source);
  const size = large ? most32 : 0;
  const extra = Buffer.concat([
    timeField(source.modifiedAt),
    large ? fields([1, 2], [16, 2], [0, 8], [0, 8]) : Buffer.alloc(0),
  ]);
  const head = fields(
    [0x04034b50, 4],
    [large ? zip64 : plain, 2],
    [flagsOf(source), 2],
    [0, 2],
    ...dosTime(source.modifiedAt),
    [0, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [extra.length, 2],
  );
  return Buffer.concat([head, name, extra]);
}

function descriptorOf({ source, checksum }: Written): Buffer {
  const width = isLarge(source) ? 8 : 4;
  return fields([0x08074b50, 4], [checksum, 4], [source.bytes, width], [source.bytes, width]);
}

function centralHeader({ name, source, at, checksum }: Written): Buffer {
  const numbers = centralNumbers(source.bytes, at);
  const size = isLarge(source) ? most32 : source.bytes;
  const extra = Buffer.concat([
    timeField(source.modifiedAt),
    numbers.length > 0
      ? fields([1, 2], [8 * numbers.length, 2], ...numbers.map((value) => [value, 8] as const))
      : Buffer.alloc(0),
  ]);
  const version = numbers.length > 0 ? zip64 : plain;
  // Made on Unix, whose rights of a file or folder stand in the upper half of its attributes.
  const attributes = source.read ? (0o100664 << 16) >>> 0 : ((0o40775 << 16) | 0x10) >>> 0;
  const head = fields(
    [0x02014b50, 4],
    [(3 << 8) | 63, 2],
    [version, 2],
    [flagsOf(source), 2],
    [0, 2],
    ...dosTime(source.modifiedAt),
    [checksum, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [attributes, 4],
    [Math.min(at, most32), 4],
  );
  return Buffer.concat([head, name, extra]);
}

/** What of an entry of the directory has no room in its fields: both sizes, then the place. */
function centralNumbers(bytes: number, at: number): number[] {
  return [...(bytes >= most32 ? [bytes, bytes] : []), ...(at >= most32 ? [at] : [])];
}

function endOf(count: number, directory: number, at: number): Buffer {
  const end = fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(count, most16), 2],
    [Math.min(count, most16), 2],
    [Math.min(directory, most32), 4],
    [Math.min(at, most32), 4],
    [0, 2],
  );
  if (count < most16 && directory < most32 && at < most32) return end;
  const large = fields(
    [0x06064b50, 4],
    [44, 8],
    [(3 << 8) | 63, 2],
    [zip64, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [directory, 8],
    [at, 8],
  );
  return Buffer.concat([large, fields([0x07064b50, 4], [0, 4], [at + directory, 8], [1, 4]), end]);
}

function flagsOf({ read }: ZipSource): number {
  return read ? flags : flags & ~8;
}

/** Seconds since 1970 (Info-ZIP's extended timestamp), beside the field that has no zone and only even seconds. */
function timeField(time: Date): Buffer {
  const made = Buffer.alloc(timeBytes);
  made.writeUInt16LE(0x5455, 0);
  made.writeUInt16LE(timeBytes - 4, 2);
  made.writeUInt8(1, 4);
  made.writeInt32LE(Math.max(-0x80000000, Math.min(0x7fffffff, Math.floor(time.getTime() / 1_000))), 5);
  return made;
}

function dosTime(time: Date): [[number, 2], [number, 2]] {
  const year = Math.max(1980, Math.min(2107, time.getUTCFullYear()));
  return [
    [(time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1), 2],
    [((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), 2],
  ];
}
