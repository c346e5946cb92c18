import { colorAt, findColorMap, GromaError } from '@groma/model';
import type { raster } from '@groma/protocol';
import { z } from 'zod';
import type { ColourWish, LookWish, PictureFormat, ValueWish } from '../pool/raster-task.ts';

type Query = Pick<
  ReturnType<(typeof raster.cogTile)['query']['parse']>,
  'bidx' | 'expression' | 'nodata' | 'unscale' | 'resampling'
>;

/** Expressions that are calculated at once. */
const mostExpressions = 64;

/** Which values a query asks for. @throws GromaError BAD_INPUT */
export function readValueWish({ bidx, expression, nodata, unscale, resampling }: Query): ValueWish {
  const expressions =
    expression
      ?.split(';')
      .map((each) => each.trim())
      .filter(Boolean) ?? [];
  if (expressions.length > mostExpressions)
    throw new GromaError('BAD_INPUT', {
      detail: `expression: at most ${mostExpressions} are calculated at once, not ${expressions.length}.`,
    });
  return {
    bands: bidx ?? null,
    expressions: expressions.length > 0 ? expressions : null,
    unscales: unscale,
    resampling,
    ...(nodata !== undefined && { nodata: readNodata(nodata) }),
  };
}

type Looks = Pick<
  ReturnType<(typeof raster.cogTile)['query']['parse']>,
  'rescale' | 'colormap' | 'colormap_name' | 'algorithm' | 'algorithm_params' | 'buffer' | 'return_mask'
>;

/** How a query wants values to become colours. @throws GromaError BAD_INPUT */
export function readLookWish({
  rescale,
  colormap,
  colormap_name: name,
  algorithm,
  algorithm_params: params,
  buffer,
  return_mask: hasAlpha,
}: Looks): LookWish {
  // Relief is computed from the pixels around each: one of them lies beyond the tile.
  const light = algorithm === 'hillshade' ? readLight(params) : null;
  return {
    ranges: rescale ? readRanges(rescale) : null,
    light,
    hasAlpha,
    buffer: Math.max(Math.ceil(buffer), light ? 1 : 0),
    colours:
      colormap !== undefined
        ? readColours(colormap)
        : name === undefined
          ? null
          : { kind: 'table', colours: tableOf(name) },
  };
}

/** `.png` and the like. @throws GromaError BAD_INPUT */
export function readFormat(ending: string): PictureFormat {
  if (ending === 'jpg' || ending === 'jpeg') return 'jpeg';
  if (ending === 'png' || ending === 'webp') return ending;
  throw new GromaError('BAD_INPUT', { detail: `"${ending}" is not a picture format: png, jpeg and webp are.` });
}

/** `0,255` for all bands, or one pair for each (also all in one: `0,255,0,200,0,100`). */
export function readRanges(texts: readonly string[]): [number, number][] {
  const ranges = texts.flatMap((text) => {
    const numbers = text.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
    if (numbers.length < 2 || numbers.length % 2 !== 0 || !numbers.every(Number.isFinite))
      throw new GromaError('BAD_INPUT', { detail: 'Invalid rescale values' });
    return Array.from({ length: numbers.length / 2 }, (_, index): [number, number] => [
      numbers[index * 2]!,
      numbers[index * 2 + 1]!,
    ]);
  });
  return ranges;
}

function readNodata(text: string): number | null {
  if (text.toLowerCase() === 'none') return null;
  const value = /^nan$/i.test(text) ? NaN : Number(text.trim() === '' ? 'x' : text);
  if (Number.isNaN(value) && !/^nan$/i.test(text))
    throw new GromaError('BAD_INPUT', { detail: `nodata: "${text}" is not a number.` });
  return value;
}

const lightParams = z.object({
  azimuth: z.number().default(45),
  angle_altitude: z.number().min(0).max(90).default(45),
  z_exaggeration: z.number().min(0).max(1_000).default(1),
});

