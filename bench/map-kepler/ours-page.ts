import { defaultVectorStyle } from '@groma/model';
import { FidSet } from 'virtual:map-path/fid-set';
import { LayerReader } from 'virtual:map-path/layer-reader';
import { firstMapState } from 'virtual:map-path/map-state';
import { MapView } from 'virtual:map-path/map-view';
import type { Opened, Told } from './map-bench.ts';

interface Loaded {
  load: { status: string };
  batches: object[];
  classes: object;
  classedBy: null;
  count: number;
  columns: object[];
  version: number;
}

let view: MapView | null = null;
let reader: LayerReader | null = null;
let state: Record<string, unknown> = {};

const frame = () =>
  new Promise<void>((resolve) => {
    view!.map.once('render', () => resolve());
    view!.map.triggerRepaint();
  });

/** The product's map with both layers in it, read as the product reads them. */
async function openMap({ layers, center, zoom }: Told): Promise<Opened> {
  const begin = performance.now();
  let first: number | null = null;
  const hierarchy = Object.fromEntries(
    layers.map(({ layerId }, order) => [
      layerId,
      { id: layerId, text: layerId, type: 'Layer', parent_id: '0', level: 1, order, visible: true },
    ]),
  );
  const loaded: Record<string, Loaded> = Object.fromEntries(
    layers.map(({ layerId }) => [
      layerId,
      { load: { status: 'loading' }, batches: [], classes: {}, classedBy: null, count: 0, columns: [], version: 0 },
    ]),
  );
  state = {
    ...firstMapState,
    status: 'ready',
    hierarchy,
    loaded,
    styles: Object.fromEntries(layers.map(({ layerId }) => [layerId, defaultVectorStyle])),
    data: Object.fromEntries(
      layers.map(({ layerId, source }) => [layerId, { manifest: (source as { manifest: object }).manifest }]),
    ),
    viewState: { longitude: center[0], latitude: center[1], zoom, pitch: 0, bearing: 0 },
  };
  reader = new LayerReader(({ event, layerId, drawn }) => {
    if (event !== 'drawn') return;
    loaded[layerId]!.batches.push(...(drawn ?? []));
    view!.draw(state);
    // Taken up in the next frame, drawn in the one after it.
    if (first === null) {
      first = 0;
      void styled
        .then(frame)
        .then(frame)
        .then(() => {
          first = performance.now() - begin;
        });
    }
  });
  const style = {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#f4f2ed' } }],
  };
  view = new MapView(document.querySelector<HTMLElement>('#map')!, style, { state }, () => undefined);
  const styled = new Promise<void>((resolve) => {
    view!.map.once('style.load', resolve);
  });
  await Promise.all(layers.map(({ layerId, source }) => reader!.ask(layerId, 'load', source)));
  for (const layer of Object.values(loaded)) layer.load = { status: 'ready' };
  view.draw(state);
  while (!view.map.loaded()) await frame();
  for (let count = 0; count < 3; count++) await frame();
  return {
    first: first!,
    all: performance.now() - begin,
    count: Object.values(loaded)
      .flatMap(({ batches }) => batches as { fids: Int32Array }[])
      .reduce((sum, { fids }) => sum + fids.length, 0),
  };
}

/** A number of frames, each a little further and closer. */
async function moveMap(frames: number, { center, zoom }: Told): Promise<void> {
  for (let count = 1; count <= frames; count++) {
    view!.map.jumpTo({ center: [center[0] + count * 0.02, center[1] + count * 0.01], zoom: zoom + count * 0.004 });
    await frame();
  }
}

/** Selects all that a box meets, and draws them selected: as a drag with Shift does. */
async function selectAll({ layers }: Told, box: number[]): Promise<number> {
  const found = await Promise.all(
    layers.map(
      async ({ layerId }) => [layerId, FidSet.of(await reader!.ask(layerId, 'within', { box, unseen: [] }))] as const,
    ),
  );
  view!.draw({ ...state, selection: Object.fromEntries(found) });
  // The state is taken up in the next frame and drawn in the one after it.
  await frame();
  await frame();
  return found.reduce((sum, [, { size }]) => sum + size, 0);
}

async function selectNothing(): Promise<void> {
  view!.draw(state);
  await frame();
  await frame();
}

Object.assign(globalThis, { openMap, moveMap, selectAll, selectNothing });
