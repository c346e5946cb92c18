import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionStore, type User } from '../../../../platform/session.ts';
import { asideStore } from '../../../../platform/unsaved/aside-store.ts';
import { readKept, dropKept } from '../../../../platform/unsaved/kept-store.ts';
import type { NewEdit } from '../edit-queue.ts';
import { NotNow } from '../not-now.ts';
import { settleDrawings } from '../settle-drawings.ts';
import type { DrawingSession } from './drawing-session.ts';
import { newEditing, placed, sketchFinished } from './drawing-state.ts';
import { MapDrawing } from './map-drawing.ts';
import { findUnfinished, keepUnfinished } from './unfinished.ts';

globalThis.indexedDB = new IDBFactory();

const opened: MapDrawing[] = [];

/** A page that shows a map of one layer, whose server answers what `write` says. */
function page({
  holder,
  write = () => Promise.resolve(null),
  takeBack = () => Promise.resolve(),
}: { holder?: string; write?: (edit: NewEdit) => Promise<null>; takeBack?: () => Promise<void> } = {}) {
  const editors: Record<string, { userId: string; username: string }> = holder
    ? { wells: { userId: holder, username: holder } }
    : {};
  const said: string[] = [];
  const session = {
    mapId: 'm',
    projectId: 'p',
    myId: 'ann',
    isReadOnly: false,
    write,
    state: {
      name: 'Water',
      boundLayerId: null,
      data: { wells: {} },
      editors,
      hierarchy: { wells: { text: 'Wells' } },
      loaded: {},
    },
    bind: () => undefined,
    sayLocked: (id: string) => {
      said.push(id);
    },
    settleLeft: () => Promise.resolve(true),
    refresh: () => Promise.resolve(),
    holdTaken: () => undefined,
    ask: () => Promise.resolve([]),
    edits: {
      takeBack,
      whileMaking: <Result,>(step: () => Promise<Result>) => step(),
      remember: () => undefined,
    },
  } as unknown as DrawingSession;
  const drawing = new MapDrawing(session);
  opened.push(drawing);
  return { drawing, editors, said };
}

/** Two points, and a line that is not finished. */
function draw(drawing: MapDrawing, sourceId: string | null = null): void {
  drawing.store.setState({
    mode: 'point',
    editing: newEditing(sourceId === null ? null : { id: sourceId, title: sourceId }, 'Drawn'),
  });
  for (const x of [1, 2]) {
    drawing.change((state) => placed(state, [x, x]));
    drawing.change(sketchFinished);
  }
  drawing.store.setState({ mode: 'line' });
  drawing.change((state) => placed(state, [5, 5]));
}

const kept = () => readKept('ann');
const shapes = ({ state }: MapDrawing) => state.editing?.features.map(({ geometry }) => geometry.coordinates);

beforeEach(async () => {
  sessionStore.setState({ user: { id: 'ann' } as User });
  await dropKept((await kept()).map(({ id }) => id));
});
afterEach(() => {
  for (const drawing of opened.splice(0)) drawing.close();
});

test('[MAP-130] a drawing is there on the next page with its open shape, and one page alone goes on with it', async () => {
  const first = page();
  draw(first.drawing);
  first.drawing.close();
  await expect.poll(kept).toHaveLength(1);
  const [second, third] = [page(), page()];
  await Promise.all([second.drawing.restoreLeft(true), third.drawing.restoreLeft(true)]);
  const [found, ...others] = [second.drawing, third.drawing].filter(({ state }) => state.editing !== null);
  expect([shapes(found!), found!.state.sketch, found!.state.mode, others]).toEqual([
    [
      [1, 1],
      [2, 2],
    ],
    [[5, 5]],
    'line',
    [],
  ]);
  found!.store.setState({ sketch: [] });
  found!.change((state) => ({ editing: { ...state.editing!, features: state.editing!.features.slice(0, 1) } }));
  await found!.cancel();
  await expect.poll(kept).toHaveLength(0);
});

test('[MAP-130] a drawing is kept until the change that saves it is, and stays where that is refused', async () => {
  let replaced: string | null | undefined;
  const { drawing } = page({
    write: ({ replaces }) => {
      replaced = replaces;
      return Promise.reject(new Error('No room'));
    },
  });
  draw(drawing);
  await expect.poll(kept).toHaveLength(1);
  const [{ id } = { id: '' }] = await kept();
  expect([await drawing.finish(), replaced]).toEqual([false, id]);
  await dropKept([id]);
  expect(shapes(drawing)).toHaveLength(2);
  await expect.poll(kept).toHaveLength(1);
});

test('[MAP-130] what was taken out of a layer stays known until the server is there to put it back, and nothing is drawn anew meanwhile', async () => {
  const first = page();
  draw(first.drawing, 'wells');
  keepUnfinished('ann', 'm', { layerId: 'wells', keys: ['k'], fids: [7] });
  first.drawing.close();
  await expect.poll(kept).toHaveLength(1);
  let isAway = true;
  const second = page({ takeBack: () => (isAway ? Promise.reject(new NotNow('later')) : Promise.resolve()) });
  expect([await second.drawing.restoreLeft(true), second.drawing.state.editing]).toEqual([false, null]);
  expect(await findUnfinished('ann', 'm')).toMatchObject({ fids: [7] });
  isAway = false;
  expect(await second.drawing.restoreLeft(true)).toBe(true);
  expect(shapes(second.drawing)).toHaveLength(2);
  expect(await findUnfinished('ann', 'm')).toBeNull();
});

test('[MAP-130] a drawing waits for its layer while somebody else has that', async () => {
  const first = page();
  draw(first.drawing, 'wells');
  first.drawing.close();
  await expect.poll(kept).toHaveLength(1);
  const second = page({ holder: 'ben' });
  await second.drawing.restoreLeft(true);
  expect([second.drawing.state.editing, second.said]).toEqual([null, ['wells']]);
  delete second.editors['wells'];
  second.drawing.locksChanged();
  await expect.poll(() => second.drawing.state.editing?.sourceId).toBe('wells');
});

test('[MAP-130] [MAP-126] a drawing of a map that is gone is listed with its shapes', async () => {
  const first = page();
  draw(first.drawing);
  first.drawing.close();
  await expect.poll(kept).toHaveLength(1);
  await settleDrawings({ person: 'ann', place: '/drawings/m' }, () => Promise.resolve([]));
  expect(asideStore.getState().records.map(({ title, code }) => [title, code])).toEqual([['Water', 'NOT_FOUND']]);
  expect(JSON.parse(asideStore.getState().records[0]!.text!)).toMatchObject({
    features: [{ geometry: { coordinates: [1, 1] } }, { geometry: { coordinates: [2, 2] } }],
  });
});
