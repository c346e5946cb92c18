import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { map, operation } from '@groma/protocol';
import { serviceNames } from '../../platform/config.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { TestMap } from '../../../test/test-map.ts';
import { createMapFeature } from './index.ts';
import { sweepBlobsJobOf } from './sweep-blobs.ts';

let server: TestServer;
let ann: Person;
let viewer: Person;
let own: TestMap;
let folder: string;

const towns = {
  type: 'FeatureCollection',
  features: [
    ['Ávila', 58_000],
    ['Łódź', 670_000],
    ['東京', 14_000_000],
  ].map(([name, people], index) => ({
    type: 'Feature',
    properties: { name, people },
    geometry: { type: 'Point', coordinates: [index * 10, 40 + index] },
  })),
};

beforeAll(async () => {
  server = await startTestServer();
  [ann, viewer] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
  folder = mkdtempSync(join(tmpdir(), 'groma-map-'));
  writeFileSync(join(folder, 'towns.geojson'), JSON.stringify(towns));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function make(name: string, driver: string, ...options: string[]): Promise<void> {
  execFileSync('ogr2ogr', ['-f', driver, ...options, join(folder, name), join(folder, 'towns.geojson')]);
  return send(name);
}

async function send(...names: string[]): Promise<void> {
  for (const name of names) await own.upload(name, new Uint8Array(readFileSync(join(folder, name))));
}

const blobs = () => server.platform.blobs.list('');

test('[VEC-009] [VEC-005] [VEC-006] files of six formats become layers with their features, accents and all', async () => {
  await send('towns.geojson');
  await make('towns.fgb', 'FlatGeobuf');
  await make('towns.gpkg', 'GPKG');
  await make('towns.kml', 'KML', '-dsco', 'NameField=name');
  await make('towns.csv', 'CSV', '-lco', 'GEOMETRY=AS_XY');
  await make('towns.shp', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8');
  await send('towns.shx', 'towns.dbf', 'towns.prj', 'towns.cpg');
  const newestFirst: string[] = [];
  for (const kind of ['geojson', 'fgb', 'gpkg', 'kml', 'csv', 'shp']) {
    const {
      Group,
      Layer: [layer, ...more],
    } = await own.import(`/data/towns.${kind}`);
    newestFirst.unshift(layer!.id);
    expect([Group, more], kind).toEqual([[], []]);
    expect(layer, kind).toMatchObject({
      text: 'towns',
      type: 'Layer',
      parent_id: '0',
      level: 1,
      data: { kind: 'vector', manifest: { featureCount: 3 }, seq: 0 },
    });
    const features = [...(await own.features(layer!.id)).values()];
    expect(features.map(({ properties }) => properties['name'] ?? properties['Name']).sort(), kind).toEqual([
      'Ávila',
      'Łódź',
      '東京',
    ]);
    expect(
      features.map(({ geometry }) => (geometry!.coordinates as number[]).slice(0, 2)).sort((a, b) => a[0]! - b[0]!),
      kind,
    ).toEqual([
      [0, 40],
      [10, 41],
      [20, 42],
    ]);
  }
  const { layers } = await own.state();
  expect(layers.map(({ order, id }) => [order, id])).toEqual(newestFirst.map((id, order) => [order, id]));
});

test('[MAP-128] what an import changed is in its answer, with the layer, and in the record of the operation', async () => {
  await own.upload(
    'mixed.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [1, 'a'].map((code) => ({
        type: 'Feature',
        properties: { code },
        geometry: { type: 'Point', coordinates: [1, 2] },
      })),
    }),
  );
  const {
    Layer: [layer],
    warnings,
  } = await own.import('/data/mixed.geojson');
  const words = '"mixed.geojson": values of several types became text or JSON in "code" (integer to text).';
  expect(warnings).toEqual([words]);
  expect(layer!.data!.source.warnings).toEqual([words]);
  const { data } = await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } });
  expect(data.find(({ subject }) => subject === 'mixed.geojson')).toMatchObject({
    task: 'import',
    status: 'Completed',
    remarks: [{ kind: 'import', text: words }],
  });
});

test('[VEC-095] a table without coordinates becomes a layer whose rows can be edited; columns that are named must be there', async () => {
  await own.upload('cells.csv', 'code,people\n007,12\n08,\n');
  const query = { ...own.query, folder_name: 'data' as const, file_path: '/data/cells.csv' };
  const before = (await own.state()).layers.length;
  await expect(
    ann.client.call(map.importLayers, { query: { ...query, x_column: 'east', y_column: 'north' } }),
  ).rejects.toMatchObject({ code: 'IMPORT_FAILED', details: { reason: 'no-coordinates' } });
  expect((await own.state()).layers).toHaveLength(before);

  const { id } = (await own.import('/data/cells.csv')).Layer[0]!;
  const edits = [{ fid: 2, column: 'people', value: 5 }];
  await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [id]: [{ type: 'Edit_Property', edits }] } });
  expect([...(await own.features(id)).values()]).toEqual([
    { geometry: null, properties: { code: '007', people: 12 } },
    { geometry: null, properties: { code: '08', people: 5 } },
  ]);
});

