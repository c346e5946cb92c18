import { randomUUID } from 'node:crypto';
import { isNotNull } from '../../../platform/database/drizzle.ts';
import { mapHistory, search } from '@groma/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestMap } from '../../../../test/test-map.ts';
import { layers } from '../../../platform/database/tables/index.ts';
import { sweepLayersJobOf } from './deleted-layers.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let groups: string[];
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
afterAll(() => server.close());
beforeEach(async () => {
  own = await TestMap.make(ann);
  groups = [];
  for (let level = 1; level <= 3; level++) groups.push(await group(`g${level}`, groups.at(-1) ?? '0'));
});

const entry = (id: string, text: string, type: 'Group' | 'Layer', parentId: string, order = 0) => ({
  id,
  text,
  type,
  parent_id: parentId,
  level: 99,
  order,
});
const save = (...entries: ReturnType<typeof entry>[]) =>
  own.post({ type: 'Update_Layer_Info', hierarchy_info: Object.fromEntries(entries.map((each) => [each.id, each])) });
async function group(text: string, parentId: string): Promise<string> {
  const id = randomUUID();
  await save(entry(id, text, 'Group', parentId));
  return id;
}
const tree = async () =>
  (await own.state()).layers.map(({ text, level, parent_id: parent, order, visible }) => ({
    text,
    level,
    parent,
    order,
    visible,
  }));

test('[MAP-070] [MAP-071] [MAP-073] four levels are kept, with levels as the parents say, and a fifth is refused', async () => {
  await own.draw('deep', [], groups[2]);
  expect((await tree()).map(({ text, level }) => [text, level])).toEqual([
    ['g1', 1],
    ['g2', 2],
    ['g3', 3],
    ['deep', 4],
  ]);
  const fourth = await group('g4', groups[2]!);
  const before = await tree();
  await expect(own.draw('too deep', [{ a: 1 }], fourth)).rejects.toMatchObject({
    code: 'GROUP_TOO_DEEP',
    message: 'Cannot nest groups more than 4 levels deep',
  });
  await expect(group('g5', fourth)).rejects.toMatchObject({ code: 'GROUP_TOO_DEEP' });
  const top = await group('top', '0');
  const afterTop = await tree();
  await expect(save(entry(groups[0]!, 'g1', 'Group', top))).rejects.toMatchObject({ code: 'GROUP_TOO_DEEP' });
  expect(await tree()).toEqual(afterTop);
  expect(afterTop).toHaveLength(before.length + 1);
});

test('[MAP-076] [MAP-077] a group moves with all below it, and orders are put straight', async () => {
  const layer = await own.draw('leaf', [], groups[1]);
  await save(entry(groups[1]!, 'g2', 'Group', '0', -1));
  expect(await tree()).toEqual([
    { text: 'g2', level: 1, parent: '0', order: 0, visible: true },
    { text: 'g1', level: 1, parent: '0', order: 1, visible: true },
    ...[
      { text: 'g3', id: groups[2]! },
      { text: 'leaf', id: layer },
    ]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ text }, order) => ({ text, level: 2, parent: groups[1]!, order, visible: true })),
  ]);
});

test('[MAP-040] [MAP-069] names are kept and may not be empty; visibility is kept', async () => {
  const id = await own.draw('roads');
  await own.post({
    type: 'Update_Layer_Info',
    hierarchy_info: { [id]: { ...entry(id, '  Streets ', 'Layer', '0', 5), visible: false } },
  });
  expect((await tree()).find(({ text }) => text === 'Streets')).toMatchObject({ visible: false });
  await expect(save(entry(id, '   ', 'Layer', '0'))).rejects.toMatchObject({
    code: 'LAYER_NAME_EMPTY',
    message: 'Layer name cannot be empty',
  });
});

