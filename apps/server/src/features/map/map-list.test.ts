import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { map } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { TestMap } from '../../../test/test-map.ts';

let server: TestServer;
let ann: Person;
let viewer: Person;
let stranger: Person;
let own: TestMap;
beforeAll(async () => {
  server = await startTestServer();
  [ann, viewer, stranger] = await Promise.all([server.signUp(), server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
});
afterAll(() => server.close());

test('[MAP-001] [MAP-119] maps are made, listed with the last edited first, read, renamed and deleted', async () => {
  const { projectId, mapId } = own;
  const second = await TestMap.make(ann, projectId);
  const names = async () => (await ann.client.call(map.listMaps, { params: { projectId } })).data.map(({ id }) => id);
  expect(await names()).toEqual([second.mapId, mapId]);
  const { data } = await ann.client.call(map.renameMap, { params: { projectId, mapId }, body: { name: ' Roads ' } });
  expect(data).toMatchObject({ id: mapId, name: 'Roads', project_id: projectId });
  expect(Object.keys(data).sort()).toEqual(['id', 'name', 'project_id', 'tenant_id', 'updated_at']);
  expect(await names()).toEqual([mapId, second.mapId]);
  await ann.client.call(map.deleteMap, { params: { projectId, mapId: second.mapId } });
  expect(await names()).toEqual([mapId]);
  await expect(ann.client.call(map.readMap, { params: { projectId, mapId: second.mapId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('[MAP-003] [MAP-002] [MAP-115] a new map has the default view and base map', async () => {
  const state = await (await TestMap.make(ann)).state();
  expect(state).toMatchObject({
    view_state: { longitude: 0, latitude: 0, zoom: 2, pitch: 0, bearing: 0 },
    base_map_type: 'dataviz',
    layers: [],
    layer_editors: {},
  });
});

test('[MAP-118] [MAP-120] who may not update a project may read its maps and nothing more; others do not learn that they exist', async () => {
  const { projectId, mapId } = own;
  const params = { projectId, mapId };
  expect((await viewer.client.call(map.readMap, { params })).data.id).toBe(mapId);
  await expect(viewer.client.call(map.createMap, { params: { projectId }, body: { name: 'x' } })).rejects.toMatchObject(
    { code: 'FORBIDDEN' },
  );
  await expect(viewer.client.call(map.renameMap, { params, body: { name: 'x' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(viewer.client.call(map.deleteMap, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(stranger.client.call(map.readMap, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(own.as(stranger).state()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const foreign = await TestMap.make(stranger);
  await expect(
    stranger.client.call(map.readMapState, { query: { map_id: foreign.mapId, project_id: projectId } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test("[MAP-135] a map and a copy of one are made once for a key, also by calls at once, and the key is its author's", async () => {
  const projectId = await ann.makeProject();
  const bob = await server.signUp();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
  const key = randomUUID();
  const make = (person: Person, name = 'Once') =>
    person.client.call(map.createMap, { params: { projectId }, body: { name, key } });
  const [first, again] = await Promise.all([make(ann), make(ann)]);
  expect(again.data.id).toBe(first.data.id);
  expect((await make(ann, 'Another name')).data).toMatchObject({ id: first.data.id, name: 'Once' });
  expect((await make(bob)).data.id).not.toBe(first.data.id);
  const copy = (mapId: string) =>
    ann.client.call(map.duplicateMap, { params: { projectId, mapId }, body: { name: 'Copy', key } });
  await new TestMap(ann, projectId, first.data.id).draw('drawn', [{ word: 'a' }]);
  const copies = [...(await Promise.all([copy(first.data.id), copy(first.data.id)])), await copy(first.data.id)];
  expect(new Set(copies.map(({ data }) => data.id)).size).toBe(1);
  expect((await new TestMap(ann, projectId, copies[0]!.data.id).state()).layers).toHaveLength(1);
  const { data } = await ann.client.call(map.listMaps, { params: { projectId } });
  expect(data.map(({ name }) => name).sort()).toEqual(['Copy', 'Once', 'Once']);
});

test('[MAP-119, MAP-171] a copy of a map has layers, styles and features of its own', async () => {
  const source = await TestMap.make(ann);
  await source.upload(
    'two.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [1, 2].map((n) => ({
        type: 'Feature',
        properties: { n },
        geometry: { type: 'Point', coordinates: [n, n] },
      })),
    }),
  );
  const {
    Layer: [imported],
  } = await source.import('/data/two.geojson');
  await source.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [imported!.id]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value: 11 }] } },
  });
  const drawn = await source.draw('drawn', [{ word: 'a' }]);
  const join = { layerId: drawn, column: 'n', otherColumn: 'word', columns: ['word'], prefix: '' };
  const style = (joins: (typeof join)[]) =>
    source.post({ type: 'Update_Vector_Layer_Style', layer_id: imported!.id, vector_style: { joins } });
  await style([join, { ...join, layerId: 'gone', prefix: 'x' }]);
  await expect(style([join, join])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const { data } = await ann.client.call(map.duplicateMap, {
    params: { projectId: source.projectId, mapId: source.mapId },
    body: {},
  });
  expect(data.name).toBe('A map copy');
  const copy = new TestMap(ann, source.projectId, data.id);
  const { layers } = await copy.state();
  expect(layers.map(({ text }) => text).sort()).toEqual(['drawn', 'two']);
  const copied = layers.find(({ text }) => text === 'two')!;
  const copiedDrawn = layers.find(({ text }) => text === 'drawn')!.id;
  expect((await copy.state()).vector_style[copied.id]!.joins).toEqual([{ ...join, layerId: copiedDrawn }]);
  await copy.post({ type: 'Update_Vector_Layer_Data', vector_update: { [copied.id]: { type: 'Delete', fids: [2] } } });
  await ann.client.call(map.deleteMap, { params: { projectId: source.projectId, mapId: source.mapId } });
  expect([...(await copy.features(copied.id))].map(([fid, { properties }]) => [fid, properties['n']])).toEqual([
    [1, 11],
  ]);
  expect(
    [...(await copy.features(layers.find(({ text }) => text === 'drawn')!.id)).values()].map(
      ({ properties }) => properties,
    ),
  ).toEqual([{ word: 'a' }]);
});
