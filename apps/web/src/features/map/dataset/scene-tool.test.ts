import { beforeEach, expect, test } from 'vitest';
import type { Scene } from '@groma/protocol';
import type { PointerPlace } from '../view/map-pointer.ts';
import { catalogueStore, clearScenes, sceneKey } from './catalogue-store.ts';
import { SceneTool } from './scene-tool.ts';

function scene(id: string, west: number, east: number): Scene {
  const ring = [
    [west, 0],
    [east, 0],
    [east, 10],
    [west, 10],
    [west, 0],
  ];
  return {
    id,
    collection: 'c',
    time: null,
    ends: null,
    footprint: { type: 'Polygon', coordinates: [ring] },
    box: null,
    cloud_cover: null,
    platform: null,
    thumbnail: null,
    assets: [],
  };
}
const at = (lng: number, lat = 5) => ({ lng, lat }) as PointerPlace;
const scenes = [scene('a', 0, 10), scene('b', 5, 15)];
const [a, b] = scenes.map(sceneKey);
const tool = new SceneTool({ session: { mapId: 'm' } as never });
const state = () => catalogueStore.getState();

beforeEach(() => {
  clearScenes();
  catalogueStore.setState({ mapId: 'm', scenes });
});

test('[SAT-058] pointing marks a footprint, clicks go through all at a place, beside them nothing is taken', () => {
  tool.onMove(at(2));
  expect(state().hovered).toBe(a);
  tool.onMove(at(14));
  expect(state().hovered).toBe(b);
  tool.onLeave();
  expect(state().hovered).toBeNull();
  const clicks = [1, 2, 3].map(() => [tool.onClick(at(7)), state().chosen]);
  expect(clicks).toEqual([
    [true, a],
    [true, b],
    [true, a],
  ]);
  expect(tool.onClick(at(30))).toBe(false);
});

test('[SAT-058] another map shows none of it', () => {
  const other = new SceneTool({ session: { mapId: 'other' } as never });
  expect(other.onClick(at(2))).toBe(false);
  other.onMove(at(2));
  expect(state().hovered).toBeNull();
});

test('[SAT-061] a drag draws the area once, and only after that was asked for', () => {
  expect(tool.takesDrag()).toBe(false);
  catalogueStore.setState({ isDrawing: true });
  expect([tool.takesDrag(), tool.cursor()]).toEqual([true, 'crosshair']);
  tool.onDrag(at(4, 3), at(1, 1));
  tool.onDragEnd(at(1, 8), at(4, 2));
  expect(state()).toMatchObject({ drawn: [1, 2, 4, 8], isDrawing: false });
  expect(tool.takesDrag()).toBe(false);
});
