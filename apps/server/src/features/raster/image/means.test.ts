import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plainProjection } from '@groma/geo';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { OpenRasters } from '../render/open-rasters.ts';
import { answerQuestion } from './answer-question.ts';

const group = gdalMissing ? `means of images (skipped: ${gdalMissing})` : 'means of images';

/** The same by rasterio, numpy and shapely: each pixel by its part in the polygon, clouded ones left out. */
const reference = `
import json, sys
import numpy as np, rasterio
from shapely.geometry import box, shape
from shapely.ops import transform as moved
from rasterio.warp import transform as reproject

folder, shapes = sys.argv[1], json.load(open(sys.argv[2]))
read = lambda name: rasterio.open(f"{folder}/{name}-cog.tif").read(1, masked=True)
red = read("red").astype(float)
spread = lambda band: np.ma.repeat(np.ma.repeat(band, 2, axis=0), 2, axis=1)
nir, scl = spread(read("nir").astype(float)), spread(read("scl"))
clouded = np.isin(scl.filled(0), [0, 8, 9])
with np.errstate(divide="ignore", invalid="ignore"):
    ndvi = ((nir - red) / (nir + red)).filled(np.nan)
ndvi[clouded] = np.nan
image = rasterio.open(f"{folder}/red-cog.tif")
out = []
for each in shapes:
    if each["type"] == "Point":
        xs, ys = reproject("EPSG:4326", image.crs, *[[value] for value in each["coordinates"]])
        row, col = image.index(xs[0], ys[0])
        value = ndvi[row, col] if 0 <= row < image.height and 0 <= col < image.width else None
        out.append([None, None] if value is None else [None if np.isnan(value) else value, 0 if np.isnan(value) else 1])
        continue
    polygon = moved(lambda x, y: reproject("EPSG:4326", image.crs, list(x), list(y)), shape(each))
    total = weights = 0
    for row in range(image.height):
        for col in range(image.width):
            a, b = image.transform * (col, row), image.transform * (col + 1, row + 1)
            pixel = box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
            part = pixel.intersection(polygon).area / pixel.area
            if part > 1e-9 and not np.isnan(ndvi[row, col]):
                total, weights = total + ndvi[row, col] * part, weights + part
    out.append([total / weights if weights else None, weights])
print(json.dumps(out))
`;

describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  afterAll(() => rmSync(gdal.folder, { recursive: true }));

  const band = (name: string, side: number, value: (column: number, row: number) => number): string => {
    const pixel = 800 / side;
    const shape = {
      width: side,
      height: side,
      bands: 1,
      nodata: 0,
      transform: `500000,${pixel},0,5000000,0,${-pixel}`,
    };
    return gdal.translate(
      gdal.source(name, 'UInt16', shape, (_, column, row) => value(column, row)),
      `${name}-cog`,
      '-of',
      'COG',
    );
  };

  test('[SAT-081, SAT-082] the mean of an index in polygons, and its value at places, are those of rasterio and numpy', async () => {
    const paths = [
      band('red', 40, (column, row) => (column === 3 ? 0 : 500 + ((column * 31 + row * 17) % 700))),
      band('nir', 20, (column, row) => 2_000 + ((column * 13 + row * 29) % 900)),
      band('scl', 20, (column, row) => (column > 11 ? 9 : row === 2 ? 8 : 4)),
    ];
    const degrees = (x: number, y: number): [number, number] => {
      const [longitude, latitude] = plainProjection('EPSG:32633')!.toDegrees(Float64Array.of(x, y)) as Float64Array;
      return [longitude!, latitude!];
    };
    const ring = [
      [500_033, 4_999_951],
      [500_411, 4_999_902],
      [500_520, 4_999_480],
      [500_190, 4_999_333],
      [500_033, 4_999_951],
    ].map(([x, y]) => degrees(x!, y!));
    const clouded = [
      [500_500, 4_999_500],
      [500_600, 4_999_500],
      [500_600, 4_999_400],
      [500_500, 4_999_500],
    ].map(([x, y]) => degrees(x!, y!));
    const places = [
      degrees(500_215, 4_999_611),
      degrees(500_065, 4_999_611),
      degrees(500_700, 4_999_600),
      degrees(510_000, 4_999_600),
    ];
    const shapes = [
      ...[ring, clouded].map((each) => ({ type: 'Polygon', coordinates: [each] })),
      ...places.map((coordinates) => ({ type: 'Point', coordinates })),
    ];
    const [file, program] = [join(gdal.folder, 'shapes.json'), join(gdal.folder, 'means.py')];
    writeFileSync(file, JSON.stringify(shapes));
    writeFileSync(program, reference);
    const said = execFileSync(join(testPythonEnvironment, 'bin/python'), [program, gdal.folder, file]).toString();
    const expected = JSON.parse(said) as (number | null)[][];
    const [first, ...parts] = paths.map((path) => ({ path, version: null, id: path, name: path }));
    const raster = await new OpenRasters(16 * 1024 * 1024, []).open(
      { ...first!, parts, id: paths.join('\n') },
      new AbortController().signal,
    );
    const found = (await answerQuestion(raster, {
      kind: 'means',
      zones: {
        degrees: Float64Array.from([ring, clouded].flat(2)),
        rings: Int32Array.of(0, ring.length, ring.length + clouded.length),
        holes: Uint8Array.of(0, 0),
        zones: Int32Array.of(0, 1, 2),
      },
      places: Float64Array.from(places.flat()),
      value: '(nir - b1) / (nir + b1)',
      names: { nir: 2 },
      masks: [
        { band: 3, values: [8, 9] },
        { band: 3, values: [0] },
      ],
      nodata: null,
    })) as Float64Array;
    const close = (one: number, other: number | null): boolean =>
      other === null ? Number.isNaN(one) : Math.abs(one - other) < 1e-6;
    expect(expected.map(([mean]) => mean === null)).toEqual([false, true, false, true, true, true]);
    for (const [at, [mean, count]] of expected.entries())
      expect([at, close(found[at * 2]!, mean!), close(found[at * 2 + 1]!, count!)]).toEqual([at, true, true]);
    await expect(
      answerQuestion(raster, {
        kind: 'means',
        zones: {
          degrees: new Float64Array(),
          rings: Int32Array.of(0),
          holes: new Uint8Array(),
          zones: Int32Array.of(0),
        },
        places: Float64Array.of(15, 45),
        value: 'ndvi(',
        names: {},
        masks: [],
        nodata: null,
      }),
    ).rejects.toMatchObject({ code: 'TOOL_EXPRESSION_WRONG' });
  });
});
