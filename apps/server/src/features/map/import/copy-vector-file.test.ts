import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { gdalMissing } from '../../../../test/gdal-files.ts';
import { copyVectorFile } from './copy-vector-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'groma-copy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const square = (x: number, y: number) => [
  [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1 / 3],
    [x, y],
  ],
];
const feature = (geometry: object | null, properties: object = {}) => ({
  type: 'Feature',
  properties: { 'naïve name': 'Ústí', people: 91_982, share: 0.1, ...properties },
  geometry,
});
const polygon = feature({ type: 'Polygon', coordinates: square(14, 47) });
const parts = feature({ type: 'MultiPolygon', coordinates: [square(15, 47), square(17, 47)] });

const forms = {
  fgb: { driver: 'FlatGeobuf', options: [], extension: 'fgb' },
  gpkg: { driver: 'GPKG', options: ['-lco', 'GEOMETRY_NAME=geom', '-lco', 'FID=fid'], extension: 'gpkg' },
};
let made = 0;

/** The features as a file that GDAL makes, and the copy of that; null where it isn't copied. */
async function copy(features: object[], name: string, to: keyof typeof forms, ...options: string[]) {
  const here = join(folder, String(++made));
  mkdirSync(here);
  const plain = join(here, 'plain.geojson');
  writeFileSync(plain, JSON.stringify({ type: 'FeatureCollection', features }));
  const source = join(here, name);
  const driver = name.endsWith('.shp') ? 'ESRI Shapefile' : 'GPKG';
  execFileSync('ogr2ogr', ['-f', driver, source, plain, ...options], { stdio: 'pipe' });
  const workFolder = join(here, 'work');
  mkdirSync(workFolder);
  const signal = new AbortController().signal;
  const request = { sourcePath: source, fileName: name, workFolder, form: forms[to], signal };
  const copies = await copyVectorFile({ ...request, onProgress: () => undefined });
  return { source, copies, left: readdirSync(workFolder) };
}

/** The system, and shapes and values of each feature. In a layer of several parts a polygon is one of one part. */
const contentOf = (file: string): string =>
  execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, '-lco', 'COORDINATE_PRECISION=17'])
    .toString()
    .split('\n')
    .filter((line) => line.includes('"Feature"') || line.includes('"crs"'))
    .map((line) =>
      line
        .replace(/,$/, '')
        .replace(/"Polygon", "coordinates": (.*?) \} \}$/, '"MultiPolygon", "coordinates": [ $1 ] } }'),
    )
    .toSorted()
    .join('\n');

const group = gdalMissing ? `copies by GDAL (skipped: ${gdalMissing})` : 'copies by GDAL';
describe.skipIf(gdalMissing)(group, () => {
  test.each([
    ['towns.gpkg', 'fgb', ['-t_srs', 'EPSG:32633', '-nlt', 'MULTIPOLYGON']],
    ['towns.shp', 'fgb', ['-t_srs', 'EPSG:32633', '-lco', 'ENCODING=UTF-8']],
    ['towns.shp', 'gpkg', ['-lco', 'ENCODING=UTF-8']],
  ] as const)('[WFL-224] %s to %s keeps shapes, values, names and system to the last digit', async (name, to, how) => {
    const { source, copies } = await copy([polygon, parts], name, to, ...how);
    expect(copies).toMatchObject([{ name: 'towns' }]);
    const [before, after] = [contentOf(source), contentOf(copies![0]!.file)];
    expect(after).toContain('Ústí');
    expect(after).toBe(before);
  });

  test.each([
    ['dates', [feature(polygon.geometry, { day: '2024-05-01' })], 'a.gpkg', 'fgb', []],
    ['an id of Groma', [feature(polygon.geometry, { groma_fid: 7 })], 'a.gpkg', 'fgb', []],
    ['mixed shapes', [polygon, feature({ type: 'Point', coordinates: [1, 2] })], 'a.gpkg', 'fgb', []],
    ['a feature without a place', [polygon, feature(null)], 'a.gpkg', 'fgb', ['-nlt', 'POLYGON']],
    ['places beyond 180°', [feature({ type: 'Polygon', coordinates: square(179.5, 0) })], 'a.gpkg', 'fgb', []],
    ['text that is not UTF-8', [polygon], 'a.shp', 'gpkg', ['-lco', 'ENCODING=ISO-8859-1']],
    ['a system without a code', [polygon], 'a.gpkg', 'fgb', ['-t_srs', '+proj=laea +lat_0=47 +lon_0=14']],
  ] as const)('[WFL-225] a file with %s is not copied, and nothing is left', async (_, features, name, to, how) => {
    const { copies, left } = await copy([...features], name, to, ...how);
    expect(copies).toBeNull();
    expect(left).toEqual([]);
  });

  test('[WFL-224] a copy that is canceled ends with the reason of the signal', async () => {
    const { source } = await copy([polygon], 'a.gpkg', 'fgb');
    const workFolder = join(folder, 'canceled');
    mkdirSync(workFolder);
    const request = {
      sourcePath: source,
      fileName: 'a.gpkg',
      workFolder,
      form: forms.fgb,
      onProgress: () => undefined,
    };
    await expect(copyVectorFile({ ...request, signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
