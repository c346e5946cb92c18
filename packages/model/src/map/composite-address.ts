/** How the address of a raster begins that is made of scenes while it is drawn; the id of its recipe follows. */
export const compositeMark = 'composite:';

/** The id of the recipe that a raster is made by; null for one that is drawn from files. */
export function compositeOf(url: string): string | null {
  return url.startsWith(compositeMark) ? url.slice(compositeMark.length) : null;
}