test('[MAP-070] trees that cannot be are refused whole', async () => {
  const layer = await own.draw('leaf');
  const foreign = await TestMap.make(ann);
  const elsewhere = await foreign.draw('elsewhere');
  const before = await tree();
  const refusals: [ReturnType<typeof entry>[], string][] = [
    [[entry(groups[0]!, 'g1', 'Group', groups[2]!)], 'LAYER_TREE_BROKEN'],
    [[entry(groups[0]!, 'g1', 'Group', groups[0]!)], 'LAYER_TREE_BROKEN'],
    [[entry(groups[1]!, 'g2', 'Group', layer)], 'LAYER_TREE_BROKEN'],
    [[entry(groups[1]!, 'g2', 'Group', randomUUID())], 'LAYER_TREE_BROKEN'],
    [[entry(layer, 'leaf', 'Group', '0')], 'LAYER_TREE_BROKEN'],
    [[entry(elsewhere, 'taken', 'Group', '0')], 'LAYER_TREE_BROKEN'],
    [[entry(layer, 'renamed', 'Layer', '0'), entry(randomUUID(), 'nobody', 'Layer', '0')], 'LAYER_NOT_FOUND'],
  ];
  for (const [entries, code] of refusals)
    await expect(save(...entries), JSON.stringify(entries)).rejects.toMatchObject({ code });
  await expect(
    own.post({ type: 'Update_Layer_Info', hierarchy_info: { [layer]: { ...entry('../x', 'x', 'Layer', '0') } } }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(own.post({ type: 'Delete_Layers', layer_ids: [elsewhere] })).rejects.toMatchObject({
    code: 'LAYER_NOT_FOUND',
  });
  expect(await tree()).toEqual(before);
});

test('[MAP-087] deleting a group deletes all below it; it can be recovered whole, and goes for good with what the store holds when its time is over', async () => {
  await own.upload('one.geojson', '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}');
  const {
    Layer: [layer],
  } = await own.import('/data/one.geojson');
  await save(entry(layer!.id, 'one', 'Layer', groups[2]!));
  expect(await server.platform.blobs.list(`layers/${layer!.id}/`)).toHaveLength(1);
  await own.post({ type: 'Delete_Layers', layer_ids: [groups[0]!] });
  expect(await tree()).toEqual([]);
  const deleted = async () => (await ann.client.call(mapHistory.listDeletedLayers, { query: own.query })).data;
  expect(await deleted()).toMatchObject([{ id: groups[0], text: 'g1', type: 'Group', username: ann.username }]);
  await expect(
    own.post({ type: 'Update_Vector_Layer_Style', layer_id: layer!.id, vector_style: { lineWidth: 3 } }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  expect(
    (await ann.client.call(search.searchLayers, { params: { projectId: own.projectId }, query: { query: 'one' } }))
      .data,
  ).toEqual([]);

  expect((await own.post({ type: 'Recover_Layers', layer_ids: [groups[0]!] })).Layer).toMatchObject([
    { id: layer!.id, data: { manifest: { featureCount: 1 } } },
  ]);
  expect((await tree()).map(({ text, level }) => [text, level])).toEqual([
    ['g1', 1],
    ['g2', 2],
    ['g3', 3],
    ['one', 4],
  ]);
  expect([...(await own.features(layer!.id))]).toHaveLength(1);
  await expect(own.post({ type: 'Recover_Layers', layer_ids: [layer!.id] })).rejects.toMatchObject({
    code: 'LAYER_NOT_FOUND',
  });

  // A layer whose group went after it comes back to the root.
  await own.post({ type: 'Delete_Layers', layer_ids: [layer!.id] });
  await own.post({ type: 'Delete_Layers', layer_ids: [groups[0]!] });
  expect((await deleted()).map(({ text }) => text)).toEqual(['g1', 'one']);
  await own.post({ type: 'Recover_Layers', layer_ids: [layer!.id] });
  expect(await tree()).toMatchObject([{ text: 'one', level: 1, parent: '0' }]);
  const {
    data: { entries },
  } = await ann.client.call(mapHistory.readLayerHistory, {
    params: { layerId: layer!.id },
    query: { ...own.query, limit: 2 },
  });
  expect(entries.map(({ kind, username }) => [kind, username])).toEqual([
    ['recovered', ann.username],
    ['deleted', ann.username],
  ]);

  await own.post({ type: 'Delete_Layers', layer_ids: [layer!.id] });
  const { query } = server.platform.database;
  const run = () => sweepLayersJobOf(server.platform).run({}, new AbortController().signal);
  await run();
  expect(await deleted()).toHaveLength(2);
  await query
    .update(layers)
    .set({ deletedAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
    .where(isNotNull(layers.deletedAt));
  await run();
  expect(await deleted()).toEqual([]);
  expect(await server.platform.blobs.list(`layers/${layer!.id}/`)).toEqual([]);
});

test('[MAP-119] a project that is deleted takes the blobs of its maps along', async () => {
  await own.upload('one.geojson', '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}');
  const {
    Layer: [layer],
  } = await own.import('/data/one.geojson');
  await ann.fetch(`/api/projects/${own.projectId}`, { method: 'DELETE' });
  expect(await server.platform.blobs.list(`layers/${layer!.id}/`)).toEqual([]);
});

test('[MAP-088] [MAP-090] [MAP-096] what another process changes in a tree and what is changed in its layers never wait for each other crosswise', async () => {
  const { pool } = server.platform.database;
  const [one, two] = [await own.draw('one', [{ n: 1 }]), await own.draw('two', [{ n: 1 }])];
  const set = (value: number, ...ids: string[]) =>
    own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: Object.fromEntries(
        ids.map((id) => [id, { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] }]),
      ),
    });
  const changes = [
    () => set(2, one),
    () => set(3, one, two),
    () => own.post({ type: 'Update_Vector_Layer_Style', layer_id: one, vector_style: { lineWidth: 3 } }),
  ];
  const waiting = async () =>
    (await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
      .rowCount;
  for (const change of changes) {
    const other = await pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('UPDATE maps SET updated_at = now() WHERE id = $1', [own.mapId]);
      const done = Promise.allSettled([change()]);
      await expect.poll(waiting).toBe(1);
      await other.query('UPDATE layers SET sort_order = sort_order WHERE map_id = $1', [own.mapId]);
      await other.query('COMMIT');
      expect(await done).toMatchObject([{ status: 'fulfilled' }]);
    } finally {
      other.release(true);
    }
  }
  expect([...(await own.features(one)).values()].map(({ properties }) => properties)).toEqual([{ n: 3 }]);
});
