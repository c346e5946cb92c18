import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VectorUpdate } from '@groma/geo';
import { GromaError, limit } from '@groma/model';
import type { MapPost, VectorUpdateInput } from '@groma/protocol';
import { sessionStore, type User } from '../../../platform/session.ts';
import { asideStore, refreshAside } from '../../../platform/unsaved/aside-store.ts';
import { keepChanges } from '../../../platform/unsaved/change-keeper.ts';
import { dropKept, markKept, readKept } from '../../../platform/unsaved/kept-store.ts';
import { EditQueue } from './edit-queue.ts';
import { settleMapEdits } from './settle-edits.ts';
import { effectOf, updatesOf, withLocalFids } from './waiting-edit.ts';

globalThis.indexedDB = new IDBFactory();

type Update = Extract<MapPost, { type: 'Update_Vector_Layer_Data' }>;
const place = '/parties/map/m';
const noAnswer = () => new TypeError('fetch failed');

/** A server that knows keys, as ours does, and can be away, lose its answers, or refuse what names a gone feature. */
class Server {
  readonly done = new Map<
    string,
    { layers: Record<string, { seq: number; edits: { seq: number; fids: number[] }[] }> }
  >();
  readonly updates: VectorUpdateInput[] = [];
  readonly posts: MapPost[] = [];
  isAway = false;
  losesAnswers = false;
  /** Answers come when this is over. */
  pause: Promise<unknown> = Promise.resolve();
  readonly gone = new Set<number>();
  refusesShapes = false;
  #fid = 10;

  readonly post = async (post: MapPost): Promise<never> => {
    this.posts.push(post);
    await this.pause;
    if (this.isAway) return Promise.reject(noAnswer());
    const { key = '' } = post as Update;
    const answer = this.done.get(key) ?? this.#make(post as Update);
    if (answer instanceof Error) return Promise.reject(answer);
    this.done.set(key, answer);
    return this.losesAnswers ? Promise.reject(noAnswer()) : Promise.resolve(answer as never);
  };

