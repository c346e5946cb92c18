import { readFile, rename, rm, mkdir, writeFile, copyFile, readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './setup/run-command.mjs';
import { cacheFolder, systemEnvironment } from './setup/repository.mjs';

const source = fileURLToPath(new URL('setup/routing-engine', import.meta.url));
const files = ['package.json', 'package-lock.json'];
/** Written last, with what was installed: a folder without it is not whole. */
const marker = '.complete';

/**
 * Puts the routing engine into a folder of its own, in the version and with the checksum of the lock file. Its package
 * runs no script of its own. A folder that holds it already is left alone.
 *
 * @param {string} folder
 * @throws {Error} where it cannot be installed, or the folder holds other files
 */
async function ensureRoutingEngine(folder) {
  const wanted = await readFile(join(source, 'package-lock.json'), 'utf8');
  if ((await readFile(join(folder, marker), 'utf8').catch(() => '')) === wanted) return;
  const isForeign = existsSync(folder) && !existsSync(join(folder, marker)) && (await readdir(folder)).length > 0;
  if (isForeign) throw new Error(`${folder} holds other files: name an empty folder`);
  const unfinished = `${folder}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    for (const name of files) await copyFile(join(source, name), join(unfinished, name));
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runCommand('npm', words, { cwd: unfinished, env: systemEnvironment(), endsWithUs: true });
    await writeFile(join(unfinished, marker), wanted);
    await removeOtherSystems(join(unfinished, 'node_modules', '@valhallajs', 'valhallajs'));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Somebody else may have put it there at the same moment.
    if ((await readFile(join(folder, marker), 'utf8').catch(() => '')) !== wanted) throw error;
  }
}

/** The package holds the programs of three systems, of which one is used: two thirds of 280 MB. */
async function removeOtherSystems(folder) {
  for (const system of ['linux', 'darwin'])
    for (const processor of await readdir(join(folder, system)))
      if (system !== process.platform || processor !== process.arch)
        await rm(join(folder, system, processor), { recursive: true });
}

const [folder = process.env.GROMA_ROUTING_ENGINE || join(cacheFolder, 'valhalla')] = process.argv.slice(2);
try {
  await ensureRoutingEngine(resolve(folder));
} catch (error) {
  const [reason = error.message] = (error.lines ?? []).filter((line) => /\berr|error/i.test(line));
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
