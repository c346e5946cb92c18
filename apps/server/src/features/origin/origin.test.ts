import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layerReference, parseDataPath, type ProjectId } from '@groma/model';
import {
  database,
  file,
  mapExport,
  operation,
  origin,
  tool,
  type OperationReply,
  type OriginReply,
} from '@groma/protocol';
import { startWithMap, TestMap } from '../../../test/test-map.ts';
import type { Person, TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
});
afterAll(() => server.close());

const layer = (id: string, of = own): string => layerReference({ mapId: of.mapId, layerId: id });
const params = () => ({ projectId: own.projectId });
const read = async (thing: string) =>
  (await ann.client.call(origin.readOrigin, { params: params(), query: { thing } })).data;
const originOf = async (thing: string): Promise<OriginReply> => (await read(thing)).origin!;
const isStale = async (thing: string): Promise<boolean> =>
  (await originOf(thing)).inputs.some(({ version, current }) => current !== null && current !== version);
const valuesOf = async (id: string, column: string) =>
  [...(await own.features(id)).values()].map(({ properties }) => properties[column]).toSorted();

async function run(toolId: string, source: string, more: object = {}) {
  const { data } = await ann.client.call(tool.runTool, {
    params: { toolId, projectId: own.projectId },
    body: { layer: source, parameters: {}, output: { kind: 'layer', map_id: own.mapId }, ...more },
  });
  return data;
}

const toFile = (path: string) => ({ output: { kind: 'file', path, replace: false } });

async function ownDatabase(): Promise<string> {
  const { data } = await ann.client.call(database.listDatabases, { params: params() });
  return data.find(({ dbType }) => dbType === 'project')!.id;
}

async function sql(query: string): Promise<{ id: string; results: string[] }> {
  const databaseId = await ownDatabase();
  const reply = await ann.client.open(database.runQuery, {
    params: { databaseId, projectId: own.projectId },
    body: { query },
  } as never);
  const text = Buffer.from(await reply.arrayBuffer()).toString('latin1');
  const message = /"type":"error".*?"message":"([^"]*)"/.exec(text)?.[1];
  if (message !== undefined) throw new Error(message);
  return { id: databaseId, results: [...text.matchAll(/"result_id":"([^"]+)"/g)].map(([, id]) => id!) };
}

async function change(id: string, column: string, value: number): Promise<void> {
  const [fid] = [...(await own.features(id)).keys()];
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [id]: [{ type: 'Edit_Property', edits: [{ fid: fid!, column, value }] }] },
  });
}

async function refresh(mapId?: string): Promise<OperationReply> {
  const { data } = await ann.client.call(origin.runOutdated, {
    params: params(),
    body: mapId === undefined ? {} : { map_id: mapId },
  });
  const state = async () =>
    (await ann.client.call(operation.readOperation, { params: { operationId: data.operation_id! } })).data;
  await expect.poll(async () => (await state()).job_status, { timeout: 30_000 }).not.toBe('in progress');
  return state();
}

test('[RES-009] an imported layer and an exported file say of what, at which version, by whom and which operation', async () => {
  await own.upload('towns.csv', 'n,lon,lat\n1,7,46\n2,8,47\n');
  const { Layer } = await own.import('/data/towns.csv');
  const { id } = Layer[0]!;
  const made = await originOf(layer(id));
  expect(made).toMatchObject({
    kind: 'import',
    doer: 'csv',
    username: ann.username,
    operation_id: expect.any(String) as string,
    inputs: [{ input: 'file', reference: 'file:/data/towns.csv', name: 'towns.csv' }],
  });
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(made.version).toBe(version);
  await own.upload('towns.csv', 'n,lon,lat\n1,7,46\n2,8,47\n3,9,48\n');
  expect(await isStale(layer(id))).toBe(true);
  await own.again(id);
  expect(await isStale(layer(id))).toBe(false);
  expect(await valuesOf(id, 'n')).toEqual([1, 2, 3]);

  await ann.client.call(mapExport.exportLayer, {
    params: { layerId: id },
    query: own.query,
    body: { path: '/data/out/towns', format: 'geojson', crs: 'EPSG:4326', place: 'wkt', replace: false },
  } as never);
  const path = '/data/out/towns.geojson';
  expect(await originOf(`file:${path}`)).toMatchObject({ kind: 'export', doer: 'geojson', is_written: false });
  expect((await read(layer(id))).dependents).toMatchObject([
    { thing: `file:${path}`, kind: 'export', is_stale: false },
  ]);
  await change(id, 'n', 9);
  expect((await read(layer(id))).dependents).toMatchObject([{ is_stale: true }]);
  await own.again(path);
  const opened = await server.platform.files.open(own.projectId as ProjectId, parseDataPath(path));
  const chunks: Buffer[] = [];
  for await (const chunk of opened.read({ start: 0, end: opened.bytes - 1 })) chunks.push(chunk as Buffer);
  await opened.close();
  expect(Buffer.concat(chunks).toString()).toContain('"n":9');
  expect(await isStale(`file:${path}`)).toBe(false);
  await own.upload('out/towns.geojson', '{"type":"FeatureCollection","features":[]}');
  expect(await originOf(`file:${path}`)).toMatchObject({ is_written: true });
});

