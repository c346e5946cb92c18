import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LayerFeature, Point, Polygon } from '@groma/geo';
import { afterAll, describe, expect, it } from 'vitest';
import { featuresOf, makeImportFolder, parcels } from '../../../../test/import-folder.ts';

const run = promisify(execFile);
const imports = makeImportFolder();
const { folder, write, make, load, refusal } = imports;
afterAll(() => imports.remove());

/** Number of rings and outermost longitudes say that holes and parts have come through, whatever the winding. */
function shape(feature: LayerFeature): unknown {
  const geometry = feature.geometry!;
  const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as number[][][][];
  const longitudes = polygons.flat(2).map(([longitude]) => longitude!);
  return {
    rings: polygons.map((rings) => rings.length),
    west: Math.round(Math.min(...longitudes) * 1e6) / 1e6,
    east: Math.round(Math.max(...longitudes) * 1e6) / 1e6,
  };
}

const SHAPES = [
  { rings: [2], west: 13, east: 13.2 },
  { rings: [1, 1], west: 14, east: 15.2 },
];

describe('importVectorFile', () => {
  it.each([
    ['parcels.geojson', async () => 'parcels.geojson'],
    ['utm.shp', () => make('utm.shp', 'ESRI Shapefile', '-t_srs', 'EPSG:32633', '-lco', 'ENCODING=UTF-8')],
    ['mercator.gpkg', () => make('mercator.gpkg', 'GPKG', '-t_srs', 'EPSG:3857')],
    [
      'laea.fgb',
      () => make('laea.fgb', 'FlatGeobuf', '-t_srs', 'EPSG:3035', '-nlt', 'GEOMETRY', '-lco', 'SPATIAL_INDEX=NO'),
    ],
    ['named-crs.geojson', () => make('named-crs.geojson', 'GeoJSON', '-t_srs', 'EPSG:32633', '-lco', 'RFC7946=NO')],
    [
      'undeclared.gpkg',
      () =>
        make(
          'undeclared.gpkg',
          'GPKG',
          '-t_srs',
          'EPSG:32633',
          '-nlt',
          'GEOMETRY',
          '-lco',
          'GEOMETRY_NAME=sha"pe',
          '-nln',
          'a "layer"',
        ),
    ],
    ['table.csv', () => make('table.csv', 'CSV', '-lco', 'GEOMETRY=AS_WKT')],
  ])('[VEC-009] brings %s to longitude and latitude with all its attributes', async (_, prepare) => {
    const [layer, ...others] = await load(await prepare());
    expect(others).toEqual([]);
    expect(layer!.warnings).toEqual([]);
    expect(layer!.columns).toEqual([
      { name: 'name', type: 'text' },
      { name: 'count', type: 'integer' },
      { name: 'share', type: 'number' },
    ]);
    const features = await featuresOf(layer!);
    expect(features.map(({ properties }) => properties)).toEqual(parcels.features.map(({ properties }) => properties));
    expect(features.map(shape)).toEqual(SHAPES);
    expect(layer!.bbox!.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([13, 52, 15.2, 52.1]);
  });

  it.each([
    ['parcels.kml', 'KML'],
    ['parcels.kmz', 'LIBKML'],
  ])('[VEC-009] reads %s', async (name, driver) => {
    const [layer] = await load(await make(name, driver, '-lco', 'NAME_FIELD=name', '-dsco', 'NameField=name'));
    const features = await featuresOf(layer!);
    expect(features.map(shape)).toEqual(SHAPES);
    expect(features[0]!.properties.Name).toBe('Ünter');
    expect(layer!.columns.map(({ name: column }) => column)).not.toContain('tessellate');
  });

  it('[VEC-009] reads a zipped shapefile', async () => {
    await make('zipped.shp', 'ESRI Shapefile');
    const parts = ['shp', 'shx', 'dbf', 'prj'].map((extension) => join(folder, `zipped.${extension}`));
    await run('python3', ['-m', 'zipfile', '-c', join(folder, 'zipped.zip'), ...parts]);
    const [layer] = await load('zipped.zip');
    expect((await featuresOf(layer!)).map(shape)).toEqual(SHAPES);
  });

  it('[VEC-009] [VEC-011] reads a zip of anything, file by file, and refuses it whole where one of them cannot be read', async () => {
    await make('inner.gpkg', 'GPKG');
    await make('inner.shp', 'ESRI Shapefile');
    await write('stations.csv', 'lon,lat\n1,2\n');
    await write('readme.txt', 'not geodata');
    const zip = (name: string, ...names: string[]) =>
      run('python3', [
        '-c',
        'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)\nfor a in sys.argv[2:]:\n    z.write(a.split("=")[0], a.split("=")[1])',
        join(folder, name),
        ...names.map((pair) => `${join(folder, pair.split('=')[0]!)}=${pair.split('=')[1]!}`),
      ]);
    await zip(
      'all.zip',
      'inner.gpkg=a/inner.gpkg',
      ...['shp', 'shx', 'dbf', 'prj'].map((extension) => `inner.${extension}=deep/down/Ortschaften.${extension}`),
      'stations.csv=stations.csv',
      'readme.txt=readme.txt',
      'readme.txt=__MACOSX/x.geojson',
    );
    expect((await load('all.zip')).map(({ name, featureCount }) => [name, featureCount]).sort()).toEqual([
      ['Ortschaften', 2],
      ['inner', 2],
      ['stations', 1],
    ]);
    await zip('bad.zip', 'inner.gpkg=inner.gpkg', 'readme.txt=lies.geojson');
    expect(await refusal('bad.zip')).toMatchObject({ code: 'not-what-it-says', file: 'lies.geojson' });
    await zip('none.zip', 'readme.txt=readme.txt');
    expect(await refusal('none.zip')).toMatchObject({ code: 'no-layers', file: 'none.zip' });
  });

  it('[VEC-010] makes points of a table with longitude and latitude, and keeps codes as text', async () => {
    await write('stations.csv', 'code;Lat;Lng;open;"level, m"\r\n007;52.5;13.4;true;1\r\n008;;;false;2.5\r\n');
    const [layer] = await load('stations.csv');
    expect(layer!.columns).toEqual([
      { name: 'code', type: 'text' },
      { name: 'Lat', type: 'number' },
      { name: 'Lng', type: 'number' },
      { name: 'open', type: 'boolean' },
      { name: 'level, m', type: 'number' },
    ]);
    expect(await featuresOf(layer!)).toEqual([
      {
        fid: 1,
        geometry: { type: 'Point', coordinates: [13.4, 52.5] },
        properties: { code: '007', Lat: 52.5, Lng: 13.4, open: true, 'level, m': 1 },
      },
      { fid: 2, geometry: null, properties: { code: '008', Lat: null, Lng: null, open: false, 'level, m': 2.5 } },
    ]);
    expect(layer!.warnings).toMatchObject([{ code: 'no-geometry', count: 1 }]);
    await write('gaps.csv', 'lon,lat\n13.4,52.5\nNaN,nan\nNA,3\n');
    expect((await featuresOf((await load('gaps.csv'))[0]!)).map(({ geometry }) => geometry?.coordinates)).toEqual([
      [13.4, 52.5],
      undefined,
      undefined,
    ]);
  });

  it('[VEC-010] takes the coordinate system a person names for a table', async () => {
    await write('utm.csv', 'x,y\n500000,5761038.2\n');
    expect((await refusal('utm.csv')).code).toBe('coordinates-out-of-range');
    const [layer] = await load('utm.csv', { assumedCrs: 'EPSG:32633' });
    const { coordinates } = (await featuresOf(layer!))[0]!.geometry as Point;
    expect(coordinates[0]).toBeCloseTo(15, 6);
    expect(coordinates[1]).toBeCloseTo(52, 4);
  });

  it('[VEC-011] gives a layer for each layer of a file', async () => {
    await make('several.gpkg', 'GPKG', '-nln', 'first');
    await run('ogr2ogr', [
      '-update',
      '-nln',
      'second (b)',
      '-where',
      "name = 'two'",
      join(folder, 'several.gpkg'),
      join(folder, 'parcels.geojson'),
    ]);
    const layers = await load('several.gpkg');
    expect(layers.map(({ name, featureCount }) => [name, featureCount])).toEqual([
      ['first', 2],
      ['second (b)', 1],
    ]);
  });

  it('[VEC-009] keeps integers beyond 2^53, nested values, ids and mixed geometry kinds of GeoJSON', async () => {
    await write(
      'mixed.json',
      `{"features":[
      {"type":"Feature","id":"a","properties":{"big":12345678901234567890,"tags":["x"]},"geometry":{"type":"Point","coordinates":[1,2,3]}},
      {"type":"Feature","id":"b","properties":{"big":1,"note":"quote \\" and { brace"},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}},
      {"type":"Feature","id":"c","properties":null,"geometry":null}],"type":"FeatureCollection"}`,
    );
    const [layer] = await load('mixed.json');
    expect(layer!.geometryKinds).toEqual(['line', 'point', 'none']);
    expect((await featuresOf(layer!)).map(({ properties }) => properties)).toEqual([
      { id: 'a', big: '12345678901234567890', tags: ['x'], note: null },
      { id: 'b', big: '1', tags: null, note: 'quote " and { brace' },
      { id: 'c', big: null, tags: null, note: null },
    ]);
  });

  it('[VEC-009] reads curves as lines, dates as ISO text, booleans and integers beyond 2^53', async () => {
    await write(
      'kinds.csv',
      'day,moment,open,big,WKT\n2020-01-02,2020-01-02T03:04:05Z,1,9007199254740993,"CURVEPOLYGON(CIRCULARSTRING(0 0,1 1,2 0,1 -1,0 0))"\n,,0,1,"LINESTRING ZM (0 0 5 6,1 1 5 7)"\n',
    );
    await write('kinds.csvt', 'Date,DateTime,Integer(Boolean),Integer64,WKT');
    await run('ogr2ogr', [
      '-f',
      'GPKG',
      '-a_srs',
      'EPSG:4326',
      join(folder, 'kinds.gpkg'),
      join(folder, 'kinds.csv'),
      '-oo',
      'GEOM_POSSIBLE_NAMES=WKT',
      '-oo',
      'KEEP_GEOM_COLUMNS=NO',
    ]);
    const features = await featuresOf((await load('kinds.gpkg'))[0]!);
    expect(features.map(({ properties }) => properties)).toEqual([
      { day: '2020-01-02', moment: '2020-01-02T03:04:05Z', open: true, big: '9007199254740993' },
      { day: null, moment: null, open: false, big: 1 },
    ]);
    expect((features[0]!.geometry as Polygon).coordinates[0]!.length).toBeGreaterThan(50);
    expect(features[1]!.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [0, 0, 5, 6],
        [1, 1, 5, 7],
      ],
    });
  });

  it('[VEC-009] keeps heights and collections of a GeoPackage that declares neither', async () => {
    const shapes = [
      { type: 'Point', coordinates: [1, 2, 30] },
      { type: 'Point', coordinates: [3, 4] },
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [5, 6] },
          { type: 'Point', coordinates: [7, 8] },
        ],
      },
    ];
    await write(
      'heights.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: shapes.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
      }),
    );
    await run('ogr2ogr', [
      '-f',
      'GPKG',
      '-nlt',
      'GEOMETRY',
      join(folder, 'heights.gpkg'),
      join(folder, 'heights.geojson'),
    ]);
    const [layer] = await load('heights.gpkg');
    expect((await featuresOf(layer!)).map(({ geometry }) => geometry?.coordinates)).toEqual([
      [1, 2, 30],
      [3, 4],
      [
        [5, 6],
        [7, 8],
      ],
    ]);
  });

  it('[VEC-011] reads a table without geometry beside the layers, but not what QGIS keeps for itself', async () => {
    await make('tables.gpkg', 'GPKG');
    for (const name of ['owners', 'layer_styles']) {
      await run('ogr2ogr', [
        '-update',
        '-nln',
        name,
        '-nlt',
        'NONE',
        '-dialect',
        'SQLite',
        '-sql',
        'SELECT name FROM parcels',
        join(folder, 'tables.gpkg'),
        join(folder, 'parcels.geojson'),
      ]);
    }
    const layers = await load('tables.gpkg');
    expect(layers.map(({ name, geometryKinds }) => [name, geometryKinds])).toEqual([
      ['parcels', ['polygon']],
      ['owners', ['none']],
    ]);
  });

  it('[VEC-009] keeps columns apart whose names differ only in case', async () => {
    await write(
      'cases.geojson',
      '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[{"type":"Feature","properties":{"Name":"A","name":"a"},"geometry":{"type":"Point","coordinates":[0,0]}}]}',
    );
    expect((await featuresOf((await load('cases.geojson'))[0]!))[0]!.properties).toEqual({ Name: 'A', name: 'a' });
  });

  it('[VEC-009] tells how far it is', async () => {
    const fractions: number[] = [];
    await load('parcels.geojson', { onProgress: ({ fraction }) => fractions.push(fraction) });
    expect(fractions.at(-1)).toBe(1);
  });

  it('[VEC-009] cuts what goes on beyond 180°, and says which edges run the long way round', async () => {
    const box = (west: number, east: number): unknown => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, 0],
            [east, 0],
            [east, 9],
            [west, 9],
            [west, 0],
          ],
        ],
      },
    });
    await write(
      'pacific.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [box(170, 190), box(170, -170)] }),
    );
    const [layer] = await load('pacific.geojson');
    expect(layer!.bbox).toEqual([-180, 0, 180, 9]);
    expect((await featuresOf(layer!)).map(({ geometry }) => geometry!.type)).toEqual(['MultiPolygon', 'Polygon']);
    expect(layer!.warnings).toMatchObject([
      { code: 'cut-at-antimeridian', count: 1 },
      { code: 'edge-around', count: 1 },
    ]);
  });

  it('[VEC-009] keeps every name of a property that can be kept, and as many as there are', async () => {
    const names = [
      'a.b',
      'it\'s "quoted"',
      '<script>alert(1)</script>',
      'constructor',
      'toString',
      '名前',
      'עברית',
      '$x',
      'line\nbreak',
    ];
    const many = Array.from({ length: 1_900 }, (_, index): [string, number] => [`c${index}`, index]);
    const properties = Object.fromEntries([
      ...names.map((name): [string, number] => [name, 1]),
      ['nul\0', 2],
      [' nul ', 3],
      ['', 4],
      ['x'.repeat(300), 5],
      ...many,
    ]);
    await write(
      'names.geojson',
      `{"type":"Feature","geometry":null,"properties":{"__proto__":{"isOpen":true},${JSON.stringify(properties).slice(1)}}`,
    );
    const [layer] = await load('names.geojson');
    const [feature] = await featuresOf(layer!);
    expect(feature!.properties).toEqual({
      ...Object.fromEntries(names.map((name) => [name, 1])),
      ...Object.fromEntries(many),
      _proto_: { isOpen: true },
      nul: 2,
      'nul (2)': 3,
      column: 4,
      ['x'.repeat(240)]: 5,
    });
    expect('isOpen' in feature!.properties).toBe(false);
  });

  it('[VEC-009] keeps invalid geometries and says how many', async () => {
    const ring = (coordinates: number[][]): unknown => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates: [coordinates] },
    });
    await write(
      'invalid.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          ring([
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ]),
          ring([
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ]),
          ring([
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ]),
        ],
      }),
    );
    const [layer] = await load('invalid.geojson');
    expect(layer!.featureCount).toBe(3);
    expect(layer!.warnings).toMatchObject([{ code: 'invalid-geometry', count: 2 }]);
    expect(layer!.warnings[0]!.message).toContain('invalid.geojson');
  });

  it('[VEC-009] gives an empty layer with its columns and a warning for a file without features', async () => {
    await write('none.geojson', '{"type":"FeatureCollection","features":[]}');
    await make('none.gpkg', 'GPKG', '-where', '0 = 1');
    await make('declared.gpkg', 'GPKG', '-where', '0 = 1', '-nlt', 'MULTIPOLYGON');
    for (const name of ['none.geojson', 'none.gpkg', 'declared.gpkg']) {
      const [layer] = await load(name);
      expect(layer).toMatchObject({ featureCount: 0, bbox: null, warnings: [{ code: 'empty-layer' }] });
    }
    expect((await load('none.gpkg'))[0]!.columns.map(({ name }) => name)).toEqual(['name', 'count', 'share']);
  });
});
