import type { Projection } from '@groma/geo';
import type { TiffImage, PixelWindow } from '../image/tiff-image.ts';
import { letGo } from '../image/let-go.ts';
import { readWindow } from '../image/read-window.ts';
import { sampleBytes, type Samples } from '../image/sample-type.ts';
import type { RasterFile, RasterLevel } from '../raster-file.ts';
import { RasterError } from '../raster-error.ts';
import { invertAffine, type Affine } from '../tiff/geo-transform.ts';
import { support, type Resampling } from './kernel.ts';
import { inSource, sourcePositions, type SourcePositions, type Target } from './pixel-grid.ts';
import { readThinned } from './read-thinned.ts';
import { giveBack, takeFloats } from './spare-arrays.ts';
import { samplerFor, type Ratio, type Sampler, type SourceBand, type Values } from './resample.ts';

/** What is wanted of a raster besides the place. */
export interface PictureWish {
  /** Bands from 0, in the order they come out; one may come twice. */
  bands: readonly number[];
  resampling: Resampling;
  /** Overrides what the file says; null: no value is nodata. */
  nodata?: number | null;
  /** Scale and offset of the bands are applied. */
  unscales?: boolean;
  signal?: AbortSignal;
}

/**
 * Bands at the size that was wanted, NaN where a band has no data. `valid` is 255 where any has, less where alpha says
 * so.
 */
export interface Picture {
  width: number;
  height: number;
  bands: Values[];
  valid: Uint8Array;
}

/**
 * Part of the memory for reading that a window takes at most: what is wanted of a file without overviews is thinned out
 * while it is read.
 */
const windowShare = 1 / 4;
/**
 * A window and the blocks it is copied from, as a multiple of the window; and what a value takes where it comes out.
 */
const [copies, valueBytes] = [2, 8];
/** What the place of a pixel takes, and the part of the memory that those of a stripe take. */
const [placeBytes, placeShare] = [16, 1 / 4];
/**
 * The values of a large picture, made alone, may take this many times the memory for reading, which is all that the
 * cache has; a larger one is refused.
 */
const mostOverdraft = 2;

/**
 * Reads a picture in web Mercator from the level of the file that is just fine enough.
 * @param projection of the coordinate system of the file (`turnedProjection` where that is geographic)
 * @throws RasterError NO_PLACE, DAMAGED, UNSUPPORTED
 */
export async function readPicture(
  file: RasterFile,
  target: Target,
  projection: Pick<Projection, 'fromDegrees'>,
  wish: PictureWish,
): Promise<Picture> {
  if (!file.transform) throw new RasterError('NO_PLACE', 'The file does not say where it is.');
  const toPixel = invertAffine(file.transform);
  const full = await ratioAt(target, projection, toPixel);
  const level = levelFor(file, full);
  const { width, height } = level.image.layout;
  const [factorX, factorY] = [width / file.width, height / file.height];
  const scaled = scaledBy(toPixel, factorX, factorY);
  const side = (target.north - target.south) / target.height;
  const positions: PlacesOf = (row, rows) =>
    sourcePositions(
      { ...target, height: rows, north: target.north - row * side, south: target.north - (row + rows) * side },
      projection,
      scaled,
    );
  return readAt(file, level, positions, { across: full.across * factorX, down: full.down * factorY }, target, wish);
}

/** A picture of some pixels of the raster itself, at another size and without another system. */
export async function readPart(
  file: RasterFile,
  { x, y, width, height }: PixelWindow,
  size: { width: number; height: number },
  wish: PictureWish,
): Promise<Picture> {
  const full: Ratio = { across: width / size.width, down: height / size.height };
  const level = levelFor(file, full);
  const [factorX, factorY] = [level.image.layout.width / file.width, level.image.layout.height / file.height];
  const positions: PlacesOf = async (first, rows) => {
    const places: SourcePositions = { columns: takeFloats(size.width * rows), rows: takeFloats(size.width * rows) };
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < size.width; column += 1) {
        places.columns[row * size.width + column] = (x + (column + 0.5) * full.across) * factorX;
        places.rows[row * size.width + column] = (y + (first + row + 0.5) * full.down) * factorY;
      }
    }
    return Promise.resolve(places);
  };
  return readAt(file, level, positions, { across: full.across * factorX, down: full.down * factorY }, size, wish);
}

/** Places of some rows of a picture in its source. */
type PlacesOf = (row: number, rows: number) => Promise<SourcePositions>;

