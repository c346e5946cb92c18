import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import { visibleLayers } from './drawn-layers.ts';
import { firstMapState, type MapState } from './map-state.ts';
import { OwnSight } from './own-sight.ts';
import type { ReadMap } from './read-map.ts';

const layer = (id: string, visible: boolean) => ({
  id,
  text: id,
  type: 'Layer' as const,
  parent_id: '0',
  level: 1,
  order: 0,
  visible,
});

function openMap() {
  const asked: string[] = [];
  const store = createStore<MapState>(() => ({
    ...firstMapState,
    hierarchy: { a: layer('a', true), b: layer('b', false) },
    data: { a: {}, b: {} } as never,
  }));
  const map = {
    mapId: 'm',
    projectId: 'p',
    store,
    get state() {
      return store.getState();
    },
    rasters: { tell: () => undefined },
    view: () => () => undefined,
    ask: (layerId: string) => {
      asked.push(layerId);
      return Promise.resolve([]);
    },
  } as unknown as ReadMap;
  return { map, store, asked };
}

test('[MAP-150] a preview has layers on and off for itself, has those read, and follows everything else', () => {
  const { map, store, asked } = openMap();
  const own = new OwnSight(map);
  const stop = own.follow();
  expect(visibleLayers(own.state)).toEqual(['a']);
  own.showOnly(['b', 'gone']);
  expect([visibleLayers(own.state), visibleLayers(map.state), asked]).toEqual([['b'], ['a'], ['b']]);
  const tree = own.state.hierarchy;
  store.setState({ name: 'Rivers' });
  expect([own.state.name, own.state.hierarchy === tree]).toEqual(['Rivers', true]);
  store.setState({ hierarchy: { a: layer('a', true), b: layer('b', false), c: layer('c', true) } });
  expect([Object.keys(own.state.hierarchy), visibleLayers(own.state)]).toEqual([['a', 'b', 'c'], ['b']]);
  stop();
  store.setState({ name: 'Roads' });
  expect(own.state.name).toBe('Rivers');
});
