import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'groma-lock-')); });
afterEach(() => { rmSync(folder, { recursive: true }); });

test('a part that is taken is refused in one line naming folder and process, and nothing else stays taken', () => {
  const giveBack = lockDataFolder(folder, ['api']);
  expect(() => lockDataFolder(folder, ['jobs', 'api'])).toThrow(`The data folder ${folder} is in use by process ${process.pid} (api)`);
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
