import { expect, test } from 'vitest';
import type { JpgLayerData } from '@groma/protocol';
import { isInPhoto, photoSize } from './photo-layers.ts';

// 100 m across, turned by 45 degrees, on the equator.
const half = 50 / 111_320;
const photo = {
  style: {
    bounds: [
      [0, half],
      [half, 0],
      [0, -half],
      [-half, 0],
    ],
  },
} as unknown as JpgLayerData;

test('[DRN-018] a place is in a turned photo by its footprint, not by the box around it', () => {
  expect(isInPhoto(photo, { lng: 0, lat: 0 })).toBe(true);
  expect(isInPhoto(photo, { lng: half * 0.4, lat: half * 0.4 })).toBe(true);
  expect(isInPhoto(photo, { lng: half * 0.9, lat: half * 0.9 })).toBe(false);
});

test('from far a small picture is enough', () => {
  expect([12, 18, 22].map((zoom) => photoSize(photo, zoom))).toEqual([256, 1_024, null]);
});
