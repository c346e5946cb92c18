import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GromaError } from '@groma/model';
import { packageOf } from './engine-sandbox.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../../..', import.meta.url));
const installer = join(repository, 'scripts', 'routing-engine.mjs');
const patienceMs = 15 * 60_000;
/** Systems for which the package has programs. */
const systems = ['linux-x64', 'linux-arm64', 'darwin-arm64'];

/** The version of the engine, which its tiles are of. */
export const engineVersion = '3.6.1';

const installing = new Map<string, Promise<void>>();

export function hasEngine(folder: string): boolean {
  return existsSync(join(folder, '.complete')) && existsSync(packageOf(folder));
}

/**
 * Puts the engine into its folder where it is missing; those who want it at once wait for the same.
 * @throws GromaError UNAVAILABLE
 */
export async function ensureEngine(folder: string): Promise<void> {
  if (hasEngine(folder)) return;
  let work = installing.get(folder);
  if (!work) {
    work = install(folder).finally(() => installing.delete(folder));
    installing.set(folder, work);
  }
  return work;
}

async function install(folder: string): Promise<void> {
  const system = `${process.platform}-${process.arch}`;
  if (!systems.includes(system))
    throw unavailable(
      `it does not run on ${system}. Ask the administrator to set GROMA_VALHALLA_URL or GROMA_OPENROUTESERVICE_KEY.`,
    );
  try {
    await run(process.execPath, [installer, folder], { timeout: patienceMs });
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) || 'the installation took too long';
    throw unavailable(`it could not be installed (${reason.slice(0, 200)}). Ask the administrator of this server.`);
  }
}

function unavailable(remedy: string): GromaError {
  return new GromaError('UNAVAILABLE', { part: 'the routing engine', remedy });
}