function readLight(text: string | undefined): NonNullable<LookWish['light']> {
  const {
    azimuth,
    angle_altitude: angle,
    z_exaggeration: exaggeration,
  } = readJson('algorithm_params', text ?? '{}', lightParams);
  return { azimuth, angle, exaggeration };
}

const colour = z.union([
  z
    .string()
    .regex(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i)
    .transform(hexColour),
  z
    .array(z.number().min(0).max(255))
    .min(3)
    .max(4)
    .transform(([red, green, blue, alpha]) => [red!, green!, blue!, alpha ?? 255] as const),
]);
const mostSteps = 4_096;
const steps = z
  .array(z.tuple([z.tuple([z.number(), z.number()]), colour]))
  .min(1)
  .max(mostSteps);
const values = z
  .record(z.string().regex(/^-?\d+(?:\.\d+)?$/), colour)
  .refine((record) => Object.keys(record).length <= mostSteps);

const places = z.strictObject({
  stops: z
    .array(z.tuple([z.number().min(0).max(1), colour]))
    .min(2)
    .max(256)
    .refine(
      (stops) => stops.every(([at], index) => index === 0 || at >= stops[index - 1]![0]),
      'The places of a palette grow.',
    ),
});

/**
 * TiTiler's forms: `{"1": "#ff0000"}` for values, `[[[0, 10], "#ff0000"]]` for ranges; and `{"stops": [[0, "#000000"],
 * [1, "#ffffff"]]}` for colours that run on between places of the stretched range.
 */
function readColours(text: string): ColourWish {
  const read = readJson('colormap', text, z.union([steps, places, values]));
  if ('stops' in read && !Array.isArray(read))
    return { kind: 'table', colours: tableThrough((read as z.output<typeof places>).stops) };
  const list = Array.isArray(read)
    ? read.map(([[from, to], each]) => ({ from, to, colour: each }))
    : Object.entries(read).map(([value, each]) => ({ from: Number(value), to: Number(value), colour: each }));
  return { kind: 'steps', steps: list };
}

function readJson<Schema extends z.ZodType>(name: string, text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new GromaError('BAD_INPUT', { detail: `${name}: this is not JSON` });
  }
  const read = schema.safeParse(value);
  if (!read.success)
    throw new GromaError('BAD_INPUT', { detail: `${name}: ${read.error.issues[0]?.message ?? 'this cannot be read'}` });
  return read.data;
}

/** 256 colours of a named map; a name that ends in `_r` runs backwards, one that is not known is grey (RAS-033). */
function tableOf(name: string): Uint8Array {
  const isReversed = name.endsWith('_r');
  const map = findColorMap(isReversed ? name.slice(0, -2) : name);
  const table = new Uint8Array(1_024);
  for (let index = 0; index < 256; index += 1) {
    const at = isReversed ? 255 - index : index;
    const [red, green, blue] = map.colors
      ? map.colors[Math.min(map.colors.length - 1, Math.floor((at / 256) * map.colors.length))]!
      : colorAt(map, at / 255);
    table.set([red, green, blue, 255], index * 4);
  }
  return table;
}

/** 256 colours that run from stop to stop. */
function tableThrough(stops: z.output<typeof places>['stops']): Uint8Array {
  const table = new Uint8Array(1_024);
  for (let index = 0; index < 256; index += 1) {
    const at = index / 255;
    const after = stops.findIndex(([place]) => place >= at);
    const [low, high] = [
      stops[Math.max(0, (after < 0 ? stops.length : after) - 1)]!,
      stops[after < 0 ? stops.length - 1 : after]!,
    ];
    const part = high[0] === low[0] ? 0 : (at - low[0]) / (high[0] - low[0]);
    table.set(
      low[1].map((channel, place) => Math.round(channel + part * (high[1][place]! - channel))),
      index * 4,
    );
  }
  return table;
}

function hexColour(text: string): readonly [number, number, number, number] {
  const digits = text.slice(1);
  const parts = (digits.length < 6 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!).map((part) =>
    Number.parseInt(part, 16),
  );
  return [parts[0]!, parts[1]!, parts[2]!, parts[3] ?? 255];
}
