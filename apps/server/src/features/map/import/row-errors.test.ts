import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { formatWkb } from '@groma/geo';
import { importVectorFile, type ImportRequest, type ImportedLayer } from './index.ts';

const run = promisify(execFile);
let folder: string;
let work: string;
beforeAll(async () => {
  [folder, work] = [await mkdtemp(join(tmpdir(), 'groma-rows-')), await mkdtemp(join(tmpdir(), 'groma-rows-work-'))];
});
afterAll(() => Promise.all([folder, work].map((each) => rm(each, { recursive: true, force: true }))));

const feature = (geometry: unknown, properties: object = {}): string =>
  JSON.stringify({ type: 'Feature', properties, geometry });
const point = (x: unknown, y: unknown): unknown => ({ type: 'Point', coordinates: [x, y] });
const collection = (features: string[], crs = ''): string =>
  `{"type":"FeatureCollection",${crs && `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:${crs}"}},`}"features":[${features.join(',\n')}]}`;

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return name;
}

async function make(name: string, driver: string, from: string, ...options: string[]): Promise<string> {
  await run('ogr2ogr', ['-f', driver, ...options, join(folder, name), join(folder, from)]);
  return name;
}

async function load(name: string, options: Partial<ImportRequest> = {}): Promise<ImportedLayer> {
  const [layer] = await importVectorFile({
    sourcePath: join(folder, name),
    fileName: basename(name),
    workFolder: work,
    ...options,
  });
  return layer!;
}

/** Rows left out, and why. */
const reasons = ({ leftOut }: ImportedLayer) => leftOut?.first.map(({ row, reason }) => [row, reason]);

it('[VEC-061] one bad feature of GeoJSON costs none of the others, whatever is wrong with it, and what was left out is a table', async () => {
  const bad: [string, string][] = [
    ['{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[NaN,1]}}', 'unreadable-row'],
    ['7', 'unreadable-row'],
    ['null', 'unreadable-row'],
    ['"x,]"', 'unreadable-row'],
    ['[1,[2,3]]', 'unreadable-row'],
    ['{"a":1}', 'unreadable-row'],
    ['{"type":"Feature","properties":5,"geometry":null}', 'unreadable-row'],
    [feature({ type: 'Blob', coordinates: [] }), 'unknown-geometry'],
    [feature({ type: 'GeometryCollection', geometries: [{ type: 'Foo' }] }), 'unknown-geometry'],
    [feature(point(500_000, 1), { name: 'far, "away"' }), 'out-of-range'],
    [feature(point('a', 'b')), 'unreadable-geometry'],
    [feature({ type: 'Polygon', coordinates: [1, 2] }), 'unreadable-geometry'],
    [feature({ type: 'Point' }), 'unreadable-geometry'],
    [feature({ type: 'GeometryCollection' }), 'unreadable-geometry'],
    [feature({ type: 'LineString', coordinates: [[[1, 2]]] }), 'unreadable-geometry'],
  ];
  const good = [feature(point(1, 2), { name: 'a' }), feature(point(3, 4), { name: 'b' })];
  await write('bad.geojson', collection([good[0]!, ...bad.map(([text]) => text), good[1]!]));
  const layer = await load('bad.geojson');
  expect([layer.featureCount, layer.bbox]).toEqual([2, [1, 2, 3, 4]]);
  expect(reasons(layer)).toEqual(bad.map(([, reason], index) => [index + 2, reason]));
  expect(layer.warnings).toMatchObject([{ code: 'left-out', count: bad.length }]);
  const table = await readFile(layer.leftOut!.file!, 'utf8');
  expect(table.split('\r\n')).toHaveLength(bad.length + 2);
  expect(table).toContain('11,out-of-range,"500000, 1",POINT (500000 1),"far, ""away"""');
  await write(
    'lines.json',
    [good[0], '{"type":"Feature","geometry":{"type":"Point","coordinates":[NaN,1]},"properties":{}}', good[1]].join(
      '\n',
    ),
  );
  expect(reasons(await load('lines.json'))).toEqual([[2, 'unreadable-row']]);
});

it('[VEC-061] a feature that its reference system has no place for is left out, and so is what GDAL cannot read', async () => {
  const rows = [
    feature(point(500_000, 5_700_000)),
    feature(point(1e40, 1e40), { name: 'b' }),
    '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[NaN,1]}}',
    feature(point(null, null)),
    feature(point(500_001, 5_700_000)),
  ];
  await write('utm.geojson', collection(rows, 'EPSG::32633'));
  const layer = await load('utm.geojson');
  expect([layer.featureCount, reasons(layer)]).toEqual([
    2,
    [
      [2, 'outside-crs'],
      [3, 'unreadable-row'],
      [4, 'unreadable-geometry'],
    ],
  ]);
  await write(
    'utm.csv',
    `x,y\n${[
      [500_000, 5_700_000],
      [1e40, 1e40],
      [500_001, 5_700_000],
    ]
      .map((each) => each.join(','))
      .join('\n')}\n`,
  );
  expect(reasons(await load('utm.csv', { assumedCrs: 'EPSG:32633' }))).toEqual([[3, 'outside-crs']]);
});

it('[VEC-061] a row of a table whose coordinates are none is left out, and cells beyond the header are told', async () => {
  await write('pairs.csv', 'name,lon,lat\na,1,2\nb,east,north\nc,500,2\nd,3,4,5\n');
  const layer = await load('pairs.csv');
  expect([layer.featureCount, reasons(layer)]).toEqual([
    2,
    [
      [3, 'unreadable-geometry'],
      [4, 'out-of-range'],
    ],
  ]);
  expect(layer.warnings.map(({ code }) => code)).toContain('extra-cells');
  await write('wkt.csv', 'id,wkt\n1,POINT (1 2)\n2,POINT (1\n3,"LINESTRING (1 2, 3 4)"\n');
  expect(reasons(await load('wkt.csv'))).toEqual([[3, 'unreadable-geometry']]);
  await write('quote.csv', 'lon,lat,text\n1,2,a\n1,2,"open\n1,2,b\n');
  expect(await load('quote.csv')).toMatchObject({ featureCount: 3, warnings: [{ code: 'open-quote' }] });
});

