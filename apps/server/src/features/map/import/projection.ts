import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reprojectToDegrees } from '@groma/geo';
import { ImportError } from './import-error.ts';

/** A function from coordinates of a system such as `EPSG:32633` to degrees. Throws `ImportError` where it is not known. */
export async function projectionToDegrees(crs: string, fileName: string, signal: AbortSignal): Promise<(position: [number, number]) => [number, number]> {
  const definition = await promisify(execFile)('gdalsrsinfo', ['-o', 'proj4', crs], { signal, env: { PATH: process.env.PATH, PROJ_NETWORK: 'OFF' } })
    .then(({ stdout }) => stdout.trim(), () => '');
  if (!definition.startsWith('+proj')) throw new ImportError('unknown-crs', fileName, crs);
  return reprojectToDegrees(definition);
}
