import { setImmediate as turn } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  BlockCache,
  bandStatistics,
  bytesAsSource,
  mercatorTile,
  openRaster,
  RasterError,
  readPart,
  readPicture,
  turnedProjection,
  type RasterFile,
} from '@groma/raster';
import { nativeDecoders } from '../codec/native-decoders.ts';
import { findSystem } from '../source/find-system.ts';
import { image, placed, smallTiff, type Fields } from '../../../../test/small-tiff.ts';

const megabyte = 1024 * 1024;
const open = (bytes: Uint8Array, memory = 64 * megabyte): Promise<RasterFile> =>
  openRaster({
    source: bytesAsSource(bytes, String(bytes.length)),
    decoders: nativeDecoders,
    cache: new BlockCache(memory),
  });
const look = (file: RasterFile, side = 16) =>
  readPart(
    file,
    { x: 0, y: 0, width: file.width, height: file.height },
    { width: side, height: side },
    { bands: [0], resampling: 'nearest' },
  );
const tileOf = async (file: RasterFile, zoom: number, x: number, y: number) =>
  readPicture(file, mercatorTile(zoom, x, y), turnedProjection((await findSystem(file.crs!))!.projection, file), {
    bands: [0],
    resampling: 'nearest',
  });
const float = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const floats: Fields = { 339: [3, 3] };

describe('files that are not what they say', () => {
  test('gigantic dimensions with no data are a picture without data, soon', async () => {
    const file = await open(
      smallTiff(image(2 ** 31 - 1, 2 ** 31 - 1, 8, { 322: [3, 256], 323: [3, 256], ...placed(0, 50, 1e-9) })),
    );
    const { valid } = await look(file, 32);
    expect(valid.every((seen) => seen === 0)).toBe(true);
  });

  test('a block that claims more than fits into memory is refused before it is unpacked', async () => {
    await expect(open(smallTiff(image(30_000, 30_000, 8)), 64 * megabyte)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('Convert it to a Cloud Optimized GeoTIFF') as string,
    });
  });

  test('a block that unpacks to more than its image holds is refused as damaged', async () => {
    const bomb = deflateSync(new Uint8Array(64 * megabyte));
    const file = await open(smallTiff(image(16, 16, 8, { 259: [3, 8] }), [bomb]));
    await expect(look(file)).rejects.toMatchObject({ code: 'DAMAGED' });
  });

  test('of pixels with hundreds of samples only a part of the blocks is in memory at once, whichever are wanted', async () => {
    const block = deflateSync(new Uint8Array(16 * 256 * 512).fill(1));
    const cache = new BlockCache(16 * megabyte);
    const inMemory = bytesAsSource(
      smallTiff(
        image(256, 256, 8, { 259: [3, 8], 277: [3, 512], 278: [4, 16] }),
        Array.from({ length: 16 }, () => block),
      ),
      'wide',
    );
    const source: typeof inMemory = {
      ...inMemory,
      read: async (offset, length) => turn().then(() => inMemory.read(offset, length)),
    };
    let [held, most] = [0, 0];
    const deflate: typeof nativeDecoders.deflate = (packed, shape) => {
      held += shape.bytes;
      most = Math.max(most, held);
      setImmediate(() => {
        held -= shape.bytes;
      });
      return nativeDecoders.deflate!(packed, shape);
    };
    const file = await openRaster({ source, decoders: { ...nativeDecoders, deflate }, cache });
    expect((await look(file, 256)).bands[0]![70]).toBe(1);
    expect(most).toBeLessThan(cache.work.capacity);
  });

  test('a picture takes no more than all there is, whatever its values are', async () => {
    const whole = await open(smallTiff(image(16, 16, 32, { 339: [3, 2] }), [new Uint8Array(16 * 16 * 4)]), megabyte);
    await expect(look(whole, 400)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('more than can be drawn at once') as string,
    });
    expect((await look(whole, 300)).valid.every((seen) => seen === 255)).toBe(true);
    const short = await open(smallTiff(image(16, 16, 8), [new Uint8Array(16 * 16)]), megabyte);
    expect((await look(short, 400)).valid.every((seen) => seen === 255)).toBe(true);
  });

  test('a million tiles of one pixel are refused before they are looked for', async () => {
    await expect(
      look(await open(smallTiff(image(1_000, 1_000, 8, { 322: [3, 1], 323: [3, 1] }))), 1_000),
    ).rejects.toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('too many small blocks') as string });
  });

  test('sizes of zero, bands of unlike types and unknown samples are refused with the reason', async () => {
    await expect(open(smallTiff(image(0, 5, 8)))).rejects.toMatchObject({
      code: 'DAMAGED',
      message: 'The image claims 0 × 5 pixels.',
    });
    await expect(open(smallTiff(image(4, 4, 8, { 258: [3, 8, 16], 277: [3, 2] })))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: 'The bands of the image are of unlike types.',
    });
    await expect(open(smallTiff(image(4, 4, 17)))).rejects.toBeInstanceOf(RasterError);
    await expect(open(smallTiff(image(4, 4, 8, { 277: [3, 0] })))).rejects.toMatchObject({
      code: 'NO_BANDS',
      message: 'There is no band in the raster image!',
    });
    await expect(
      look(await open(smallTiff(image(4, 4, 8, { 259: [3, 4_711] }), [new Uint8Array(16)]))),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(
      look(await open(smallTiff(image(4, 4, 8, { 273: [4, 9_999_999], 279: [4, 16] })))),
    ).rejects.toMatchObject({ code: 'DAMAGED' });
  });
});

