import { defaultRasterStyle } from '@groma/model';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand';
import { firstMapState, type MapState } from '../session/map-state.ts';
import { rasterSight } from '../session/raster-sight.ts';
import type { ReadMap } from '../session/read-map.ts';
import { showTime } from '../session/show-time.ts';
import type { MapView } from '../view/map-view.ts';
import { TimeTool } from './time-tool.ts';

afterEach(() => rasterSight('m').setState({ sight: null }));

const image = (id: string, startDate: string) => ({
  entry: { id, text: id, type: 'Layer' as const, parent_id: '0', level: 1, order: 0, visible: true },
  raster: { titiler_url: '', source: { url: '' }, style: { ...defaultRasterStyle, startDate } },
});
const images = [image('may', '2026-05-01'), image('june', '2026-06-01'), image('july', '2026-07-01')];
const state: MapState = {
  ...firstMapState,
  hierarchy: Object.fromEntries(images.map(({ entry }) => [entry.id, entry])),
  rasters: Object.fromEntries(images.map(({ entry, raster }) => [entry.id, raster])),
};

test('[PUB-141] the axis opens at the day that a story shows, and what a story shows stays where it is not open', () => {
  const store = createStore(() => state);
  const map = { mapId: 'm', projectId: 'p', store, state } as unknown as ReadMap;
  const view = { draw: () => undefined, map: { triggerRepaint: () => undefined } } as unknown as MapView;
  const tool = new TimeTool({ session: map, view });
  const stop = tool.subscribe(() => undefined);
  const shown = () => rasterSight('m').getState().sight?.shown;
  showTime(map, { day: '2026-05-01', images: ['may', 'june'] });
  // A layer is switched on or off.
  store.setState({ hierarchy: { ...state.hierarchy } });
  expect(shown()).toEqual(['may']);
  tool.open(true);
  expect(tool.store.getState()).toMatchObject({ day: '2026-05-01', axis: { kind: 'chosen', ids: ['may', 'june'] } });
  tool.step(1);
  expect(shown()).toEqual(['june']);
  tool.open(false);
  expect(shown()).toBeUndefined();
  showTime(map, { day: '2026-07-01', images: ['may', 'june', 'july'] });
  tool.open(true);
  expect(tool.store.getState()).toMatchObject({ day: '2026-07-01', axis: { kind: 'all' } });
  stop();
});
