import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eq } from '../../../platform/database/drizzle.ts';
import { map } from '@groma/protocol';
import { layerEdits, layers } from '../../../platform/database/tables/index.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestMap, vectorOf } from '../../../../test/test-map.ts';
import { foldLayer, mostEdits } from './fold-layer.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let own: TestMap;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
});
afterAll(() => server.close());

const point = (x: number) => ({ type: 'Point' as const, coordinates: [x, 1] });
const values = async (layerId: string, name: string) =>
  new Map([...(await own.features(layerId))].map(([fid, { properties }]) => [fid, properties[name]]));
const edit = (layerId: string, ...updates: Parameters<typeof own.post>[0][] | object[]) =>
  own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: updates as never } });

/** A layer from a file, with several record batches. */
async function importPoints(name: string, count: number): Promise<string> {
  const features = Array.from({ length: count }, (_, n) => ({
    type: 'Feature',
    properties: { n, word: `word ${n % 7}` },
    geometry: point(n % 170),
  }));
  await own.upload(`${name}.geojson`, JSON.stringify({ type: 'FeatureCollection', features }));
  return (await own.import(`/data/${name}.geojson`)).Layer[0]!.id;
}

test('[MAP-089] [VEC-001] a drawn layer has the columns of its features, and its features get ids', async () => {
  const layerId = await own.draw('drawn', [
    { name: 'a', size: 1 },
    { name: 'b', size: 2.5 },
  ]);
  expect([...(await own.features(layerId))]).toEqual([
    [1, { geometry: { type: 'Point', coordinates: [0, 10] }, properties: { name: 'a', size: 1 } }],
    [2, { geometry: { type: 'Point', coordinates: [1, 10] }, properties: { name: 'b', size: 2.5 } }],
  ]);
  expect((await own.edits(layerId)).map(({ operation }) => operation)).toMatchObject([
    { type: 'Add_Column', column: { name: 'name', type: 'text' } },
    { type: 'Add_Column', column: { name: 'size', type: 'number' } },
    { type: 'Add' },
  ]);
});

test('[MAP-090] [VEC-025] [VEC-013] all kinds of edits of an imported layer are in the log when they are acknowledged, with author and inverse', async () => {
  const layerId = await importPoints('kinds', 40_000);
  const {
    layers: { [layerId]: edited },
  } = await edit(
    layerId,
    {
      type: 'Add',
      features: [
        { geometry: point(5), properties: { n: -1 } },
        { type: 'Feature', geometry: point(6), properties: { n: -2, word: 'new' } },
      ],
    },
    { type: 'Delete', fids: [39_999] },
    { type: 'Edit_Property', edits: [{ fid: 20_000, column: 'n', value: 'text now' }] },
    { type: 'Add_Column', column: { name: 'note', type: 'text' }, fill: '-' },
    { type: 'Delete_Column', columns: ['word'] },
  );
  expect(edited!.edits.map(({ fids }) => fids)).toEqual([[40_001, 40_002], [], [], [], []]);
  const rows = await server.platform.database.query
    .select()
    .from(layerEdits)
    .where(eq(layerEdits.layerId, layerId))
    .orderBy(layerEdits.seq);
  expect(rows.map(({ seq, authorId }) => [seq, authorId])).toEqual(edited!.edits.map(({ seq }) => [seq, ann.id]));
  const undone = rows.map(({ inverse }) => inverse as unknown as Record<string, never>[]);
  expect(undone.slice(0, 4)).toEqual([
    [{ type: 'Delete', fids: [40_001, 40_002] }],
    [
      {
        type: 'Add',
        features: [{ fid: 39_999, geometry: point(39_998 % 170), properties: { n: 39_998, word: 'word 0' } }],
      },
    ],
    [{ type: 'Edit_Property', edits: [{ fid: 20_000, column: 'n', value: 19_999 }] }],
    [{ type: 'Delete_Column', columns: ['note'] }],
  ]);
  expect((undone[4]![0] as unknown as { values: unknown[] }).values.length).toBe(40_000);
  const features = await own.features(layerId);
  expect(features.size).toBe(40_001);
  expect(features.get(20_000)?.properties).toEqual({ n: 'text now', note: '-' });
  expect(features.get(40_002)?.properties).toEqual({ n: '-2', note: '-' });
  expect(features.has(39_999)).toBe(false);
});

