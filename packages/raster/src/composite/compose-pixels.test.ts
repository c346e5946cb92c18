import { plainProjection } from '@groma/geo';
import { expect, test } from 'vitest';
import { keysOfCode, tiledTiff } from '../compute/tiled-tiff.ts';
import { BlockCache } from '../image/block-cache.ts';
import { openRaster } from '../raster-file.ts';
import { bytesAsSource } from '../source/byte-source.ts';
import { clipMask } from './clip-mask.ts';
import { composePixels, sceneExpression, type CompositeWish } from './compose-pixels.ts';
import { gridOver, gridPart } from './composite-grid.ts';
import type { CompositeScene, PlacedBand } from './composite-scene.ts';
import type { CompositeMethod } from './reducer.ts';

const side = 32;
const system = 'EPSG:32633';
const { toDegrees } = plainProjection(system)!;
const inDegrees = async (positions: Float64Array): Promise<Float64Array> => toDegrees(positions);
const grid = { system, west: 500_000, north: 5_000_000, pixel: 10, width: side, height: side };
const whole = gridPart(grid, { x: 0, y: 0, width: side, height: side }, inDegrees);
const plainWish: CompositeWish = { method: 'median', expression: null, averages: false };

let files = 0;

/** A file of one band of whole numbers with 0 for none. */
async function band(
  at: (column: number, row: number) => number,
  { west = grid.west, pixel = grid.pixel, epsg = 32_633, width = side, ...more }: Record<string, number> = {},
): Promise<PlacedBand> {
  const tiff = tiledTiff({
    width,
    height: width,
    tile: 32,
    type: 'uint16',
    nodata: 0,
    bandNames: ['one'],
    transform: { a: pixel, b: 0, c: west, d: 0, e: -pixel, f: grid.north },
    keys: keysOfCode(epsg),
  });
  const bytes = new Uint8Array(tiff.bytes);
  bytes.set(tiff.head);
  for (let row = 0; row < tiff.tilesDown; row++)
    for (let column = 0; column < tiff.tilesAcross; column++) {
      const values = Float64Array.from({ length: 32 * 32 }, (_, pixelAt) =>
        at(column * 32 + (pixelAt % 32), row * 32 + Math.floor(pixelAt / 32)),
      );
      bytes.set(tiff.pack(values), tiff.offsetOf(0, column, row));
    }
  const source = bytesAsSource(bytes, `file ${++files}`);
  const file = await openRaster({ source, decoders: {} as never, cache: new BlockCache(64 * 1_048_576) });
  return {
    file,
    band: 0,
    system: `EPSG:${epsg}`,
    projection: plainProjection(`EPSG:${epsg}`)!,
    factor: more['factor'] ?? 1,
    offset: more['offset'] ?? 0,
  };
}

const scene = (bands: PlacedBand[], masks: CompositeScene['masks'] = []): CompositeScene => ({ bands, masks });
const composed = async (scenes: CompositeScene[], wish: Partial<CompositeWish> = {}, target = whole) =>
  (await composePixels(scenes, target, { ...plainWish, ...wish }))[0]!;

/** Values of five scenes at a pixel, 0 for none; the last pixel of a row has none at all. */
function valuesAt(column: number, row: number): number[] {
  if (column === side - 1) return [0, 0, 0, 0, 0];
  return [3, 1, 4, 1, 5].map((value, at) => ((column + at) % 4 === 0 ? 0 : value * 100 + ((row * (at + 3)) % 7)));
}

const expected: Record<CompositeMethod, (values: number[]) => number> = {
  median: (values) => {
    const sorted = values.toSorted((one, other) => one - other);
    return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
  },
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  mode: (values) => {
    const times = (value: number): number => values.filter((each) => each === value).length;
    return values.toSorted((one, other) => times(other) - times(one) || one - other)[0]!;
  },
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  mosaic: (values) => values[0]!,
};

test('[SAT-064] each method makes one value of those that scenes have of a pixel', async () => {
  const scenes: CompositeScene[] = [];
  for (let at = 0; at < 5; at++) scenes.push(scene([await band((column, row) => valuesAt(column, row)[at]!)]));
  const wrong: unknown[] = [];
  let seen = 0;
  for (const method of Object.keys(expected) as CompositeMethod[]) {
    const found = await composed(scenes, { method });
    for (let pixel = 0; pixel < side * side; pixel++) {
      const there = valuesAt(pixel % side, Math.floor(pixel / side)).filter((value) => value !== 0);
      const wanted = there.length === 0 ? NaN : expected[method](there);
      if (Number.isNaN(wanted) !== Number.isNaN(found[pixel]) || Math.abs(found[pixel]! - wanted) > 1e-4)
        wrong.push([method, pixel, found[pixel]!, wanted]);
      seen += Number.isNaN(found[pixel]) ? 0 : 1;
    }
  }
  expect([wrong, seen]).toEqual([[], 6 * side * (side - 1)]);
});

