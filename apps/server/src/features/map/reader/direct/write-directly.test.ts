import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { gdalMissing } from '../../../../../test/gdal-files.ts';
import { BytesAside } from './bytes-aside.ts';
import type { DirectProgress, DirectWay } from './direct-request.ts';
import { writeDirectly } from './write-directly.ts';

const folder = mkdtempSync(join(tmpdir(), 'groma-direct-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

/** The file that is written; null where the long way has to be taken, which leaves nothing. */
async function direct(way: DirectWay, source: string): Promise<string | null> {
  const target = join(folder, `${++made}.${way.endsWith('geojson') ? 'geojson' : 'fgb'}`);
  let last: DirectProgress | null = null;
  for await (const piece of writeDirectly({ way, source, target, layerName: 'towns' }))
    last = JSON.parse(Buffer.from(piece).toString()) as DirectProgress;
  expect(existsSync(target)).toBe(last!.done);
  return last!.done ? target : null;
}

function file(text: string | Buffer): string {
  const path = join(folder, `${++made}.geojson`);
  writeFileSync(path, text);
  return path;
}

const collection = (features: object[], more: object = {}): string =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features });
const feature = (geometry: object | null, properties: object | null = {}, more: object = {}) => ({
  type: 'Feature',
  ...more,
  properties,
  geometry,
});
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
const ring = (x: number, y: number, ...z: number[]) =>
  [
    [x, y],
    [x + 1 / 3, y],
    [x + 1, y + 1],
    [x, y],
  ].map((each) => [...each, ...z]);

/** The shapes and values of each feature as GDAL reads them; a value that is empty is as one that is not there. */
const contentOf = (path: string): string[] =>
  execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path, '-lco', 'COORDINATE_PRECISION=17'])
    .toString()
    .split('\n')
    .filter((line) => line.includes('"Feature"'))
    .map((line) =>
      line
        .replace(/,$/, '')
        .replaceAll(/"[^"]*": null(, )?/g, '')
        .replaceAll(/, +}/g, ' }'),
    )
    .toSorted();
const describedBy = (path: string): string => execFileSync('ogrinfo', ['-ro', '-so', '-al', path]).toString();

const plain = [
  feature({ type: 'Polygon', coordinates: [ring(14, 47), ring(14.1, 47.1)] }, { 'naïve name': 'Ústí', people: 91_982 }),
  feature({ type: 'Polygon', coordinates: [ring(15, 48)] }, { people: -4_294_967_297, share: 7, open: true }),
  feature({ type: 'MultiPolygon', coordinates: [[ring(16, 49), ring(16.1, 49.1)], [ring(-17, -50)]] }, { share: 0.1 }),
  feature({ type: 'Polygon', coordinates: [ring(15, 48)] }, { 'naïve name': null, people: 9_007_199_254_740_991 }),
];

