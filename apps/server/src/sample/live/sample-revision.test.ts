import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleRevision } from './sample-revision.ts';

test('[PUB-137] a revision is another one after each change of a file or its name, and else the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'revision-'));
  try {
    const file = join(folder, 'a.csv');
    await writeFile(file, 'a');
    const first = await sampleRevision(folder);
    await writeFile(file, 'b');
    const second = await sampleRevision(folder);
    await rename(file, join(folder, 'c.csv'));
    const third = await sampleRevision(folder);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await sampleRevision(folder)).toBe(third);
  } finally {
    await rm(folder, { recursive: true });
  }
});