test('[SAT-065] pixels go that a band of quality marks, by bits and by values, kept or taken', async () => {
  const values = await band((column) => 100 + column);
  const quality = await band((column) => (column % 4 === 3 ? 0 : 1 + ((column % 4) << 10)));
  const kept = async (rule: CompositeScene['masks'][number]['rule']) =>
    [...(await composed([scene([values], [{ band: quality, rule }])])).subarray(0, 4)].map(
      (value) => !Number.isNaN(value),
    );
  // Columns have 0, 1 and 2 in the bits from the tenth on, and nothing at all.
  expect(await kept({ bits: { first: 10, count: 1 }, values: [0], keeps: true })).toEqual([true, false, true, false]);
  expect(await kept({ bits: { first: 10, count: 2 }, values: [2], keeps: true })).toEqual([false, false, true, false]);
  expect(await kept({ bits: { first: 10, count: 1 }, values: [1], keeps: false })).toEqual([true, false, true, false]);
  expect(await kept({ bits: null, values: [1, 1025], keeps: false })).toEqual([false, false, true, false]);
});

test('[SAT-066] bands are scaled, and maths are worked out for each scene before these are put together', async () => {
  const scenes: CompositeScene[] = [];
  for (const lift of [0, 1_000])
    scenes.push(
      scene([
        await band((column) => 1_000 + column + lift, { factor: 0.0001, offset: -0.0001 * lift }),
        await band((column) => 3_000 + column * 2 + lift, { factor: 0.0001, offset: -0.0001 * lift }),
      ]),
    );
  expect((await composed(scenes))[5]).toBeCloseTo(0.1005, 6);
  const expression = sceneExpression('(nir - red) / (nir + b1)', [
    ['B04', 'red'],
    ['B08', 'nir'],
  ]);
  const found = await composed(scenes, { method: 'max', expression });
  expect(found[5]).toBeCloseTo((3_010 - 1_005) / (3_010 + 1_005), 6);
  expect(() => sceneExpression('b3 + b1', [['x'], ['y']])).toThrow('b3');
});

test('[SAT-067] scenes of other pixels, zones and extents come onto the grid', async () => {
  // Twice as coarse, beginning beside the grid; and a zone to the west, in which the same place has other coordinates.
  const coarse = await band((column) => 200 + column, { west: grid.west - 100, pixel: 20 });
  const found = await composed([scene([coarse])]);
  expect([found[0], found[1], found[2], found[31]]).toEqual([205, 205, 206, 220]);
  const degrees = toDegrees(Float64Array.of(grid.west + 155, grid.north - 155)) as Float64Array;
  const there = plainProjection('EPSG:32632')!.fromDegrees(degrees) as Float64Array;
  const turned = await band((column) => 1 + column, { west: there[0]! - 400, pixel: 10, epsg: 32_632, width: 64 });
  const moved = { ...turned, file: { ...turned.file, transform: { ...turned.file.transform!, f: there[1]! + 300 } } };
  const aside = await composed([scene([moved])]);
  expect(Math.abs(aside[15 * side + 15]! - 41)).toBeLessThanOrEqual(1);
});

test('[SAT-067] a coarser grid averages values, but not classes', async () => {
  const fine = await band((column) => 100 + (column % 2) * 10, { pixel: 5, width: 64 });
  expect([
    (await composed([scene([fine])], { averages: true }))[3],
    (await composed([scene([fine])]))[3]! % 10,
  ]).toEqual([105, 0]);
});

test('[SAT-068] what lies outside of the area is left out, pixel by pixel of their middles', async () => {
  const ring = (...places: number[]): Float64Array =>
    Float64Array.from(places, (place, at) => (at % 2 === 0 ? grid.west + place * 10 : grid.north - place * 10));
  const square = ring(2, 2, 10, 2, 10, 10, 2, 10);
  const hole = ring(4, 4, 6, 4, 6, 6, 4, 6);
  const other = ring(9.4, 2, 12.6, 2, 12.6, 3, 9.4, 3);
  const keep = clipMask([[square, hole], [other]], whole);
  expect(keep.reduce((sum, each) => sum + each, 0)).toBe(64 - 4 + 3);
  const found = await composed([scene([await band(() => 7)])], { keep });
  expect([found[2 * side + 2], found[4 * side + 4], found[2 * side + 12]]).toEqual([7, NaN, 7]);
});

test('[SAT-067] a grid covers an extent, and lies on the pixels of an image', () => {
  expect(gridOver(system, [500_003, 4_999_901, 500_097, 4_999_997], 10, { x: 5, y: 5 })).toEqual({
    system,
    west: 499_995,
    north: 5_000_005,
    pixel: 10,
    width: 11,
    height: 11,
  });
  expect(gridOver(system, [500_000, 4_999_900, 500_100, 5_000_000], 10, { x: 0, y: 0 })).toMatchObject({
    width: 10,
    height: 10,
  });
});
