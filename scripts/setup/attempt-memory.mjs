import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './repository.mjs';

const folder = join(cacheFolder, 'attempts');
const keptFor = 10 * 60_000;
const recordOfDebian = '/var/lib/dpkg/status';

/**
 * What went wrong when this was tried a short while ago, so that a second start does not wait for the network again.
 * Forgotten once Debian packages were installed since: that is how a person mends most of it.
 *
 * @param {string} name
 * @returns {{ problem: string, remedy: string } | undefined}
 */
export function recentFailure(name) {
  try {
    const { at, problem, remedy } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return Date.now() - at < keptFor && at > lastInstallation() ? { problem, remedy } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {{ problem: string, remedy: string }} failure */
export function rememberFailure(name, failure) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify({ at: Date.now(), ...failure }));
}

/** @param {string} name */
export function forgetFailure(name) {
  rmSync(join(folder, name), { force: true });
}

function lastInstallation() {
  return statSync(recordOfDebian, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