it('[VEC-061] a damaged or misplaced shape of a shapefile, and what a cut one lacks, is left out', async () => {
  await write(
    'grid.geojson',
    collection(
      [0, 1, 2, 3, 4].map((n) => feature(n === 1 ? point(1e40, 1e40) : point(500_000 + n, 5_700_000), { n })),
      'EPSG::32633',
    ),
  );
  for (const name of ['far.shp', 'damaged.shp', 'half.shp']) await make(name, 'ESRI Shapefile', 'grid.geojson');
  expect(reasons(await load('far.shp'))).toEqual([[2, 'outside-crs']]);
  const bytes = await readFile(join(folder, 'damaged.shp'));
  // The type of the fourth shape: a polygon is none of 20 bytes.
  bytes[100 + 28 * 3 + 8] = 5;
  await write('damaged.shp', bytes);
  expect(reasons(await load('damaged.shp'))).toEqual([
    [2, 'outside-crs'],
    [4, 'unreadable-geometry'],
  ]);
  await truncate(join(folder, 'half.shp'), 100 + 28 * 3 + 10);
  const half = await load('half.shp');
  expect([half.featureCount, reasons(half)]).toEqual([
    2,
    [
      [2, 'outside-crs'],
      [4, 'cut-off'],
      [5, 'cut-off'],
    ],
  ]);
  expect(half.warnings.map(({ code }) => code)).toContain('cut-off');
});

it('[VEC-061] a damaged geometry of a GeoPackage and of GeoParquet is left out, not one that was never there', async () => {
  await write('points.geojson', collection([0, 1, 2, 3].map((n) => feature(point(n, 1), { n }))));
  await make('points.gpkg', 'GPKG', 'points.geojson', '-lco', 'GEOMETRY_NAME=geom', '-lco', 'SPATIAL_INDEX=NO');
  const database = new DatabaseSync(join(folder, 'points.gpkg'));
  database.exec(
    'UPDATE points SET geom = substr(geom, 1, length(geom) - 9) WHERE fid = 2; UPDATE points SET geom = NULL WHERE fid = 3',
  );
  database.close();
  const layer = await load('points.gpkg');
  expect([layer.featureCount, reasons(layer)]).toEqual([3, [[2, 'unreadable-geometry']]]);

  const writer = new ParquetWriter({
    writer: fileWriter(join(folder, 'points.parquet')),
    kvMetadata: [
      {
        key: 'geo',
        value: JSON.stringify({
          version: '1.1.0',
          primary_column: 'geometry',
          columns: { geometry: { encoding: 'WKB', geometry_types: [] } },
        }),
      },
    ],
    schema: [
      { name: 'root', num_children: 1 },
      { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    ],
  });
  const whole = formatWkb({ type: 'Point', coordinates: [1, 2] });
  void writer.write({
    columnData: [
      {
        name: 'geometry',
        data: [whole, whole.subarray(0, 12), null, formatWkb({ type: 'Point', coordinates: [999, 2] }), whole],
      },
    ],
  });
  void writer.finish();
  const parquet = await load('points.parquet');
  expect([parquet.featureCount, reasons(parquet)]).toEqual([
    3,
    [
      [2, 'unreadable-geometry'],
      [4, 'out-of-range'],
    ],
  ]);
});

it('[VEC-061] a FlatGeobuf and a GeoJSON that were cut off give what is whole', async () => {
  await write('many.geojson', collection(Array.from({ length: 50 }, (_, n) => feature(point(n, 1), { n }))));
  await make('many.fgb', 'FlatGeobuf', 'many.geojson');
  for (const name of ['many.fgb', 'many.geojson']) {
    await truncate(join(folder, name), Math.floor((await readFile(join(folder, name))).length * 0.7));
    const layer = await load(name);
    expect(layer.featureCount, name).toBeGreaterThan(10);
    expect(
      layer.warnings.map(({ code }) => code),
      name,
    ).toContain('cut-off');
  }
});

it('[VEC-061] coordinates most of which are no place on earth are those of another system, unless one was named', async () => {
  await write('metres.csv', 'x,y\n500000,5700000\n500001,5700000\n0,0\n');
  await expect(load('metres.csv')).rejects.toMatchObject({ code: 'coordinates-out-of-range' });
  expect((await load('metres.csv', { assumedCrs: 'EPSG:4326' })).featureCount).toBe(1);
});

it('[VEC-062] more columns than a layer may have are refused by name and number, at once', async () => {
  await write('wide.csv', `lon,lat,${Array.from({ length: 100_000 - 3 }, (_, n) => `c${n}`).join(',')}\n1,2\n`);
  await write('wider.csv', `lon,lat${',x'.repeat(3_000_000)}\n`);
  await write(
    'wide.geojson',
    collection(
      Array.from({ length: 100 }, (_, row) =>
        feature(point(1, 2), Object.fromEntries(Array.from({ length: 100 }, (__, n) => [`c${row * 100 + n}`, 1]))),
      ),
    ),
  );
  for (const name of ['wide.csv', 'wider.csv', 'wide.geojson']) {
    await expect(load(name)).rejects.toMatchObject({
      code: 'too-many-columns',
      message: expect.stringContaining(`"${name}"`) as string,
    });
  }
  await expect(load('wide.csv')).rejects.toThrow('99,999 columns; a layer holds at most 2,000');
});