/** Large pictures are read in stripes: where their pixels lie takes more memory than the pixels do. */
async function readAt(
  file: RasterFile,
  level: RasterLevel,
  placesOf: PlacesOf,
  ratio: Ratio,
  { width, height }: { width: number; height: number },
  wish: PictureWish,
): Promise<Picture> {
  const { capacity } = level.image.work;
  if (width * height * wish.bands.length * bytesOfValue(file, wish) > capacity * mostOverdraft)
    throw new RasterError(
      'BAD_REQUEST',
      `${width} × ${height} pixels of ${wish.bands.length} bands are more than can be drawn at once.`,
    );
  const picture: Picture = {
    width,
    height,
    bands: wish.bands.map(() => emptyValues(file, wish, width * height)),
    valid: new Uint8Array(width * height),
  };
  const rowsAtOnce = Math.max(1, Math.floor((capacity * placeShare) / placeBytes / width));
  for (let row = 0; row < height; row += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - row);
    const part = (values: Values): Values => values.subarray(row * width, (row + rows) * width);
    // One stripe at a time is the point.
    // oxlint-disable-next-line no-await-in-loop
    await readStripe(
      file,
      level,
      await placesOf(row, rows),
      ratio,
      {
        width,
        height: rows,
        bands: picture.bands.map(part),
        valid: picture.valid.subarray(row * width, (row + rows) * width),
      },
      wish,
    );
  }
  return picture;
}

async function readStripe(
  file: RasterFile,
  level: RasterLevel,
  positions: SourcePositions,
  ratio: Ratio,
  picture: Picture,
  wish: PictureWish,
): Promise<void> {
  const { work, layout } = level.image;
  const wanted = file.alpha === null ? [...new Set(wish.bands)] : [...new Set([...wish.bands, file.alpha])];
  const pixelBytes = sampleBytes[layout.type] * (wanted.length + 1);
  const mostPixels = Math.max(1, Math.floor((work.capacity * windowShare) / pixelBytes));
  const window = windowOf(level.image, positions, ratio, wish.resampling);
  if (!window) return giveBackPlaces(positions);
  const pixels = Math.min(window.width * window.height, mostPixels);
  // Where the samples of a pixel lie together all of them are unpacked, whichever are wanted.
  const heldBytes = layout.isPlanar
    ? 0
    : Math.min(pixels * layout.samples * sampleBytes[layout.type], level.image.blocksAtOnce * level.image.blockBytes);
  const bytes =
    picture.valid.length * (placeBytes + valueBytes * wish.bands.length) +
    pixels * pixelBytes * copies +
    Math.max(level.image.blockBytes, heldBytes);
  await work.run(bytes, () => readInto(file, level, positions, ratio, picture, wish, { window, wanted, mostPixels }));
  giveBackPlaces(positions);
}

function giveBackPlaces({ columns, rows }: SourcePositions): void {
  giveBack(columns);
  giveBack(rows);
}

/** What was worked out before memory was asked for. */
interface Plan {
  window: PixelWindow;
  wanted: number[];
  mostPixels: number;
}

async function readInto(
  file: RasterFile,
  level: RasterLevel,
  positions: SourcePositions,
  ratio: Ratio,
  picture: Picture,
  wish: PictureWish,
  { window, wanted, mostPixels }: Plan,
): Promise<void> {
  wish.signal?.throwIfAborted();
  const step = Math.max(
    1,
    Math.ceil(Math.sqrt((window.width * window.height) / mostPixels)),
    enoughFor(wish.resampling, ratio),
  );
  const places = step === 1 ? positions : thinned(positions, step);
  const grown = { across: ratio.across / step, down: ratio.down / step };
  const part =
    step === 1
      ? window
      : {
          x: Math.floor(window.x / step),
          y: Math.floor(window.y / step),
          width: Math.ceil(window.width / step),
          height: Math.ceil(window.height / step),
        };
  const [read, mask] = await Promise.all([
    step === 1
      ? readWindow(level.image, window, wanted, wish.signal)
      : readThinned(level.image, part, step, wanted, wish.signal),
    level.mask &&
      (step === 1
        ? readWindow(level.mask, window, [0], wish.signal)
        : readThinned(level.mask, part, step, [0], wish.signal)),
  ]);
  const seen = commonMask(read.stored, mask ? mask.bands[0]! : null);
  const nodata = wish.nodata === undefined ? file.nodata : wish.nodata;
  const sample = samplerFor(part, places, grown, wish.resampling);
  for (const [index, band] of wish.bands.entries()) {
    const source = asSource(read.bands[wanted.indexOf(band)]!, nodata, seen);
    sample.take(source, picture.bands[index]!, picture.valid);
    if (source.valid && source.valid !== seen) letGo(source.valid);
    if (wish.unscales) unscale(picture.bands[index]!, file, band);
  }
  if (file.alpha !== null)
    applyAlpha(
      read.bands[wanted.indexOf(file.alpha)]!,
      file,
      wish.resampling === 'mode' ? samplerFor(part, places, grown, 'nearest') : sample,
      picture.valid,
    );
  sample.end();
  for (const used of [...read.bands, ...(mask?.bands ?? []), ...(seen ? [seen] : [])]) letGo(used);
}

/**
 * Every so many pixels are enough for a target that is much coarser: the place of each stays within an eighth of a
 * pixel of it. What is averaged or counted takes all.
 */
function enoughFor(method: Resampling, { across, down }: Ratio): number {
  return method === 'average' || method === 'mode' ? 1 : Math.floor(Math.min(across, down) / 4);
}

