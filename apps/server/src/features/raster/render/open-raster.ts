import { RasterError, type ByteSource, type RasterFile } from '@groma/raster';
import type { OpenComposite } from '../composite/opened-composite.ts';
import type { RasterSystem } from '../source/find-system.ts';

/**
 * A raster that is open in this thread. `system` is null where the file does not say where it lies, or in a system that
 * nobody knows.
 */
export interface OpenRaster {
  file: RasterFile;
  system: RasterSystem | null;
  source: ByteSource;
  name: string;
  /** Of a raster that is joined of several: these, whose bands stand behind each other. */
  parts?: readonly OpenRaster[];
  /** Of one that is made of scenes while it is read. */
  composite?: OpenComposite;
}

/** The system of a raster that is to be drawn or read by place. @throws RasterError NO_PLACE */
export function requireSystem({ file, system }: OpenRaster): RasterSystem {
  if (system) return system;
  throw new RasterError(
    'NO_PLACE',
    file.crs && file.transform
      ? 'Its coordinate system is unknown. Add the file to the map again and choose the system.'
      : 'The file does not say where it is.',
  );
}
