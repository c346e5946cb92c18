import { readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import {
  BlockCache,
  bytesAsSource,
  hillshade,
  mercatorTile,
  openRaster,
  RasterError,
  readPart,
  readPicture,
  turnedProjection,
  type RasterFile,
  type Resampling,
} from '@groma/raster';
import { nativeDecoders } from '../codec/native-decoders.ts';
import { findSystem } from '../source/find-system.ts';
import { gdalMissing, GdalFiles, type GdalType } from '../../../../test/gdal-files.ts';
import { image as tiffFields, smallTiff, type Fields } from '../../../../test/small-tiff.ts';

/** Mutated files of each codec. */
const rounds = Number(process.env['GROMA_FUZZ_ROUNDS'] ?? 60);

const group = gdalMissing ? `rasters against GDAL (skipped: ${gdalMissing})` : 'rasters against GDAL';

const openBytes = (bytes: Uint8Array, id: string): Promise<RasterFile> =>
  openRaster({ source: bytesAsSource(bytes, id), decoders: nativeDecoders, cache: new BlockCache(256 * 1024 * 1024) });
const open = (path: string): Promise<RasterFile> => openBytes(Uint8Array.from(readFileSync(path)), path);
const readAll = (file: RasterFile) =>
  readPart(file, { x: 0, y: 0, width: file.width, height: file.height }, file, {
    bands: Array.from({ length: file.bands }, (_, band) => band),
    resampling: 'nearest',
    nodata: null,
  });

/** Greatest difference to what GDAL reads. */
async function differenceTo(gdal: GdalFiles, path: string): Promise<number> {
  const { bands } = await readAll(await open(path));
  const expected = gdal.samples(path);
  let worst = 0;
  bands.forEach((band, index) =>
    band.forEach((value, pixel) => {
      worst = Math.max(worst, Math.abs(value - expected[index * band.length + pixel]!));
    }),
  );
  return worst;
}

describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  afterAll(() => rmSync(gdal.folder, { recursive: true }));

  const shapes: Record<GdalType, (value: number) => number> = {
    Byte: Math.round,
    UInt16: (value) => Math.round(value * 200),
    Int16: (value) => Math.round(value * 100 - 5_000),
    UInt32: (value) => Math.round(value * 1e6),
    Int32: (value) => Math.round(value * 1e6 - 5e7),
    Float32: (value) => value * 1.37 - 33,
    Float64: (value) => value * 1.37 - 33,
  };
  const waves = (type: GdalType) =>
    gdal.source(type, type, { width: 200, height: 150, bands: 3 }, (band, column, row) =>
      shapes[type]((Math.sin(column / 37 + band) + Math.cos(row / 23) + 2) * 50),
    );

  const files: [type: GdalType, options: string, worst: number][] = [
    ['Byte', 'COMPRESS=LZW PREDICTOR=2', 0],
    ['UInt16', 'COMPRESS=DEFLATE PREDICTOR=2 TILED=YES BLOCKXSIZE=64 BLOCKYSIZE=32', 0],
    ['Int16', 'COMPRESS=ZSTD INTERLEAVE=BAND', 0],
    ['Float32', 'COMPRESS=DEFLATE PREDICTOR=3 TILED=YES', 0],
    ['Float64', 'COMPRESS=ZSTD PREDICTOR=3 INTERLEAVE=BAND', 0],
    ['UInt32', 'COMPRESS=LZW PREDICTOR=2 TILED=YES INTERLEAVE=BAND', 0],
    ['Int32', 'COMPRESS=PACKBITS', 0],
    ['Byte', 'COMPRESS=PACKBITS TILED=YES', 0],
    ['Float32', 'COMPRESS=LERC TILED=YES', 0],
    ['UInt16', 'COMPRESS=LERC_DEFLATE INTERLEAVE=BAND', 0],
    ['Int16', 'COMPRESS=LERC_ZSTD', 0],
    ['Byte', 'COMPRESS=WEBP WEBP_LOSSLESS=YES TILED=YES', 0],
    ['Byte', 'COMPRESS=JPEG PHOTOMETRIC=YCBCR TILED=YES', 3],
    ['Byte', 'COMPRESS=JPEG INTERLEAVE=BAND', 2],
    ['Byte', 'COMPRESS=JPEG PHOTOMETRIC=RGB', 2],
    ['UInt16', 'BIGTIFF=YES COMPRESS=DEFLATE', 0],
    ['UInt16', 'ENDIANNESS=BIG COMPRESS=LZW PREDICTOR=2', 0],
    ['Float64', 'ENDIANNESS=BIG', 0],
    ['Byte', 'NBITS=4 COMPRESS=DEFLATE', 0],
    ['Byte', 'NBITS=1', 0],
    ['Float32', 'NBITS=16', 0],
  ];
  test.each(files)('samples of %s, %s, are those that GDAL reads', async (type, options, worst) => {
    const words = options.split(' ');
    const nbits = words.some((word) => word.startsWith('NBITS') && type === 'Byte')
      ? ['-scale', '0', '200', '0', options.includes('=1') ? '1' : '15']
      : [];
    const path = gdal.translate(
      waves(type),
      `${type}-${options.replaceAll(/\W/g, '')}`,
      ...nbits,
      ...words.flatMap((word) => ['-co', word]),
    );
    expect(await differenceTo(gdal, path)).toBeLessThanOrEqual(worst);
  });

  test('four inks, four bands, twelve bits, and colours that were put into a grey image afterwards are those that GDAL reads', async () => {
    const inks = gdal.source(
      'inks',
      'Byte',
      { width: 200, height: 150, bands: 4 },
      (band, column, row) => (column * (band + 1) + row) % 200,
    );
    for (const [worst, ...options] of [
      [0, 'COMPRESS=DEFLATE', 'PREDICTOR=2'],
      [6, 'COMPRESS=JPEG', 'JPEG_QUALITY=95', 'TILED=YES'],
    ] as const) {
      const path = gdal.translate(
        inks,
        `inks-${worst}`,
        '-co',
        'PHOTOMETRIC=CMYK',
        ...options.flatMap((option) => ['-co', option]),
      );
      expect(await differenceTo(gdal, path), options.join()).toBeLessThanOrEqual(worst);
    }
    const twelve = gdal.source(
      'twelve',
      'UInt16',
      { width: 201, height: 50, bands: 3 },
      (band, column, row) => (column * 20 + row + band) % 4_096,
    );
    const four = gdal.source(
      'four',
      'UInt16',
      { width: 203, height: 50, bands: 4 },
      (band, column, row) => (column * 997 + row * 31 + band * 9_001) % 65_536,
    );
    expect(
      await differenceTo(gdal, gdal.translate(four, 'four', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2')),
    ).toBe(0);
    for (const order of ['PIXEL', 'BAND'])
      expect(
        await differenceTo(
          gdal,
          gdal.translate(twelve, `twelve-${order}`, '-co', 'NBITS=12', '-co', `INTERLEAVE=${order}`),
        ),
      ).toBe(0);
    const colours = Array.from({ length: 768 }, (_, index) => (index % 256) * 257);
    expect(
      (await openBytes(smallTiff(tiffFields(4, 4, 8, { 320: [3, ...colours] })), 'coloured')).palette?.subarray(30, 33),
    ).toEqual(Uint8Array.of(10, 10, 10));
  });

  const slopes = (name: string, srs: string, transform: string) =>
    gdal.translate(
      gdal.source(
        name,
        'Float32',
        { width: 600, height: 500, bands: 1, srs, transform, nodata: -1 },
        (_, column, row) =>
          column > 200 && column < 260 && row > 100 && row < 180
            ? -1
            : (Math.sin(column / 37) + Math.cos(row / 23) + 2) * 2_000 + column,
      ),
      name,
      '-co',
      'TILED=YES',
      '-co',
      'COMPRESS=DEFLATE',
    );
  const places: [name: string, srs: string, transform: string, zoom: number, lon: number, lat: number][] = [
    ['utm', 'EPSG:32633', '500000,10,0,5000000,0,-10', 14, 15.035, 45.135],
    ['degrees', 'EPSG:4326', '14,0.0001,0,45.2,0,-0.0001', 14, 14.03, 45.175],
    ['mercator', 'EPSG:3857', '1600000,10,0,5600000,0,-10', 14, 14.4, 44.85],
    ['turned', 'EPSG:32633', '500000,9,3,5000000,3,-9', 14, 15.04, 45.14],
  ];
  const methods: [ours: Resampling, theirs: string, mean: number][] = [
    ['nearest', 'near', 1],
    ['bilinear', 'bilinear', 0.1],
    ['cubic', 'cubic', 0.1],
    ['average', 'average', 5],
  ];
  test.each(places)(
    'a tile of a raster in %s is the one that gdalwarp makes',
    async (name, srs, transform, zoom, lon, lat) => {
      const path = slopes(name, srs, transform);
      const file = await open(path);
      const side = 2 ** zoom;
      const tile = mercatorTile(
        zoom,
        Math.floor(((lon + 180) / 360) * side),
        Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * side),
      );
      for (const [ours, theirs, mean] of methods) {
        const warped = `${path}-${theirs}.tif`;
        gdal.run(
          'gdalwarp',
          '-q',
          '-ovr',
          'NONE',
          '-et',
          '0',
          '-r',
          theirs,
          '-t_srs',
          'EPSG:3857',
          '-te',
          ...[tile.west, tile.south, tile.east, tile.north].map(String),
          '-ts',
          '256',
          '256',
          path,
          warped,
        );
        const expected = gdal.samples(warped);
        const {
          bands: [values],
          valid,
        } = await readPicture(file, tile, turnedProjection((await findSystem(file.crs!))!.projection, file), {
          bands: [0],
          resampling: ours,
        });
        const both = [...values!.keys()].filter((pixel) => valid[pixel] !== 0 && expected[pixel] !== -1);
        expect([...valid].filter((seen, pixel) => (seen !== 0) !== (expected[pixel] !== -1)).length).toBeLessThan(256);
        expect(both.length).toBeGreaterThan(5_000);
        expect(
          both.reduce((sum, pixel) => sum + Math.abs(values![pixel]! - expected[pixel]!), 0) / both.length,
        ).toBeLessThan(mean);
      }
    },
  );

  test('shaded relief is that of gdaldem', async () => {
    const path = slopes('relief', 'EPSG:32633', '500000,10,0,5000000,0,-10');
    gdal.run('gdaldem', 'hillshade', '-q', '-az', '315', '-alt', '45', '-z', '0.01', path, `${path}-shade.tif`);
    const expected = gdal.samples(`${path}-shade.tif`);
    const {
      bands: [heights],
      width,
      height,
    } = await readAll(await open(path));
    const shade = hillshade(
      heights!,
      width,
      height,
      { across: 10, down: 10 },
      { azimuth: 315, angle: 45, exaggeration: 0.01 },
    );
    let worst = 0;
    for (let row = 200; row < height - 1; row += 1)
      for (let column = 1; column < width - 1; column += 1)
        worst = Math.max(worst, Math.abs(shade[row * width + column]! - expected[row * width + column]!));
    // GDAL rounds to whole numbers.
    expect(worst).toBeLessThanOrEqual(0.51);
  });

  test('overviews, masks, alpha, palettes, scale, nodata and control points are read', async () => {
    const path = gdal.translate(
      waves('UInt16'),
      'levels',
      '-co',
      'COMPRESS=DEFLATE',
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=64',
      '-co',
      'BLOCKYSIZE=64',
      '-a_nodata',
      '7',
      '-a_scale',
      '0.5',
      '-a_offset',
      '-3',
    );
    gdal.run('gdaladdo', '-q', path, '2', '4');
    const file = await open(path);
    expect(file).toMatchObject({
      width: 200,
      height: 150,
      bands: 3,
      nodata: 7,
      crs: { epsg: 32_633 },
      transform: { a: 10, b: 0, c: 500_000, d: 0, e: -10, f: 5_000_000 },
    });
    expect(file.levels.map(({ image }) => image.layout.width)).toEqual([200, 100, 50]);
    expect(file.notes[0]).toMatchObject({ scale: 0.5, offset: -3 });
    const masked = gdal.translate(waves('Byte'), 'masked', '-mask', '1', '--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES');
    expect((await open(masked)).levels[0]!.mask).not.toBeNull();
    const alpha = gdal.translate(
      waves('Byte'),
      'alpha',
      '-b',
      '1',
      '-b',
      '2',
      '-b',
      '3',
      '-b',
      '1',
      '-colorinterp_4',
      'alpha',
    );
    expect(await open(alpha)).toMatchObject({ bands: 3, alpha: 3 });
    const points = gdal.translate(
      waves('Byte'),
      'points',
      '-a_srs',
      'EPSG:4326',
      ...[
        [0, 0, 10, 50],
        [200, 0, 12, 50],
        [0, 150, 10, 48.5],
        [200, 150, 12, 48.5],
      ].flatMap((point) => ['-gcp', ...point.map(String)]),
    );
    const { transform } = await open(points);
    for (const [key, value] of Object.entries({ a: 0.01, b: 0, c: 10, d: 0, e: -0.01, f: 50 }))
      expect(transform![key as 'a']).toBeCloseTo(value, 9);
  });

  test(
    'a mutated file is read or refused, and never ends the process',
    async () => {
      const others: unknown[] = [];
      let random = 20_261_121;
      const next = (below: number): number => {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        return random % below;
      };
      for (const options of [
        'COMPRESS=LZW PREDICTOR=2',
        'COMPRESS=DEFLATE TILED=YES',
        'COMPRESS=PACKBITS',
        'COMPRESS=LERC',
        'COMPRESS=LERC_ZSTD',
        'COMPRESS=ZSTD',
        'COMPRESS=JPEG',
        'COMPRESS=WEBP',
      ]) {
        const good = Uint8Array.from(
          readFileSync(
            gdal.translate(
              waves('Byte'),
              `mutate-${options.replaceAll(/\W/g, '')}`,
              ...options.split(' ').flatMap((word) => ['-co', word]),
            ),
          ),
        );
        for (let round = 0; round < rounds; round += 1) {
          const bytes = next(8) === 0 ? good.slice(0, next(good.length)) : good.slice();
          // Half of the changes hit the directory, which decides most.
          for (let change = 0; change <= next(6); change += 1)
            bytes[next(next(2) === 0 ? Math.min(600, bytes.length) : bytes.length)] = next(256);
          // oxlint-disable-next-line no-await-in-loop
          const error = await openBytes(bytes, `${options}-${round}`)
            .then((file) =>
              readPart(
                file,
                { x: 0, y: 0, width: Math.min(64, file.width), height: Math.min(64, file.height) },
                { width: 64, height: 64 },
                { bands: [0], resampling: 'bilinear' },
              ),
            )
            .then(
              () => null,
              (failure: unknown) => failure,
            );
          if (error !== null && !(error instanceof RasterError)) others.push(error);
        }
      }
      expect(others).toEqual([]);
    },
    Math.max(30_000, rounds * 1_000),
  );
});