const group = gdalMissing ? `vectors by one stream (skipped: ${gdalMissing})` : 'vectors by one stream';
describe.skipIf(gdalMissing)(group, () => {
  test('[WFL-227] GeoJSON becomes FlatGeobuf with the same shapes, values, names and types', async () => {
    const source = file(collection(plain));
    const target = (await direct('geojson flatgeobuf', source))!;
    const text = describedBy(target);
    for (const said of ['Multi Polygon', 'Feature Count: 4', 'people: Integer64', 'share: Real', 'ID["EPSG",4326]'])
      expect(text).toContain(said);
    expect(text).toContain('open: Integer(Boolean)');
    expect(text).toContain('naïve name: String');
    const geopackage = join(folder, 'same.gpkg');
    execFileSync('ogr2ogr', ['-f', 'GPKG', geopackage, source, '-nlt', 'PROMOTE_TO_MULTI'], { stdio: 'pipe' });
    expect(contentOf(target)).toEqual(contentOf(geopackage));
  });

  test.each([
    ['points with heights', [point(1, 2, 3), point(-4.5, 6, 0.1)]],
    ['lines', [{ type: 'LineString', coordinates: ring(1, 2) }]],
    ['lines of several parts', [{ type: 'MultiLineString', coordinates: [ring(1, 2), ring(3, 4)] }]],
    ['several points', [{ type: 'MultiPoint', coordinates: ring(1, 2, 9) }]],
    ['polygons with heights', [{ type: 'Polygon', coordinates: [ring(1, 2, 9), ring(1.1, 2.1, 8)] }]],
  ])('[WFL-227] %s go to FlatGeobuf and back as they are', async (_, shapes) => {
    const source = file(collection(shapes.map((shape, id) => feature(shape, null, { id: `f${id}` }))));
    const target = (await direct('geojson flatgeobuf', source))!;
    expect(describedBy(target)).toContain(`Feature Count: ${shapes.length}`);
    const back = JSON.parse(readFileSync((await direct('flatgeobuf geojson', target))!, 'utf8')) as {
      features: { geometry: object; properties: { id: string } }[];
    };
    const byId = back.features.toSorted((one, other) => (one.properties.id < other.properties.id ? -1 : 1));
    expect(byId.map(({ geometry }) => geometry)).toEqual(shapes);
  });

  test('[WFL-227] the index of a FlatGeobuf finds what lies in a box', async () => {
    const spots = Array.from({ length: 5_000 }, (_, at) => [(at * 7919) % 360, (at * 104_729) % 170] as const);
    const shapes = spots.map(([x, y], at) => feature(point(x - 180, y - 85), { at }));
    const target = (await direct('geojson flatgeobuf', file(collection(shapes))))!;
    const inBox = spots.filter(([x, y]) => x >= 190 && x <= 230 && y >= 95 && y <= 125).length;
    const found = execFileSync('ogrinfo', ['-ro', '-so', '-al', '-spat', '10', '10', '50', '40', target]).toString();
    expect(found).toContain(`Feature Count: ${inBox}`);
  });

  test('[WFL-227] FlatGeobuf of another program becomes GeoJSON with all its digits', async () => {
    const fields = { text: 'a "b"\n', none: null, real: 1 / 3, long: '9007199254740993', flag: false };
    const source = join(folder, 'other.fgb');
    const plainText = collection([
      feature({ type: 'Polygon', coordinates: [ring(14, 47)] }, fields),
      feature({ type: 'Polygon', coordinates: [ring(15, 47)] }, { ...fields, text: 'Győr' }),
    ]).replaceAll('"9007199254740993"', '9007199254740993');
    execFileSync('ogr2ogr', ['-f', 'FlatGeobuf', source, file(plainText)], { stdio: 'pipe' });
    const target = (await direct('flatgeobuf geojson', source))!;
    expect(contentOf(target)).toEqual(contentOf(source));
    expect(readFileSync(target, 'utf8')).toContain('"long":9007199254740993,');
  });

  const good = point(1, 2);
  test.each([
    ['no feature', collection([])],
    ['a feature without a place', collection([feature(good), feature(null)])],
    ['an empty geometry', collection([feature({ type: 'Polygon', coordinates: [] })])],
    ['mixed shapes', collection([feature(good), feature({ type: 'LineString', coordinates: ring(1, 2) })])],
    ['a collection', collection([feature({ type: 'GeometryCollection', geometries: [good] })])],
    ['a place beyond 180°', collection([feature(point(181, 2))])],
    ['heights of some features', collection([feature(good), feature(point(1, 2, 3))])],
    ['a position that is text', collection([feature(point('1', '2'))])],
    ['an open ring', collection([feature({ type: 'Polygon', coordinates: [ring(1, 2).slice(0, 3)] })])],
    ['a value that is a list', collection([feature(good, { a: [1] })])],
    ['values of several types', collection([feature(good, { a: 1 }), feature(good, { a: 'x' })])],
    ['dates', collection([feature(good, { a: '2024-05-01' })])],
    ['an id of Groma', collection([feature(good, { groma_fid: 1 })])],
    ['names that differ in case', collection([feature(good, { a: 1, A: 2 })])],
    ['a whole number beyond 2^53', collection([feature(good, { a: 1 })]).replace(':1}', ':9007199254740993}')],
    ['another system', collection([feature(good)], { crs: { type: 'name', properties: { name: 'EPSG:3857' } } })],
    ['two collections', collection([feature(good)]) + collection([feature(good)])],
    ['a feature by itself', JSON.stringify(feature(good))],
    ['an end in the middle', collection([feature(good), feature(good)]).slice(0, -20)],
    ['text that is not UTF-8', Buffer.from(collection([feature(good, { a: 'é' })]), 'latin1')],
  ])('[WFL-228] GeoJSON with %s is left to the way by features, and nothing is left', async (_, text) => {
    expect(await direct('geojson flatgeobuf', file(text))).toBeNull();
  });

  test.each([
    ['dates', collection([feature(good, { a: '2024-05-01' })]), []],
    ['another system', collection([feature(good)]), ['-t_srs', 'EPSG:32633']],
    ['features without a place', collection([feature(good, { a: 1 })]), ['-nlt', 'NONE']],
    ['measures', collection([feature(point(1, 2, 3))]), ['-dim', 'XYZM']],
    ['no feature', collection([feature(good, { a: 1 })]), ['-where', 'a = 2']],
    [
      'a number that is none',
      collection([feature(good)]),
      ['-dialect', 'sqlite', '-sql', 'SELECT *, 9e999 AS big FROM "in"'],
    ],
  ])('[WFL-228] FlatGeobuf with %s is left to the way by features, and nothing is left', async (_, text, how) => {
    const source = join(folder, `${++made}.fgb`);
    const from = file(text);
    const named = how.map((each) => each.replace('"in"', `"${from.replace(/.*\/|\.geojson$/g, '')}"`));
    execFileSync('ogr2ogr', ['-f', 'FlatGeobuf', source, from, ...named], { stdio: 'pipe' });
    expect(await direct('flatgeobuf geojson', source)).toBeNull();
  });

  test('[WFL-228] a FlatGeobuf whose feature points outside of it is left to the way by features', async () => {
    const bytes = readFileSync((await direct('geojson flatgeobuf', file(collection([plain[0]!]))))!);
    const start = 12 + bytes.readUInt32LE(8) + 2 * 40;
    const shorter = Buffer.from(bytes);
    shorter.writeUInt32LE(bytes.readUInt32LE(start) - 8, start);
    expect(await direct('flatgeobuf geojson', file(shorter.subarray(0, -8)))).toBeNull();
    expect(await direct('flatgeobuf geojson', file(bytes))).not.toBeNull();
  });

  test('[WFL-228] a FlatGeobuf that is cut off is left to the way by features', async () => {
    const whole = readFileSync((await direct('geojson flatgeobuf', file(collection(plain))))!);
    for (const bytes of [20, whole.length - 100, whole.length - 1])
      expect(await direct('flatgeobuf geojson', file(whole.subarray(0, bytes)))).toBeNull();
  });
});

test('[WFL-227] what does not fit into memory is put aside in a file and read again in any order', () => {
  const path = join(folder, 'aside');
  const aside = new BytesAside(path, 1);
  const piece = Buffer.alloc(5_000_000);
  for (let index = 0; index < 9; index++) aside.append(piece.fill(index + 1));
  expect([aside.length, existsSync(path)]).toEqual([45_000_000, true]);
  const into = Buffer.alloc(piece.length);
  for (const index of [8, 3, 0]) {
    aside.copy(index * piece.length, piece.length, into, 0);
    expect(into.equals(piece.fill(index + 1))).toBe(true);
  }
  aside.close();
  expect(existsSync(path)).toBe(false);
});
