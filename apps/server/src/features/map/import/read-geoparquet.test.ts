import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFeatures, type LayerFeature } from '@groma/geo';
import { importVectorFile, type ImportedLayer } from './index.ts';

const run = promisify(execFile);
const python = join(import.meta.dirname, '../../../../../../.cache/python/bin/python');
let folder: string;

/** What GeoPandas and PyArrow write, since other people's files are what is read. */
const script = `
import sys, json, geopandas as gpd, pandas as pd, pyarrow as pa, pyarrow.parquet as pq, shapely
from shapely.geometry import Point, Polygon, MultiPolygon, LineString, MultiPoint
from datetime import date, datetime
import decimal
out = sys.argv[1]
shapes = [Polygon([(13,52),(13.2,52),(13.2,52.1),(13,52)]), MultiPolygon([Polygon([(14,52),(14.1,52),(14.1,52.1)]), Polygon([(15,52),(15.2,52),(15.2,52.1)])]), None, Polygon()]
frame = gpd.GeoDataFrame({'name': ['Ünter', '東京', None, 'x'], 'count': pd.array([1, None, 3, 2**53 + 1], dtype='Int64'), 'share': [0.5, float('nan'), -1e300, float('inf')], 'day': [date(2020,1,2), None, date(1900,1,1), date(2020,1,2)],
  'moment': pd.to_datetime(['2020-01-02T03:04:05', None, '2020-01-02', '2021-01-01T00:00:01'], utc=True, format='ISO8601'), 'open': [True, False, None, True], 'tags': [['a'], None, [], ['b', None]], 'a.b "c"': [1,2,3,4]}, geometry=shapes, crs='EPSG:4326')
frame.to_parquet(out + '/wkb.parquet')
frame.to_parquet(out + '/zstd.parquet', compression='zstd', row_group_size=3, write_covering_bbox=True)
frame.to_parquet(out + '/gzip.gpq', compression='gzip')
frame.to_parquet(out + '/brotli.geoparquet', compression='brotli')
frame.to_crs('EPSG:32633').to_parquet(out + '/utm.parquet')
frame.set_crs(None, allow_override=True).to_parquet(out + '/nocrs.parquet')
only = frame.iloc[[0]].to_crs('EPSG:3857'); only.to_parquet(out + '/mercator.parquet')
points = gpd.GeoDataFrame({'n': [1, 2]}, geometry=[Point(1, 2, 3), Point(4, 5, 6)], crs='OGC:CRS84')
points.to_parquet(out + '/point.parquet', geometry_encoding='geoarrow')
frame.iloc[[1]].to_parquet(out + '/multipolygon.parquet', geometry_encoding='geoarrow')
gpd.GeoDataFrame({'n': [1]}, geometry=[LineString([(0,0),(1,1),(2,0)])], crs='EPSG:4326').to_parquet(out + '/linestring.parquet', geometry_encoding='geoarrow')
gpd.GeoDataFrame({'n': [1]}, geometry=[MultiPoint([(0,0),(1,1)])], crs='EPSG:4326').to_parquet(out + '/multipoint.parquet', geometry_encoding='geoarrow')
pq.write_table(pa.table({'Lon': [1.5, None], 'lat': [2.5, 3.0], 'price': pa.array([decimal.Decimal('1.25'), None])}), out + '/table.parquet')
pq.write_table(pa.table({'a': [1]}), out + '/plain.parquet')
pq.write_table(pa.table({'n': list(range(50000)), 'geometry': [shapely.to_wkb(Point(i % 170, i % 80)) for i in range(50000)]}).replace_schema_metadata({'geo': json.dumps({'version': '1.1.0', 'primary_column': 'geometry', 'columns': {'geometry': {'encoding': 'WKB', 'geometry_types': ['Point']}}})}), out + '/many.parquet', row_group_size=7000)
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-parquet-'));
  if (existsSync(python)) await run(python, ['-c', script, folder]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(
  fileName: string,
  assumedCrs?: string,
): Promise<{ layer: ImportedLayer; features: LayerFeature[] }> {
  const workFolder = await mkdtemp(join(folder, 'work-'));
  const [layer] = await importVectorFile({
    sourcePath: join(folder, fileName),
    fileName,
    workFolder,
    ...(assumedCrs !== undefined && { assumedCrs }),
  });
  const features: LayerFeature[] = [];
  for await (const feature of readFeatures(layer!.manifest, (file) => createReadStream(layer!.files[file]!)))
    features.push(feature);
  return { layer: layer!, features: features.sort((one, other) => one.fid - other.fid) };
}
const refusal = (fileName: string) =>
  load(fileName).then(
    () => null,
    (error: unknown) => error,
  );

describe.skipIf(!existsSync(python))('GeoParquet (needs the Python environment)', () => {
  it('[VEC-009] is read with every type, compression, row group and empty value, as its writer meant it', async () => {
    const expected = [
      {
        name: 'Ünter',
        count: 1,
        share: 0.5,
        day: '2020-01-02',
        moment: '2020-01-02T03:04:05Z',
        open: true,
        tags: ['a'],
        'a.b "c"': 1,
      },
      { name: '東京', count: null, share: null, day: null, moment: null, open: false, tags: null, 'a.b "c"': 2 },
      {
        name: null,
        count: 3,
        share: -1e300,
        day: '1900-01-01',
        moment: '2020-01-02T00:00:00Z',
        open: null,
        tags: [],
        'a.b "c"': 3,
      },
      {
        name: 'x',
        count: '9007199254740993',
        share: Infinity,
        day: '2020-01-02',
        moment: '2021-01-01T00:00:01Z',
        open: true,
        tags: ['b', null],
        'a.b "c"': 4,
      },
    ];
    for (const name of ['wkb.parquet', 'zstd.parquet', 'gzip.gpq', 'brotli.geoparquet']) {
      const { layer, features } = await load(name);
      expect(
        features.map(({ properties }) => properties),
        name,
      ).toEqual(expected);
      expect(
        features.map(({ geometry }) => geometry?.type ?? null),
        name,
      ).toEqual(['Polygon', 'MultiPolygon', null, null]);
      expect(
        layer.columns.map(({ type }) => type),
        name,
      ).toEqual(['text', 'int64', 'number', 'date', 'datetimetz', 'boolean', 'json', 'integer']);
      expect([layer.crs, layer.bbox], name).toEqual(['EPSG:4326', [13, 52, 15.2, 52.1]]);
    }
  });

  it('[VEC-009] is brought from its own coordinate system to longitude and latitude, and asks where it has none', async () => {
    for (const [name, crs] of [
      ['utm.parquet', 'EPSG:32633'],
      ['mercator.parquet', 'EPSG:3857'],
    ] as const) {
      const {
        layer,
        features: [first],
      } = await load(name);
      expect(layer.crs).toBe(crs);
      expect(
        (first!.geometry!.coordinates as number[][][])[0]!.map((position) =>
          position.map((value) => Math.round(value * 1e6) / 1e6),
        ),
        name,
      ).toContainEqual([13.2, 52.1]);
    }
    expect(await refusal('nocrs.parquet')).toMatchObject({ code: 'missing-crs', file: 'nocrs.parquet' });
    expect((await load('nocrs.parquet', 'EPSG:4326')).layer.bbox).toEqual([13, 52, 15.2, 52.1]);
  });

  it('[VEC-009] is read in the encodings of GeoArrow, and as a table of coordinates', async () => {
    expect((await load('point.parquet')).features.map(({ geometry }) => geometry)).toEqual([
      { type: 'Point', coordinates: [1, 2, 3] },
      { type: 'Point', coordinates: [4, 5, 6] },
    ]);
    expect((await load('multipolygon.parquet')).features[0]!.geometry).toMatchObject({
      type: 'MultiPolygon',
      coordinates: { length: 2 },
    });
    expect((await load('linestring.parquet')).features[0]!.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
    });
    expect((await load('multipoint.parquet')).features[0]!.geometry).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    });
    expect(
      (await load('table.parquet')).features.map(({ geometry, properties }) => [geometry, properties['price']]),
    ).toEqual([
      [{ type: 'Point', coordinates: [1.5, 2.5] }, 1.25],
      [null, null],
    ]);
    expect(await refusal('plain.parquet')).toMatchObject({ code: 'no-coordinates' });
    expect((await load('many.parquet')).layer.featureCount).toBe(50_000);
  });

  it('[VEC-009] that is cut off is refused by name', async () => {
    for (const bytes of [4, 100, 3_000]) {
      await copyFile(join(folder, 'wkb.parquet'), join(folder, 'cut.parquet'));
      await truncate(join(folder, 'cut.parquet'), bytes);
      expect(await refusal('cut.parquet'), String(bytes)).toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('cut.parquet') as string,
      });
    }
  });
});
