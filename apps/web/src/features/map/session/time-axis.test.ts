import { defaultRasterStyle } from '@groma/model';
import { expect, test } from 'vitest';
import type { MapState } from './map-state.ts';
import { partOf, rastersInSight, type RasterSight } from '../session/raster-sight.ts';
import { axisChoices, axisLayers, dayAt, dayNumber, dayOfNumber, daysOf, nextOf, stepFrom } from './time-axis.ts';

type Images = Pick<MapState, 'hierarchy' | 'rasters'>;

/** Images in the order of the tree: id, date, data set, group. */
function imagesOf(rows: readonly (readonly [id: string, date: string | null, set?: string, group?: string])[]): Images {
  const groups = [...new Set(rows.flatMap(([, , , group]) => group ?? []))];
  const node = (id: string, type: 'Group' | 'Layer', parent: string, order: number) => ({
    id,
    text: `Image ${id}`,
    type,
    parent_id: parent,
    level: parent === '0' ? 1 : 2,
    order,
    visible: false,
  });
  return {
    hierarchy: Object.fromEntries([
      ...groups.map((id, at) => [id, node(id, 'Group', '0', 100 + at)] as const),
      ...rows.map(([id, , , group], at) => [id, node(id, 'Layer', group ?? '0', at)] as const),
    ]),
    rasters: Object.fromEntries(
      rows.map(([id, startDate, eeType]) => [
        id,
        { titiler_url: '', source: { url: '' }, style: { ...defaultRasterStyle, startDate, eeType: eeType ?? null } },
      ]),
    ),
  };
}

const images = imagesOf([
  ['a', '2025-06-11', 's2'],
  ['b', '2025-06-01', 's2'],
  ['c', '2025-06-11', 'l8', 'g'],
  ['d', null],
  ['e', '2025-07-01T10:00:00Z', 'l8', 'g'],
]);

test('[SAT-084] images with a date form an axis: all, those of a data set or group, or chosen ones', () => {
  const ids = (choice: Parameters<typeof axisLayers>[1]) => axisLayers(images, choice).map(({ id }) => id);
  expect(ids({ kind: 'all' })).toEqual(['b', 'a', 'c', 'e']);
  expect(ids({ kind: 'set', set: 'l8' })).toEqual(['c', 'e']);
  expect(ids({ kind: 'group', id: 'g' })).toEqual(['c', 'e']);
  expect(ids({ kind: 'chosen', ids: ['e', 'b', 'd'] })).toEqual(['b', 'e']);
  expect(axisChoices(images)).toEqual({ sets: ['s2', 'l8'], groups: [{ id: 'g', name: 'Image g' }] });
});

test('[SAT-085] the axis shows the newest day at or before its place, steps from image to image, and begins again at its end', () => {
  const days = daysOf(axisLayers(images, { kind: 'all' }));
  expect(days).toEqual(['2025-06-01', '2025-06-11', '2025-07-01']);
  expect(['2025-05-31', '2025-06-01', '2025-06-30', '2026-01-01'].map((day) => dayAt(days, day))).toEqual([
    null,
    '2025-06-01',
    '2025-06-11',
    '2025-07-01',
  ]);
  expect(stepFrom(days, '2025-06-20', 1)).toBe('2025-07-01');
  expect(stepFrom(days, '2025-06-20', -1)).toBe('2025-06-01');
  expect(stepFrom(days, '2025-06-01', -1)).toBe('2025-06-01');
  expect([stepFrom(days, '2025-06-20', Infinity), stepFrom(days, '2025-06-20', -Infinity)]).toEqual([
    '2025-07-01',
    '2025-06-01',
  ]);
  expect([nextOf(days, '2025-06-11'), nextOf(days, '2025-07-01')]).toEqual(['2025-07-01', '2025-06-01']);
  expect(dayOfNumber(dayNumber('2024-02-29') + 1)).toBe('2024-03-01');
});

test('[SAT-086, SAT-087] of the axis the shown images are seen, the next are loaded, and others are hidden whatever the tree says', () => {
  const sight: RasterSight = { axis: ['a', 'b', 'c', 'e'], shown: ['b'], ahead: ['e'], left: [], right: [], at: 1 };
  // The tree shows a and d.
  expect(rastersInSight(images, ['a', 'd'], sight)).toEqual(['a', 'b', 'd', 'e']);
  expect(['a', 'b', 'd', 'e'].map((id) => partOf(sight, id))).toEqual(['hidden', 'whole', 'whole', 'ahead']);
  expect(rastersInSight(images, ['a', 'd'], null)).toEqual(['a', 'd']);
  expect(partOf(null, 'a')).toBe('whole');
});

test('[SAT-088] two images share the map on either side of a bar', () => {
  const sight: RasterSight = { axis: ['a', 'b', 'c'], shown: [], ahead: [], left: ['a'], right: ['b'], at: 0.4 };
  expect(['a', 'b', 'c', 'd'].map((id) => partOf(sight, id))).toEqual(['left', 'right', 'hidden', 'whole']);
});
