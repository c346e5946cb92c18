import { defaultViewState, type StoryStep } from '@groma/model';
import type { MapStateReply } from '@groma/protocol';
import { expect, test, vi } from 'vitest';
import { visibleLayers } from '../session/drawn-layers.ts';
import { filteredLayers, filterLayers, openPublished, stepOf, switchedLayers, switchLayers } from './open-published.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [towns, rivers] = [idOf(1), idOf(2)];
const camera = { longitude: 7, latitude: 45, zoom: 5, pitch: 0, bearing: 0 };
const stepWith = (number: number, layers: string[]): StoryStep => ({
  id: idOf(number),
  title: '',
  text: '',
  view: { camera, layers, time: null },
});
const steps = [stepWith(11, [rivers, idOf(99)]), stepWith(12, [towns])];
const layer = (id: string, visible: boolean) => ({
  id,
  text: id,
  type: 'Layer',
  parent_id: '0',
  level: 1,
  order: 0,
  visible,
});
const state = {
  name: 'm',
  base_map_type: 'dataviz',
  view_state: defaultViewState,
  layers: [layer(towns, true), layer(rivers, false)],
  vector_style: {},
} as unknown as MapStateReply;
const nothing = { view: null, on: [], off: [], filters: {}, map: null, step: null };
const size = { width: 800, height: 600 };

vi.stubGlobal(
  'Worker',
  class {
    postMessage() {}
    terminate() {}
    addEventListener() {}
  },
);

test('[PUB-135] an address without a place begins the story, one with a step continues it, one with a place alone has none', () => {
  expect(stepOf(steps, nothing)).toBe(steps[0]);
  expect(stepOf(steps, { ...nothing, step: idOf(12), view: camera })).toBe(steps[1]);
  expect(stepOf(steps, { ...nothing, view: camera })).toBeNull();
  expect(stepOf(steps, { ...nothing, off: [towns] })).toBeNull();
  expect(stepOf(steps, { ...nothing, step: idOf(77) })).toBe(steps[0]);
  expect(stepOf([], nothing)).toBeNull();
});

test('[PUB-131] a map opens with the layers and the place of its step, without those that are gone, and says what its reader switched since', () => {
  const open = openPublished({ projectId: 'p', mapId: 'm' }, { state, steps, charts: [] }, nothing, size);
  expect([visibleLayers(open.map.state), open.map.state.viewState]).toEqual([[rivers], camera]);
  expect(switchedLayers(open, steps[0]!)).toEqual({ on: [], off: [] });
  open.map.show([towns], true);
  expect(switchedLayers(open, steps[0]!)).toEqual({ on: [towns], off: [] });
  switchLayers(open, steps[1]!, { on: [], off: [towns] });
  expect([visibleLayers(open.map.state), switchedLayers(open, steps[1]!)]).toEqual([[], { on: [], off: [towns] }]);
  open.map.close();
  const alone = openPublished({ projectId: 'p', mapId: 'm' }, { state, steps: [], charts: [] }, nothing, size);
  expect([alone.first, visibleLayers(alone.map.state)]).toEqual([null, [towns]]);
  alone.map.close();
});

test('[VEC-079] a reader filters layers for themselves, over what was published, and the address opens it so again', () => {
  const published = [{ column: 'n', operator: 'isNotNull' as const }];
  const own = [{ column: 'n', operator: 'less' as const, value: 3 }];
  const styled = { ...state, vector_style: { [towns]: { filter: published } } } as unknown as MapStateReply;
  const open = openPublished({ projectId: 'p', mapId: 'm' }, { state: styled, steps: [], charts: [] }, nothing, size);
  expect(filteredLayers(open)).toEqual({});
  open.map.filter(towns, own);
  expect(filteredLayers(open)).toEqual({ [towns]: own });
  filterLayers(open, nothing);
  expect(open.map.state.styles[towns]!.filter).toEqual(published);
  open.map.close();
  const told = { ...nothing, filters: { [towns]: [] } };
  const again = openPublished({ projectId: 'p', mapId: 'm' }, { state: styled, steps, charts: [] }, told, size);
  expect([again.first, again.map.state.styles[towns]!.filter, filteredLayers(again)]).toEqual([
    null,
    [],
    { [towns]: [] },
  ]);
  again.map.close();
});
