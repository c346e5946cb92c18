import { GromaError } from '@groma/model';
import type { conversion } from '@groma/protocol';
import { convertRaster } from './convert-raster.ts';
import { askCrs } from './crs-dialog.tsx';

interface Wanted {
  projectId: string;
  mapId: string;
  layerId: string;
  name: string;
  path: string;
  /** Which image of a file of arrays it is. */
  array?: conversion.ArrayImage;
}

/**
 * Has the server make a layer of a raster that does not say itself where it lies (a picture with a world file, or a
 * GeoTIFF without a coordinate system) by a copy that does. The system is asked for where nothing beside the file says
 * it. False when the person gives up. @throws GromaError, Error.
 */
export async function addPlacedCopy(wanted: Wanted, signal: AbortSignal, crs?: string): Promise<boolean> {
  const { projectId, mapId, layerId, name, path, array } = wanted;
  try {
    await convertRaster(
      projectId,
      path,
      {
        needs_place: true,
        new_layer: { map_id: mapId, layer_id: layerId, name },
        array,
        ...(crs !== undefined && { crs }),
      },
      signal,
    );
    return true;
  } catch (error) {
    if (!asksForCrs(error) || signal.aborted) throw error;
    const answer = await askCrs(name, error.message);
    return answer !== null && addPlacedCopy(wanted, signal, answer);
  }
}

/** Whether an import failed for want of a coordinate system that a person may know. */
export function asksForCrs(error: unknown): error is GromaError {
  return (
    error instanceof GromaError &&
    error.code === 'IMPORT_FAILED' &&
    /^(missing-crs|unknown-crs|coordinates-out-of-range)$/.test(String(error.details['reason']))
  );
}
