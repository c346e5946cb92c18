import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironmentFolder } from '../python-environment.mjs';
import { forgetFailure, recentFailure, rememberFailure } from './attempt-memory.mjs';
import { cacheFolder, root } from './repository.mjs';

const run = promisify(execFile);
const requirements = join(root, 'kernel', 'duckdb-extensions.txt');
const name = 'duckdb-extensions';

/** The folder of DuckDB's extensions when nobody names another: `GROMA_DUCKDB_EXTENSIONS`, else `.cache/duckdb`. */
function duckdbExtensionsFolder() {
  return process.env.GROMA_DUCKDB_EXTENSIONS || join(cacheFolder, 'duckdb');
}

/** Whether what is wanted is there. */
export async function hasDuckdbExtensions(folder = duckdbExtensionsFolder()) {
  const wanted = await readFile(requirements, 'utf8');
  return (await readFile(join(folder, '.complete'), 'utf8').catch(() => '')) === wanted;
}

/**
 * Puts DuckDB's extensions into a folder of their own, which no kernel sees; never throws, because SQL works without
 * them, but for functions for geometries. To be called when the Python environment is there: its pip unpacks them.
 *
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureDuckdbExtensions(progress) {
  const folder = duckdbExtensionsFolder();
  if (await hasDuckdbExtensions(folder)) return;
  const failed = recentFailure(name) ?? (await install(progress, folder));
  if (failed) progress.note(`${failed.problem} To mend it: ${failed.remedy}`);
}

async function install(progress, folder) {
  const python = join(pythonEnvironmentFolder(), 'bin', 'python');
  const unfinished = `${folder}.${process.pid}`;
  const words = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--target', unfinished];
  try {
    if (!existsSync(python)) throw new Error('there is no Python environment');
    await progress.step('Installing the spatial functions of SQL', async () => {
      await mkdir(unfinished, { recursive: true });
      await run(python, ['-m', 'pip', 'install', ...words, '-r', requirements], { timeout: 600_000 });
      await writeFile(join(unfinished, '.complete'), await readFile(requirements));
      // A folder that somebody has named may hold other things: only one of our own is replaced.
      const isForeign =
        existsSync(folder) && !existsSync(join(folder, '.complete')) && (await readdir(folder)).length > 0;
      if (isForeign) throw new Error(`${folder} holds other files: name an empty folder`);
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
    });
    forgetFailure(name);
    return undefined;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .at(-1)
      .slice(0, 200);
    const failure = {
      problem: `SQL over projects has no functions for geometries: their package was not installed (${reason}).`,
      remedy: `rm -rf ${join(cacheFolder, 'attempts')} && npm start   # with a network that reaches PyPI`,
    };
    rememberFailure(name, failure);
    return failure;
  }
}
