import { defaultRasterStyle } from '@groma/model';
import { afterEach, expect, test } from 'vitest';
import { firstMapState, type MapState } from './map-state.ts';
import { rasterSight } from './raster-sight.ts';
import { showTime, shownTime } from './show-time.ts';

afterEach(() => rasterSight('m').setState({ sight: null }));

const image = (id: string, order: number) => ({
  id,
  text: id,
  type: 'Layer' as const,
  parent_id: '0',
  level: 1,
  order,
  visible: true,
});
const dated = (startDate: string) => ({
  titiler_url: '',
  source: { url: '' },
  style: { ...defaultRasterStyle, startDate },
});
const state: MapState = {
  ...firstMapState,
  hierarchy: { may: image('may', 0), june: image('june', 1), july: image('july', 2) },
  rasters: { may: dated('2026-05-01'), june: dated('2026-06-01'), july: dated('2026-07-01') },
};
const map = { mapId: 'm', state };

test('[MAP-145] a step shows the day of its images, and of those that are left the newest that is not after it', () => {
  showTime(map, { day: '2026-06-01', images: ['may', 'june'] });
  expect(rasterSight('m').getState().sight).toMatchObject({ axis: ['may', 'june'], shown: ['june'] });
  expect(shownTime(map)).toEqual({ day: '2026-06-01', images: ['may', 'june'] });
  showTime(map, { day: '2026-06-15', images: ['may', 'gone'] });
  expect(rasterSight('m').getState().sight).toMatchObject({ axis: ['may'], shown: ['may'] });
  showTime(map, { day: '2026-06-01', images: ['gone'] });
  expect([rasterSight('m').getState().sight, shownTime(map)]).toEqual([null, null]);
});