function emptyValues(file: RasterFile, wish: PictureWish, count: number): Values {
  return (
    bytesOfValue(file, wish) === Float32Array.BYTES_PER_ELEMENT ? new Float32Array(count) : new Float64Array(count)
  ).fill(NaN);
}

/** 32 bits hold what has at most 24 significant ones. */
function bytesOfValue({ layout: { type } }: RasterFile, { unscales = false }: PictureWish): number {
  const isSmall =
    type === 'uint8' ||
    type === 'int8' ||
    type === 'uint16' ||
    type === 'int16' ||
    type === 'float16' ||
    type === 'float32';
  return isSmall && !unscales ? Float32Array.BYTES_PER_ELEMENT : Float64Array.BYTES_PER_ELEMENT;
}

function asSource(values: Samples, nodata: number | null, seen: Uint8Array | null): SourceBand {
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  if (nodata === null && !isFloat) return { values, valid: seen };
  const none = nodata !== null && values instanceof Float32Array ? Math.fround(nodata) : nodata;
  let valid: Uint8Array | null = seen && seen.slice();
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    // Anything that is not a number is nodata, whether the file says so or not.
    if (value !== none && value - value === 0) continue;
    valid ??= new Uint8Array(values.length).fill(255);
    valid[index] = 0;
  }
  return { values, valid };
}

function commonMask(stored: Uint8Array | null, mask: Samples | null): Uint8Array | null {
  if (!mask) return stored;
  return Uint8Array.from(mask, (value, index) => (value !== 0 && stored?.[index] !== 0 ? 255 : 0));
}

function unscale(values: Values, { notes }: RasterFile, band: number): void {
  const { scale, offset } = notes[band] ?? { scale: 1, offset: 0 };
  if (scale === 1 && offset === 0) return;
  for (let index = 0; index < values.length; index += 1) values[index] = values[index]! * scale + offset;
}

function applyAlpha(samples: Samples, { layout }: RasterFile, sample: Sampler, valid: Uint8Array): void {
  const most = layout.type === 'uint8' ? 255 : layout.type === 'uint16' ? 65_535 : 1;
  const alpha = new Float32Array(valid.length);
  sample.take({ values: samples, valid: null }, alpha, new Uint8Array(valid.length));
  for (let index = 0; index < valid.length; index += 1)
    valid[index] = valid[index] === 0 ? 0 : Math.max(0, Math.min(255, Math.round((alpha[index]! / most) * 255)));
}

/**
 * Where in a target its pixels are compared in size with those of the source: in the middle, unless that has no place
 * there.
 */
const compared = [
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** Pixels of the source that the middle pixel of the target covers. */
async function ratioAt(target: Target, projection: Pick<Projection, 'fromDegrees'>, toPixel: Affine): Promise<Ratio> {
  const corners = compared.flatMap(([inX, inY]) => {
    const [x, y] = [inX * target.width, inY * target.height];
    return [x, y, x + 1, y, x, y + 1];
  });
  const found = await inSource(target, Float64Array.from(corners), projection, toPixel);
  for (let at = 0; at < found.length; at += 6) {
    const [c0, r0, c1, r1, c2, r2] = found.subarray(at, at + 6) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const ratio = { across: Math.hypot(c1 - c0, c2 - c0), down: Math.hypot(r1 - r0, r2 - r0) };
    if (Number.isFinite(ratio.across) && Number.isFinite(ratio.down)) return ratio;
  }
  return { across: 1, down: 1 };
}

/** The coarsest level that is at least as fine as the target. */
function levelFor({ levels, width }: RasterFile, { across, down }: Ratio): RasterLevel {
  const factor = Math.max(1, Math.min(across, down)) * 1.01;
  return levels.findLast(({ image }) => width / image.layout.width <= factor) ?? levels[0]!;
}

function scaledBy({ a, b, c, d, e, f }: Affine, factorX: number, factorY: number): Affine {
  return { a: a * factorX, b: b * factorX, c: c * factorX, d: d * factorY, e: e * factorY, f: f * factorY };
}

function windowOf(
  { layout }: TiffImage,
  { columns, rows }: SourcePositions,
  ratio: Ratio,
  method: Resampling,
): PixelWindow | null {
  const [reachX, reachY] = [
    support[method] * Math.max(1, ratio.across) + 1,
    support[method] * Math.max(1, ratio.down) + 1,
  ];
  const { width, height } = layout;
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]!;
    const row = rows[index]!;
    if (!(column >= 0 && row >= 0 && column <= width && row <= height)) continue;
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
  }
  if (left > right) return null;
  const [x, y] = [Math.max(0, Math.floor(left - reachX)), Math.max(0, Math.floor(top - reachY))];
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(right + reachX)) - x,
    height: Math.min(height, Math.ceil(bottom + reachY)) - y,
  };
}

function thinned({ columns, rows }: SourcePositions, step: number): SourcePositions {
  return { columns: columns.map((column) => column / step), rows: rows.map((row) => row / step) };
}