  #make(post: Update) {
    const edits = updatesOf(post)['l']!.map((update) => {
      if (update.type === 'Add' && this.refusesShapes) return new GromaError('BAD_INPUT', { detail: 'no such shape' });
      if (update.type === 'Delete' && update.fids.some((fid) => this.gone.has(fid)))
        return new GromaError('FEATURE_NOT_FOUND', { name: 'l', fid: 1 });
      this.updates.push(update);
      return {
        seq: this.updates.length,
        fids: update.type === 'Add' ? update.features.map(() => (this.#fid += 1)) : [],
      };
    });
    const refused = edits.find((each) => each instanceof Error);
    return (
      refused ?? { layers: { l: { seq: this.updates.length, edits: edits as { seq: number; fids: number[] }[] } } }
    );
  }
}

const opened: EditQueue[] = [];
/** A page that has the map open. */
function page(server: Server, person = 'ann', keeper = keepChanges({ person, projectId: 'p', place })) {
  const state = {
    lostAt: null as number | null,
    waiting: 0,
    isKept: true,
    shown: [] as VectorUpdate[],
    refused: [] as unknown[],
  };
  const queue = new EditQueue({
    keeper,
    read: () => state,
    set: (change) => Object.assign(state, change),
    post: server.post,
    isMine: () => sessionStore.getState().user?.id === person,
    describe: () => ({ title: 'Map', text: 'what was changed' }),
    showLocal: (_layer, local) => {
      state.shown = local.flatMap(({ updates }) => updates);
    },
    confirmLocal: () => undefined,
    renumber: () => undefined,
    onSetAside: (error) => state.refused.push(error),
  });
  opened.push(queue);
  const write = (...changes: VectorUpdateInput[]) => {
    const { updates, newFids } = withLocalFids(changes);
    const post: MapPost = { type: 'Update_Vector_Layer_Data', vector_update: { l: updates } };
    return queue.write({ key: crypto.randomUUID(), layerId: 'l', post, newFids, effect: () => effectOf(updates) });
  };
  return { queue, state, write };
}
const set = (fid: number, value: number): VectorUpdateInput => ({
  type: 'Edit_Property',
  edits: [{ fid, column: 'n', value }],
});
const draw = (n: number): VectorUpdateInput => ({ type: 'Add', features: [{ geometry: null, properties: { n } }] });
const kept = async () => (await readKept('ann')).length;
const settle = (server: Server, ids: string[] = []) =>
  settleMapEdits({ person: 'ann', place, ids }, (_mapId, post) => server.post(post));

beforeEach(async () => {
  sessionStore.setState({ user: { id: 'ann' } as User });
  await dropKept((await readKept('ann')).map(({ id }) => id));
  await refreshAside();
});
afterEach(() => {
  for (const queue of opened.splice(0)) queue.close();
});

test('[MAP-125] changes made while the server is away are shown, kept and sent in their order when it is back', async () => {
  const server = new Server();
  const { queue, state, write } = page(server);
  expect(await write(set(1, 1))).toMatchObject({ layers: { l: { seq: 1 } } });
  server.isAway = true;
  state.lostAt = Date.now();
  expect(await write(set(1, 2))).toBeNull();
  expect(await write(set(1, 3))).toBeNull();
  expect([state.shown, state.waiting, state.isKept, await kept()]).toEqual([[set(1, 2), set(1, 3)], 2, true, 2]);
  [server.isAway, state.lostAt] = [false, null];
  await queue.flush();
  expect([server.updates, state.shown, state.waiting]).toEqual([[set(1, 1), set(1, 2), set(1, 3)], [], 0]);
  await expect.poll(kept).toBe(0);
});

test('[MAP-125] a change whose answer was lost is made once', async () => {
  const server = new Server();
  const { queue, write, state } = page(server);
  server.losesAnswers = true;
  expect(await write(set(1, 1))).toBeNull();
  await queue.flush();
  expect(state.waiting).toBe(1);
  server.losesAnswers = false;
  await queue.flush();
  expect([server.updates, state.waiting]).toEqual([[set(1, 1)], 0]);
});

test('[MAP-125] a change that has no answer for some time is shown meanwhile, and sent once', async () => {
  const server = new Server();
  let answer = (): void => undefined;
  server.pause = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { queue, state, write } = page(server);
  expect(await write(set(1, 1))).toBeNull();
  expect([state.shown, await kept()]).toEqual([[set(1, 1)], 1]);
  answer();
  await queue.flush();
  expect([server.updates, state.shown, state.waiting]).toEqual([[set(1, 1)], [], 0]);
});

test('[MAP-125] later changes name what was drawn by the id that the server has given, in the same page and after a reload', async () => {
  const server = new Server();
  server.isAway = true;
  const first = page(server);
  await first.write(draw(4));
  const { fid } = (first.state.shown[0] as { features: { fid: number }[] }).features[0]!;
  await first.write(set(fid, 5));
  await first.write({ type: 'Delete', fids: [fid] });
  server.isAway = false;
  // The first change arrives, its answer is lost, and the page is over.
  server.losesAnswers = true;
  await first.queue.flush();
  first.queue.close();
  server.losesAnswers = false;
  await settle(server);
  expect(server.updates).toEqual([
    { type: 'Add', features: [{ fid: null, geometry: null, properties: { n: 4 } }] },
    set(11, 5),
    { type: 'Delete', fids: [11] },
  ]);
  expect(await kept()).toBe(0);
});

test('[MAP-125] what is drawn as a layer of its own is answered when the server has made it', async () => {
  const server = new Server();
  server.isAway = true;
  const { queue, state, write } = page(server);
  state.lostAt = Date.now();
  await write(draw(1));
  const made = queue.write({
    key: crypto.randomUUID(),
    layerId: '',
    newFids: [],
    isAwaited: true,
    post: { type: 'Update_Vector_Layer_Data', vector_update: { l: [draw(2)] } },
  });
  await expect.poll(kept).toBe(2);
  [server.isAway, state.lostAt] = [false, null];
  await queue.flush();
  expect(await made).toMatchObject({ layers: { l: { seq: 2 } } });
});

test('[MAP-125] ten seconds after the connection is gone nothing is taken any more but what the screen shows already', async () => {
  const server = new Server();
  server.isAway = true;
  const { queue, state, write } = page(server);
  state.lostAt = Date.now() - limit.offlineEditMs;
  await expect(write(set(1, 1))).rejects.toThrow(/connection is back/);
  expect(
    await queue.write({
      key: crypto.randomUUID(),
      layerId: '',
      newFids: [],
      isShown: true,
      post: { type: 'Update_Base_Map', base_map_type: 'satellite' },
    }),
  ).toBeNull();
  state.lostAt = Date.now();
  await expect(write({ type: 'Calculate', column: 'n', formula: '1' })).rejects.toThrow(/needs the server/);
  expect([state.waiting, await kept()]).toEqual([1, 1]);
});

test('[MAP-126] what the server refuses is listed with its reason, and the rest goes on', async () => {
  const server = new Server();
  server.isAway = true;
  server.gone.add(1);
  const { queue, state, write } = page(server);
  await write({ type: 'Delete', fids: [1] });
  await write(set(2, 2));
  server.isAway = false;
  await queue.flush();
  expect(server.updates).toEqual([set(2, 2)]);
  await expect
    .poll(() => asideStore.getState().records)
    .toMatchObject([{ code: 'FEATURE_NOT_FOUND', title: 'Map', text: 'what was changed', place }]);
  expect([state.shown, state.refused.length]).toEqual([[], 1]);
  // Somebody has brought the feature back: the same page tries again.
  server.gone.clear();
  const [record] = asideStore.getState().records;
  await markKept([record!.id], null);
  await settle(server, [record!.id]);
  expect(server.updates.at(-1)).toEqual({ type: 'Delete', fids: [1] });
  expect(await kept()).toBe(0);
});

test('[MAP-134] what says how a map is to look carries a key too, by which the server knows whose it is', async () => {
  const server = new Server();
  const { queue } = page(server);
  const key = crypto.randomUUID();
  await queue
    .write({
      key,
      layerId: '',
      newFids: [],
      isShown: true,
      post: { type: 'Update_Base_Map', base_map_type: 'satellite' },
    })
    .catch(() => undefined);
  expect(server.posts).toEqual([{ type: 'Update_Base_Map', base_map_type: 'satellite', key }]);
});

test('[MAP-126] nobody else who signs in in this browser sends it', async () => {
  const server = new Server();
  server.isAway = true;
  const { queue, write } = page(server);
  await write(set(1, 1));
  server.isAway = false;
  sessionStore.setState({ user: { id: 'ben' } as User });
  await queue.flush();
  queue.close();
  await settle(server);
  expect(server.updates).toEqual([]);
  sessionStore.setState({ user: { id: 'ann' } as User });
  await settle(server);
  expect(server.updates).toEqual([set(1, 1)]);
});

test('[MAP-125] a change counts as kept when this browser has taken it, not before, and only the work it stands for gives way to it', async () => {
  const server = new Server();
  const storage = keepChanges({ person: 'ann', projectId: 'p', place });
  let takes: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    takes = resolve;
  });
  const { queue, state } = page(server, 'ann', { ...storage, keep: (change) => slow.then(() => storage.keep(change)) });
  await storage.keep({ id: 'drawing', madeAt: 0, order: 0, title: '', text: '', work: {} });
  state.lostAt = Date.now();
  const post: MapPost = { type: 'Update_Vector_Layer_Data', vector_update: { l: [set(1, 1)] } };
  const written = queue.write({
    key: 'k',
    layerId: 'l',
    post,
    newFids: [],
    effect: () => effectOf([set(1, 1)]),
    replaces: 'drawing',
  });
  await expect.poll(() => state.shown).toHaveLength(1);
  expect([state.waiting, (await readKept('ann')).map(({ id }) => id)]).toEqual([0, ['drawing']]);
  takes();
  await written;
  expect([state.waiting, state.isKept]).toEqual([1, true]);
  await expect.poll(async () => (await readKept('ann')).map(({ id }) => id)).toEqual(['k']);
});

