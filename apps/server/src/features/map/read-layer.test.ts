import { stat, truncate } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LayerOverlay, readBatchesSync, batchFeatures, type SnapshotManifest, type VectorUpdate } from '@groma/geo';
import { map } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { TestMap, vectorOf } from '../../../test/test-map.ts';
import { foldLayer } from './index.ts';

let server: TestServer;
let ann: Person;
let stranger: Person;
let own: TestMap;
let layerId: string;
const count = 60_000;

beforeAll(async () => {
  server = await startTestServer();
  [ann, stranger] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  const features = Array.from({ length: count }, (_, n) => ({
    type: 'Feature',
    properties: { n, word: `word ${n % 5}` },
    geometry: { type: 'Point', coordinates: [n % 170, n % 80] },
  }));
  await own.upload('points.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  layerId = (await own.import('/data/points.geojson')).Layer[0]!.id;
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: {
      [layerId]: [
        { type: 'Delete', fids: [1] },
        { type: 'Edit_Property', edits: [{ fid: 2, column: 'n', value: -2 }] },
      ],
    },
  });
});
afterAll(() => server.close());

const part = (query: Record<string, string>, headers: Record<string, string> = {}, person = ann, id = layerId) =>
  person.fetch(`/maps/layers/${id}/snapshot?${new URLSearchParams({ ...own.query, ...query })}`, { headers });

test('[MAP-100] [MAP-101] [MAP-102] the read-map stream has its keys in order, then the features of each layer with its edits', async () => {
  const lines = await own.lines();
  expect(lines.slice(0, 7).map((line) => Object.keys(line)[0])).toEqual([
    'base_map_type',
    'view_state',
    'layers',
    'vector_style',
    'raster_data_and_style',
    'jpg_data',
    'vector_data',
  ]);
  expect(lines[2]!['layers']).toMatchObject([
    { id: layerId, text: 'points', type: 'Layer', parent_id: '0', level: 1, order: 0 },
  ]);
  expect((lines[3] as unknown as { vector_style: Record<string, unknown> }).vector_style[layerId]).toMatchObject({
    lineColor: [52, 72, 157],
  });
  const rest = lines.slice(7);
  expect(rest.every((line) => Object.keys(line).join() === 'vector_features')).toBe(true);
  expect(rest.length).toBeGreaterThan(50);
  const features = await own.features(layerId);
  expect(features.size).toBe(count - 1);
  expect(features.get(2)?.properties).toEqual({ n: -2, word: 'word 1' });
});

test('[MAP-100] a reader that does not read, and then goes away, stands in the way of nobody', async () => {
  const address = `${server.origin}/maps/read-map?${new URLSearchParams(own.query)}`;
  const reply = await new Promise<IncomingMessage>((resolve) => {
    request(address, { headers: { cookie: ann.cookie } }, resolve).end();
  });
  reply.pause();
  expect((await own.state()).id).toBe(own.mapId);
  expect((await own.features(layerId)).size).toBe(count - 1);
  reply.destroy();
});

test('[MAP-005] the snapshot of a layer and the edits after it are the whole layer', async () => {
  const { data: layer } = await ann.client.call(map.readLayer, { params: { layerId }, query: own.query });
  const manifest = vectorOf(layer.data).manifest as SnapshotManifest;
  const reply = await part({ part: manifest.parts[0]!.file, snapshot_key: vectorOf(layer.data).snapshot_key! });
  expect(reply.headers.get('cache-control')).toContain('immutable');
  const bytes = new Uint8Array(await reply.arrayBuffer());
  expect(bytes.byteLength).toBe(manifest.parts[0]!.bytes);
  const overlay = new LayerOverlay(manifest).apply(
    (await own.edits(layerId, vectorOf(layer.data).snapshot_seq)).map(({ operation }) => operation as VectorUpdate),
  );
  const found = new Map<number, unknown>();
  for (const batch of readBatchesSync(manifest.parts[0]!, bytes)) {
    for (const feature of batchFeatures(batch, manifest.columns)) {
      const edited = overlay.overlay(feature, manifest.columns);
      if (edited) found.set(edited.fid, { geometry: edited.geometry, properties: edited.properties });
    }
  }
  expect(found).toEqual(await own.features(layerId));
});

test('[MAP-005] a part of a snapshot is answered by range and by ETag, and only to those who may read the map', async () => {
  const whole = await part({ part: 'point.arrow' });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const etag = whole.headers.get('etag')!;
  expect(whole.headers.get('cache-control')).toContain('no-cache');
  expect((await part({ part: 'point.arrow' }, { 'if-none-match': etag })).status).toBe(304);
  const some = await part({ part: 'point.arrow' }, { range: 'bytes=100-199' });
  expect([some.status, some.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.byteLength}`]);
  expect(new Uint8Array(await some.arrayBuffer())).toEqual(bytes.slice(100, 200));
  expect((await part({ part: 'point.arrow' }, { range: `bytes=${bytes.byteLength}-` })).status).toBe(416);
  for (const name of ['line.arrow', '../../../secret', 'point.arrow/../x'])
    expect((await part({ part: name })).status, name).toBe(404);
  for (const key of ['../..', `layers/${layerId}`, `layers/${layerId}/../${layerId}`, 'work/x'])
    expect((await part({ part: 'point.arrow', snapshot_key: key })).status, key).toBe(404);
  expect((await part({ part: 'point.arrow' }, {}, stranger)).status).toBe(404);
  const foreign = await TestMap.make(stranger);
  const sideways = await stranger.fetch(
    `/maps/layers/${layerId}/snapshot?${new URLSearchParams({ ...foreign.query, part: 'point.arrow' })}`,
  );
  expect(await sideways.json()).toMatchObject({ code: 'LAYER_NOT_FOUND' });
  await expect(
    stranger.client.call(map.readLayerEdits, { params: { layerId }, query: foreign.query }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
});

test('[MAP-005] whoever reads an old snapshot can go on until it is gone, and is told so then', async () => {
  const key = async () =>
    vectorOf((await ann.client.call(map.readLayer, { params: { layerId }, query: own.query })).data.data).snapshot_key!;
  const old = await key();
  await foldLayer(server.platform, layerId);
  expect((await part({ part: 'point.arrow', snapshot_key: old })).status).toBe(200);
  await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: { type: 'Delete', fids: [3] } } });
  await foldLayer(server.platform, layerId);
  const gone = await part({ part: 'point.arrow', snapshot_key: old });
  expect([gone.status, await gone.json()]).toMatchObject([410, { code: 'SNAPSHOT_REPLACED' }]);
});

test('[MAP-100] a stream whose layer cannot be read to its end breaks off, and is never a shorter map', async () => {
  const row = await server.platform.database.query.query.layers.findFirst({
    where: (layers, { eq }) => eq(layers.id, layerId),
  });
  const file = join(server.platform.config.dataFolder, 'blobs', row!.snapshotKey!, 'point.arrow');
  await truncate(file, Math.round((await stat(file)).size / 2));
  const reply = await ann.fetch(`/maps/read-map?${new URLSearchParams(own.query)}`);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow('terminated');
});
