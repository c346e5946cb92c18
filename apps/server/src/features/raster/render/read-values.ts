import {
  bandsIn,
  evaluateExpression,
  letGo,
  parseExpression,
  RasterError,
  type Picture,
  type PictureWish,
  type RasterFile,
} from '@groma/raster';
import type { ValueWish } from '../pool/raster-task.ts';

/** Reads bands: the same place with another list of them. */
export type ReadBands = (wish: PictureWish) => Promise<Picture>;

/** Names of what comes out of a wish, as TiTiler names it. */
export function valueNames(file: RasterFile, { bands, expressions }: ValueWish, otherwise: number[]): string[] {
  return expressions ?? (bands ?? otherwise).map((band) => `b${band}`);
}

/**
 * Bands, or what expressions over them come to. Where an expression has no finite value there is no data.
 * @param otherwise bands that are taken when the wish names none
 * @throws RasterError BAD_REQUEST for a band that the file has not
 */
export async function readValues(
  file: RasterFile,
  wish: ValueWish,
  otherwise: number[],
  read: ReadBands,
  signal: AbortSignal,
): Promise<Picture> {
  const common = {
    resampling: wish.resampling,
    unscales: wish.unscales,
    signal,
    ...(wish.nodata !== undefined && { nodata: wish.nodata }),
  };
  if (!wish.expressions)
    return read({ ...common, bands: (wish.bands ?? otherwise).map((band) => numberOf(file, band)) });
  const parsed = wish.expressions.map((text) => parseExpression(text));
  const used = [...new Set(parsed.flatMap(bandsIn))];
  // An expression without a band still has the shape of the raster.
  const asked = used.length === 0 ? [1] : used;
  const picture = await read({ ...common, bands: asked.map((band) => numberOf(file, band)) });
  const count = picture.width * picture.height;
  // What comes out takes memory as well as what is read: it waits for its turn.
  const bands = await file.levels[0]!.image.work.run(count * parsed.length * Float64Array.BYTES_PER_ELEMENT, () =>
    Promise.resolve(
      parsed.map((each) => evaluateExpression(each, (band) => picture.bands[asked.indexOf(band)]!, count)),
    ),
  );
  const valid = validOf(picture.valid, bands);
  for (const array of [...picture.bands, picture.valid]) letGo(array);
  return { ...picture, bands, valid };
}

/** Where any band has a finite value, what was read is valid as it was. */
function validOf(read: Uint8Array, bands: readonly Picture['bands'][number][]): Uint8Array {
  const valid = new Uint8Array(read.length);
  for (const values of bands)
    for (let pixel = 0; pixel < valid.length; pixel += 1)
      if (Number.isFinite(values[pixel]!)) valid[pixel] = read[pixel]!;
  return valid;
}

function numberOf({ bands }: RasterFile, band: number): number {
  if (band > bands) throw new RasterError('BAD_REQUEST', `There is no band ${band}: the raster has ${bands}.`);
  return band - 1;
}

/** The first three bands as red, green and blue, or the first alone (RAS-008, RAS-009). */
export function shownBands({ bands, palette }: RasterFile): number[] {
  return bands >= 3 && !palette ? [1, 2, 3] : [1];
}
