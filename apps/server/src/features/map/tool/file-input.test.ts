import { afterAll, beforeAll, expect, test } from 'vitest';
import { layerReference } from '@groma/model';
import { map as mapCalls, tool, type BodyOf } from '@groma/protocol';
import { startWithMap, vectorOf, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let towns: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  towns = await own.draw('Towns', [{ code: 'A' }, { code: 'B' }, { code: 'C' }]);
  await own.upload('sales 1.csv', 'code;sales\nA;10\nB;20\n');
});
afterAll(() => server.close());

type Body = BodyOf<typeof tool.runTool>;
const run = async (toolId: string, body: Partial<Body>, map = own) =>
  (
    await map.person.client.call(tool.runTool, {
      params: { toolId, projectId: map.projectId },
      body: { parameters: {}, output: { kind: 'layer', map_id: map.mapId }, ...body },
    })
  ).data;
const reference = () => layerReference({ mapId: own.mapId, layerId: towns });
const join = (path: string) =>
  run('attribute_join', {
    layer: reference(),
    parameters: { other_layer: `file:${path}`, column: 'code', other_column: 'code' },
  });
/** How many snapshots the store has that belong to no layer of the map. */
const strays = async (): Promise<number> => {
  const { layers } = await own.state();
  const kept = new Set(layers.map(({ id }) => id));
  const found = await server.platform.blobs.list('layers/');
  return new Set(found.map((key) => key.split('/')[1]!).filter((id) => !kept.has(id))).size;
};

test('[RES-006] a table file is joined to a layer as it is, without being a layer first, and marks the result when it changes', async () => {
  const { layer, count } = await join('/data/sales 1.csv');
  expect(count).toBe(3);
  expect([...(await own.features(layer!.id)).values()].map(({ properties }) => properties['sales'])).toEqual([
    10,
    20,
    null,
  ]);
  const input = async () =>
    (await own.origins())
      .find(({ thing }) => thing.endsWith(layer!.id))!
      .inputs.find(({ input: name }) => name === 'other')!;
  const before = await input();
  expect(before).toMatchObject({ reference: 'file:/data/sales 1.csv', name: 'sales 1.csv' });
  expect(before.current).toBe(before.version);
  await own.upload('sales 1.csv', 'code;sales\nA;11\nC;30\n');
  const changed = await input();
  expect(changed.current).not.toBe(changed.version);
  await own.again(layer!.id);
  expect([...(await own.features(layer!.id)).values()].map(({ properties }) => properties['sales'])).toEqual([
    11,
    null,
    30,
  ]);
});

test('[RES-006] a geodata file is what a tool takes, and nothing of it stays', async () => {
  const path = '/data/square.geojson';
  const ring = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [0, 0],
  ];
  await own.upload('square.geojson', JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
  const before = await strays();
  const { layer, name } = await run('centroid', { layer: `file:${path}` });
  expect(name).toBe('square.geojson (Centroid)');
  const [feature] = [...(await own.features(layer!.id)).values()];
  expect(feature!.geometry).toEqual({ type: 'Point', coordinates: [1, 1] });
  expect(vectorOf(layer!.data).manifest.featureCount).toBe(1);
  expect(await strays()).toBe(before);
});

test('[RES-006] a file that is gone, no data, or outside the project is refused by name', async () => {
  await own.upload('broken.geojson', '{"type":');
  await expect(join('/data/gone.csv')).rejects.toMatchObject({ code: 'TOOL_LAYER_EMPTY' });
  await expect(run('centroid', { layer: 'file:/data/gone.csv' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(run('centroid', { layer: 'file:/data/broken.geojson' })).rejects.toMatchObject({
    message: expect.stringContaining('broken.geojson'),
  });
  for (const wrong of ['file:/etc/passwd', 'file:/data/../x.csv', 'sales.csv', 'table:a/b', 'image:/data/x.tif'])
    await expect(run('centroid', { layer: wrong })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(run('centroid', { layer: 'file:/data/sales 1.csv', output: { kind: 'replace' } })).rejects.toMatchObject(
    { code: 'BAD_INPUT' },
  );
  expect(await ann.client.call(mapCalls.readMapState, { query: own.query })).toBeDefined();
});
