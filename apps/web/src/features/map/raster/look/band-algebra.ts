import type { RasterStyle } from '@groma/model';
import { bandIndices, bandsIn, parseExpression, type BandIndex, type BandRole } from '@groma/raster';

/** Words in the names of bands by which a part of the spectrum is known. */
const roleWords: Readonly<Record<BandRole, RegExp>> = {
  blue: /\bblue|^b0?2$/i, green: /green|^b0?3$/i, red: /\bred\b(?!.?edge)|^b0?4$/i, rededge: /red.?edge|^b0?5$/i, nir: /nir|near.?infra|^b0?8a?$/i, swir1: /swir.?1|^b11$/i, swir2: /swir.?2|^b12$/i,
};
/** Where bands have no names: the order of most images of four bands and more. */
const usualOrder: Readonly<Record<BandRole, number>> = { red: 1, green: 2, blue: 3, nir: 4, rededge: 5, swir1: 6, swir2: 7 };

export function findIndex(name: string | null): BandIndex | null {
  return bandIndices.find((each) => each.name === name) ?? null;
}

/** The bands an index likely means, in the order of its roles. */
export function guessBands({ bands }: BandIndex, { cogProps }: RasterStyle): number[] {
  const names = cogProps?.bandNames ?? [];
  const colors = cogProps?.colorInterpretation ?? [];
  return bands.map((role) => {
    const at = [names.findIndex((name) => roleWords[role].test(name)), colors.indexOf(role)].find((place) => place >= 0);
    return at === undefined ? Math.min(usualOrder[role], Math.max(1, names.length)) : at + 1;
  });
}

/** Band maths of an index over chosen bands, whose values are divided so that they run from 0 to 1. */
export function indexExpression({ bands, expression }: BandIndex, chosen: readonly number[], scale: number): string {
  return bands.reduce((text, role, place) => text.replaceAll(new RegExp(`\\b${role}\\b`, 'g'), scale === 1 ? `b${chosen[place]}` : `(b${chosen[place]}/${scale})`), expression);
}

/** The bands that own band maths uses, or why it cannot be: not readable, or a band that the raster has not. */
export function checkExpression(text: string, count: number): { bands: number[] } | { problem: 'unreadable'; place: number | null } | { problem: 'no-band'; band: number } | { problem: 'no-bands' } {
  try {
    const bands = bandsIn(parseExpression(text));
    const missing = bands.find((band) => band > count);
    if (missing !== undefined) return { problem: 'no-band', band: missing };
    return bands.length === 0 ? { problem: 'no-bands' } : { bands };
  } catch (error) {
    const place = /character (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return { problem: 'unreadable', place: place === undefined ? null : Number(place) };
  }
}
