import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { featuresOf, makeImportFolder, parcels } from '../../../../test/import-folder.ts';
import type { ImportedLayer } from './index.ts';

const run = promisify(execFile);
const imports = makeImportFolder();
const { folder, write, make, load, refusal } = imports;
afterAll(() => imports.remove());

const counts = (layers: readonly ImportedLayer[]) =>
  Object.fromEntries(layers.map(({ name, featureCount }) => [name, featureCount]));

const toUtm = ['-t_srs', 'EPSG:32633'];

// A table of MapInfo knows no missing number.
const filledParcels = parcels.features.map(({ properties }) => ({ ...properties, count: properties.count ?? 0 }));
const wholeParcels = parcels.features.map(({ properties }) => properties);

it.each([
  ['GML', wholeParcels, () => make('p.gml', 'GML', ...toUtm)],
  ['tables of MapInfo', filledParcels, () => make('p.tab', 'MapInfo File', ...toUtm, '-lco', 'ENCODING=UTF-8')],
  ['exchange files of MapInfo', filledParcels, () => make('p.mif', 'MapInfo File', ...toUtm, '-lco', 'ENCODING=UTF-8')],
  ['SpatiaLite', wholeParcels, () => make('p.sqlite', 'SQLite', ...toUtm, '-dsco', 'SPATIALITE=YES')],
  [
    'a zipped FileGDB',
    wholeParcels,
    async () => {
      await make('p.gdb', 'OpenFileGDB', ...toUtm, '-nlt', 'MULTIPOLYGON');
      await run('python3', ['-m', 'zipfile', '-c', join(folder, 'p.zip'), join(folder, 'p.gdb')]);
      return 'p.zip';
    },
  ],
  [
    'lines of GeoJSON',
    wholeParcels,
    () => write('p.geojsonl', parcels.features.map((feature) => JSON.stringify(feature)).join('\n')),
  ],
])('[VEC-086] brings %s to longitude and latitude with all attributes', async (_, expected, prepare) => {
  const [layer, ...others] = await load(await prepare());
  expect(others).toEqual([]);
  expect(layer!.bbox!.map((value) => Math.round(value * 1e5) / 1e5)).toEqual([13, 52, 15.2, 52.1]);
  const features = await featuresOf(layer!);
  expect(features.map(({ properties: { name, count, share } }) => ({ name, count, share }))).toEqual(expected);
});

