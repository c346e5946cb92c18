import { GromaError } from '@groma/model';
import { convertRaster } from './convert-raster.ts';
import { askCrs } from './crs-dialog.tsx';

/**
 * A cloud-optimised copy of a raster that does not say itself where it lies: a picture with a world file, or a GeoTIFF
 * without a coordinate system. The system is asked for where nothing beside the file says it. Answers the path of the
 * copy; null when the person gives up. @throws GromaError, Error.
 */
export async function placedCopy(projectId: string, name: string, path: string, signal: AbortSignal, crs?: string): Promise<string | null> {
  try {
    return await convertRaster(projectId, path, { needs_place: true, ...(crs !== undefined && { crs }) }, signal);
  } catch (error) {
    if (!asksForCrs(error) || signal.aborted) throw error;
    const answer = await askCrs(name, error.message);
    return answer === null ? null : placedCopy(projectId, name, path, signal, answer);
  }
}

/** Whether an import failed for want of a coordinate system that a person may know. */
export function asksForCrs(error: unknown): error is GromaError {
  return error instanceof GromaError && error.code === 'IMPORT_FAILED' && /^(missing-crs|unknown-crs|coordinates-out-of-range)$/.test(String(error.details['reason']));
}
