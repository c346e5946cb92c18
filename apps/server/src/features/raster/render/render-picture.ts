import {
  hillshade,
  letGo,
  mercatorTile,
  paint,
  RasterError,
  typeRange,
  type ColourSteps,
  type Picture,
  type Range,
  type RasterFile,
  type Target,
} from '@groma/raster';
import type { LookWish, PicturePlace, RasterTask } from '../pool/raster-task.ts';
import { encodePicture } from './encode-picture.ts';
import { readJoinedPart, readJoinedPicture } from './joined-bands.ts';
import { requireSystem, type OpenRaster } from './open-raster.ts';
import { readValues, shownBands, type ReadBands } from './read-values.ts';

/** Bands or expressions of a picture at most: red, green and blue. */
const mostShown = 3;
/** Pixels on a side at most. */
const longestSide = 4_096;

type PictureTask = Extract<RasterTask, { kind: 'picture' }>;

/** Bytes of a value, and of a pixel while it is painted and packed. */
const [valueBytes, paintBytes] = [8, 16];

/** A picture of a raster: read, shaded or stretched, coloured and packed. */
export async function renderPicture(
  raster: OpenRaster,
  { values, look, place, format }: PictureTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { file } = raster;
  const count = (values.expressions ?? values.bands)?.length ?? 1;
  if (count > mostShown)
    throw new RasterError('BAD_REQUEST', `A picture is made of one band or of three, not of ${count}.`);
  const frame = frameOf(raster, place, look.buffer);
  return file.levels[0]!.image.pictures.run(frame.pixels * (valueBytes * count + paintBytes), () =>
    drawn(raster, frame, { values, look, format }, signal),
  );
}

async function drawn(
  { file }: OpenRaster,
  frame: Frame,
  { values, look, format }: Pick<PictureTask, 'values' | 'look' | 'format'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const read = await readValues(file, values, shownBands(file), frame.read, signal);
  signal.throwIfAborted();
  const shown = look.light ? shaded(read, frame, look.light) : read;
  const picture = trimmed(shown, look.buffer);
  const usesPalette =
    file.palette !== null &&
    !look.colours &&
    !look.ranges &&
    !look.light &&
    values.expressions === null &&
    picture.bands.length === 1;
  const isWorkedOut = values.expressions !== null || look.light !== null;
  const pixels = usesPalette
    ? paint(picture, null, paletteOf(file.palette!))
    : paint(
        picture,
        look.ranges ? look.ranges.map((range) => spreadRange(range, file, isWorkedOut)) : rangesOf(file, isWorkedOut),
        coloursOf(look),
      );
  // Pictures come by the hundred: their arrays are let go, not collected.
  for (const used of [read, shown, picture].flatMap(({ bands, valid }) => [...bands, valid])) letGo(used);
  return encodePicture(pixels, picture, format, look.hasAlpha).finally(() => {
    letGo(pixels);
  });
}

interface Frame {
  read: ReadBands;
  pixels: number;
  /** Size of a pixel on the ground, in the unit of the target system. */ pixel: { across: number; down: number };
}

function frameOf(raster: OpenRaster, place: PicturePlace, buffer: number): Frame {
  const { file } = raster;
  if (place.kind === 'whole') {
    const size = sizeOf(file, place);
    const [stepX, stepY] = [file.width / size.width, file.height / size.height];
    const window = { x: 0, y: 0, width: file.width, height: file.height };
    return {
      pixels: size.width * size.height,
      read: (wish) => readJoinedPart(raster, window, size, wish),
      pixel: {
        across: Math.hypot(file.transform?.a ?? 1, file.transform?.d ?? 0) * stepX,
        down: Math.hypot(file.transform?.b ?? 0, file.transform?.e ?? 1) * stepY,
      },
    };
  }
  requireSystem(raster);
  const target = place.kind === 'tile' ? mercatorTile(place.z, place.x, place.y, place.scale, buffer) : boxOf(place);
  return {
    pixels: target.width * target.height,
    read: (wish) => readJoinedPicture(raster, target, wish),
    pixel: groundSize(target),
  };
}

