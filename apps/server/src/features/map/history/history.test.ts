import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapHistory } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { foldLayer } from '../edit/fold-layer.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let own: TestMap;
let layerId: string;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
  await own.upload(
    'trees.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [1, 2, 3].map((n) => ({
        type: 'Feature',
        properties: { n, kind: 'oak' },
        geometry: { type: 'Point', coordinates: [n, 1] },
      })),
    }),
  );
  layerId = (await own.import('/data/trees.geojson')).Layer[0]!.id;
});
afterAll(() => server.close());

const history = async (more: { before?: string; before_id?: string; limit?: number } = {}) =>
  (await ann.client.call(mapHistory.readLayerHistory, { params: { layerId }, query: { ...own.query, ...more } })).data;
const state = async () => ({
  features: [...(await own.features(layerId))].sort(([one], [other]) => one - other),
  style: (await own.state()).vector_style[layerId],
});
const edit = (map: TestMap, ...updates: object[]) =>
  map.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: updates as never } });

test('[MAP-090] the history of a layer says who did what and when, and a moment of it can be restored over the edits of everybody', async () => {
  const first = await state();
  await edit(own, { type: 'Edit_Property', edits: [{ fid: 1, column: 'kind', value: 'elm' }] });
  await own.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { lineWidth: 9 } });
  await edit(
    own.as(bob),
    { type: 'Delete', fids: [2] },
    { type: 'Add_Column', column: { name: 'age', type: 'integer' }, fill: 7 },
  );
  const middle = await state();
  const moment = (await history()).entries[0]!.made_at;
  await edit(
    own.as(bob),
    { type: 'Delete_Column', columns: ['kind'] },
    { type: 'Add', features: [{ geometry: { type: 'Point', coordinates: [9, 9] }, properties: { n: 9 } }] },
  );
  const { hierarchy_info: info } = { hierarchy_info: (await own.state()).layers.find(({ id }) => id === layerId)! };
  const { data: _data, ...entry } = info;
  await own.post({ type: 'Update_Layer_Info', hierarchy_info: { [layerId]: { ...entry, text: 'old trees' } } });

  const { entries } = await history();
  expect(entries.map(({ kind, username, count, names }) => [kind, username, count, names])).toEqual([
    ['renamed', ann.username, 0, ['trees', 'old trees']],
    ['Add', bob.username, 1, []],
    ['Delete_Column', bob.username, 0, ['kind']],
    ['Add_Column', bob.username, 0, ['age']],
    ['Delete', bob.username, 1, []],
    ['style', ann.username, 0, []],
    ['Edit_Property', ann.username, 1, ['kind']],
    ['imported', ann.username, 0, ['/data/trees.geojson']],
  ]);
  // A folded log keeps its history.
  await foldLayer(server.platform, layerId);

  const {
    layers: { [layerId]: restored },
  } = await own.post({ type: 'Restore_Vector_Layer', layer_id: layerId, moment });
  expect(await state()).toEqual(middle);
  expect((await history()).entries[0]).toMatchObject({
    kind: expect.stringMatching(/^(restored|Add_Column|Delete)$/) as string,
    username: ann.username,
  });
  await own.post({
    type: 'Restore_Vector_Layer',
    layer_id: layerId,
    moment: (await history()).entries.at(-1)!.made_at,
  });
  expect(await state()).toEqual(first);
  // A restore is an edit like any other, and its own author can undo it.
  expect(restored!.edits.length).toBe(2);
});

test('[MAP-090] the history comes a page at a time, and is for who may read the map', async () => {
  const all = (await history()).entries;
  const pages = [];
  for (
    let page = await history({ limit: 3 });
    ;
    page = await history({ limit: 3, before: page.entries.at(-1)!.made_at, before_id: page.entries.at(-1)!.id })
  ) {
    pages.push(...page.entries.map(({ id }) => id));
    if (!page.has_more) break;
  }
  expect(pages).toEqual(all.map(({ id }) => id));
  const stranger = await server.signUp();
  await expect(
    stranger.client.call(mapHistory.readLayerHistory, { params: { layerId }, query: own.query }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[MAP-064] a layer that somebody else is editing is not restored under them', async () => {
  const visitor = await own.as(bob).enter();
  visitor.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await visitor.until(() => layerId in (visitor.last('Layer_Editor_Changed')?.layer_editors ?? {}));
  await expect(
    own.post({ type: 'Restore_Vector_Layer', layer_id: layerId, moment: (await history()).entries.at(-1)!.made_at }),
  ).rejects.toMatchObject({ code: 'LAYER_LOCKED' });
  visitor.socket.close();
});