test('[MAP-174, TOL-025] a file that has columns of a joined table was made of that too', async () => {
  const lakes = await own.draw('Lakes', [{ n: 1 }]);
  await own.upload('depths.csv', 'lake,depth\n1,50\n');
  const { id: depths } = (await own.import('/data/depths.csv')).Layer[0]!;
  const join = { layerId: depths, column: 'n', otherColumn: 'lake', columns: ['depth'], prefix: '' };
  const joins = [join, { ...join, prefix: 'again ' }, { ...join, layerId: 'gone', prefix: 'gone ' }];
  await own.post({ type: 'Update_Vector_Layer_Style', layer_id: lakes, vector_style: { joins } });
  await ann.client.call(mapExport.exportLayer, {
    params: { layerId: lakes },
    query: own.query,
    body: { path: '/data/out/lakes', format: 'csv', crs: 'EPSG:4326', place: 'wkt', replace: false },
  } as never);
  const path = 'file:/data/out/lakes.csv';
  expect((await originOf(path)).inputs.map(({ reference, name }) => [reference, name])).toEqual([
    [layer(lakes), 'Lakes'],
    [layer(depths), 'depths'],
  ]);
  await change(depths, 'depth', 60);
  expect(await isStale(path)).toBe(true);
  await own.again('/data/out/lakes.csv');
  expect(await isStale(path)).toBe(false);

  await sql(`COPY (SELECT n, depth FROM layers."A map"."Lakes") TO '/data/out/deep.csv'`);
  expect((await originOf('file:/data/out/deep.csv')).inputs.map(({ name }) => name)).toEqual(['Lakes', 'depths']);
  await change(depths, 'depth', 70);
  expect(await isStale('file:/data/out/deep.csv')).toBe(true);
});

test('[RES-009] layers and files of statements have their text and what it read, also after renames and moves', async () => {
  const roads = await own.draw('Roads', [{ n: 1 }, { n: 2 }]);
  await own.upload('limits.csv', 'n,v\n1,50\n2,80\n');
  const text = `SELECT r.*, l.v FROM layers."A map"."Roads" r JOIN files."/data/limits.csv" l USING (n)`;
  const { id: databaseId, results } = await sql(text);
  const added = await ann.client.call(database.addResultToMap, {
    params: { databaseId, resultId: results[0]!, projectId: own.projectId },
    body: { map_id: own.mapId, geometry_column: 'geometry', name: 'Limits' },
  } as never);
  const limits = added.layer_ids[0]!;
  expect(await originOf(layer(limits))).toMatchObject({
    kind: 'query',
    doer: databaseId,
    parameters: { sql: text, geometry_column: 'geometry' },
    inputs: [
      { input: 'files."/data/limits.csv"', reference: 'file:/data/limits.csv' },
      { reference: layer(roads), name: 'Roads' },
    ],
  });
  await sql(`CREATE TABLE layers."A map"."Fast" AS SELECT * FROM layers."A map"."Limits" WHERE v > 60`);
  await sql(`COPY (SELECT n FROM layers."A map"."Fast") TO '/data/fast.csv'`);
  const fast = (await own.state()).layers.find((each) => each.text === 'Fast')!.id;
  expect(await originOf('file:/data/fast.csv')).toMatchObject({
    kind: 'query',
    inputs: [{ reference: layer(fast) }],
  });
  expect([await isStale(layer(fast)), await isStale('file:/data/fast.csv')]).toEqual([false, false]);

  await own.post({
    type: 'Update_Layer_Info',
    hierarchy_info: {
      [roads]: { id: roads, text: 'Streets', type: 'Layer', parent_id: '0', level: 1, order: 0 },
    },
  });
  expect((await originOf(layer(limits))).inputs[1]).toMatchObject({ reference: layer(roads), name: 'Streets' });
  await ann.client.call(file.moveFile, {
    params: params(),
    body: { from: '/data/limits.csv', to: '/data/🌍 new/limits.csv' },
  } as never);
  await ann.client.call(file.moveFile, {
    params: params(),
    body: { from: '/data/fast.csv', to: '/data/🌍 new/fast.csv' },
  } as never);
  await ann.client.call(file.moveFile, {
    params: params(),
    body: { from: '/data/🌍 new', to: '/data/old' },
  } as never);
  expect((await originOf(layer(limits))).inputs[0]).toMatchObject({ reference: 'file:/data/old/limits.csv' });
  expect(await originOf('file:/data/old/fast.csv')).toMatchObject({ is_written: false });
  await own.upload('old/limits.csv', 'n,v\n1,70\n2,80\n');

  // Down the chain: two layers and a file, each once, in their order.
  const ended = await refresh();
  expect(ended).toMatchObject({ status: 'Completed', remarks: [] });
  expect(await valuesOf(limits, 'v')).toEqual([70, 80]);
  expect(await valuesOf(fast, 'v')).toEqual([70, 80]);
  expect([await isStale(layer(limits)), await isStale(layer(fast))]).toEqual([false, false]);
});