/** Mercator stretches by the secant of the latitude: a metre there is less on the ground. */
function groundSize({ west, south, east, north, width, height }: Target): { across: number; down: number } {
  const latitude = Math.atan(Math.sinh((south + north) / 2 / 6_378_137));
  return {
    across: ((east - west) / width) * Math.cos(latitude),
    down: ((north - south) / height) * Math.cos(latitude),
  };
}

function boxOf({ west, south, east, north, ...wanted }: Extract<PicturePlace, { kind: 'box' }>): Target {
  const mercator = (longitude: number, latitude: number): [number, number] => [
    (longitude * Math.PI * 6_378_137) / 180,
    Math.atanh(Math.sin((Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI) / 180)) * 6_378_137,
  ];
  const [[left, bottom], [right, top]] = [mercator(west, south), mercator(east, north)];
  if (!(right > left && top > bottom))
    throw new RasterError('BAD_REQUEST', 'The box is west, south, east, north in degrees.');
  return {
    west: left,
    south: bottom,
    east: right,
    north: top,
    ...sizeOf({ width: right - left, height: top - bottom }, wanted),
  };
}

/** The size that is wanted; one side alone keeps the proportions, none makes the longer side `longest`. */
function sizeOf(
  whole: { width: number; height: number },
  { width, height, longest }: { width?: number; height?: number; longest: number },
): { width: number; height: number } {
  const ratio = whole.width / whole.height;
  const scale = longest / Math.max(whole.width, whole.height);
  const found =
    width !== undefined
      ? { width, height: height ?? width / ratio }
      : height !== undefined
        ? { width: height * ratio, height }
        : { width: whole.width * scale, height: whole.height * scale };
  return {
    width: Math.min(longestSide, Math.max(1, Math.round(found.width))),
    height: Math.min(longestSide, Math.max(1, Math.round(found.height))),
  };
}

function shaded(picture: Picture, { pixel }: Frame, light: NonNullable<LookWish['light']>): Picture {
  const {
    width,
    height,
    bands: [heights],
    valid,
  } = picture;
  const shade = hillshade(heights!, width, height, pixel, light);
  return { width, height, bands: [shade], valid: valid.map((seen, index) => (Number.isNaN(shade[index]!) ? 0 : seen)) };
}

/** Without the pixels that were read for their neighbours' sake. */
function trimmed(picture: Picture, buffer: number): Picture {
  if (buffer === 0) return picture;
  const [width, height] = [picture.width - buffer * 2, picture.height - buffer * 2];
  const cut = <Values extends Uint8Array | Float32Array | Float64Array>(from: Values, to: Values): Values => {
    for (let row = 0; row < height; row += 1)
      to.set(
        from.subarray(
          (row + buffer) * picture.width + buffer,
          (row + buffer) * picture.width + buffer + width,
        ) as never,
        row * width,
      );
    return to;
  };
  return {
    width,
    height,
    bands: picture.bands.map((band) =>
      cut(band, band instanceof Float32Array ? new Float32Array(width * height) : new Float64Array(width * height)),
    ),
    valid: cut(picture.valid, new Uint8Array(width * height)),
  };
}

/**
 * Without a range bytes are taken as they are, other types over all they can hold; what was worked out from 0 to 1,
 * relief from 0 to 255.
 */
function rangesOf({ layout: { type } }: RasterFile, isWorkedOut: boolean): Range[] | null {
  return type === 'uint8' || isWorkedOut ? null : [typeRange(type)];
}

/**
 * A range of one value, such as a colour that is everywhere the same: bytes keep it as it is, of others it is the
 * middle of the colours.
 */
function spreadRange(range: Range, { layout: { type } }: RasterFile, isWorkedOut: boolean): Range {
  const [from, to] = range;
  if (from !== to) return range;
  if (type === 'uint8' && !isWorkedOut) return [0, 255];
  const reach = Math.max(1, Math.abs(from)) * 1e-6;
  return [from - reach, from + reach];
}

function paletteOf(palette: Uint8Array): ColourSteps {
  return {
    steps: Array.from({ length: palette.length / 3 }, (_, value) => ({
      from: value,
      to: value,
      colour: [palette[value * 3]!, palette[value * 3 + 1]!, palette[value * 3 + 2]!, 255] as const,
    })),
  };
}

function coloursOf({ colours }: LookWish): Uint8Array | ColourSteps | null {
  if (colours === null) return null;
  return colours.kind === 'table' ? colours.colours : { steps: colours.steps };
}
