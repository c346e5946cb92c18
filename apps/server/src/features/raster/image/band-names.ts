import { GromaError } from '@groma/model';
import type { RasterFile } from '@groma/raster';
import type { OpenRaster } from '../render/open-raster.ts';

/** What the file calls a band, else `b` and its number from 1. */
export function bandName({ notes }: RasterFile, band: number): string {
  return notes[band]?.description?.trim() || `b${band + 1}`;
}

/**
 * The band, from 0, that a text means: its name in any case, its number from 1, or `b` and that number; null for none.
 * Names that are written differently are the same: “Red Edge”, “red_edge”, “rededge”.
 */
export function findBand(file: RasterFile, text: string): number | null {
  const wanted = text.trim().toLowerCase();
  const names = Array.from({ length: file.bands }, (_, band) => bandName(file, band).toLowerCase());
  const number = Number(/^b?(\d{1,4})$/.exec(wanted)?.[1] ?? 0);
  const found = [
    names.indexOf(wanted),
    number <= file.bands ? number - 1 : -1,
    names.findIndex((name) => plainName(name) === plainName(wanted)),
  ].find((band) => band >= 0);
  return found ?? null;
}

/** @throws GromaError TOOL_BAND_UNKNOWN */
export function requireBand({ file, name: image }: Pick<OpenRaster, 'file' | 'name'>, text: string): number {
  const band = findBand(file, text);
  if (band === null) throw new GromaError('TOOL_BAND_UNKNOWN', { image, name: text });
  return band;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
