import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MapPost } from '@groma/protocol';
import { makeDatabase, startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestMap } from '../../../../test/test-map.ts';

let dataFolder: string;
let databaseUrl: string;
let server: TestServer;
let ann: Person;
let bob: Person;
let own: TestMap;
const secret = 'a secret that outlives a restart, as in an installation';
const start = () => startTestServer({ dataFolder, databaseUrl, secret });
beforeAll(async () => {
  [dataFolder, databaseUrl] = [await mkdtemp(join(tmpdir(), 'groma-keys-')), await makeDatabase()];
  server = await start();
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
});
afterAll(async () => {
  await server.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const point = (x: number) => ({ type: 'Point' as const, coordinates: [x, 1] });
const added = (layerId: string, key: string, ...values: number[]) => ({
  type: 'Update_Vector_Layer_Data' as const,
  key,
  vector_update: {
    [layerId]: values.map((n) => ({ type: 'Add' as const, features: [{ geometry: point(n), properties: { n } }] })),
  },
});
const valuesOf = async (layerId: string) =>
  [...(await own.features(layerId)).values()].map(({ properties }) => properties['n']);
/**
 * Has the process know the layer, so that what follows takes the quick path; the statement of the careful path is
 * counted.
 */
const known = async (n: number): Promise<string> => {
  const layerId = await own.draw('quick', [{ n }]);
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value: n }] } },
  });
  return layerId;
};

test('[MAP-124] the same key posted again answers as the first time and applies nothing, by HTTP and over the socket', async () => {
  const layerId = await known(0);
  const transactions = vi.spyOn(server.platform.database.query, 'transaction');
  const post = added(layerId, randomUUID(), 1, 2);
  const first = await own.post(post);
  expect(transactions).not.toHaveBeenCalled();
  transactions.mockRestore();
  expect(first.layers[layerId]!.edits.map(({ fids }) => fids)).toEqual([[2], [3]]);
  expect(await own.post(post)).toEqual(first);
  const visitor = await own.enter();
  expect(await visitor.post(post)).toMatchObject({ type: 'Posted', reply: first });
  const bySocket = added(layerId, randomUUID(), 3);
  const second = await visitor.post(bySocket);
  expect(await own.post(bySocket)).toEqual((second as { reply: unknown }).reply);
  visitor.socket.close();
  expect(await valuesOf(layerId)).toEqual([0, 1, 2, 3]);
});

test('[MAP-124] a repeated deletion is not refused for what it has deleted, nor one of several layers together', async () => {
  const layers = [await known(0), await known(1)];
  const post: MapPost = {
    type: 'Update_Vector_Layer_Data',
    key: randomUUID(),
    vector_update: Object.fromEntries(layers.map((id) => [id, { type: 'Delete' as const, fids: [1] }])),
  };
  const first = await own.post(post);
  expect(await own.post(post)).toEqual(first);
  expect(await Promise.all(layers.map(valuesOf))).toEqual([[], []]);
});

test('[MAP-124] the same key posted at the same time is applied once', async () => {
  const layerId = await known(0);
  const post = added(layerId, randomUUID(), 1);
  const visitor = await own.enter();
  const replies = await Promise.all([
    own.post(post),
    visitor.post(post).then((told) => (told as { reply: unknown }).reply),
    own.post(post),
    own.post(added(layerId, randomUUID(), 2)),
    own.post(post),
  ]);
  visitor.socket.close();
  expect(
    new Set([0, 1, 2, 4].map((index) => JSON.stringify((replies[index] as { layers: unknown }).layers))).size,
  ).toBe(1);
  expect((await valuesOf(layerId)).sort()).toEqual([0, 1, 2]);
});

