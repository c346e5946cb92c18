import { evaluateExpression } from '../expression/evaluate-expression.ts';
import { bandsIn, parseExpression } from '../expression/parse-expression.ts';
import { RasterError } from '../raster-error.ts';
import type { ImageMaker } from './image-maker.ts';

/** Bands of one image have numbers below it; the next image’s begin there. */
const bandsOfImage = 10_000;

/** An image whose bands an expression names. */
export interface NamedBands {
  /** What the bands are called; what is no name of the language is passed over. */
  names: readonly string[];
}

/**
 * Works an expression out for each pixel. `b1` is the first band of the first image, `i2_b1` that of the second; bands
 * of the first have their own names too. There is no value where a band that is used has none, and where the result is
 * not finite.
 * @param roles names that stand for bands of the first image, from 0
 * @throws RasterError BAD_REQUEST for what cannot be read, and for a band that is not there
 */
export function bandMaths(
  text: string,
  images: readonly NamedBands[],
  {
    roles = {},
    factor = 1,
    bandName = text,
  }: { roles?: Readonly<Record<string, number>>; factor?: number; bandName?: string } = {},
): ImageMaker {
  const names: Record<string, number> = {};
  for (const [at, name] of images[0]!.names.entries()) if (/^[A-Za-z_]\w*$/.test(name)) names[name] ??= at + 1;
  for (const [image, { names: own }] of images.entries())
    for (const band of own.keys()) names[`i${image + 1}_b${band + 1}`] = image * bandsOfImage + band + 1;
  for (const band of images[0]!.names.keys()) names[`b${band + 1}`] = band + 1;
  for (const [role, band] of Object.entries(roles)) names[role] = band + 1;
  const expression = parseExpression(text, names);
  const used = bandsIn(expression);
  if (used.length === 0) throw new RasterError('BAD_REQUEST', 'The expression uses no band.');
  const needs = used.map((band) => ({ image: Math.floor((band - 1) / bandsOfImage), band: (band - 1) % bandsOfImage }));
  const missing = needs.find(({ image, band }) => band >= (images[image]?.names.length ?? 0));
  if (missing)
    throw new RasterError(
      'BAD_REQUEST',
      `Image ${missing.image + 1} of the expression has no band ${missing.band + 1}.`,
    );
  return {
    needs,
    halo: 0,
    type: 'float32',
    nodata: NaN,
    bandName: bandName.slice(0, 200),
    make({ bands, width, rows }) {
      if (factor !== 1) for (const band of bands) for (let at = 0; at < band.length; at++) band[at]! *= factor;
      const made = evaluateExpression(expression, (band) => bands[used.indexOf(band)]!, width * rows);
      // A comparison with no value is false, and would be one.
      for (const band of bands) for (let at = 0; at < made.length; at++) if (band[at] !== band[at]) made[at] = NaN;
      return made;
    },
  };
}
