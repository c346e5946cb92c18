import { localFrame, moved, placed, product, toGeocentric, toGeodetic, turnedBack, type Triple } from '@groma/geo';
import { defaultSolidStyle, solidBox, type SolidPlace } from '@groma/model';
import type { SolidLayerData } from '@groma/protocol';
import { expect, test } from 'vitest';
import { layerPlace, onGlobe } from './solid-place.ts';

const center: Triple = [16.5, 48.2, 320];
const place: SolidPlace = { longitude: 16, latitude: 48, heading: 90, scale: 2, isUpright: false };
const own = (more: Partial<SolidPlace> = {}, lift = 0, path = '/data/house.glb'): SolidLayerData => ({
  kind: 'solid',
  source: { path, extent: { kind: 'own', low: [0, 0, 0], high: [10, 6, 4] } },
  style: { ...defaultSolidStyle, lift, place: { ...place, ...more } },
});

test('[WFL-216] a piece of what lies on the globe is drawn around its own middle, which a wide scene does not move by a millimetre', () => {
  // 10 km to the north-east of the middle of the scene, straight on: the ground is some 16 m below by then.
  const away: Triple = [7_000, 7_000, -7.7];
  const frame = localFrame(toGeocentric(center));
  const { origin, matrix } = onGlobe(center, moved(away), 20_000, -300);
  const truth = toGeodetic(placed(frame, away));
  expect(Math.abs(origin[0] - truth[0]) * 80_000).toBeLessThan(1e-3);
  expect(Math.abs(origin[1] - truth[1]) * 111_000).toBeLessThan(1e-3);
  expect(origin[2]).toBeCloseTo(truth[2] - 300, 3);
  // What is drawn 5 m beside the middle of the piece is there on the globe as well.
  const point: Triple = [3, 4, 1];
  const drawn = placed(localFrame(toGeocentric(truth)), placed(matrix, point));
  const real = placed(product(frame, moved(away)), point);
  expect(Math.hypot(...drawn.map((value, axis) => value - real[axis]!))).toBeLessThan(1e-3);
  // Coordinates from the middle of the Earth say nothing of the piece: it is drawn around the middle of the scene.
  expect(onGlobe(center, turnedBack(frame), 20_000, 0).origin[2]).toBeCloseTo(320, 3);
});

test('[WFL-214] what has no place of its own stands on the map, turned clockwise and scaled around its middle', () => {
  const { origin, matrix } = layerPlace(own())!;
  // 6 m high along y, twice as large: its middle is 6 m above its foot.
  expect(origin).toEqual([16, 48, 6]);
  const east = placed(matrix, [1, 0, 0]).map((value) => Math.round(value * 1e9) / 1e9 + 0);
  expect(east).toEqual([0, -2, 0]);
  expect(layerPlace(own({ isUpright: true }, 5))!.origin[2]).toBe(4 + 5);
  // Tiles have their height along z, whatever is said.
  expect(layerPlace(own({}, 0, '/data/town/tileset.json'))!.origin[2]).toBe(4);
  const [west, south, right, north] = solidBox(own().source.extent, own().style)!;
  expect((north - south) * 111_320).toBeCloseTo(2 * 2 * (Math.hypot(10, 4) / 2), 6);
  expect([(west + right) / 2, (south + north) / 2]).toEqual([16, 48]);
  expect(solidBox(own().source.extent, { place: null })).toBeNull();
});
