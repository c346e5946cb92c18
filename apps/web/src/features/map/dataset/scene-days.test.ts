import { expect, test } from 'vitest';
import type { Scene } from '@groma/protocol';
import { containsPlace } from './contains-place.ts';
import { sceneMonths } from './scene-days.ts';

const scene = (time: string | null, cloud: number | null): Scene => ({
  id: `${time}`,
  collection: null,
  time,
  ends: null,
  footprint: null,
  box: null,
  cloud_cover: cloud,
  platform: null,
  thumbnail: null,
  assets: [],
});

test('[SAT-060] a calendar has the months with scenes, the newest first, with the clearest of each day', () => {
  const months = sceneMonths([
    scene('2025-06-01T10:00:00.000Z', 40),
    scene('2025-06-01T10:05:00.000Z', 20),
    scene('2025-06-30T10:00:00.000Z', null),
    scene('2024-02-29T10:00:00.000Z', 5),
    scene(null, 1),
  ]);
  expect(months.map(({ month }) => month)).toEqual(['2025-06', '2024-02']);
  const [june, february] = months.map(({ weeks }) => weeks);
  // The first of June 2025 is a Sunday.
  expect(june![0]!.slice(0, 6)).toEqual([null, null, null, null, null, null]);
  expect(june![0]![6]).toEqual({ day: '2025-06-01', count: 2, cloud: 20 });
  expect(june!.flat().filter((cell) => cell?.count)).toHaveLength(2);
  expect(february!.flat().filter((cell) => cell !== null)).toHaveLength(29);
  expect(june!.every((week) => week.length === 7)).toBe(true);
});

test('[SAT-058] a place is in a footprint, also across the antimeridian and beside a hole', () => {
  const ring = (west: number, south: number, east: number, north: number) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const across = { type: 'Polygon' as const, coordinates: [ring(179, 0, 182, 10)] };
  expect([-179, 179.5, 0, -177].map((lng) => containsPlace(across, { lng, lat: 5 }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const holed = { type: 'MultiPolygon' as const, coordinates: [[ring(0, 0, 10, 10), ring(4, 4, 6, 6)]] };
  expect([containsPlace(holed, { lng: 5, lat: 5 }), containsPlace(holed, { lng: 1, lat: 1 })]).toEqual([false, true]);
});
