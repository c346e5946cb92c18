import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const known = new Map<number, Promise<string | null>>();

/** The PROJ string of an EPSG code, as PROJ on this machine has it; null where it does not know the code or is not there. */
export function findDefinition(epsg: number): Promise<string | null> {
  const found = known.get(epsg) ?? promisify(execFile)('gdalsrsinfo', ['-o', 'proj4', `EPSG:${epsg}`], { timeout: 10_000, env: { PATH: process.env.PATH, PROJ_NETWORK: 'OFF' } })
    .then(({ stdout }) => stdout.trim() || null, () => null);
  known.set(epsg, found);
  return found;
}
