import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { makeImportFolder } from '../../../../test/import-folder.ts';

const run = promisify(execFile);
const imports = makeImportFolder();
const { folder, work, write, make, load, refusal } = imports;
afterAll(() => imports.remove());

describe('refused files', () => {
  it.each([
    ['empty.geojson', '', 'empty-file'],
    ['picture.geojson', '\u0089PNG not json', 'not-what-it-says'],
    ['settings.json', '{"theme":"dark","list":[1,2]}', 'not-what-it-says'],
    ['topology.json', '{"type":"Topology","objects":{},"arcs":[]}', 'unreadable'],
    [
      'cut.geojson',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Po',
      'unreadable',
    ],
    [
      'odd.geojson',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Blob","coordinates":[]}}]}',
      'all-left-out',
    ],
    [
      'far.geojson',
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[500000,5700000]}}',
      'coordinates-out-of-range',
    ],
    [
      'text.geojson',
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":["a","b"]}}',
      'all-left-out',
    ],
    [
      'strange-crs.geojson',
      '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::999999"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[5,5]}}]}',
      'unknown-crs',
    ],
    ['fake.gpkg', 'this is no database', 'not-what-it-says'],
    ['fake.shp', 'this is no shapefile', 'not-what-it-says'],
    ['page.kml', '<html><body>kml</body></html>', 'not-what-it-says'],
    [
      'no-places.kml',
      '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>',
      'no-layers',
    ],
    ['plain.csv', 'a,b\n1,2\n', 'no-coordinates'],
    [
      'curve.geojson',
      '{"type":"Feature","properties":{},"geometry":{"type":"CircularString","coordinates":[[0,0],[1,1],[2,0]]}}',
      'all-left-out',
    ],
    [
      'swapped.geojson',
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[52.5,113.4]}}',
      'coordinates-out-of-range',
    ],
    [
      'nan.geojson',
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[NaN,1]}}',
      'all-left-out',
    ],
    [
      'infinite.geojson',
      '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1e999,1]}}',
      'coordinates-out-of-range',
    ],
    ['array.geojson', '[1,2,3]', 'unreadable'],
    [
      'deep.geojson',
      `{"type":"Feature","properties":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}},"geometry":null}`,
      'all-left-out',
    ],
    ['words.csv', 'lon,lat\neast,north\n', 'all-left-out'],
    ['notes.txt', 'hello', 'unsupported-format'],
  ])('[VEC-009] refuses %s', async (name, content, code) => {
    await write(name, content);
    const error = await refusal(name);
    expect(error.code).toBe(code);
    expect(error.message).toContain(`"${name}"`);
    expect(error.message).not.toContain(folder);
  });

  it('[VEC-007] [FIL-082] refuses a file too large for its format in the words of the specification', async () => {
    await write('large.kmz', Buffer.from([0x50, 0x4b, 0x03, 0x04]));
    await truncate(join(folder, 'large.kmz'), 200 * 1024 * 1024 + 1);
    const error = await refusal('large.kmz');
    expect(error.message).toBe(
      'File size is too large for its format type, please split the file into smaller files and try again',
    );
  });

  it('[FIL-011] asks for the companion and for the coordinate system a shapefile lacks', async () => {
    await make('alone.shp', 'ESRI Shapefile');
    await rm(join(folder, 'alone.prj'));
    const missing = await refusal('alone.shp');
    expect(missing.code).toBe('missing-crs');
    expect(missing.message).toMatch(/alone\.shp.*EPSG/);
    expect((await load('alone.shp', { assumedCrs: 'EPSG:4326' }))[0]!.featureCount).toBe(2);
    await rm(join(work, 'layer-0'), { recursive: true });
    await rm(join(folder, 'alone.shx'));
    expect((await refusal('alone.shp')).message).toContain('alone.shx');
    await make('site.shp', 'ESRI Shapefile');
    await writeFile(join(folder, 'site.prj'), 'LOCAL_CS["site grid",UNIT["metre",1]]');
    expect((await refusal('site.shp')).code).toBe('unknown-crs');
  });

  it('[VEC-061] refuses what was cut off where its format keeps what it needs at the end, or nothing before the cut is whole', async () => {
    await make('half.gpkg', 'GPKG');
    await make('half.kml', 'KML');
    await make('half.fgb', 'FlatGeobuf');
    for (const [name, share] of [
      ['half.gpkg', 0.7],
      ['half.kml', 0.7],
      ['half.fgb', 0.3],
    ] as const) {
      const { length } = await readFile(join(folder, name));
      await truncate(join(folder, name), Math.floor(length * share));
      expect((await refusal(name)).code, name).toBe('unreadable');
    }
  });

  it('[VEC-009] never follows a file to another one', async () => {
    const virtual = `<OGRVRTDataSource><OGRVRTLayer name="parcels"><SrcDataSource>${join(folder, 'parcels.geojson')}</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`;
    await write('virtual.kml', `<!-- <kml > -->${virtual}`);
    expect((await refusal('virtual.kml')).code).toBe('unreadable');
    await copyFile(join(folder, 'virtual.kml'), join(folder, 'virtual.csv'));
    expect((await refusal('virtual.csv')).code).toBe('no-coordinates');
  });

  it('[VEC-009] refuses a pipe without waiting for a writer', async () => {
    await run('mkfifo', [join(folder, 'pipe.geojson')]);
    expect((await refusal('pipe.geojson')).code).toBe('unsupported-format');
  });

  it('[FIL-079] stops at once when it is canceled', async () => {
    const many = Array.from(
      { length: 60_000 },
      (_, index) =>
        `{"type":"Feature","properties":{"index":${index}},"geometry":{"type":"Point","coordinates":[${index / 1000},1]}}`,
    );
    await write('many.geojson', `{"type":"FeatureCollection","features":[${many.join(',')}]}`);
    const stop = new AbortController();
    const error = await refusal('many.geojson', { signal: stop.signal, onProgress: () => stop.abort() });
    expect(error.code).toBe('canceled');
    expect((await refusal('many.geojson', { signal: AbortSignal.abort() })).code).toBe('canceled');
  });
});