test('[VEC-011] a file of several layers becomes a group of layers', async () => {
  await make('many.gpkg', 'GPKG', '-nln', 'first');
  execFileSync('ogr2ogr', [
    '-f',
    'GPKG',
    '-update',
    '-nln',
    'second',
    join(folder, 'many.gpkg'),
    join(folder, 'towns.geojson'),
  ]);
  await own.upload('many.gpkg', readFileSync(join(folder, 'many.gpkg')));
  const {
    Group: [group],
    Layer,
  } = await own.import('/data/many.gpkg');
  expect(group).toMatchObject({ text: 'many', type: 'Group', parent_id: '0', level: 1, data: null });
  expect(Layer.map(({ text, parent_id: parent, level, order }) => [text, parent, level, order])).toEqual([
    ['first', group!.id, 2, 0],
    ['second', group!.id, 2, 1],
  ]);
});

test('[VEC-005] bad paths, missing files and files that are not what they say are refused, and leave nothing', async () => {
  await own.upload('lies.gpkg', 'This is no GeoPackage.');
  await own.upload(
    'broken.geojson',
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,',
  );
  await own.upload('nothing.txt', 'x');
  const before = [await blobs(), (await own.state()).layers.length];
  for (const path of ['../../../etc/passwd', '/data/../secret', '/data/a\0.geojson', '/etc/passwd.csv']) {
    await expect(own.import(path), JSON.stringify(path)).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => [400, 404].includes(status)) as number,
    });
  }
  await expect(own.import('/data/none.geojson')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(own.import('/data/lies.gpkg')).rejects.toMatchObject({
    code: 'IMPORT_FAILED',
    details: { reason: 'not-what-it-says' },
    message: expect.stringContaining('lies.gpkg') as string,
  });
  await expect(own.import('/data/broken.geojson')).rejects.toMatchObject({
    code: 'IMPORT_FAILED',
    message: expect.stringContaining('broken.geojson') as string,
  });
  await expect(own.import('/data/nothing.txt')).rejects.toMatchObject({
    code: 'IMPORT_FAILED',
    details: { reason: 'unsupported-format' },
  });
  await expect(own.import('/data/towns.geojson', { crs: 'WGS84' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect([await blobs(), (await own.state()).layers.length]).toEqual(before);
  expect(await server.platform.blobs.list('work/')).toEqual([]);
});

test('[VEC-005] an import from the temporary bucket takes the file and its companions away once it has succeeded', async () => {
  const temp = await server.platform.files.folderOf(own.projectId as ProjectId, 'groma-temp');
  for (const name of ['towns.shp', 'towns.shx', 'towns.dbf', 'towns.prj', 'towns.geojson'])
    copyFileSync(join(folder, name), join(temp, name));
  writeFileSync(join(temp, 'broken.geojson'), '{');
  const importTemp = (name: string) =>
    ann.client.call(map.importLayers, { query: { ...own.query, folder_name: 'temp', file_path: `/data/${name}` } });
  expect((await importTemp('towns.shp')).Layer).toMatchObject([
    { text: 'towns', data: { manifest: { featureCount: 3 } } },
  ]);
  await expect(importTemp('broken.geojson')).rejects.toMatchObject({ code: 'IMPORT_FAILED' });
  expect(readdirSync(temp).sort()).toEqual(['broken.geojson', 'towns.geojson']);
  expect(await server.platform.blobs.list('work/')).toEqual([]);
});

test('[VEC-005] pipes and links made by code are refused, and keep nobody else from importing', async () => {
  const data = await server.platform.files.folderOf(own.projectId as ProjectId);
  for (const name of ['pipe.geojson', 'linked.shx'])
    execFileSync('python3', ['-c', 'import os, sys; os.mkfifo(sys.argv[1])', join(data, name)]);
  symlinkSync(join(folder, 'towns.geojson'), join(data, 'link.geojson'));
  for (const name of ['pipe.geojson', 'pipe.geojson', 'link.geojson'])
    await expect(own.import(`/data/${name}`), name).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  // A companion that is no file is none.
  for (const extension of ['shp', 'dbf', 'prj'])
    copyFileSync(join(folder, `towns.${extension}`), join(data, `linked.${extension}`));
  await expect(own.import('/data/linked.shp')).rejects.toMatchObject({ details: { reason: 'missing-sidecar' } });
  expect((await own.import('/data/towns.geojson')).Layer).toHaveLength(1);
});

test('[MAP-118] an import needs the right to update the map, and does not happen for a page of another site', async () => {
  await expect(own.as(viewer).import('/data/towns.geojson')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const address = `/maps/gcs?${new URLSearchParams({ ...own.query, folder_name: 'data', file_path: '/data/towns.geojson' })}`;
  const before = (await own.state()).layers.length;
  expect((await ann.fetch(address, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect((await ann.fetch(address, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  expect((await own.state()).layers).toHaveLength(before);
});

test('[SHL-042] [SHL-035] an import that is canceled, or whose caller goes away, leaves nothing behind', async () => {
  const features = Array.from(
    { length: 300_000 },
    (_, n) =>
      `{"type":"Feature","properties":{"n":${n},"text":"feature ${n}"},"geometry":{"type":"Point","coordinates":[${n % 180},${n % 90}]}}`,
  );
  const text = `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
  await server.platform.files.write(
    own.projectId as ProjectId,
    parseDataPath('/data/large.geojson'),
    Readable.from([text]),
  );
  const before = [await blobs(), (await own.state()).layers.length];
  const running = async () =>
    (await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } })).data.find(
      ({ status, title }) => status === 'In Progress' && title === 'Import large.geojson',
    );
  const importing = own.import('/data/large.geojson');
  const failure = importing.then(
    () => null,
    (error: unknown) => error,
  );
  await expect.poll(running, { interval: 5 }).toBeDefined();
  await ann.client.call(operation.cancelOperation, { params: { operationId: (await running())!.id } });
  expect(await failure).toMatchObject({ code: 'CANCELED' });

  const caller = new AbortController();
  const cut = own.import('/data/large.geojson', { signal: caller.signal }).catch((error: unknown) => error);
  await expect.poll(running, { interval: 5 }).toBeDefined();
  caller.abort();
  await cut;
  await expect.poll(running, { timeout: 10_000 }).toBeUndefined();
  const { data } = await ann.client.call(operation.listOperations, { params: { projectId: own.projectId } });
  expect(data.filter(({ title }) => title === 'Import large.geojson').map(({ status }) => status)).toEqual([
    'Canceled',
    'Canceled',
  ]);
  expect([await blobs(), (await own.state()).layers.length]).toEqual(before);
});

test('[VEC-005] where services run separately, what a kill left is swept a day later, and never what may be in the making', async () => {
  const { blobs: store } = server.platform;
  const kept = (await blobs()).sort();
  const [old, fresh] = await Promise.all(
    ['old', 'fresh'].map(async (name) => {
      const work = await store.workFolder();
      writeFileSync(join(work, 'x'), name);
      await store.adopt(`layers/00000000-0000-4000-8000-000000000000/${name}/point.arrow`, join(work, 'x'));
      return work;
    }),
  );
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const path of [
    old!,
    join(server.platform.config.dataFolder, 'blobs/layers/00000000-0000-4000-8000-000000000000/old/point.arrow'),
  ])
    utimesSync(path, yesterday, yesterday);
  await sweepBlobsJobOf(server.platform).run({}, new AbortController().signal);
  expect((await blobs()).sort()).toEqual(
    ['layers/00000000-0000-4000-8000-000000000000/fresh/point.arrow', ...kept].sort(),
  );
  expect([existsSync(old!), existsSync(fresh!)]).toEqual([false, true]);
  rmSync(fresh!, { recursive: true });
  await store.removeAll('layers/00000000-0000-4000-8000-000000000000/');
});

test('[VEC-005] what a kill left in the store is swept at the start, and what layers name stays', async () => {
  const { blobs: store, config } = server.platform;
  const kept = (await blobs()).sort();
  const orphan = join(await store.workFolder(), 'x');
  writeFileSync(orphan, 'half');
  await store.adopt('layers/00000000-0000-4000-8000-000000000000/1/point.arrow', orphan);
  writeFileSync(join(await store.workFolder(), 'y'), 'half');
  expect((await blobs()).length).toBe(kept.length + 2);
  // As the process of a whole server, which is alone while it starts.
  const whole = {
    ...server.platform,
    config: { ...config, services: new Set(serviceNames) },
    questions: { ask: () => Promise.reject(new Error('not asked')), answer: () => undefined },
  };
  const notAsked = () => Promise.reject(new Error('not asked'));
  const feature = createMapFeature(whole, {
    services: { routing: notAsked, imagery: notAsked, forest: notAsked, series: notAsked },
    images: { run: notAsked, draw: notAsked, readFirstStyle: notAsked, readAddressPart: notAsked },
    rows: { find: notAsked, findMany: notAsked, write: notAsked },
    projectTools: { find: notAsked, runNotebook: notAsked, runQuery: notAsked, runWorkflow: notAsked },
  });
  await feature.start!();
  expect((await blobs()).sort()).toEqual(kept);
  expect(readdirSync(join(config.dataFolder, 'blobs'))).toEqual(['layers']);
  await feature.close!();
});