test('[MAP-130] what is refused while somebody waits for it is theirs, and not listed', async () => {
  const server = new Server();
  const { queue, state } = page(server);
  state.lostAt = Date.now();
  server.gone.add(1);
  const post: MapPost = { type: 'Update_Vector_Layer_Data', vector_update: { l: [{ type: 'Delete', fids: [1] }] } };
  const refused = queue.write({ key: 'k', layerId: '', post, newFids: [], isAwaited: true }).then(
    () => null,
    (error: unknown) => error,
  );
  await expect.poll(() => state.waiting).toBe(1);
  state.lostAt = null;
  await queue.flush();
  expect(await refused).toMatchObject({ code: 'FEATURE_NOT_FOUND' });
  expect([await kept(), state.waiting, state.refused]).toEqual([0, 0, []]);
});

/** Draws a feature while the server is away, changes it together with another, changes it alone, and undoes that. */
async function drawAndChange(
  write: ReturnType<typeof page>['write'],
  queue: EditQueue,
  state: { shown: VectorUpdate[] },
) {
  await write(draw(4));
  const { fid } = (state.shown[0] as { features: { fid: number }[] }).features[0]!;
  const edits = [
    { fid, column: 'n', value: 5 },
    { fid: 2, column: 'n', value: 6 },
  ];
  await write({ type: 'Edit_Property', edits });
  await write({ type: 'Delete', fids: [fid] });
  const [, , deleted] = await readKept('ann');
  await queue.write({
    key: crypto.randomUUID(),
    layerId: 'l',
    newFids: [],
    post: { type: 'Undo_Vector_Layer_Data', layer_id: 'l', keys: [deleted!.id] },
    effect: () => [],
  });
  return fid;
}
const listed = () =>
  asideStore.getState().records.map(({ code, work }) => [code, updatesOf((work as { post: Update }).post)['l']]);