test('[RES-010] all that is out of date is made again in the order of dependence, until one fails; what was left is said', async () => {
  const map = await TestMap.make(ann, own.projectId);
  const wells = await map.draw('Wells', [{ n: 1 }, { n: 2 }]);
  const first = (await run('buffer', layer(wells, map), { output: { kind: 'layer', map_id: map.mapId, name: 'One' } }))
    .layer!.id;
  const second = (
    await run('attribute_join', layer(first, map), {
      parameters: { other_layer: layer(wells, map), column: 'n', other_column: 'n' },
      output: { kind: 'layer', map_id: map.mapId, name: 'Two' },
    })
  ).layer!.id;
  await run('centroid', layer(second, map), toFile('/data/three.csv'));
  const [fid] = [...(await map.features(wells)).keys()];
  const edit = (value: number) =>
    map.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [wells]: [{ type: 'Edit_Property', edits: [{ fid: fid!, column: 'n', value }] }] },
    });
  await edit(7);
  expect(await refresh(map.mapId)).toMatchObject({ status: 'Completed', remarks: [] });
  const after = [...(await map.features(second)).values()].map(({ properties }) => properties['n']);
  expect(after.toSorted()).toEqual([2, 7]);
  // Files are not of the map.
  expect(await isStale('file:/data/three.csv')).toBe(true);
  expect(await refresh()).toMatchObject({ remarks: [] });
  expect(await isStale('file:/data/three.csv')).toBe(false);

  await edit(8);
  // The join names a column that is not there any more.
  await map.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [wells]: [{ type: 'Delete', fids: [...(await map.features(wells)).keys()] }] },
  });
  const failed = await refresh();
  expect(failed.remarks).toEqual([
    {
      kind: 'import',
      text: expect.stringMatching(/^“One” could not be made again: .* Not begun: “Two”, “three\.csv”\.$/s),
    },
  ]);
  await expect(
    ann.client.call(origin.runOutdated, { params: params(), body: { map_id: crypto.randomUUID() } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('whoever has the project open hears that an operation has ended, even one whose result is what it was', async () => {
  const socket = ann.socket(`/parties/project/${own.projectId}?username=${ann.username}&email=${ann.email}`);
  const told: { type: string; id?: string }[] = [];
  socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as { type: string }));
  await new Promise((resolve) => socket.once('message', resolve));
  await own.upload('wells.csv', 'n,lon,lat\n1,7,46\n');
  await own.import('/data/wells.csv');
  await own.upload('wells.csv', 'n,lon,lat\n1,7,46.0\n');
  const { id } = await refresh();
  await expect.poll(() => told).toContainEqual(expect.objectContaining({ type: 'Operation_Ended', id }));
  socket.close();
});

test('[RES-011] what is gone stays readable and stops what was made of it, and another project sees nothing', async () => {
  const wells = await own.draw('Old wells', [{ n: 1 }]);
  const made = (await run('buffer', layer(wells))).layer!.id;
  await own.post({ type: 'Delete_Layers', layer_ids: [wells] });
  expect((await originOf(layer(made))).inputs).toMatchObject([{ name: 'Old wells', current: null }]);
  await expect(own.again(made)).rejects.toMatchObject({ code: 'LAYER_GONE' });
  await expect(read(layer(wells))).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  await expect(read('file:/data/none.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(read('table:a/b/c')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const bob = await server.signUp();
  const his = await TestMap.make(bob);
  const asked = { params: { projectId: his.projectId }, query: { thing: layer(made) } };
  await expect(bob.client.call(origin.readOrigin, asked)).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  const { data } = await bob.client.call(origin.listOrigins, {
    params: { projectId: his.projectId },
    query: { map_id: own.mapId },
  });
  expect(data).toEqual([]);
});
