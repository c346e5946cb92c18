import { TOOLS } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore, type Project, type User } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';
import type { MapSession } from '../session/map-session.ts';
import { firstMapState, type LoadedLayer, type MapState } from '../session/map-state.ts';
import { lendPicture } from '../view/open-pictures.ts';
import { ToolForm } from './tool-form.tsx';
import { ToolList } from './tool-list.tsx';
import { chooseTool, keepDraft } from './tool-shelf.ts';

beforeAll(bringTexts);
// A text area that grows listens to the fonts of the page.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }));
beforeEach(() => {
  localStorage.clear();
  sessionStore.setState({
    user: { id: crypto.randomUUID() } as User,
    project: { id: 'p', role: 'PROJECT_EDITOR', plan_outcome: 'NO_ERROR' } as Project,
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of TOOLS) keepDraft(id, null);
  chooseTool(null);
});

type Kind = DrawBatch['kind'];

/** A layer as its worker has read it: some features of each kind, numbered from 1. */
function layerOf(counts: Partial<Record<Kind, number>>): LoadedLayer {
  let last = 0;
  const batches = Object.entries(counts).map(([kind, count]) => {
    const fids = Int32Array.from({ length: count }, () => (last += 1));
    return { id: kind, kind: kind as Kind, fids, count } as DrawBatch;
  });
  const columns = [
    { name: 'crop', type: 'string' },
    { name: 'yield', type: 'number' },
  ] as LoadedLayer['columns'];
  return { load: { status: 'ready' }, batches, classes: {}, classedBy: null, count: last, columns, version: 1 };
}

/** A map of one layer, Roads, and what was done to it. */
function mapOf(counts: Partial<Record<Kind, number>>, change: Partial<MapState> = {}) {
  const hierarchy = { l: { id: 'l', text: 'Roads', type: 'Layer', parent_id: '', level: 1, order: 1, visible: true } };
  const store = createStore<MapState>(() => ({
    ...firstMapState,
    status: 'ready',
    hierarchy: hierarchy as unknown as MapState['hierarchy'],
    data: { l: { kind: 'vector', manifest: { columns: [], parts: [] } } } as unknown as MapState['data'],
    loaded: { l: layerOf(counts) },
    ...change,
  }));
  const undone: [string, readonly string[]][] = [];
  const previews: unknown[] = [];
  const session = {
    mapId: 'm',
    projectId: 'p',
    myId: 'ann',
    store,
    get state() {
      return store.getState();
    },
    loadLayer: () => undefined,
    refresh: () => Promise.resolve(),
    preview: (shown: { id: string } | null) => {
      previews.push(shown);
      store.setState({ previewId: shown?.id ?? null });
    },
    select: (layerId: string, fids: ReadonlySet<number>) => store.setState({ selection: { [layerId]: fids } }),
    edits: {
      whileMaking: <Result,>(step: () => Promise<Result>) => step(),
      rememberEdits: (layerId: string, keys: readonly string[]) => undone.push([layerId, keys]),
    },
  } as unknown as MapSession;
  return { session, store, undone, previews };
}

function show(session: MapSession, toolId: string, onBack = () => undefined, source: string | null = null) {
  const tool = TOOLS.find(({ id }) => id === toolId)!;
  return render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <ToolForm session={session} layerId="l" source={source} tool={tool} onBack={onBack} />
      </GromaProvider>
    </QueryClientProvider>,
  );
}

const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
const select = (...fids: number[]) => ({ selection: { l: new Set(fids) } });

/** Answers calls as the server would, and takes note of what was asked. */
function answer(outcome: object) {
  const asked: { path: string; method: string; body: Record<string, unknown> | null }[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null;
    asked.push({ path: String(path), method: init?.method ?? 'GET', body });
    if (init?.method === 'DELETE') return new Response(null, { status: 204 });
    if (String(path).endsWith('/keep')) return Response.json({ data: madeLayer });
    const operationId = body?.['operation_id'] ?? 'o';
    return Response.json({
      data: {
        operation_id: operationId,
        name: '',
        count: 2,
        skipped: [],
        layer: null,
        preview: null,
        edits: [],
        edit_seq: null,
        ...outcome,
      },
    });
  });
  return asked;
}

