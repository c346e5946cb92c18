import { distance } from '@groma/geo';
import { expect, test } from 'vitest';
import type { PointerPlace } from '../view/map-pointer.ts';
import { measuresOf, MeasureTool } from './measure-tool.ts';

const at = (lng: number, lat: number) => ({ lng, lat }) as PointerPlace;

test('[MAP-143] a way is measured on the ellipsoid with the pointer as its end, and its area from three positions on', () => {
  const tool = new MeasureTool({ session: { drawing: { choose: () => Promise.resolve() } } });
  expect(tool.onClick(at(0, 0))).toBe(false);
  tool.turn(true);
  tool.onClick(at(0, 0));
  tool.onMove(at(1, 0));
  expect(measuresOf(tool.store.getState())).toEqual({ length: distance([0, 0], [1, 0]), area: null });
  expect(measuresOf(tool.store.getState()).length).toBeCloseTo(111_319.49, 1);
  tool.onClick(at(1, 0));
  tool.onMove(at(1, 1));
  // A square degree at the equator by its half: 6,154 km².
  expect(measuresOf(tool.store.getState()).area! / 1e6).toBeCloseTo(6_154.5, -1);
  tool.onClick(at(1, 1));
  tool.finish();
  tool.onMove(at(50, 50));
  expect(tool.store.getState()).toMatchObject({
    isDone: true,
    pointer: null,
    positions: [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  });
  tool.onClick(at(7, 7));
  expect(tool.store.getState().positions).toEqual([[7, 7]]);
});
