import { TOOLS } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createStore } from 'zustand';
import { ToolForm } from '../src/features/map/function/tool-form.tsx';
import { chooseTool, keepDraft } from '../src/features/map/function/tool-shelf.ts';
import type { DrawBatch } from '../src/features/map/layer/draw-batch.ts';
import type { MapSession } from '../src/features/map/session/map-session.ts';
import { firstMapState, type LoadedLayer, type MapState } from '../src/features/map/session/map-state.ts';
import { queryClient } from '../src/platform/api.ts';
import { sessionStore, type Project, type User } from '../src/platform/session.ts';
import { bringTexts } from '../src/platform/text.ts';

/** Texts, a person and a workspace for the tests of a file; each begins with tools as nobody has touched them. */
export function prepareTools(): void {
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
}

export type Kind = DrawBatch['kind'];

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
  return {
    load: { status: 'ready' },
    batches,
    classes: {},
    classedBy: null,
    isFiltered: false,
    count: last,
    shown: last,
    columns,
    version: 1,
  };
}

/** A map of one layer, Roads, and what was done to it. */
export function mapOf(counts: Partial<Record<Kind, number>>, change: Partial<MapState> = {}) {
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

export function show(session: MapSession, toolId: string, onBack = () => undefined, source: string | null = null) {
  const tool = TOOLS.find(({ id }) => id === toolId)!;
  return render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <ToolForm session={session} layerId="l" source={source} tool={tool} onBack={onBack} />
      </GromaProvider>
    </QueryClientProvider>,
  );
}

export const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
export const select = (...fids: number[]) => ({ selection: { l: new Set(fids) } });

/** Answers calls as the server would, and takes note of what was asked. */
export function answer(outcome: object) {
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
export const snapshot = {
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
export const madeLayer = {
  id: crypto.randomUUID(),
  text: 'Roads (Buffer)',
  type: 'Layer',
  parent_id: '',
  level: 1,
  order: 0,
  visible: true,
  data: snapshot,
};