describe('values and places at the edge', () => {
  test('[RAS-010] a raster without a system has pixels and no place', async () => {
    const file = await open(smallTiff(image(4, 4, 8), [new Uint8Array(16).fill(7)]));
    expect([file.crs, (await look(file, 4)).bands[0]![5]]).toEqual([null, 7]);
  });

  test('NaN and infinite values are no data, and a raster of nothing else has no statistics', async () => {
    const file = await open(smallTiff(image(2, 2, 32, floats), [float(NaN, Infinity, -Infinity, 3)]));
    const {
      bands: [values],
      valid,
    } = await look(file, 2);
    expect([...valid]).toEqual([0, 0, 0, 255]);
    expect(bandStatistics(values!, valid, { percentiles: [2, 98], bins: 4 })).toMatchObject({
      min: 3,
      max: 3,
      sum: 3,
      validPixels: 1,
    });
    const none = await look(await open(smallTiff(image(2, 1, 32, floats), [float(NaN, NaN)])), 2);
    expect(bandStatistics(none.bands[0]!, none.valid, { percentiles: [], bins: 4 })).toBeNull();
  });

  test('one pixel fills the tile that lies in it', async () => {
    const file = await open(smallTiff(image(1, 1, 8, placed(0, 50, 10)), [Uint8Array.of(200)]));
    const {
      bands: [values],
      valid,
    } = await tileOf(file, 8, 130, 90);
    expect([valid.every((seen) => seen === 255), values!.every((value) => value === 200)]).toEqual([true, true]);
  });

  test('a raster over the antimeridian is drawn on both sides of it, and one up to the poles to the edge of the map', async () => {
    const world = await open(
      smallTiff(image(36, 18, 8, placed(0, 90, 10)), [Uint8Array.from({ length: 36 * 18 }, (_, index) => index % 36)]),
    );
    // From 0 to 360 degrees: 185 east is 175 west.
    const west = await tileOf(world, 6, 0, 31);
    expect(new Set(west.bands[0])).toEqual(new Set([18]));
    const north = await tileOf(world, 1, 1, 0);
    expect(north.valid.every((seen) => seen === 255)).toBe(true);
    const crossing = await open(smallTiff(image(4, 4, 8, placed(170, 10, 5)), [new Uint8Array(16).fill(9)]));
    for (const x of [63, 0]) expect((await tileOf(crossing, 6, x, 31)).valid.every((seen) => seen === 255)).toBe(true);
  });
});
