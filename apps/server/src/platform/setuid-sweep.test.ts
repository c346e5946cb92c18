import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { sweepSetuid } from './setuid-sweep.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'groma-setuid-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const mode = (name: string) => (statSync(join(root, name)).mode & 0o7777).toString(8);
const make = (name: string, bits: number) => {
  writeFileSync(join(root, name), 'x');
  chmodSync(join(root, name), bits);
};

test('[KRN-060] setuid and setgid bits of files and setuid bits of folders go, once, and nothing else changes', async () => {
  const data = join(root, 'data');
  mkdirSync(join(data, 'files/a b'), { recursive: true });
  mkdirSync(join(data, 'postgres'));
  for (const [name, bits] of [
    ['files/a b/shell\n', 0o4755],
    ['files/group', 0o2711],
    ['files/plain', 0o640],
    ['postgres/own', 0o4700],
  ] as const)
    make(`data/${name}`, bits);
  chmodSync(join(data, 'files/a b'), 0o6775);
  make('outside', 0o4755);
  symlinkSync(join(root, 'outside'), join(data, 'files/link'));
  expect(await sweepSetuid(data, createLog(true)).done).toBe(3);
  expect(
    ['files/a b/shell\n', 'files/group', 'files/plain', 'files/a b', 'postgres/own'].map((name) =>
      mode(`data/${name}`),
    ),
  ).toEqual(['755', '711', '640', '2775', '4700']);
  expect(mode('outside')).toBe('4755');
  make('data/files/later', 0o4755);
  expect(await sweepSetuid(data, createLog(true)).done).toBeNull();
});

test('[KRN-060] a sweep that was ended is done by the next start', async () => {
  const sweep = sweepSetuid(root, createLog(true));
  await sweep.close();
  expect(await sweep.done).toBeNull();
  expect(existsSync(join(root, 'setuid-cleared'))).toBe(false);
  expect(await sweepSetuid(root, createLog(true)).done).toBe(0);
});