test('[MAP-090] an edit that names a feature or column that is not there is refused by name, and nothing of its post is done', async () => {
  const layerId = await own.draw('whole', [{ name: 'a' }]);
  const other = await own.draw('other', [{ name: 'a' }]);
  const before = [await own.edits(layerId), await own.edits(other)];
  const good = { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'changed' }] };
  const refusals: [object, string, RegExp][] = [
    [{ type: 'Delete', fids: [1, 77] }, 'FEATURE_NOT_FOUND', /"whole" has no feature 77/],
    [
      { type: 'Edit_Property', edits: [{ fid: 1, column: 'nowhere', value: 1 }] },
      'COLUMN_NOT_FOUND',
      /no column "nowhere"/,
    ],
    [{ type: 'Add', features: [{ fid: 900, geometry: null, properties: {} }] }, 'FEATURE_NOT_FOUND', /no feature 900/],
    [
      { type: 'Add', features: [{ geometry: point(1), properties: { other: 1 } }] },
      'COLUMN_NOT_FOUND',
      /no column "other"/,
    ],
    [{ type: 'Add_Column', column: { name: 'name' } }, 'COLUMN_EXISTS', /already has a column "name"/],
    [{ type: 'Delete_Column', columns: ['nowhere'] }, 'COLUMN_NOT_FOUND', /nowhere/],
    [{ type: 'Add_Column', column: { name: ' ' } }, 'BAD_INPUT', /Enter a name/],
    [
      { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'a\0b' }] },
      'BAD_INPUT',
      /not a property value/,
    ],
    [
      { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: '\ud800' }] },
      'BAD_INPUT',
      /not a property value/,
    ],
    [
      {
        type: 'Add',
        features: [
          {
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [1, 1],
                  [0, 1],
                ],
              ],
            },
            properties: {},
          },
        ],
      },
      'BAD_INPUT',
      /not a geometry/,
    ],
    [
      { type: 'Add', features: [{ geometry: { type: 'Point', coordinates: [1, 95] }, properties: {} }] },
      'BAD_INPUT',
      /not a geometry/,
    ],
    [{ type: 'Explode' }, 'BAD_INPUT', /type/],
  ];
  for (const [update, code, message] of refusals) {
    const post = own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [other]: good as never, [layerId]: [good, update] as never },
    });
    await expect(post, JSON.stringify(update)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  }
  await expect(
    own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [other]: good as never, [crypto.randomUUID()]: good as never },
    }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
  expect([await own.edits(layerId), await own.edits(other)]).toEqual(before);
  expect(await values(layerId, 'name')).toEqual(new Map([[1, 'a']]));
  await edit(layerId, good);
  expect(await values(layerId, 'name')).toEqual(new Map([[1, 'changed']]));
});

test('[MAP-090] edits of two people at once all arrive, with ids that do not meet', async () => {
  const layerId = await own.draw('busy', [{ name: 'a' }]);
  const theirs = own.as(bob);
  const posts = Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? own : theirs).post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [layerId]: { type: 'Add', features: [{ geometry: point(n), properties: { name: `n${n}` } }] } },
    }),
  );
  const fids = (await Promise.all(posts)).map(({ layers: edited }) => edited[layerId]!.edits[0]!.fids[0]!);
  expect(new Set(fids).size).toBe(40);
  expect((await values(layerId, 'name')).size).toBe(41);
  const log = await own.edits(layerId);
  expect(log.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq).sort((a, b) => a - b));
  expect(new Set(log.map(({ author_id: author }) => author))).toEqual(new Set([ann.id, bob.id]));
});

