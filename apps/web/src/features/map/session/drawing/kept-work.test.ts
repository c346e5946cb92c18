import { expect, test } from 'vitest';
import type { SimpleGeometry } from '@groma/geo';
import {
  firstDrawingState,
  newEditing,
  removedActive,
  reshaped,
  sketchFinished,
  taken,
  type DrawingState,
} from './drawing-state.ts';
import { resumed, workOf } from './kept-work.ts';

const point = (x: number): SimpleGeometry => ({ type: 'Point', coordinates: [x, 0] });
const stored = [1, 2, 3].map((fid) => ({ fid, geometry: point(fid), properties: { n: fid } }));
const takenFrom = (features: typeof stored): DrawingState => {
  const editing = {
    ...newEditing({ id: 'wells', title: 'Wells' }, ''),
    takenKeys: ['k'],
    takenFids: features.map(({ fid }) => fid),
  };
  return { ...firstDrawingState, ...taken(firstDrawingState, editing, features) };
};

test('[MAP-130] features that were reshaped, deleted and drawn are so again over those of the layer, and one that is gone from it is drawn anew', () => {
  let state = takenFrom(stored);
  state = { ...state, ...reshaped(state, new Set([1, 3]), () => point(9), true) };
  state = { ...state, ...removedActive({ ...state, active: new Set([2]) }) };
  state = { ...state, ...sketchFinished({ ...state, mode: 'point', sketch: [[7, 7]] }) };
  const work = structuredClone(workOf({ ...state, mode: 'line', sketch: [[1, 1]] })!);
  const anew = takenFrom(stored.slice(0, 2));
  const now: DrawingState = { ...anew, ...resumed(anew, anew.editing!, work) };
  expect(now.editing!.features.map(({ fid, geometry, properties }) => ({ fid, geometry, properties }))).toEqual([
    { fid: 1, geometry: point(9), properties: { n: 1 } },
    { fid: null, geometry: point(9), properties: { n: 3 } },
    { fid: null, geometry: { type: 'Point', coordinates: [7, 7] }, properties: {} },
  ]);
  expect([now.mode, now.sketch, new Set(now.editing!.features.map(({ key }) => key)).size]).toEqual([
    'line',
    [[1, 1]],
    3,
  ]);
});

test('[MAP-130] a tool that is only chosen and features that are only taken out are nothing to keep', () => {
  expect(workOf({ ...firstDrawingState, mode: 'line', editing: newEditing(null, 'Drawn') })).toBeNull();
  expect(workOf(takenFrom(stored))).toBeNull();
});
