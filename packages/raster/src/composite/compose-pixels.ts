import { evaluateExpression } from '../expression/evaluate-expression.ts';
import { bandsIn, parseExpression, type Expression } from '../expression/parse-expression.ts';
import { letGo } from '../image/let-go.ts';
import { RasterError } from '../raster-error.ts';
import type { Values } from '../warp/resample.ts';
import type { CompositeScene, PlacedBand } from './composite-scene.ts';
import { applyMaskRule } from './mask-rule.ts';
import { readLayer, type GridTarget } from './read-layer.ts';
import { reducerOf, type CompositeMethod } from './reducer.ts';

/** How scenes become one image. */
export interface CompositeWish {
  method: CompositeMethod;
  /** What each scene is worked out to before they are put together, over its bands from 1; null for the bands. */
  expression: Expression | null;
  /** Whether values are averaged where the grid is coarser; classes are not. */
  averages: boolean;
  /** 0 where nothing is wanted. */
  keep?: Uint8Array | null;
  signal?: AbortSignal | undefined;
}

/**
 * Reads an expression over the bands of a scene.
 * @param names what each band may be called, in the order of the bands; `b1` is the first, too
 * @throws RasterError BAD_REQUEST
 */
export function sceneExpression(text: string, names: readonly (readonly string[])[]): Expression {
  const known: Record<string, number> = {};
  for (const [at, each] of names.entries()) {
    known[`b${at + 1}`] ??= at + 1;
    for (const name of each) known[name] ??= at + 1;
  }
  const expression = parseExpression(text, known);
  const used = bandsIn(expression);
  if (used.length === 0) throw new RasterError('BAD_REQUEST', 'The expression uses no band.');
  const missing = used.find((band) => band > names.length);
  if (missing !== undefined) throw new RasterError('BAD_REQUEST', `There is no band b${missing}.`);
  return expression;
}

/**
 * Puts scenes together on part of a grid. Bands are read scene by scene, and what a mask leaves out is no value; values
 * are scaled by the factor and offset of their band. Memory is that of one band of all scenes for `median` and `mode`,
 * of one scene for the others.
 * @param scenes with the same number of bands, the one that `mosaic` prefers first
 * @returns for each band, or for what is worked out, a value for each pixel, NaN for none
 * @throws RasterError as reading fails; the reason of `signal`
 */
export async function composePixels(
  scenes: readonly CompositeScene[],
  target: GridTarget,
  wish: CompositeWish,
): Promise<Values[]> {
  const count = target.width * target.height;
  const keeps = new Map<CompositeScene, Uint8Array | null>();
  const bands = wish.expression ? [null] : scenes[0]!.bands.map((_, band) => band);
  const made: Values[] = [];
  for (const band of bands) {
    const reducer = reducerOf(wish.method, count);
    for (const scene of scenes) {
      if (reducer.isDone) break;
      wish.signal?.throwIfAborted();
      // One scene after the other: together they would fill the memory.
      // oxlint-disable-next-line no-await-in-loop
      reducer.add(await readScene(scene, band, target, wish, keeps));
    }
    made.push(reducer.result());
  }
  for (const values of made) if (wish.keep) takeAway(values, wish.keep);
  return made;
}

async function readScene(
  scene: CompositeScene,
  band: number | null,
  target: GridTarget,
  wish: CompositeWish,
  keeps: Map<CompositeScene, Uint8Array | null>,
): Promise<Values> {
  let keep = keeps.get(scene);
  if (keep === undefined) keeps.set(scene, (keep = await readMasks(scene, target, wish)));
  const values =
    band === null
      ? await workOut(scene, wish.expression!, target, wish)
      : scaled(await readLayer(scene.bands[band]!, target, wish), scene.bands[band]!);
  if (keep) takeAway(values, keep);
  return values;
}

async function readMasks(
  { masks }: CompositeScene,
  target: GridTarget,
  wish: CompositeWish,
): Promise<Uint8Array | null> {
  if (masks.length === 0) return null;
  const keep = new Uint8Array(target.width * target.height).fill(1);
  const read: { band: PlacedBand; quality: Values }[] = [];
  for (const { band, rule } of masks) {
    // One band often says several things.
    let known = read.find((each) => each.band.file === band.file && each.band.band === band.band);
    // oxlint-disable-next-line no-await-in-loop
    if (!known) read.push((known = { band, quality: await readLayer(band, target, { ...wish, averages: false }) }));
    applyMaskRule(rule, known.quality, keep);
  }
  for (const { quality } of read) letGo(quality);
  return keep;
}

async function workOut(
  { bands }: CompositeScene,
  expression: Expression,
  target: GridTarget,
  wish: CompositeWish,
): Promise<Values> {
  const used = new Map<number, Values>();
  for (const band of new Set(bandsIn(expression)))
    // oxlint-disable-next-line no-await-in-loop
    used.set(band, scaled(await readLayer(bands[band - 1]!, target, wish), bands[band - 1]!));
  const made = evaluateExpression(expression, (band) => used.get(band)!, target.width * target.height);
  for (let at = 0; at < made.length; at++) if (made[at]! - made[at]! !== 0) made[at] = NaN;
  // A comparison with no value is false, and would be one.
  for (const values of used.values()) {
    for (let at = 0; at < made.length; at++) if (values[at] !== values[at]) made[at] = NaN;
    letGo(values);
  }
  return made;
}

function scaled(values: Values, { factor, offset }: PlacedBand): Values {
  if (factor !== 1 || offset !== 0)
    for (let at = 0; at < values.length; at++) values[at] = values[at]! * factor + offset;
  return values;
}

function takeAway(values: Values, keep: Uint8Array): void {
  for (let at = 0; at < values.length; at++) if (keep[at] === 0) values[at] = NaN;
}
