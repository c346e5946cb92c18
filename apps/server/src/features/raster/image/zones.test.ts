import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  BlockCache,
  bytesAsSource,
  invertAffine,
  applyAffine,
  measureZones,
  openRaster,
  samplePlaces,
  zoneStatistics,
  type PixelRings,
  type RasterFile,
} from '@groma/raster';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { OpenRasters } from '../render/open-rasters.ts';
import { answerQuestion } from './answer-question.ts';
import { nativeDecoders } from '../codec/native-decoders.ts';

const group = gdalMissing ? `zones (skipped: ${gdalMissing})` : 'zones';

/** The same by shapely and numpy, pixel by pixel; the median is that of exactextract. */
const reference = `
import json, sys
import numpy as np, rasterio, shapely
from shapely.geometry import box, shape

def stats(values, weights):
    keep = weights > 0
    v, w = values[keep].astype(float), weights[keep]
    if len(v) == 0:
        return [0, 0, None, None, None, None, None, None, None, 0]
    count, total = w.sum(), (v * w).sum()
    mean = total / count
    u, at = np.unique(v, return_inverse=True)
    uw = np.bincount(at, weights=w)
    k = np.arange(len(u))
    s = k * uw + (len(u) - 1) * np.concatenate([[0], np.cumsum(uw)[:-1]])
    median = float(np.interp(0.5 * count * (len(u) - 1), s, u)) if len(u) > 1 else float(u[0])
    close = lambda a, b: np.abs(a - b) < 1e-9
    return [count, total, mean, v.min(), v.max(), median, np.sqrt((w * (v - mean) ** 2).sum() / count),
            u[close(uw, uw.max())].max(), u[close(uw, uw.min())].min(), len(u)]

out = []
with rasterio.open(sys.argv[1]) as image:
    band = image.read(int(sys.argv[3]), masked=True)
    for polygon in map(shape, json.load(open(sys.argv[2]))):
        weights = np.zeros(band.shape)
        west, south, east, north = polygon.bounds
        inverse = ~image.transform
        corners = [inverse * (x, y) for x in (west, east) for y in (south, north)]
        cols = range(max(0, int(min(c for c, _ in corners))), min(image.width, int(max(c for c, _ in corners)) + 1))
        rows = range(max(0, int(min(r for _, r in corners))), min(image.height, int(max(r for _, r in corners)) + 1))
        for row in rows:
            for col in cols:
                a, b = image.transform * (col, row), image.transform * (col + 1, row + 1)
                pixel = box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
                part = pixel.intersection(polygon).area / pixel.area
                weights[row, col] = 0 if part < 1e-9 else part
        weights[np.ma.getmaskarray(band)] = 0
        out.append(stats(band.data, weights))
print(json.dumps(out))
`;

describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  afterAll(() => rmSync(gdal.folder, { recursive: true }));

  const open = (path: string): Promise<RasterFile> =>
    openRaster({
      source: bytesAsSource(Uint8Array.from(readFileSync(path)), path),
      decoders: nativeDecoders,
      cache: new BlockCache(64 * 1024 * 1024),
    });
  const scene = (name: string, type: 'UInt16' | 'Float32') =>
    gdal.translate(
      gdal.source(name, type, { width: 70, height: 60, bands: 2, nodata: 7 }, (band, column, row) =>
        column % 11 === 3 && row % 5 === 2
          ? 7
          : type === 'UInt16'
            ? ((column * 7 + row * 13 + band) % 40) + 1_000
            : Math.sin(column * row + band) * 1e4,
      ),
      `${name}-made`,
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=32',
      '-co',
      'BLOCKYSIZE=16',
      '-co',
      'COMPRESS=DEFLATE',
    );
  const ring = (x: number, y: number, radius: number, corners: number): number[][] => {
    const points = Array.from({ length: corners }, (_, at) => {
      const angle = (2 * Math.PI * at) / corners + 0.3;
      const reach = radius * (at % 2 === 0 ? 1 : 0.55);
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    return [...points, points[0]!];
  };
  // Inside, on pixel edges, smaller than a pixel, with a hole, reaching beyond the image, around all of it, beside it.
  const polygons: number[][][][][] = [
    [[ring(500_301, 4_999_703, 155, 11)]],
    [
      [
        [
          [500_100, 4_999_900],
          [500_200, 4_999_900],
          [500_200, 4_999_800],
          [500_100, 4_999_800],
          [500_100, 4_999_900],
        ],
      ],
    ],
    [[ring(500_203.2, 4_999_804.1, 2.5, 5)]],
    [[ring(500_350, 4_999_700, 180, 8), ring(500_350, 4_999_700, 70, 6).toReversed()]],
    [[ring(500_690, 4_999_990, 120, 9)], [ring(500_040, 4_999_430, 60, 7)]],
    [[ring(500_350, 4_999_700, 5_000, 6)]],
    [[ring(510_000, 4_999_700, 100, 6)]],
  ];
  const pixelsOf = ({ transform }: RasterFile, members: number[][][][]): PixelRings => {
    const toPixel = invertAffine(transform!);
    const [corners, rings, holes]: [number[], number[], boolean[]] = [[], [0], []];
    for (const member of members)
      for (const [at, each] of member.entries()) {
        for (const [x, y] of each) corners.push(...applyAffine(toPixel, x!, y!));
        rings.push(corners.length / 2);
        holes.push(at > 0);
      }
    return { corners: Float64Array.from(corners), rings, holes };
  };

  test.each(['UInt16', 'Float32'] as const)(
    '[RAS-046] each pixel counts by its part in the polygon, as shapely and numpy have it: %s',
    async (type) => {
      const path = scene(`zones-${type}`, type);
      const file = await open(path);
      const geometries = join(gdal.folder, `${type}.json`);
      writeFileSync(geometries, JSON.stringify(polygons.map((coordinates) => ({ type: 'MultiPolygon', coordinates }))));
      const program = join(gdal.folder, 'reference.py');
      writeFileSync(program, reference);
      const python = join(testPythonEnvironment, 'bin/python');
      const expected = JSON.parse(execFileSync(python, [program, path, geometries, '2']).toString()) as (
        | number
        | null
      )[][];
      const zones = polygons.map((members) => pixelsOf(file, members));
      const found = await measureZones(file, [...zones, null], { band: 1, statistics: zoneStatistics });
      const width = zoneStatistics.length;
      for (const [zone, values] of expected.entries()) {
        const own = [...found.subarray(zone * width, (zone + 1) * width)];
        expect(own.map(Number.isNaN), String(zone)).toEqual(values.map((value) => value === null));
        const off = values.map((value, at) =>
          value === null ? 0 : Math.abs(own[at]! - value) / Math.max(1, Math.abs(value)),
        );
        expect(Math.max(...off), String(zone)).toBeLessThan(1e-6);
      }
      expect(found[zones.length * width]).toBe(0);
      // Alone as together: nothing stays of the one before.
      const [mean] = await measureZones(file, [zones[0]!], { band: 1, statistics: ['mean'] });
      expect(mean).toBe(found[2]);
    },
  );

  test('[RAS-047] places have the value of their pixel, or what lies between the middles of four', async () => {
    const path = scene('places', 'UInt16');
    const file = await open(path);
    const samples = gdal.samples(path);
    const at = (band: number, column: number, row: number): number => samples[band * 70 * 60 + row * 70 + column]!;
    const places = Float64Array.of(10.2, 20.9, 33.5, 5.5, 70, 60, 3.5, 2.5, 70.1, 5, NaN, NaN, 12.75, 9.25);
    const nearest = await samplePlaces(file, places, { bands: [0, 1], method: 'nearest' });
    const pairs = Array.from({ length: 7 }, (_, place) => [nearest[place * 2]!, nearest[place * 2 + 1]!]);
    expect(pairs).toEqual([
      [at(0, 10, 20), at(1, 10, 20)],
      [at(0, 33, 5), at(1, 33, 5)],
      [at(0, 69, 59), at(1, 69, 59)],
      [NaN, NaN],
      [NaN, NaN],
      [NaN, NaN],
      [at(0, 12, 9), at(1, 12, 9)],
    ]);
    const bilinear = await samplePlaces(file, places, { bands: [0], method: 'bilinear' });
    expect(bilinear[1]).toBe(at(0, 33, 5));
    // The last pixel alone is around the outer corner.
    expect(bilinear[2]).toBe(at(0, 69, 59));
    expect(bilinear[6]).toBeCloseTo(
      0.25 * (0.75 * at(0, 12, 8) + 0.25 * at(0, 13, 8)) + 0.75 * (0.75 * at(0, 12, 9) + 0.25 * at(0, 13, 9)),
      6,
    );
  });

  test.each([
    ['beyond its western edge', 10, 0.1, 9.95, 10.25, 5],
    ['around the earth, where it ends', 0, 1, -5, 5, 20],
  ])('[RAS-046] a zone lies on an image in degrees also %s', async (_, west, side, from, to, count) => {
    const path = gdal.translate(
      gdal.source(
        `world-${west}`,
        'Byte',
        { width: 360, height: 4, bands: 1, srs: 'EPSG:4326', transform: `${west},${side},0,50,0,-${side}` },
        (_band, column) => column % 200,
      ),
      `world-${west}`,
    );
    const rasters = new OpenRasters(16 * 1024 * 1024, []);
    const opened = await rasters.open(
      { path, version: null, id: path, name: 'world.tif' },
      new AbortController().signal,
    );
    const [south, north] = [50 - 2 * side, 50];
    const zones = {
      degrees: Float64Array.of(from, south, to, south, to, north, from, north, from, south),
      rings: Int32Array.of(0, 5),
      holes: Uint8Array.of(0),
      zones: Int32Array.of(0, 1),
    };
    const found = await answerQuestion(opened, { kind: 'zones', band: '1', zones, statistics: ['count', 'max'] });
    expect(Number(found[0])).toBeCloseTo(count, 6);
  });
});
