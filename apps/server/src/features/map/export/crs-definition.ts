import { GromaError } from '@groma/model';
import { describeCrs } from '../../../platform/gdal/describe-crs.ts';
import type { ExportCrs } from '../reader/write/feature-writer.ts';

/**
 * The definition of a system, which GeoParquet holds.
 * @throws GromaError EXPORT_FAILED for a code that is not known.
 */
export async function definitionOf(code: string, signal: AbortSignal): Promise<ExportCrs> {
  const text = await describeCrs(code, 'PROJJSON', signal);
  if (text === null)
    throw new GromaError('EXPORT_FAILED', { detail: `${code} is no coordinate system that this server knows.` });
  return { code, projJson: JSON.parse(text) as Record<string, unknown> };
}