test('differences of bits, and inks that GDAL makes colours of by other ways, are refused; a predictor of what takes none is left aside', async () => {
  const part = { x: 0, y: 0, width: 2, height: 1 };
  const read = (fields: Fields, block: readonly number[]) =>
    openBytes(smallTiff(fields, [Uint8Array.from(block)]), JSON.stringify(fields)).then((file) =>
      readPart(file, part, part, { bands: [0], resampling: 'nearest' }),
    );
  await expect(read(tiffFields(2, 1, 12, { 259: [3, 8], 317: [3, 2] }), [0])).rejects.toMatchObject({
    code: 'UNSUPPORTED',
  });
  expect((await read(tiffFields(2, 1, 12, { 317: [3, 2] }), [0x12, 0x34, 0x56])).bands[0]).toEqual(
    Float32Array.of(0x123, 0x456),
  );
  const inks = (samples: number, bits: number, more: Fields = {}): Fields =>
    tiffFields(2, 1, bits, {
      258: [3, ...Array.from({ length: samples }, () => bits)],
      262: [3, 5],
      277: [3, samples],
      ...more,
    });
  for (const odd of [inks(5, 8, { 338: [3, 2] }), inks(4, 8, { 284: [3, 2] })])
    await expect(read(odd, [0])).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  // Other inks than the four, and those of 16 bits, are bands as they are.
  expect((await read(inks(4, 8, { 332: [3, 2] }), [10, 0, 0, 0, 60, 0, 0, 0])).bands[0]).toEqual(
    Float32Array.of(10, 60),
  );
  expect((await read(inks(4, 16), [10, 0, 0, 0, 0, 0, 0, 0, 60])).bands[0]).toEqual(Float32Array.of(10, 60));
});

test('a circle of directories and a picture of no bytes are refused with the reason', async () => {
  const circle = new Uint8Array(64);
  const view = new DataView(circle.buffer);
  circle.set([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]);
  view.setUint16(10, 256, true);
  view.setUint16(12, 3, true);
  view.setUint32(14, 1, true);
  view.setUint16(18, 5, true);
  view.setUint32(22, 8, true);
  await expect(openBytes(circle, 'circle')).rejects.toMatchObject({
    code: 'DAMAGED',
    message: 'The directories of the file run in a circle.',
  });
  await expect(openBytes(new Uint8Array(0), 'nothing')).rejects.toMatchObject({ code: 'NOT_A_TIFF' });
});
