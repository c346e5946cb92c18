import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24, root, systemEnvironment } from './repository.mjs';
import { runCommand } from './run-command.mjs';

const lockFile = join(root, 'package-lock.json');
const marker = join(root, 'node_modules', '.groma-installed');
const lockOfNpm = join(root, 'node_modules', '.package-lock.json');

/** Whether the packages of the lock file are there, whole. Cheap: two small files are read. */
export function arePackagesInstalled() {
  try {
    return readFileSync(marker, 'utf8') === lockHash() && existsSync(node24);
  } catch {
    return false;
  }
}

/**
 * Installs the packages of the lock file when they are not there.
 *
 * @param {import('./progress.mjs').Progress} progress
 * @throws {import('./run-command.mjs').CommandFailed}
 */
export async function ensureNpmPackages(progress) {
  if (arePackagesInstalled()) return;
  if (areInstalledByHand()) return writeFileSync(marker, lockHash());
  // The marks go first: a kill in the middle leaves a folder without them, which the next start does not believe.
  for (const path of [marker, lockOfNpm]) rmSync(path, { force: true });
  await progress.step('Installing the npm packages', async (say) => {
    const expected = expectedFolders();
    const timer = setInterval(() => say(`${percentOf(expected)} %`), 1000);
    try {
      const words = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
      await runCommand('npm', words, { cwd: root, env: systemEnvironment(), endsWithUs: true });
    } finally {
      clearInterval(timer);
    }
  });
  writeFileSync(marker, lockHash());
}

/** Whether somebody's own `npm install` has brought what the lock file says, by npm's own record of what it did. */
function areInstalledByHand() {
  if (!existsSync(lockOfNpm) || !existsSync(node24)) return false;
  const installed = JSON.parse(readFileSync(lockOfNpm, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, one]) => {
    if (!path.includes('node_modules/') || one.link || one.optional) return true;
    return installed[path]?.version === one.version && existsSync(join(root, path, 'package.json'));
  });
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(lockFile))
    .update(process.platform + process.arch)
    .digest('hex');
}

/** The package.json files that will be there in the end; packages of other systems are left out. */
function expectedFolders() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const fits = (names, name) => !names || names.includes(name);
  return Object.entries(packages)
    .filter(
      ([path, one]) =>
        path.includes('node_modules/') && !one.link && fits(one.os, process.platform) && fits(one.cpu, process.arch),
    )
    .map(([path]) => join(root, path, 'package.json'));
}

function percentOf(paths) {
  return Math.floor((100 * paths.filter((path) => existsSync(path)).length) / paths.length);
}
