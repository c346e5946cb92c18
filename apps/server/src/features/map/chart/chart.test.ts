import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chart, map } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let viewer: Person;
let own: TestMap;
let layerId: string;
let clipId: string;

beforeAll(async () => {
  server = await startTestServer();
  [ann, viewer] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
  [layerId, clipId] = [await own.draw('fields', [{ crop: 'rye', yield: 4 }]), await own.draw('county')];
});
afterAll(() => server.close());

const config = () => ({
  layer_id: layerId,
  xCol: 'crop',
  yCol: 'yield',
  type: 'bar' as const,
  title: 'Yield',
  aggregate: 'mean' as const,
  clipLayerId: clipId,
  filters: [{ id: 'f', column: 'yield', operator: 'gte' as const, value: 1 }],
});
const create = (more: object = {}, person = ann) =>
  person.client.call(chart.createChart, { query: own.query, body: { ...config(), ...more } });
const list = async (person = ann, of = own) => (await person.client.call(chart.listCharts, { query: of.query })).data;

test('[VEC-032] [VEC-033] a chart is kept with the map, and whoever is in its room is told', async () => {
  const visitor = await own.as(viewer).enter();
  const { data } = await create();
  expect(data).toEqual({ ...config(), id: data.id });
  expect(await list(viewer)).toEqual([data]);
  await visitor.until(() => visitor.last('Charts_Changed')?.senderId === ann.id);
  await ann.client.call(chart.deleteChart, { params: { chartId: data.id }, query: own.query });
  expect(await list()).toEqual([]);
  await visitor.until(() => visitor.told.filter(({ type }) => type === 'Charts_Changed').length === 2);
  visitor.socket.close();
  await expect(
    ann.client.call(chart.deleteChart, { params: { chartId: data.id }, query: own.query }),
  ).rejects.toMatchObject({ code: 'CHART_NOT_FOUND' });
});

test('[VEC-052] who may only look makes and removes none', async () => {
  const { data } = await create();
  await expect(create({}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(
    viewer.client.call(chart.deleteChart, { params: { chartId: data.id }, query: own.query }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await ann.client.call(chart.deleteChart, { params: { chartId: data.id }, query: own.query });
});

test('layers of another map are no layers of this one, neither to draw nor to clip by; charts of another map are not found', async () => {
  const other = await TestMap.make(ann, own.projectId);
  const foreign = await other.draw('foreign');
  await expect(create({ layer_id: foreign })).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  await expect(create({ clipLayerId: foreign })).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  await expect(create({ layer_id: randomUUID() })).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  const { data } = await create();
  await expect(
    ann.client.call(chart.deleteChart, { params: { chartId: data.id }, query: other.query }),
  ).rejects.toMatchObject({ code: 'CHART_NOT_FOUND' });
  await ann.client.call(chart.deleteChart, { params: { chartId: data.id }, query: own.query });
});

test('what is no chart is refused', async () => {
  for (const wrong of [
    { type: 'radar' },
    { xCol: '' },
    { filters: [{ id: 'f', column: 'a', operator: 'like', value: 1 }] },
    { title: 'x'.repeat(201) },
    { yCol: 'a\0' },
  ]) {
    await expect(create(wrong)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
});

test('a copied map has the charts of its layers, clipped by its own; a deleted layer takes its charts along', async () => {
  await create();
  const {
    data: { id },
  } = await ann.client.call(map.duplicateMap, { params: { mapId: own.mapId, projectId: own.projectId }, body: {} });
  const copy = new TestMap(ann, own.projectId, id);
  const ids = new Map((await copy.state()).layers.map(({ text, id: layer }) => [text, layer]));
  expect(await list(ann, copy)).toMatchObject([
    { title: 'Yield', layer_id: ids.get('fields'), clipLayerId: ids.get('county') },
  ]);
  await copy.post({ type: 'Delete_Layers', layer_ids: [ids.get('fields')!] });
  expect(await list(ann, copy)).toEqual([]);
  expect(await list()).toHaveLength(1);
});
