import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isUnpackError, unpackedHead, unpackedPieces } from './packed-text.ts';

test('[DBS-089] the damage of a packed file is thrown to whoever reads it, however late that begins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'groma-packed-'));
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => {
    uncaught.push(error);
  };
  process.on('uncaughtException', note);
  try {
    const whole = gzipSync('some lines\n'.repeat(40));
    await writeFile(join(folder, 'cut.gz'), whole.subarray(0, whole.length - 10));
    for (const beforeReading of [0, 1, 2, 4, 8, 16]) {
      const file = await open(join(folder, 'cut.gz'));
      await unpackedHead(file, 'gzip', 1_000);
      const pieces = unpackedPieces(file, 'gzip');
      await wait(beforeReading);
      const read = async (): Promise<void> => {
        for await (const piece of pieces) void piece;
      };
      await expect(read()).rejects.toSatisfy(isUnpackError);
      await file.close();
    }
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
    await rm(folder, { recursive: true });
  }
});