test('[MAP-090] a folded layer has the same features, keeps its history, and never gives an id out twice', async () => {
  const layerId = await importPoints('folded', 20_000);
  await edit(
    layerId,
    { type: 'Add', features: [{ geometry: point(1), properties: { n: 1 } }] },
    { type: 'Delete', fids: [20_001, 7] },
    { type: 'Add_Column', column: { name: 'note', type: 'text' }, fill: 'x' },
  );
  const before = await own.features(layerId);
  const [first] = (await own.state()).layers.filter(({ id }) => id === layerId);
  await Promise.all([foldLayer(server.platform, layerId), foldLayer(server.platform, layerId)]);
  const { data: folded } = await ann.client.call(map.readLayer, { params: { layerId }, query: own.query });
  expect(folded.data).toMatchObject({
    snapshot_seq: vectorOf(first!.data).seq,
    seq: vectorOf(first!.data).seq,
    manifest: { featureCount: 19_999, maxFid: 20_001 },
  });
  expect(vectorOf(folded.data).snapshot_key).not.toBe(vectorOf(first!.data).snapshot_key);
  expect(await own.features(layerId)).toEqual(before);
  expect(await own.edits(layerId)).toHaveLength(3);
  const {
    layers: { [layerId]: edited },
  } = await edit(
    layerId,
    { type: 'Add', features: [{ geometry: point(2), properties: { n: 2, note: 'after' } }] },
    { type: 'Edit_Property', edits: [{ fid: 8, column: 'note', value: 'y' }] },
  );
  expect(edited!.edits[0]!.fids).toEqual([20_002]);
  await foldLayer(server.platform, layerId);
  expect((await own.features(layerId)).get(8)?.properties['note']).toBe('y');
  // The snapshot before stays for those who read it; the one before that is gone.
  const folders = new Set((await server.platform.blobs.list(`layers/${layerId}/`)).map((key) => key.split('/')[2]));
  expect(folders.size).toBe(2);
});

test('[MAP-164] a table whose rows have all been deleted stays one, once it is folded too', async () => {
  await own.upload('emptied.csv', 'a,b\n1,2\n');
  const { id: layerId } = (await own.import('/data/emptied.csv')).Layer[0]!;
  await edit(layerId, { type: 'Delete', fids: [1] });
  await foldLayer(server.platform, layerId);
  const manifest = async () =>
    vectorOf((await ann.client.call(map.readLayer, { params: { layerId }, query: own.query })).data.data).manifest;
  expect(await manifest()).toMatchObject({ featureCount: 0, isTable: true, parts: [] });
  await edit(layerId, { type: 'Add', features: [{ geometry: point(1), properties: { a: 3 } }] });
  await foldLayer(server.platform, layerId);
  expect((await manifest()).isTable).toBeUndefined();
});