const isLost = (fid: number) => [
  ['BAD_INPUT', [{ type: 'Add', features: [{ fid, geometry: null, properties: { n: 4 } }] }]],
  ['BAD_INPUT', [set(fid, 5)]],
  ['BAD_INPUT', [{ type: 'Delete', fids: [fid] }]],
];

test('[MAP-126] what was done to a drawn feature that is refused is listed with it, and the rest of it is saved', async () => {
  const server = new Server();
  server.isAway = true;
  const { queue, state, write } = page(server);
  const fid = await drawAndChange(write, queue, state);
  [server.isAway, server.refusesShapes] = [false, true];
  await queue.flush();
  await expect.poll(listed).toEqual(isLost(fid));
  expect([server.updates, state.refused.length, state.shown, state.waiting]).toEqual([[set(2, 6)], 1, [], 0]);
  await expect(write(set(fid, 7))).rejects.toThrow(/Someone deleted this feature/);
  // Once the shape is taken, all of it can be tried again.
  server.refusesShapes = false;
  const ids = asideStore.getState().records.map(({ id }) => id);
  await markKept(ids, null);
  await settle(server, ids);
  expect(server.updates.slice(2)).toEqual([set(11, 5), { type: 'Delete', fids: [11] }]);
  expect(await kept()).toBe(0);
});

test('[MAP-126] the same after a reload', async () => {
  const server = new Server();
  server.isAway = true;
  const { queue, state, write } = page(server);
  const fid = await drawAndChange(write, queue, state);
  queue.close();
  [server.isAway, server.refusesShapes] = [false, true];
  await settle(server);
  await expect.poll(listed).toEqual(isLost(fid));
  expect(server.updates).toEqual([set(2, 6)]);
  // One that is tried again without the shape it is about is not sent.
  const last = asideStore.getState().records.at(-1)!;
  await markKept([last.id], null);
  await settle(server, [last.id]);
  expect(asideStore.getState().records.at(-1)).toMatchObject({ id: last.id, code: 'FEATURE_NOT_FOUND' });
  expect(server.updates).toHaveLength(1);
});

test('[MAP-138] a change is kept before the call that makes it returns, also while the server is away', async () => {
  const noted: string[] = [];
  const storage = keepChanges({ person: 'ann', projectId: 'p', place });
  const server = new Server();
  const { state, write } = page(server, 'ann', {
    ...storage,
    keep: (change) => {
      noted.push(change.text);
      return storage.keep(change);
    },
  });
  const there = write(set(1, 1));
  expect(noted).toHaveLength(1);
  state.lostAt = Date.now();
  const away = write(set(1, 2));
  expect(noted).toHaveLength(2);
  await Promise.all([there, away]);
});
