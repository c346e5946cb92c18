import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { DiskFileStore } from './disk-file-store.ts';

const disk = mkdtempSync(join(tmpdir(), 'groma-small-disk-'));
const projectId = 'e4f7a1f0-4a63-4d5e-9c0a-0d6f5a3a8f10' as ProjectId;
let isMounted = false;
beforeAll(() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    // Without the right to mount the test is skipped by name.
  }
});
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

test('[FIL-087] on a disk without a free byte files are deleted and the trash is emptied, again and again', async (context) => {
  context.skip(!isMounted, 'needs the right to mount a small disk');
  const files = new DiskFileStore(disk);
  const folder = await files.folderOf(projectId);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), Buffer.alloc(1_000_000));
  await files.sweep();
  const reserve = () => statSync(join(disk, '.reserve')).size;
  const free = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  const fill = (name: string) => writeFileSync(join(disk, name), Buffer.alloc(free()));
  expect(reserve()).toBe(4 * 1024 * 1024);
  fill('filler');
  for (const name of ['a', 'b']) {
    expect(free()).toBe(0);
    await files.remove(projectId, parseDataPath(`/data/${name}`), null);
    // A note takes a page of it; the rest is kept from others.
    expect(reserve()).toBeGreaterThan(3.8 * 1024 * 1024);
  }
  expect(await files.emptyTrash(projectId)).toBe(2);
  expect(free()).toBeGreaterThan(1_900_000);
  await files.sweep();
  expect(reserve()).toBe(4 * 1024 * 1024);
});
