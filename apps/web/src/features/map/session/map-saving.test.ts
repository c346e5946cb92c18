import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MapPost } from '@groma/protocol';
import { sessionStore, type User } from '../../../platform/session.ts';
import { keepChanges } from '../../../platform/unsaved/change-keeper.ts';
import { dropKept, readKept } from '../../../platform/unsaved/kept-store.ts';
import { MapSaving } from './map-saving.ts';
import { firstMapState, type MapState } from './map-state.ts';
import { updatesOf } from './waiting-edit.ts';

globalThis.indexedDB = new IDBFactory();

const place = { mapId: 'm', projectId: 'p', person: 'ann' };
const opened: MapSaving[] = [];

/** A server that notes the values it is sent, and can be away, or slow to answer. */
class Server {
  readonly values: unknown[] = [];
  isAway = false;
  pause: Promise<unknown> = Promise.resolve();

  readonly send = async (post: MapPost): Promise<never> => {
    await this.pause;
    if (this.isAway) throw new TypeError('fetch failed');
    this.values.push(valueOf(post));
    return { layers: { l: { seq: this.values.length, edits: [{ seq: this.values.length, fids: [] }] } } } as never;
  };
}

const postOf = (value: number): MapPost => ({
  type: 'Update_Vector_Layer_Data',
  vector_update: { l: { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] } },
});
const valueOf = (post: MapPost): unknown => {
  if (post.type !== 'Update_Vector_Layer_Data') return post.type;
  const [update] = updatesOf(post)['l']!;
  return update?.type === 'Edit_Property' ? update.edits[0]!.value : null;
};

function page(server: Server) {
  let state: MapState = firstMapState;
  const saving = new MapSaving(place, {
    read: () => state,
    set: (change) => (state = { ...state, ...change }),
    refresh: () => Promise.resolve(),
    send: server.send,
    undoOf: () => Promise.resolve(null),
    showLocal: () => undefined,
    confirmLocal: () => undefined,
  });
  opened.push(saving);
  return {
    saving,
    away: (lostAt: number | null) => (state = { ...state, lostAt }),
    set: (value: number) => saving.write({ ...edit(value), effect: () => [] }),
  };
}
const edit = (value: number) => ({ key: crypto.randomUUID(), layerId: 'l', newFids: [], post: postOf(value) });

/** A page that is over leaves these values. */
async function leave(...values: number[]): Promise<void> {
  const keeper = keepChanges({ person: 'ann', projectId: 'p', place: '/parties/map/m' });
  for (const [order, value] of values.entries()) {
    const { key: id, ...work } = edit(value);
    await keeper.keep({ id, madeAt: 1, order, title: '', text: '', work });
  }
  keeper.close();
}

beforeEach(async () => {
  sessionStore.setState({ user: { id: 'ann' } as User });
  await dropKept((await readKept('ann')).map(({ id }) => id));
});
afterEach(() => {
  for (const saving of opened.splice(0)) saving.close();
});

test('[MAP-125] what earlier pages left is sent before what this one does, however slow the server is', async () => {
  await leave(1, 2);
  const server = new Server();
  let answer = (): void => undefined;
  server.pause = new Promise<void>((resolve) => (answer = resolve));
  const { saving, set } = page(server);
  void saving.settleLeft();
  const made = Promise.all([set(3), set(4), saving.post({ type: 'Delete_Layers', layer_ids: ['l'] })]);
  answer();
  await made;
  expect(server.values).toEqual([1, 2, 3, 4, 'Delete_Layers']);
});

test('[MAP-125] where what earlier pages left cannot be sent, what this one does waits with it', async () => {
  await leave(1);
  const server = new Server();
  server.isAway = true;
  const { saving, set } = page(server);
  expect(await set(2)).toBeNull();
  expect(await saving.settleLeft()).toBe(false);
  server.isAway = false;
  await saving.flush();
  expect(server.values).toEqual([1, 2]);
  await expect.poll(async () => (await readKept('ann')).length).toBe(0);
});

test('[MAP-125] several parts of a page that send what is left send it once', async () => {
  await leave(1, 2);
  const server = new Server();
  const { saving } = page(server);
  await Promise.all([saving.settleLeft(), saving.settleLeft(), saving.settleLeft()]);
  expect(server.values).toEqual([1, 2]);
});

test('[MAP-136] deleting and bringing back layers says that it needs the server, and comes after what was done in them', async () => {
  const server = new Server();
  const { saving, set, away } = page(server);
  away(Date.now());
  await set(1);
  const post: MapPost = { type: 'Delete_Layers', layer_ids: ['l'] };
  await expect(saving.post(post)).rejects.toThrow('This needs the server. Try again once the connection is back.');
  expect(server.values).toEqual([]);
  away(null);
  await saving.post(post);
  expect(server.values).toEqual([1, 'Delete_Layers']);
});
