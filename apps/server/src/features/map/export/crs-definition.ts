import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GromaError } from '@groma/model';
import type { ExportCrs } from './feature-writer.ts';

/** The definition of a system, which GeoParquet holds. @throws GromaError EXPORT_FAILED for a code that is not known. */
export async function definitionOf(code: string, signal: AbortSignal): Promise<ExportCrs> {
  const text = await promisify(execFile)('gdalsrsinfo', ['-o', 'PROJJSON', code], { signal, env: { PATH: process.env.PATH, PROJ_NETWORK: 'OFF' } }).then(({ stdout }) => stdout.trim(), () => '');
  if (!text.startsWith('{')) throw new GromaError('EXPORT_FAILED', { detail: `${code} is no coordinate system that this server knows.` });
  return { code, projJson: JSON.parse(text) as Record<string, unknown> };
}