test('[MAP-090] a fold that fails after its snapshot counts keeps that snapshot, and one that fails before leaves none', async () => {
  const layerId = await importPoints('failing', 100);
  const folders = async () =>
    new Set((await server.platform.blobs.list(`layers/${layerId}/`)).map((key) => key.split('/')[2]));
  await edit(layerId, { type: 'Delete', fids: [1] });
  const silent = {
    ...server.platform,
    bus: { ...server.platform.bus, publish: () => Promise.reject(new Error('the connection is gone')) },
  };
  await expect(foldLayer(silent, layerId)).rejects.toThrow('the connection is gone');
  const [row] = await server.platform.database.query.select().from(layers).where(eq(layers.id, layerId));
  expect(await folders()).toContain(row!.snapshotKey!.split('/')[2]);
  expect((await own.features(layerId)).size).toBe(99);

  await edit(layerId, { type: 'Delete', fids: [2] });
  const { pool } = server.platform.database;
  await pool.query(
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$",
  );
  await pool.query(
    'CREATE TRIGGER refuse BEFORE UPDATE OF snapshot_key ON layers FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  const before = await folders();
  await expect(foldLayer(server.platform, layerId)).rejects.toThrow('Failed query');
  await pool.query('DROP FUNCTION refuse CASCADE');
  expect(await folders()).toEqual(before);
  expect((await own.features(layerId)).size).toBe(98);
});

test('[MAP-090] a long log is folded by itself', async () => {
  const layerId = await own.draw('long', [{ n: 0 }]);
  const asked = vi.spyOn(server.realtime.jobs, 'send');
  for (let at = 0; at <= mostEdits; at += 500) {
    await edit(
      layerId,
      ...Array.from({ length: 500 }, (_, n) => ({
        type: 'Edit_Property',
        edits: [{ fid: 1, column: 'n', value: at + n }],
      })),
    );
  }
  const seq = async () =>
    (await server.platform.database.query.select().from(layers).where(eq(layers.id, layerId)))[0]!.snapshotSeq;
  await expect.poll(seq, { timeout: 20_000, interval: 100 }).toBeGreaterThan(0);
  expect(await values(layerId, 'n')).toEqual(new Map([[1, 1_499]]));
  // Two posts were made while the log was long.
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test('[MAP-090] an edit does not wait until others have been told of the one before', async () => {
  const layerId = await own.draw('brisk', [{ n: 0 }]);
  const rename = (n: number) => edit(layerId, { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value: n }] });
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const publish = vi.spyOn(server.realtime.bus, 'publish').mockReturnValueOnce(told);
  const first = rename(1);
  await expect.poll(() => publish.mock.calls.length).toBe(1);
  await rename(2);
  tell();
  await first;
  publish.mockRestore();
  expect(await values(layerId, 'n')).toEqual(new Map([[1, 2]]));
});

test('[MAP-090] of edits that come at once each is written and told, but for the one that is wrong, which is refused by name', async () => {
  const layerId = await own.draw('together', [{ n: 0 }, { n: 0 }]);
  const visitor = await own.as(bob).enter();
  const wanted = Array.from({ length: 30 }, (_, n) => ({
    type: 'Edit_Property',
    edits: [{ fid: n === 17 ? 99 : 1 + (n % 2), column: 'n', value: n }],
  }));
  const answers = await Promise.allSettled(wanted.map((each) => edit(layerId, each)));
  expect(
    answers
      .map((answer, n) => (answer.status === 'rejected' ? [n, (answer.reason as { code: string }).code] : null))
      .filter(Boolean),
  ).toEqual([[17, 'FEATURE_NOT_FOUND']]);
  const log = (await own.edits(layerId)).slice(-29);
  expect(
    new Set(log.map(({ operation }) => (operation as unknown as { edits: { value: number }[] }).edits[0]!.value)),
  ).toEqual(new Set(wanted.map((_, n) => n).filter((n) => n !== 17)));
  const told = () =>
    visitor.told.flatMap((message) =>
      message.type === 'Layer_Edits' && message.layer_id === layerId
        ? message.edits!.map(({ seq, operation }) => [seq, operation])
        : [],
    );
  await expect.poll(told).toEqual(log.map(({ seq, operation }) => [seq, operation]));
  visitor.socket.close();
});

test('[MAP-090] an edit that names a layer of another map is refused, also while edits of that layer wait', async () => {
  const layerId = await own.draw('guarded', [{ n: 0 }]);
  const set = (value: number) => ({ type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] });
  await edit(layerId, set(1));
  const mallory = await TestMap.make(await server.signUp());
  const { pool } = server.platform.database;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM layers WHERE id = $1 FOR UPDATE', [layerId]);
    const first = edit(layerId, set(2));
    const held = async () =>
      (await pool.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
        .rowCount;
    await expect.poll(held).toBe(1);
    const others = [3, 4, 5, 6].map((value) => edit(layerId, set(value)));
    for (let n = 0; n < 5; n++) {
      await expect(
        mallory.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: set(-1) as never } }),
      ).rejects.toMatchObject({ code: 'LAYER_NOT_FOUND' });
    }
    await holder.query('ROLLBACK');
    await Promise.all([first, ...others]);
  } finally {
    holder.release(true);
  }
  const log = (await own.edits(layerId))
    .slice(2)
    .map(({ author_id: author, operation }) => [
      author,
      (operation as unknown as { edits: { value: number }[] }).edits[0]!.value,
    ]);
  expect(log.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((value) => [ann.id, value]));
});