it('[VEC-086] a shapefile and a table of MapInfo lie in one zip, each with its companions', async () => {
  await make('q.tab', 'MapInfo File', '-lco', 'ENCODING=UTF-8');
  await make('q.shp', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8');
  const parts = ['tab', 'dat', 'map', 'id', 'shp', 'shx', 'dbf', 'prj', 'cpg'].map((ending) =>
    join(folder, `q.${ending}`),
  );
  await run('python3', ['-m', 'zipfile', '-c', join(folder, 'both.zip'), ...parts]);
  expect((await load('both.zip')).map(({ name, featureCount }) => [name, featureCount])).toEqual([
    ['q', 2],
    ['q', 2],
  ]);
});

it('[VEC-089] what holds nothing for a map is left out of a zip; a named system counts where none is said', async () => {
  await make('r.shp', 'ESRI Shapefile', ...toUtm, '-lco', 'ENCODING=UTF-8');
  await make('plan2.dxf', 'DXF', ...toUtm, '-sql', 'SELECT name AS Layer FROM parcels');
  await run('ogr2ogr', [
    '-f',
    'XLSX',
    join(folder, 'readme.xlsx'),
    join(folder, await write('r.csv', 'id,note\n1,a\n')),
  ]);
  await write('list.tab', 'a\tb\n');
  const zip = (name: string, ...names: string[]) =>
    run('python3', ['-m', 'zipfile', '-c', join(folder, name), ...names.map((each) => join(folder, each))]);
  const shape = ['r.shp', 'r.shx', 'r.dbf', 'r.prj', 'r.cpg'];
  await zip('notes.zip', ...shape, 'readme.xlsx', 'list.tab');
  expect((await load('notes.zip')).map(({ featureCount }) => featureCount)).toEqual([2]);
  await zip('plan.zip', ...shape, 'plan2.dxf');
  await expect(load('plan.zip')).rejects.toMatchObject({ code: 'missing-crs', file: 'plan2.dxf' });
  // In that of the shapefile the places of the drawing are elsewhere.
  const layers = await load('plan.zip', { assumedCrs: 'EPSG:32632' });
  const wests = layers.map(({ name, bbox }) => [name, Math.round(bbox![0] * 10) / 10]);
  expect(wests).toEqual([
    ['r', 13],
    ['plan2', 7],
  ]);
  await zip('only.zip', 'readme.xlsx', 'r.csv');
  await expect(load('only.zip')).rejects.toMatchObject({ code: 'no-layers' });
});

it('[VEC-086] GPX gives a layer of each kind that it holds, with heights and times', async () => {
  await write(
    'walk.gpx',
    `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="46.5" lon="8.5"><ele>2100</ele><name>Pass</name></wpt>
      <trk><name>Up</name><trkseg>
        <trkpt lat="46.4" lon="8.4"><ele>1500.5</ele><time>2024-02-29T08:00:00Z</time></trkpt>
        <trkpt lat="46.5" lon="8.5"><ele>2100</ele><time>2024-02-29T10:00:00Z</time></trkpt>
      </trkseg></trk></gpx>`,
  );
  const layers = await load('walk.gpx');
  expect(counts(layers)).toEqual({ waypoints: 1, tracks: 1, track_points: 2 });
  const [, track, points] = await Promise.all(layers.map(featuresOf));
  expect(track![0]!.geometry).toMatchObject({
    coordinates: [
      [
        [8.4, 46.4, 1500.5],
        [8.5, 46.5, 2100],
      ],
    ],
  });
  expect(points![0]!.properties['time']).toBe('2024-02-29T08:00:00Z');
  await write('none.gpx', '<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"></gpx>');
  expect((await refusal('none.gpx')).code).toBe('no-layers');
});

it('[VEC-086] a track without points keeps its name', async () => {
  await write(
    'empty.gpx',
    '<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Later</name></trk></gpx>',
  );
  const [layer] = await load('empty.gpx');
  const [feature] = await featuresOf(layer!);
  expect([feature!.geometry, feature!.properties['name']]).toEqual([null, 'Later']);
});

const topology = {
  type: 'Topology',
  objects: { towns: { type: 'Point', coordinates: [8, 47], properties: { name: 'Zürich' } } },
  arcs: [],
};

it.each(['towns.topojson', 'towns.json'])('[VEC-086] TopoJSON is known by what it holds: %s', async (name) => {
  const [layer] = await load(await write(name, JSON.stringify(topology)));
  const [town] = await featuresOf(layer!);
  expect(town).toMatchObject({ geometry: { coordinates: [8, 47] }, properties: { name: 'Zürich' } });
});

it('[VEC-086] DXF has no coordinate system: it is asked for; its binary form is refused by name', async () => {
  await make('plan.dxf', 'DXF', ...toUtm, '-nlt', 'CONVERT_TO_LINEAR', '-sql', 'SELECT name AS Layer FROM parcels');
  expect((await refusal('plan.dxf')).code).toBe('missing-crs');
  const [layer] = await load('plan.dxf', { assumedCrs: 'EPSG:32633' });
  expect(layer!.bbox!.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([13, 52, 15.2, 52.1]);
  await write('binary.dxf', 'AutoCAD Binary DXF\r\n\u001a\0');
  expect((await refusal('binary.dxf')).message).toContain('Save it as text (ASCII) DXF');
});

it('[VEC-086] OpenStreetMap gives points, lines and areas, in any order of its nodes', async () => {
  const nodes = [
    { id: 3, lat: 47, lon: 8, tags: '<tag k="name" v="Well"/>' },
    { id: 1, lat: 47, lon: 8.1, tags: '' },
    { id: 2, lat: 47.1, lon: 8.1, tags: '' },
  ];
  const nodeOf = ({ id, lat, lon, tags }: (typeof nodes)[number]) =>
    `<node id="${id}" version="1" lat="${lat}" lon="${lon}">${tags}</node>`;
  await write(
    'town.osm',
    `<osm version="0.6">${nodes.map(nodeOf).join('')}
      <way id="7" version="1"><nd ref="3"/><nd ref="1"/><tag k="highway" v="path"/></way>
      <way id="8" version="1"><nd ref="3"/><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="building" v="yes"/></way></osm>`,
  );
  expect(counts(await load('town.osm'))).toEqual({ points: 1, lines: 1, multipolygons: 1 });
  await write('tile.pbf', 'not of OpenStreetMap');
  await expect(load('tile.pbf')).rejects.toMatchObject({ code: 'not-what-it-says' });
});

it.each([
  ['xlsx', 'XLSX'],
  ['ods', 'ODS'],
])('[VEC-087] sheets of .%s become layers where their columns say places', async (ending, driver) => {
  const cells = await write(
    'cells.csv',
    'town,lat,long,since\nRoma,41.9,12.5,2024-02-29\nnowhere,,,\nbad,north,east,\n',
  );
  const notes = await write('notes.csv', 'id,note\n1,first\n');
  const book = join(folder, `book.${ending}`);
  await run('ogr2ogr', ['-f', driver, book, join(folder, cells), '-oo', 'AUTODETECT_TYPE=YES', '-nln', 'towns']);
  await run('ogr2ogr', ['-f', driver, '-update', book, join(folder, notes), '-nln', 'notes']);
  const [layer, ...others] = await load(`book.${ending}`);
  expect(others).toEqual([]);
  expect(layer).toMatchObject({ name: 'towns', featureCount: 2, leftOut: { count: 1 } });
  expect((await featuresOf(layer!)).map(({ geometry, properties }) => [properties['town'], geometry])).toEqual([
    ['Roma', { type: 'Point', coordinates: [12.5, 41.9] }],
    ['nowhere', null],
  ]);
  await run('ogr2ogr', ['-f', driver, join(folder, `plain.${ending}`), join(folder, notes)]);
  expect((await refusal(`plain.${ending}`)).code).toBe('no-coordinates');
  // For its rows alone it is read all the same.
  expect((await load(`plain.${ending}`, { takesRows: true }))[0]!.featureCount).toBe(1);
});

it('[VEC-087] projected coordinates of a sheet are read in the system that a person names', async () => {
  await write('grid.csv', 'x,y\n500000,5761038\n');
  await run('ogr2ogr', [
    '-f',
    'XLSX',
    join(folder, 'grid.xlsx'),
    join(folder, 'grid.csv'),
    '-oo',
    'AUTODETECT_TYPE=YES',
  ]);
  const [layer] = await load('grid.xlsx', { assumedCrs: 'EPSG:32633' });
  expect(layer!.bbox!.slice(0, 2).map((value) => Math.round(value * 1e3) / 1e3)).toEqual([15, 52]);
});

it('[VEC-088] values separated by tabs are read as a table', async () => {
  const [layer] = await load(await write('towns.tsv', 'name\tlon\tlat\nRoma, IT\t12.5\t41.9\n'));
  expect((await featuresOf(layer!))[0]).toMatchObject({ properties: { name: 'Roma, IT' } });
});

it.each([
  ['at the beginning', 'first.sqlite', [5_000_000_000, null, -3]],
  ['behind a row without one', 'later.sqlite', [null, -5_000_000_000, 7]],
])('[WFL-229] whole numbers of SpatiaLite beyond 32 bits keep their digits, %s', async (_, name, numbers) => {
  await write('wide.csv', `n,lon,lat\n${numbers.map((_number, at) => `1,${at},5`).join('\n')}\n`);
  const places = ['-oo', 'X_POSSIBLE_NAMES=lon', '-oo', 'Y_POSSIBLE_NAMES=lat', '-oo', 'AUTODETECT_TYPE=YES'];
  const [file, table] = [join(folder, name), join(folder, 'wide.csv')];
  await run('ogr2ogr', ['-f', 'SQLite', '-dsco', 'SPATIALITE=YES', '-a_srs', 'EPSG:4326', file, table, ...places]);
  const database = new DatabaseSync(file);
  for (const [at, number] of numbers.entries())
    database.prepare('UPDATE wide SET n = ? WHERE ogc_fid = ?').run(number, at + 1);
  database.close();
  const [layer] = await load(name);
  expect(layer!.columns.find((column) => column.name === 'n')!.type).toBe('integer');
  expect((await featuresOf(layer!)).map(({ properties }) => properties['n'])).toEqual(numbers);
});