/** The data of a layer of two polygons. */
const snapshot = {
  kind: 'vector',
  manifest: {
    version: 2,
    featureCount: 2,
    maxFid: 2,
    bbox: [0, 0, 1, 1],
    columns: [],
    parts: [
      { kind: 'polygon', geometryType: 'Polygon', dimension: 'XY', file: 'a.arrow', bytes: 1, rows: 2, batches: [] },
    ],
  },
  snapshot_key: 'k',
  snapshot_seq: 0,
  seq: 0,
  source: {},
};
const madeLayer = {
  id: crypto.randomUUID(),
  text: 'Roads (Buffer)',
  type: 'Layer',
  parent_id: '',
  level: 1,
  order: 0,
  visible: true,
  data: snapshot,
};

test('[GEO-006] the tools are listed by category with their short names, and found by what is typed', async () => {
  const chosen: string[] = [];
  render(
    <GromaProvider>
      <ToolList onChoose={(id) => chosen.push(id)} />
    </GromaProvider>,
  );
  const transformation = screen.getByRole('region', { name: 'Transformation' });
  expect(within(transformation).getByRole('button', { name: 'Buffer' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Measurement & Analysis' })).toBeTruthy();
  for (const { shortName } of TOOLS)
    expect(screen.getAllByRole('button', { name: shortName }).length).toBeGreaterThan(0);

  const search = screen.getByRole('searchbox', { name: 'Find a tool' });
  fireEvent.change(search, { target: { value: 'rotat' } });
  expect(screen.queryByRole('button', { name: 'Buffer' })).toBeNull();
  // By the keyboard alone: down into the list, and Enter presses what has the focus.
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Rotate');
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(document.activeElement).toBe(search);
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(chosen).toEqual(['rotate']);
  // Back from the form the list is as it was left.
  cleanup();
  render(
    <GromaProvider>
      <ToolList onChoose={() => undefined} />
    </GromaProvider>,
  );
  expect(document.activeElement?.textContent).toBe('Rotate');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
  expect(screen.getByText('No tool matches “zzz”')).toBeTruthy();
});

test('[GEO-006] favourites stand above the categories and stay with the person', () => {
  const list = (
    <GromaProvider>
      <ToolList onChoose={() => undefined} />
    </GromaProvider>
  );
  const { unmount } = render(list);
  expect(screen.queryByRole('region', { name: 'Favourites' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add Buffer to favourites' }));
  unmount();
  render(list);
  const favourites = screen.getByRole('region', { name: 'Favourites' });
  expect(within(favourites).getByRole('button', { name: 'Buffer' })).toBeTruthy();
  cleanup();
  sessionStore.setState({ user: { id: crypto.randomUUID() } as User });
  render(list);
  expect(screen.queryByRole('region', { name: 'Favourites' })).toBeNull();
});

test('[GEO-006, GEO-042] the form of a tool shows its fields with their defaults, remembers what is set, and resets it', () => {
  const { session } = mapOf({ line: 2 });
  const { unmount } = show(session, 'buffer');
  const radius = () => screen.getByLabelText<HTMLInputElement>('Radius');
  expect(radius().value).toBe('10');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Unit' }).value).toBe('Kilometres');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Each feature by itself' }).checked).toBe(true);
  fireEvent.change(radius(), { target: { value: '25' } });
  unmount();
  show(session, 'buffer');
  expect(radius().value).toBe('25');
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(radius().value).toBe('10');
  fireEvent.change(radius(), { target: { value: '' } });
  expect(screen.getByText('Enter a number')).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[SHL-133] what is no number keeps a tool from running, and the form says where', () => {
  const { session } = mapOf({ line: 2 });
  show(session, 'buffer');
  const radius = screen.getByLabelText<HTMLInputElement>('Radius');
  for (const text of ['1.000,5', 'ten', '']) {
    fireEvent.change(radius, { target: { value: text } });
    expect([radius.value, run().disabled]).toEqual([text, true]);
    expect(screen.getByText('Check the field “Radius”.')).toBeTruthy();
  }
  expect(screen.queryByText('“ten” is not a number.')).toBeNull();
  fireEvent.change(radius, { target: { value: '1e3' } });
  expect([run().disabled, screen.queryByText(/Check the field/)]).toEqual([false, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(radius.value).toBe('10');
});

test('[VEC-026] an expression that is none says how a column is written', () => {
  const { session } = mapOf({ line: 2 });
  show(session, 'select_by_expression');
  const refused = (text: string): [string, boolean] => {
    fireEvent.change(screen.getByLabelText('Expression'), { target: { value: text } });
    return [document.querySelector('.function-problem')?.textContent ?? '', run().disabled];
  };
  expect(refused("Crop = 'rye'")).toEqual(['Write $crop for the values of the column “crop”.', true]);
  expect(refused("'crop' = 'rye'")).toEqual([
    'This is the same for every feature, as it uses no column. A column is written $crop.',
    true,
  ]);
  expect(refused('$crop = "rye"')[0]).toBe("There is no column “rye”. Text goes in single quotes: 'rye'");
  expect(refused('"crop" = \'rye\'')).toEqual(['', false]);
});

test('[GEO-006] every tool has a form', () => {
  const { session } = mapOf({ polygon: 2 });
  for (const { id, name, fields } of TOOLS) {
    const { unmount } = show(session, id);
    expect(screen.getByRole('heading', { name })).toBeTruthy();
    for (const field of fields) expect(screen.queryByText(`tool.field.${field.name}`)).toBeNull();
    unmount();
  }
});

const refusals: [tool: string, counts: Partial<Record<Kind, number>>, fids: number[], problem: string][] = [
  ['buffer', {}, [], 'Select at least 1 feature'],
  ['intersect_polygons', { polygon: 3 }, [], 'Select exactly 2 features for intersection'],
  ['subtract_polygons', { polygon: 3 }, [1], 'Select exactly 2 features for difference'],
  ['combine_polygons', { polygon: 3 }, [1, 2, 3], 'Select exactly 2 features for union'],
  ['smooth_polygons', { line: 3 }, [], 'Requires polygon features'],
  ['k_means_clusters', { point: 1 }, [], 'Select at least 2 features'],
  ['voronoi', { point: 5 }, [1, 2], 'Select at least 3 features'],
  ['dbscan_clusters', { polygon: 4 }, [], 'Requires point features'],
  ['clip_polygons', { polygon: 4 }, [], 'Clip operation requires a clipping layer ID'],
  ['dissolve_by_attribute', { polygon: 4 }, [], 'Dissolve operation requires an attribute key'],
];
test.each(refusals)(
  '[GEO-052, GEO-054, GEO-055, GEO-057, GEO-058, GEO-059, GEO-060, GEO-061, GEO-062, GEO-063, GEO-065] %s says what keeps it from running',
  (tool, counts, fids, problem) => {
    const { session } = mapOf(counts, select(...fids));
    show(session, tool);
    expect(screen.getByText(problem)).toBeTruthy();
    expect(run().disabled).toBe(true);
  },
);

test('[GEO-064] a clipping layer that is gone is refused', () => {
  const { session } = mapOf({ polygon: 4 });
  keepDraft('clip_polygons', { output: 'layer', parameters: { clip_layer: 'layer:m/gone' } });
  show(session, 'clip_polygons');
  expect(screen.getByText('Invalid clip layer')).toBeTruthy();
});

test('[GEO-056] a tool takes what is selected, otherwise the whole layer, and says which', async () => {
  const asked = answer({ count: 3 });
  const { session, store } = mapOf({ polygon: 1204 });
  show(session, 'buffer');
  expect(screen.getByText('All 1,204 features of Roads')).toBeTruthy();
  fireEvent.click(run());
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
  expect(asked.find(({ method }) => method === 'POST')!.body).not.toHaveProperty('features');
  await waitFor(() => expect(run().disabled).toBe(false));
  store.setState(select(1, 2, 3));
  await screen.findByText('3 selected polygons');
  fireEvent.click(run());
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(asked.filter(({ method }) => method === 'POST')[1]!.body).toMatchObject({
    layer: 'layer:m/l',
    features: [1, 2, 3],
    parameters: { radius: 10, unit: 'kilometers', iterate: true },
    output: { kind: 'layer', map_id: 'm', name: 'Roads (Buffer)' },
  });
});

test('[GEO-077] a result replaces the features as one step of undo, where it is of their kind and nobody else edits them', async () => {
  const asked = answer({ count: 1, skipped: [{ reason: 'empty', count: 3 }] });
  const { session, store, undone } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  const replace = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Replace features' });
  fireEvent.click(replace());
  fireEvent.click(run());
  await waitFor(() => expect(undone).toHaveLength(1));
  const [post] = asked.filter(({ method }) => method === 'POST');
  expect(post!.body).toMatchObject({ output: { kind: 'replace' } });
  expect(undone).toEqual([['l', [post!.body!['operation_id']]]]);
  expect(
    await screen.findByText('Features of Roads replaced. Result: 1 feature. Features that ended up empty: 3.'),
  ).toBeTruthy();

  store.setState({ editors: { l: { userId: 'ben', username: 'Ben' } } as never });
  await waitFor(() => expect(replace().disabled).toBe(true));
  cleanup();
  show(mapOf({ line: 2 }).session, 'buffer');
  expect(replace().disabled).toBe(true);
  expect(screen.getByText('The result has a different geometry type.')).toBeTruthy();
});

test('[GEO-077] a result can be looked at first, then kept as a layer or discarded', async () => {
  const preview = snapshot;
  const asked = answer({ count: 2, preview, skipped: [{ reason: 'empty', count: 4 }] });
  const { session, store, previews } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  const look = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('Preview of 2 features');
  };
  await look();
  expect(screen.getByText('Features that ended up empty: 4.')).toBeTruthy();
  const { operation_id: id } = asked.find(({ method }) => method === 'POST')!.body!;
  expect(previews.at(-1)).toMatchObject({
    id,
    source: { partUrls: [`/api/tools/results/${String(id)}/snapshot?part=a.arrow`] },
  });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Preview of 2 features')).toBeNull());
  expect(previews.at(-1)).toBeNull();
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);

  await look();
  // A preview of something else than the form says would mislead.
  store.setState(select(1));
  await waitFor(() => expect(screen.queryByText('Preview of 2 features')).toBeNull());
  await look();
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByText('Preview of 2 features')).toBeNull());
  expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { map_id: 'm', name: 'Roads (Buffer)' } });
  expect(previews.at(-1)).toBeNull();
  // What is kept is not discarded.
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

test('[GEO-077] a preview that comes when something else is asked for is not shown', async () => {
  answer({ preview: snapshot });
  const late: (() => void)[] = [];
  const { fetch: quick } = globalThis;
  const asked: string[] = [];
  // The answers come whether they are waited for or not.
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${path}`);
    if (init?.method === 'POST') await new Promise<void>((resolve) => late.push(resolve));
    return quick(path, init);
  });
  const { session, store, previews } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  const changes = [
    () => fireEvent.change(screen.getByLabelText('Radius'), { target: { value: '25' } }),
    () => store.setState(select(1)),
  ];
  for (const [at, change] of changes.entries()) {
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => expect(late).toHaveLength(at + 1));
    change();
    late[at]!();
    await waitFor(() => expect(run().disabled).toBe(false));
    expect(screen.queryByText('Preview of 2 features')).toBeNull();
  }
  expect(previews.filter((shown) => shown !== null)).toEqual([]);
  // Nor does its result stay on the server.
  expect(asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
});

test('[GEO-077] a preview whose form is left goes also where it could not be kept', async () => {
  const asked = answer({ preview: snapshot });
  const { fetch: quick } = globalThis;
  const late: (() => void)[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/keep')) return quick(path, init);
    await new Promise<void>((resolve) => late.push(resolve));
    return Response.json({ code: 'TOOL_RADIUS_TOO_LARGE', details: { most: 9000 }, message: '' }, { status: 400 });
  });
  const { session, previews, store } = mapOf({ polygon: 2 });
  const { unmount } = show(session, 'buffer');
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(late).toHaveLength(1));
  unmount();
  expect(previews.at(-1)).not.toBeNull();
  late[0]!();
  await waitFor(() => expect(previews.at(-1)).toBeNull());
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(store.getState().previewId).toBeNull();
});

test('the keyboard stays in the form while its buttons change, and Escape cancels what is under way', async () => {
  answer({ preview: snapshot });
  const { fetch: quick } = globalThis;
  let isHeld = true;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (!isHeld) return quick(path, init);
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
    });
  });
  const { session } = mapOf({ polygon: 2 });
  let backs = 0;
  const back = () => void (backs += 1);
  const { unmount } = show(session, 'buffer', back);
  const focused = () => document.activeElement?.textContent;
  // Nobody has chosen it now.
  expect(document.activeElement).toBe(document.body);
  const press = () => {
    const button = screen.getByRole('button', { name: 'Preview' });
    button.focus();
    fireEvent.click(button);
  };
  press();
  await waitFor(() => expect(focused()).toBe('Cancel'));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('Run'));
  isHeld = false;
  press();
  await waitFor(() => expect(focused()).toBe('Keep'));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('Run'));
  expect(backs).toBe(0);
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(backs).toBe(1);

  unmount();
  chooseTool('buffer');
  const chosen = show(session, 'buffer');
  expect(focused()).toBe('Buffer');
  // As for another map.
  chosen.unmount();
  show(session, 'buffer');
  expect(document.activeElement).toBe(document.body);
});

test('a run can be canceled, and what fails is said in the form', async () => {
  const { session } = mapOf({ polygon: 2 });
  vi.stubGlobal('fetch', (_path: string, init?: RequestInit) => {
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
    });
  });
  show(session, 'buffer');
  fireEvent.click(run());
  expect(await screen.findByRole('progressbar', { name: 'Running Buffer…' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(run().disabled).toBe(false));
  const form = within(screen.getByRole('form'));
  expect(form.queryByRole('alert')).toBeNull();

  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'TOOL_RADIUS_TOO_LARGE', details: { most: 9000 }, message: '' }, { status: 400 }),
  );
  fireEvent.click(run());
  expect((await form.findByRole('alert')).textContent).toContain('Choose a radius of at most');
});

test('whoever may only look at a map sees why nothing runs', () => {
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_VIEWER', plan_outcome: 'NO_ERROR' } as Project });
  const { session } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  expect(screen.getByText('You can view this map, but not run tools on it.')).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[GEO-091] a result is written as a file of a free name, and of an ending that names a format', async () => {
  const taken = ['/data/Roads (Buffer).parquet'];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST')
      return Response.json({ exists: taken.some((each) => decodeURIComponent(String(path)).endsWith(each)) });
    const { output } = JSON.parse(init.body as string) as { output: { path: string } };
    taken.push(output.path);
    const file = { path: output.path, bytes: 9 };
    return Response.json({
      data: { operation_id: 'o', name: 'x', count: 2, skipped: [], layer: null, preview: null, edits: [], file },
    });
  });
  show(mapOf({ polygon: 2 }).session, 'buffer');
  fireEvent.click(screen.getByRole('radio', { name: 'File' }));
  const path = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Path' });
  await waitFor(() => expect(path().value).toBe('/data/Roads (Buffer) 2.parquet'));
  fireEvent.click(run());
  expect(await screen.findByText('Saved to /data/Roads (Buffer) 2.parquet.')).toBeTruthy();
  await waitFor(() => expect(path().value).toBe('/data/Roads (Buffer) 3.parquet'));

  fireEvent.change(path(), { target: { value: '/data/roads.doc' } });
  expect(screen.getByText(/^End the name with/)).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[GEO-084] a grid over the visible area needs no features', async () => {
  const { session } = mapOf({});
  const takeBack = lendPicture('m', {
    view: {
      map: { getBounds: () => ({ getWest: () => 172, getSouth: () => -20, getEast: () => 190, getNorth: () => -10 }) },
    },
  } as never);
  const asked = answer({ layer: null });
  show(session, 'square_grid');
  expect(run().disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Visible area' }));
  expect(screen.getByText('172°, -20°, -170°, -10°')).toBeTruthy();
  expect(screen.getByText('There are no features to replace.')).toBeTruthy();
  fireEvent.click(run());
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const { body } = asked.find(({ method }) => method === 'POST')!;
  expect(body).toMatchObject({
    parameters: { extent: '172,-20,-170,-10', cells: 'all_cells' },
    output: { name: 'Square grid' },
  });
  expect(body).not.toHaveProperty('layer');
  takeBack();
});

test('[RES-008, GEO-006] a tool is run on other data than the layer in hand: what is taken of it, and its columns', async () => {
  const { session } = mapOf({ line: 2 });
  const described = {
    kind: 'file',
    reference: 'file:/data/wells.csv',
    name: 'file:/data/wells.csv',
    label: 'wells.csv',
    place: '/data',
    version: '1',
    geometry: ['point'],
    rows: 3,
    columns: [{ name: 'depth', type: 'Real', is_geometry: false }],
    crs: null,
    extent: null,
  };
  const asked = answer({ layer: madeLayer });
  const { fetch: quick } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    String(path).includes('/resolve') ? Response.json({ data: described }) : quick(path, init),
  );
  keepDraft('field_calculator', {
    output: 'layer',
    parameters: { column_name: 'twice', expression: '$depth * 2' },
  });
  show(session, 'field_calculator', undefined, 'file:/data/wells.csv');
  expect(await screen.findByText('3 rows of wells.csv')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the new layer' }).value).toBe(
    'wells.csv (Field calculator)',
  );
  expect(screen.queryByText(/no column/)).toBeNull();
  expect(screen.getByText('Only features of a layer of this map can be replaced.')).toBeTruthy();
  fireEvent.click(run());
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const { body } = asked.find(({ method }) => method === 'POST')!;
  expect(body).toMatchObject({ layer: 'file:/data/wells.csv', parameters: { expression: '$depth * 2' } });
  expect(body).not.toHaveProperty('features');
  cleanup();
  // Points are no polygons, also where they come from a file.
  show(session, 'combine_polygons', undefined, 'file:/data/wells.csv');
  expect(await screen.findByText('Select exactly 2 features for union')).toBeTruthy();
  cleanup();
  queryClient.clear();
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'NOT_FOUND', message: 'x', details: { noun: 'file' } }, { status: 404 }),
  );
  show(session, 'buffer', undefined, 'file:/data/wells.csv');
  expect(await screen.findByText(/does not exist or is not shared/)).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[GEO-084] without a layer the list has the tools that need none', () => {
  render(
    <GromaProvider>
      <ToolList onChoose={() => undefined} isWithoutLayer />
    </GromaProvider>,
  );
  expect(screen.getByRole('button', { name: 'Square grid' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buffer' })).toBeNull();
});

test('[RAS-058] the form asks for the bands that the chosen index needs', () => {
  keepDraft('spectral_index', { parameters: { index: 'NBR' }, output: 'layer' });
  show(mapOf({}).session, 'spectral_index');
  expect(screen.getByLabelText('Shortwave infrared band 2')).toBeTruthy();
  expect(screen.queryByLabelText('Red band')).toBeNull();
  expect(screen.queryByLabelText('Shortwave infrared band 1')).toBeNull();
});

const patient = { timeout: 8_000 };

test('[RAS-045] a tool of images asks for an image, its band and a file', async () => {
  const { session } = mapOf({});
  const image = 'image:/data/hills.tif';
  const described = {
    kind: 'image',
    reference: image,
    name: image,
    label: 'hills.tif',
    place: '/data',
    version: '1',
    geometry: null,
    rows: null,
    crs: null,
    extent: null,
    columns: ['red', 'nir'].map((name) => ({ name, type: 'number', is_geometry: false })),
  };
  const made = { file: { path: '/data/x/shade.tif', bytes: 9 }, raster_layer: { id: 'r', text: 'Shade' } };
  const asked = answer({ ...described, ...made });
  const { unmount } = show(session, 'hillshade');
  expect(screen.getByText('Choose an image')).toBeTruthy();
  expect(run().disabled).toBe(true);
  expect(screen.queryByText('Replace features')).toBeNull();
  unmount();
  keepDraft('hillshade', { parameters: { image, band: 'nir' }, output: 'layer', path: '' });
  show(session, 'hillshade');
  // The bands are those of the image.
  await waitFor(() => expect(screen.getByDisplayValue('2: nir')).toBeTruthy(), patient);
  const file = screen.getByRole('textbox', { name: 'Image file' });
  fireEvent.change(file, { target: { value: '/data/x/shade.png' } });
  expect(screen.getByText('End the name with .tif')).toBeTruthy();
  expect(run().disabled).toBe(true);
  fireEvent.change(file, { target: { value: '/data/x/shade.tif' } });
  fireEvent.click(run());
  await waitFor(() => expect(asked.some(({ path }) => path.includes('/api/tools/hillshade'))).toBe(true), patient);
  expect(asked.find(({ method }) => method === 'POST')!.body).toMatchObject({
    parameters: { image, band: 'nir', azimuth: 315 },
    output: { kind: 'layer', map_id: 'm', name: 'Hillshade', path: '/data/x/shade.tif' },
  });
  expect(await screen.findByText('Saved “Shade” to /data/x/shade.tif.', {}, patient)).toBeTruthy();
});
