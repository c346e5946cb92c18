import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataFolder } from './data-folder.ts';

const isRoot = process.getuid?.() === 0;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'groma-closed-'));
  chmodSync(root, 0o755);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const mode = (path: string) => statSync(path).mode & 0o7777;
/** Whether a user of this computer without any tie to the server can enter a folder. */
const canEnter = (path: string, group: number) =>
  spawnSync('setpriv', ['--reuid', '4321', '--regid', String(group), '--clear-groups', 'test', '-x', path]).status ===
  0;

test('[KRN-059] a data folder is closed to every other user, also one that was open before', () => {
  const folder = join(root, 'data');
  mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o755 });
  chmodSync(join(folder, 'files'), 0o755);
  chmodSync(folder, 0o755);
  closeDataFolder(folder, false);
  expect([mode(folder), mode(join(folder, 'files')), mode(join(folder, 'blobs'))]).toEqual([0o700, 0o700, 0o700]);
});

test.runIf(isRoot)(
  '[KRN-059] started by root, the group of PostgreSQL passes to its own folder and enters no other',
  () => {
    const folder = join(root, 'data');
    closeDataFolder(folder, true);
    mkdirSync(join(folder, 'postgres'), { mode: 0o755 });
    expect([canEnter(join(folder, 'postgres'), 65_534), canEnter(join(folder, 'files'), 65_534)]).toEqual([
      true,
      false,
    ]);
    expect([canEnter(join(folder, 'postgres'), 4321), canEnter(join(folder, 'files'), 4321)]).toEqual([false, false]);
  },
);

test('[KRN-059] a folder that all users share is left as it is', () => {
  chmodSync(root, 0o1777);
  closeDataFolder(root, false);
  expect(mode(root)).toBe(0o1777);
});
