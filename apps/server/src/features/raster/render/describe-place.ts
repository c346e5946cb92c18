import type { PlacedFile } from '../pool/raster-task.ts';
import type { OpenRaster } from './open-raster.ts';

/** How much the sides of a pixel may differ that is taken as square. */
const slack = 1e-9;

/** What of a file the pixels of a composite follow from. */
export function describePlace({ file: { transform, layout, nodata }, system }: OpenRaster): PlacedFile {
  const isPlain =
    transform !== null &&
    transform.b === 0 &&
    transform.d === 0 &&
    Math.abs(transform.a + transform.e) < slack * Math.abs(transform.a);
  return {
    system: system?.definition ?? null,
    corner: isPlain ? { x: transform.c, y: transform.f } : null,
    pixel: transform ? Math.abs(transform.a) : 0,
    type: layout.type,
    nodata,
  };
}
