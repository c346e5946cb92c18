import type { ByteRange, ByteSource } from './byte-source.ts';

/** Ranges with less than this between them are read at once: a round trip costs more than the bytes. */
const gapBytes = 16 * 1024;
/** Longest single read. */
const runBytes = 8 * 1024 * 1024;

interface Run {
  offset: number;
  end: number;
  members: number[];
}

/**
 * Reads several ranges with as few reads as sensible: neighbours are read together.
 * @param ranges inside the source, in any order
 * @returns their bytes in the order of `ranges`
 */
export async function readRanges(
  source: ByteSource,
  ranges: readonly ByteRange[],
  signal?: AbortSignal,
): Promise<Uint8Array[]> {
  const found: Uint8Array[] = Array.from({ length: ranges.length });
  await Promise.all(
    runsOf(ranges).map(async (run) => {
      const bytes = await source.read(run.offset, run.end - run.offset, signal);
      for (const index of run.members) {
        const { offset, length } = ranges[index]!;
        found[index] = bytes.subarray(offset - run.offset, offset - run.offset + length);
      }
    }),
  );
  return found;
}

function runsOf(ranges: readonly ByteRange[]): Run[] {
  const runs: Run[] = [];
  const order = ranges.map((_, index) => index).sort((a, b) => ranges[a]!.offset - ranges[b]!.offset);
  for (const index of order) {
    const { offset, length } = ranges[index]!;
    const last = runs.at(-1);
    if (last && offset - last.end <= gapBytes && Math.max(last.end, offset + length) - last.offset <= runBytes) {
      last.end = Math.max(last.end, offset + length);
      last.members.push(index);
    } else runs.push({ offset, end: offset + length, members: [index] });
  }
  return runs;
}
