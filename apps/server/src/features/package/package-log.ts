import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, type OperationId } from '@groma/model';

const logs = 'logs';
const keptLogs = 20;
const mostBytes = 4 * 1024 * 1024;
const begunAnew = '\nThe server was stopped. The change begins anew.\n';
const pieceBytes = 256 * 1024;

/** The file beside the packages in which pip’s output of one change is kept, where every process finds it. */
export class PackageLog {
  readonly #stream: WriteStream;
  #bytes: number;

  private constructor(stream: WriteStream, bytes: number) {
    this.#stream = stream;
    this.#bytes = bytes;
    // A disk without room costs the log, and not the change.
    stream.on('error', () => undefined);
  }

  /**
   * Begins the log of a change, and forgets the oldest ones. What an attempt before has written stays, as whoever reads
   * it is somewhere in it.
   */
  static async open(folder: string, id: OperationId): Promise<PackageLog> {
    await mkdir(join(folder, logs), { recursive: true });
    const found = await Promise.all(
      (await readdir(join(folder, logs))).map(async (name) => ({
        name,
        at: (await stat(join(folder, logs, name))).mtimeMs,
      })),
    );
    for (const { name } of found.sort((a, b) => b.at - a.at).slice(keptLogs)) await rm(join(folder, logs, name));
    const file = logFile(folder, id);
    const bytes = (await stat(file).catch(() => null))?.size ?? 0;
    const log = new PackageLog(createWriteStream(file, { flags: 'a' }), bytes);
    if (bytes > 0) log.write(begunAnew);
    return log;
  }

  write(text: string): void {
    if (this.#bytes > mostBytes) return;
    this.#bytes += Buffer.byteLength(text);
    this.#stream.write(this.#bytes > mostBytes ? `${text}\n…\n` : text);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#stream.end(() => {
        resolve();
      });
      this.#stream.once('error', () => {
        resolve();
      });
    });
  }
}

/** A piece of a log from a byte on, cut at a character’s end; empty where there is none. */
export async function readLog(folder: string, id: string, from: number): Promise<{ text: string; next: number }> {
  if (!isId(id)) return { text: '', next: from };
  const handle = await open(logFile(folder, id), 'r').catch(() => null);
  if (!handle) return { text: '', next: from };
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, from);
    const end = wholeCharacters(buffer.subarray(0, bytesRead));
    return { text: buffer.toString('utf8', 0, end), next: from + end };
  } finally {
    await handle.close();
  }
}

function logFile(folder: string, id: string): string {
  return join(folder, logs, `${id}.log`);
}

/** Bytes up to the last character that is whole. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