test('[MAP-124] undo and redo name changes by their keys, and are applied once for each key', async () => {
  const layerId = await known(0);
  const change = added(layerId, randomUUID(), 1, 2);
  await own.post(change);
  const undo = { type: 'Undo_Vector_Layer_Data' as const, layer_id: layerId, key: randomUUID(), keys: [change.key] };
  const undone = await own.post(undo);
  expect(await valuesOf(layerId)).toEqual([0]);
  const redo = { type: 'Undo_Vector_Layer_Data' as const, layer_id: layerId, key: randomUUID(), keys: [undo.key] };
  await own.post(redo);
  expect(await own.post(undo)).toEqual(undone);
  await own.post(redo);
  expect(await valuesOf(layerId)).toEqual([0, 1, 2]);
  // An undo that met nothing is an answer as well.
  await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: { type: 'Delete', fids: [2, 3] } } });
  const empty = { ...redo, key: randomUUID(), keys: [redo.key] };
  const nothing = await own.post(empty);
  expect(nothing.layers[layerId]!.edits).toEqual([]);
  expect(await own.post(empty)).toEqual(nothing);
  await expect(own.post({ ...undo, key: randomUUID(), keys: [randomUUID()] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('[MAP-124] a drawn layer that is posted again is made once', async () => {
  const id = randomUUID();
  const post: MapPost = {
    type: 'Create_Vector_Layer',
    key: randomUUID(),
    vector_data: { [id]: { features: [{ geometry: point(1), properties: { n: 1 } }] } },
    new_layers_hierarchy_info: { [id]: { id, text: 'drawn', type: 'Layer', parent_id: '0', level: 1, order: 0 } },
  };
  const first = await own.post(post);
  const { layers, Layer } = await own.post(post);
  expect({ layers, ids: Layer.map((layer) => layer.id) }).toEqual({ layers: first.layers, ids: [id] });
  expect(await valuesOf(id)).toEqual([1]);
});

test('[MAP-124] a key is its author’s, and that of one change', async () => {
  const layerId = await known(0);
  const post = added(layerId, randomUUID(), 1);
  await own.post(post);
  await expect(own.as(bob).post(post)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(own.as(bob).post({ ...post, sender_id: ann.id, key: randomUUID() })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(
    own.as(bob).post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, keys: [post.key] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await valuesOf(layerId)).toEqual([0, 1]);
});

test('[MAP-134] what was kept through an outage is taken from nobody but its author, also what is made once however often it comes', async () => {
  const id = await known(0);
  const entry = { id, text: 'renamed', type: 'Layer' as const, parent_id: '0', level: 1, order: 0 };
  const posts: MapPost[] = [
    { type: 'Update_Base_Map', base_map_type: 'satellite' },
    { type: 'Update_Layer_Info', hierarchy_info: { [id]: entry } },
    { type: 'Update_Vector_Layer_Style', layer_id: id, vector_style: { opacity: 0.5 } },
    { type: 'Update_Raster_Layer_Data', layer_id: id, raster_data: { style: { opacity: 0.5 } } },
    { type: 'Update_Jpg_Layer_Data', layer_id: id, jpg_data: { style: { opacity: 0.5 } } },
  ];
  for (const post of posts)
    await expect(
      own.as(bob).post({ ...post, key: randomUUID(), sender_id: ann.id } as MapPost),
      post.type,
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const post of posts.slice(0, 3)) await own.post({ ...post, key: randomUUID(), sender_id: ann.id } as MapPost);
});

test('[MAP-124] a key counts also after a restart of the server', async () => {
  const layerId = await known(0);
  const post = added(layerId, randomUUID(), 1);
  const first = await own.post(post);
  await server.close();
  server = await start();
  const again = await fetch(`${server.origin}/parties/map/${own.mapId}`, {
    method: 'POST',
    headers: { cookie: ann.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(post),
  });
  expect(await again.json()).toEqual(first);
  const reply = await fetch(`${server.origin}/maps/layers/${layerId}/edits?${new URLSearchParams(own.query)}`, {
    headers: { cookie: ann.cookie },
  });
  const {
    data: { edits },
  } = (await reply.json()) as { data: { edits: { seq: number }[] } };
  expect(edits.filter(({ seq }) => seq === first.layers[layerId]!.seq)).toHaveLength(1);
  expect(edits.at(-1)!.seq).toBe(first.layers[layerId]!.seq);
});
