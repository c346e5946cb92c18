import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder } from './repository.mjs';

const path = join(cacheFolder, 'setup.lock');

/**
 * Does some work while no other process of this checkout prepares it: two `npm ci` at once spoil each other.
 *
 * @template T
 * @param {(text: string) => void} say told once when another process is waited for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(say, work) {
  mkdirSync(cacheFolder, { recursive: true });
  for (let turn = 0; !take(); turn += 1) {
    if (turn === 0) say(`Another start or test run (process ${owner()}) is preparing this folder: waiting for it.`);
    await sleep(500);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

function take() {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAlive(owner())) return false;
    rmSync(path, { force: true });
    return take();
  }
}

function owner() {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(processId) {
  if (!processId || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
