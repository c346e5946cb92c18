import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groma-lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a part that is taken is refused in one line naming folder and process, and nothing else stays taken', () => {
  const giveBack = lockDataFolder(folder, ['api']);
  expect(() => lockDataFolder(folder, ['jobs', 'api'])).toThrow(
    `The data folder ${folder} is in use by process ${process.pid} (api)`,
  );
  lockDataFolder(folder, ['jobs'])();
  giveBack();
  expect(readdirSync(folder)).toEqual([]);
  lockDataFolder(folder, ['jobs', 'api'])();
});

test('the lock of a process that is gone is taken over, also when another process has its number now', () => {
  for (const dead of ['999999999 5', `${process.pid} 5`]) {
    writeFileSync(join(folder, 'api.lock'), dead);
    const giveBack = lockDataFolder(folder, ['api']);
    expect(readFileSync(join(folder, 'api.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} (?!5$)`));
    giveBack();
  }
});

test('a lock that a full disk or a power cut left empty, or that cannot be read, is taken over', () => {
  for (const broken of ['', 'nonsense', '12', '\0\0\0\0']) {
    writeFileSync(join(folder, 'api.lock'), broken);
    lockDataFolder(folder, ['api'])();
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('a takeover that a kill cut off does not stop the next one', () => {
  for (const name of ['api.lock', 'api.lock.takeover']) writeFileSync(join(folder, name), '999999999 5');
  const giveBack = lockDataFolder(folder, ['api']);
  expect(readdirSync(folder)).toEqual(['api.lock']);
  giveBack();
});

test('of several that start over a stale lock at the same moment one gets it', async () => {
  const folders = Array.from({ length: 200 }, (_, i) => join(folder, String(i)));
  for (const each of folders) {
    mkdirSync(each);
    writeFileSync(join(each, 'api.lock'), '999999999 5');
  }
  // Each tries in every folder, all at the same moments, and holds what it got until it is told to end.
  const code = `import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder-lock.ts'))};
    const got = [];
    ${JSON.stringify(folders)}.forEach((folder, i) => {
      while (Date.now() < ${Date.now() + 2_500} + i * 10);
      try { lockDataFolder(folder, ['api']); got.push(i); } catch (error) { if (!error.message.includes('in use')) got.push(error.message); }
    });
    console.log(JSON.stringify(got));
    setInterval(() => undefined, 1000);`;
  const starters = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const got = await Promise.all(
    starters.map(
      (starter) =>
        new Promise<number[]>((resolve) => {
          starter.stdout.once('data', (data: Buffer) => {
            resolve(JSON.parse(data.toString()) as number[]);
          });
        }),
    ),
  );
  for (const starter of starters) starter.kill('SIGKILL');
  expect(got.flat().toSorted((a, b) => a - b)).toEqual(folders.map((_, i) => i));
});
