import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { importVectorFile, type ImportedLayer } from './index.ts';

let folder: string;
let work: string;
beforeAll(() => {
  [folder, work] = ['files', 'work'].map((name) => mkdtempSync(join(tmpdir(), `groma-changes-${name}-`))) as [
    string,
    string,
  ];
});
afterAll(() => {
  for (const each of [folder, work]) rmSync(each, { recursive: true, force: true });
});

async function said(name: string): Promise<[string, string][]> {
  const layers: ImportedLayer[] = await importVectorFile({
    sourcePath: join(folder, name),
    fileName: name,
    workFolder: work,
  });
  return layers.flatMap(({ warnings }) => warnings.map(({ code, message }): [string, string] => [code, message]));
}

function write(name: string, ...rows: Record<string, unknown>[]): string {
  writeFileSync(
    join(folder, name),
    JSON.stringify({
      type: 'FeatureCollection',
      features: rows.map((properties, row) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [row, 1] },
      })),
    }),
  );
  return name;
}

test('[MAP-128] an import says which columns became text or JSON, and which have other names; what keeps its values is not mentioned', async () => {
  const long = 'n'.repeat(300);
  write(
    'mixed.geojson',
    { code: 7, mixed: 'a', list: 'x', whole: 1, day: '2024-01-01', [long]: 1 },
    { code: 'A7', mixed: 2, list: [1], whole: 1.5, day: '2024-01-02', [long]: 2 },
  );
  expect(await said('mixed.geojson')).toEqual([
    [
      'type-widened',
      '"mixed.geojson": values of several types became text or JSON in "code" (integer to text), "mixed", "list" (text to json).',
    ],
    [
      'column-renamed',
      expect.stringMatching(/^"mixed\.geojson": columns got other names: "n{60}" is "n{60}"\.$/) as string,
    ],
  ]);
  write('plain.geojson', { code: 7, seen: '2024-01-01T10:00:00.123456Z' }, { code: null, seen: null });
  expect(await said('plain.geojson')).toEqual([]);
});

test('[MAP-128] date-times that GDAL cuts to milliseconds are named, and others are not', async () => {
  write('times.geojson', { seen: '2024-01-01T10:00:00.123Z', left: '2024-01-01T10:00:00.120Z' });
  execFileSync('ogr2ogr', [
    '-f',
    'GPKG',
    '-lco',
    'SPATIAL_INDEX=NO',
    '-nln',
    't',
    join(folder, 'times.gpkg'),
    join(folder, 'times.geojson'),
  ]);
  expect(await said('times.gpkg')).toEqual([]);
  const database = new DatabaseSync(join(folder, 'times.gpkg'));
  database.exec("UPDATE t SET seen = '2024-01-01T10:00:00.123456Z', \"left\" = '2024-01-01T10:00:00.120000Z'");
  database.close();
  expect(await said('times.gpkg')).toEqual([
    ['time-cut', '"times.gpkg": date-times were cut to milliseconds in "seen".'],
  ]);
  execFileSync('ogr2ogr', ['-f', 'FlatGeobuf', join(folder, 'times.fgb'), join(folder, 'times.geojson')]);
  expect(await said('times.fgb')).toEqual([]);
});

test('[MAP-133] date-times that are finer than milliseconds are named in a KMZ as in a KML', async () => {
  const kml = (moment: string): string =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>a</name><TimeStamp><when>${moment}</when></TimeStamp><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>`;
  const cut = 'date-times were cut to milliseconds in "timestamp", "begin", "end".';
  for (const [moment, messages] of [
    ['2024-01-01T10:00:00.123456Z', [cut]],
    ['2024-01-01T10:00:00.123Z', []],
  ] as const) {
    writeFileSync(join(folder, 'doc.kml'), kml(moment));
    const archive = new ZipFile();
    archive.addFile(join(folder, 'doc.kml'), 'doc.kml');
    archive.end();
    await pipeline(archive.outputStream, createWriteStream(join(folder, 'times.kmz')));
    for (const name of ['doc.kml', 'times.kmz'])
      expect(await said(name)).toEqual(messages.map((message) => ['time-cut', `"${name}": ${message}`]));
  }
});
