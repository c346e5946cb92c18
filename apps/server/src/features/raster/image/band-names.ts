import { GromaError } from '@groma/model';
import type { RasterFile } from '@groma/raster';
import type { OpenRaster } from '../render/open-raster.ts';

/** What the file calls a band, else `b` and its number from 1. */
export function bandName({ notes }: RasterFile, band: number): string {
  return notes[band]?.description?.trim() || `b${band + 1}`;
}

/**
 * The band, from 0, that a text means: its name in any case, its number from 1, or `b` and that number.
 * @throws GromaError TOOL_BAND_UNKNOWN
 */
export function requireBand({ file, name: image }: Pick<OpenRaster, 'file' | 'name'>, text: string): number {
  const wanted = text.trim().toLowerCase();
  for (let band = 0; band < file.bands; band++) if (bandName(file, band).toLowerCase() === wanted) return band;
  const number = Number(/^b?(\d{1,4})$/.exec(wanted)?.[1] ?? 0);
  if (number < 1 || number > file.bands) throw new GromaError('TOOL_BAND_UNKNOWN', { image, name: text });
  return number - 1;
}
