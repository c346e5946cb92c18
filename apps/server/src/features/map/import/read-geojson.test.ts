import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFeatures, type LayerFeature, type Point } from '@groma/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importVectorFile, type ImportedLayer } from './index.ts';

let folder: string;
let work: string;
beforeAll(() => {
  [folder, work] = ['files', 'work'].map((name) => mkdtempSync(join(tmpdir(), `groma-geojson-${name}-`))) as [
    string,
    string,
  ];
});
afterAll(() => {
  for (const each of [folder, work]) rmSync(each, { recursive: true, force: true });
});

/** Points of these properties, each as JSON, a metre or a degree apart. */
function write(name: string, crs: string, properties: readonly string[]): string {
  const features = properties.map(
    (each, row) =>
      `{"type":"Feature","properties":${each},"geometry":{"type":"Point","coordinates":[${row === 2 ? '"x"' : row},2]}}`,
  );
  const named = `{"type":"name","properties":{"name":"${crs}"}}`;
  writeFileSync(join(folder, name), `{"type":"FeatureCollection","crs":${named},"features":[${features.join(',\n')}]}`);
  return name;
}

async function load(name: string): Promise<{ layer: ImportedLayer; features: LayerFeature[] }> {
  const [layer] = await importVectorFile({ sourcePath: join(folder, name), fileName: name, workFolder: work });
  const features: LayerFeature[] = [];
  for await (const feature of readFeatures(layer!.manifest, (file) => readFile(layer!.files[file]!)))
    features.push(feature);
  return { layer: layer!, features: features.sort((one, other) => one.fid - other.fid) };
}

test.for([2, 3])(
  '[VEC-009] [VEC-070] lists and integers of any length are in metres what they are in degrees (%i rows, the third a bad one)',
  async (count) => {
    const properties = [
      '{"tags":["a,b","(1:c)"],"counts":[1,2],"shares":[0.5],"flags":[true,false],"long":12345678901234567890}',
      '{"tags":[],"counts":[9007199254740993],"shares":null,"flags":[false],"long":1}',
      '{}',
    ].slice(0, count);
    const [degrees, metres] = [
      await load(write('degrees.geojson', 'urn:ogc:def:crs:OGC:1.3:CRS84', properties)),
      await load(write('metres.geojson', 'urn:ogc:def:crs:EPSG::32633', properties)),
    ];
    expect(metres.features.map((each) => each.properties)).toEqual(degrees.features.map((each) => each.properties));
    expect(metres.layer.columns).toEqual(degrees.layer.columns);
    expect(metres.layer.leftOut?.count).toBe(degrees.layer.leftOut?.count);
    expect(metres.features[0]!.properties).toEqual({
      tags: ['a,b', '(1:c)'],
      counts: [1, 2],
      shares: [0.5],
      flags: [true, false],
      long: '12345678901234567890',
    });
    expect(metres.layer.crs).toBe('EPSG:32633');
    const { coordinates } = metres.features[0]!.geometry as Point;
    expect(coordinates[0]).toBeCloseTo(10.511_256, 5);
  },
);

test('[VEC-009] [VEC-070] columns without a name, or with the words before the name of a layer, cost no file', async () => {
  const name = write('odd.geojson', 'EPSG:3857', ['{"first":1,"":"unnamed","Layer name":"x","last":2}']);
  execFileSync('ogr2ogr', ['-f', 'GPKG', join(folder, 'odd.gpkg'), join(folder, name)]);
  for (const each of [name, 'odd.gpkg'])
    expect((await load(each)).features.map(({ properties }) => properties)).toEqual([
      { first: 1, column: 'unnamed', 'Layer name': 'x', last: 2 },
    ]);
});
