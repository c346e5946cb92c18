import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Chunk } from './upload-store.ts';
import { tooLong, tooShort } from './upload-rules.ts';

/** Bytes that wait for the disk before the sender has to: several pieces then go in one call of the system. */
const waitingBytes = 1024 * 1024;

/**
 * Writes what of a chunk lies behind the first `before` bytes to the end of a file that has so many. `see` is shown each
 * piece. @throws GromaError BAD_INPUT when the chunk is longer or shorter than it says.
 */
export async function writeChunk(path: string, { start, end, content }: Chunk, before: number, see: (piece: Buffer) => void): Promise<void> {
  const expected = end - start + 1;
  let skipped = before - start;
  let came = 0;
  await pipeline(async function* take() {
    // A body that is left is still on its way, and whoever sends it can only then be told why.
    for await (const whole of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      came += whole.length;
      if (came > expected) throw tooLong(expected);
      const piece = skipped === 0 ? whole : whole.subarray(Math.min(skipped, whole.length));
      skipped -= whole.length - piece.length;
      if (piece.length === 0) continue;
      see(piece);
      yield piece;
    }
  }, createWriteStream(path, { flags: 'a', highWaterMark: waitingBytes })).finally(() => { content.resume(); });
  if (came !== expected) throw tooShort(came, expected);
}
