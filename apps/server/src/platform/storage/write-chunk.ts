import type { FileHandle } from 'node:fs/promises';
import { freeYoung } from './free-young.ts';
import type { Chunk } from './upload-store.ts';
import { tooLong, tooShort } from './upload-rules.ts';

/** Bytes that are gathered for one call of the system, while those before are on their way to it. */
const gatheredBytes = 512 * 1024;

/**
 * Writes what of a chunk lies behind the first `before` bytes of a file to just there. `see` is shown each piece.
 * @throws GromaError BAD_INPUT when the chunk is longer or shorter than it says.
 */
export async function writeChunk(
  file: FileHandle,
  { start, end, content }: Chunk,
  before: number,
  see: (piece: Buffer) => void,
): Promise<void> {
  const expected = end - start + 1;
  const writer = new Gatherer(file, before);
  let skipped = before - start;
  let came = 0;
  try {
    // A body that is left is still on its way, and whoever sends it can only then be told why: it is not destroyed.
    for await (const whole of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      came += whole.length;
      if (came > expected) throw tooLong(expected);
      const piece = skipped === 0 ? whole : whole.subarray(Math.min(skipped, whole.length));
      skipped -= whole.length - piece.length;
      if (piece.length === 0) continue;
      see(piece);
      await writer.add(piece);
    }
    if (came !== expected) throw tooShort(came, expected);
  } finally {
    content.resume();
    freeYoung();
    // Also what came before a cut is kept.
    await writer.end();
  }
}

/** Writes pieces one behind another, several in one call, one call at a time. */
class Gatherer {
  readonly #file: FileHandle;
  #position: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#position = position;
  }

  add(piece: Buffer): Promise<void> | undefined {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    return this.#bytes >= gatheredBytes ? this.#send() : undefined;
  }

  async end(): Promise<void> {
    await this.#send();
    await this.#writing;
  }

  /** Begins to write what is gathered, when what was before is written. */
  async #send(): Promise<void> {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    await this.#writing;
    this.#writing = this.#write(pieces);
    // Its failure is met by whoever waits for it next.
    this.#writing.catch(() => undefined);
  }

  async #write(pieces: Buffer[]): Promise<void> {
    let left = pieces;
    while (left.length > 0) {
      const { bytesWritten } = await this.#file.writev(left, this.#position);
      this.#position += bytesWritten;
      left = behind(left, bytesWritten);
    }
  }
}

/** What is left of pieces behind their first bytes: the system may take fewer than it was given. */
function behind(pieces: Buffer[], bytes: number): Buffer[] {
  let skipped = bytes;
  const left: Buffer[] = [];
  for (const piece of pieces) {
    const taken = Math.min(skipped, piece.length);
    skipped -= taken;
    if (taken < piece.length) left.push(piece.subarray(taken));
  }
  return left;
}
