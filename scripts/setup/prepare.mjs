import { ensureDuckdbExtensions } from './duckdb-extensions.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { ensurePython } from './python-packages.mjs';
import { stopRunningCommands } from './run-command.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { ensureWebBuild } from './web-build.mjs';

/**
 * Brings the checkout to where the product can run: packages of the system, of npm and of Python, the built web
 * application. What is there is left alone, so that a second call takes a fraction of a second.
 *
 * @param {import('./progress.mjs').Progress} progress
 * @param {import('./system-packages.mjs').SystemPackage[]} systemPackages
 * @param {() => Promise<unknown>} [work] needs the packages of npm alone: it is done beside the rest, and waited for
 * @returns {Promise<boolean>} whether the product can run; when not, why has been said
 */
export async function prepare(progress, systemPackages, work = () => Promise.resolve()) {
  const stop = (signal) => {
    stopRunningCommands();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let beside;
  try {
    await withSetupLock(progress.note, async () => {
      // The Python environment comes after apt: it may call apt too, which bears only one at a time.
      const python = ensureSystemPackages(progress, systemPackages)
        .then(() => ensurePython(progress))
        .then(() => ensureDuckdbExtensions(progress));
      const packages = ensureNpmPackages(progress);
      beside = packages.then(work);
      beside.catch(() => undefined);
      const rest = packages.then(() => ensureWebBuild(progress));
      await Promise.allSettled([python, rest]);
      await rest;
    });
    await beside;
    return true;
  } catch (error) {
    for (const line of error.lines ?? []) progress.note(`  ${line}`);
    progress.note(`Groma cannot start: ${error.message}. The whole output is in .cache/setup.log.`);
    return false;
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  }
}
