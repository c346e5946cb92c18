import { openSync, readSync } from 'node:fs';

const firstBytes = 8 * 1024 * 1024;
/** A row longer than this is cut there. */
const longestBlock = 64 * 1024 * 1024;

/**
 * Reads a file by blocks, each beginning where the one before was used up to. A block of which nothing could be used
 * comes again, larger; the largest one counts as the end.
 * @param take is given the block, whether the file ends with it, and its place; answers the bytes it used up
 */
export function eachBlock(
  file: string,
  start: number,
  bytes: number,
  take: (block: Buffer, isEnd: boolean, place: number) => number,
): void {
  const descriptor = openSync(file, 'r');
  let buffer = Buffer.allocUnsafe(Math.min(firstBytes, Math.max(1, bytes - start)));
  for (let place = start; place < bytes;) {
    let filled = 0;
    const wanted = Math.min(buffer.length, bytes - place);
    while (filled < wanted) {
      const read = readSync(descriptor, buffer, filled, wanted - filled, place + filled);
      if (read === 0) break;
      filled += read;
    }
    // It was cut while it was read: what is there now is all.
    if (filled === 0) return;
    const isEnd = place + filled >= bytes || filled < wanted || buffer.length >= longestBlock;
    const used = take(buffer.subarray(0, filled), isEnd, place);
    if (used === 0 && !isEnd) buffer = Buffer.allocUnsafe(buffer.length * 2);
    else if (used === 0) return;
    place += used;
  }
}