test('[MAP-090] edits that the records gave up for those of another process are done anew', async () => {
  const layerId = await own.draw('knotted', [{ n: 0 }]);
  const { pool } = server.platform.database;
  await pool.query('CREATE SEQUENCE knots');
  await pool.query(
    "CREATE FUNCTION knot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('knots') = 1 THEN RAISE EXCEPTION 'knot' USING ERRCODE = 'deadlock_detected'; END IF; RETURN NULL; END $$",
  );
  await pool.query('CREATE TRIGGER knot AFTER INSERT ON layer_edits FOR EACH STATEMENT EXECUTE FUNCTION knot()');
  try {
    await Promise.all(
      [1, 2, 3].map((value) => edit(layerId, { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] })),
    );
  } finally {
    await pool.query('DROP FUNCTION knot CASCADE');
    await pool.query('DROP SEQUENCE knots');
  }
  expect(await own.edits(layerId)).toHaveLength(2 + 3);
});

test('[MAP-090] a large edit is written like a small one: the layer is not read anew for it', async () => {
  const layerId = await own.draw('lengthy', [{ name: 'a' }]);
  const { query } = server.platform.database;
  const begin = query.transaction.bind(query);
  const callers: string[] = [];
  // Others count files meanwhile.
  const transaction = vi.spyOn(query, 'transaction').mockImplementation((...given) => {
    callers.push(new Error('begun').stack ?? '');
    return begin(...given);
  });
  for (const value of ['x'.repeat(1_200_000), 'small'])
    await edit(layerId, { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value }] });
  transaction.mockRestore();
  expect(callers.filter((stack) => stack.includes('/edit/edit-layers.ts'))).toEqual([]);
  expect(await values(layerId, 'name')).toEqual(new Map([[1, 'small']]));
});

test('[MAP-090] what another process has written meanwhile is seen by the next edit and by what undoes it', async () => {
  const { query } = server.platform.database;
  const layerId = await own.draw('elsewhere', [{ n: 1 }]);
  const set = (value: number) => edit(layerId, { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] });
  await set(2);
  const operation = (value: number) => ({ type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] });
  const [other] = await query
    .insert(layerEdits)
    .values({ layerId, authorId: bob.id, operation: operation(3), inverse: [operation(2)] as never })
    .returning({ seq: layerEdits.seq });
  await query.update(layers).set({ newestSeq: other!.seq }).where(eq(layers.id, layerId));
  const {
    layers: { [layerId]: mine },
  } = await set(4);
  const [row] = await query.select().from(layerEdits).where(eq(layerEdits.seq, mine!.seq));
  expect(row!.inverse).toEqual([operation(3)]);
});

test('[MAP-090] an edit of more than the log can hold is refused before anything is done', async () => {
  const layerId = await own.draw('large', [{ name: 'a' }]);
  const fids = Array.from({ length: 100_001 }, () => 1);
  await expect(edit(layerId, { type: 'Delete', fids })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const tooLong = await ann.fetch(`/parties/map/${own.mapId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"type":"Update_Vector_Layer_Data","x":"${'y'.repeat(16_000_000)}"}`,
  });
  expect([tooLong.status, await tooLong.json()]).toMatchObject([413, { code: 'TOO_LARGE' }]);
  expect(await values(layerId, 'name')).toEqual(new Map([[1, 'a']]));
});
