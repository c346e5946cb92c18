import type { Position, SimpleGeometry } from '@groma/geo';
import { expect, test } from 'vitest';
import {
  detached,
  firstDrawingState,
  isTouched,
  newEditing,
  placed,
  problemOf,
  removedActive,
  reshaped,
  sketchFinished,
  taken,
  turned,
  type DrawingState,
} from './drawing-state.ts';
import { mergeUpdates } from './merge-edits.ts';
import { moveGeometry } from './vertex-edit.ts';

const after = (state: DrawingState, ...changes: ((state: DrawingState) => Partial<DrawingState>)[]) =>
  changes.reduce((now, change) => ({ ...now, ...change(now) }), state);
const draw = (...positions: Position[]) =>
  positions.map((position) => (state: DrawingState) => placed(state, position));
const drawing = (mode: DrawingState['mode'], change: Partial<DrawingState> = {}): DrawingState => ({
  ...firstDrawingState,
  mode,
  editing: newEditing(null, 'Hand-drawn Geometries'),
  ...change,
});
const area: SimpleGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

test('[MAP-052] [MAP-053] without a source the layer is Hand-drawn Geometries; over a source its id is prefixed', () => {
  expect(newEditing(null, 'Hand-drawn Geometries')).toMatchObject({ title: 'Hand-drawn Geometries', sourceId: null });
  expect(newEditing({ id: 'abc', title: 'Editing - roads' }, '')).toMatchObject({
    id: 'editing-abc',
    sourceId: 'abc',
    title: 'Editing - roads',
  });
});

test('[MAP-015] [MAP-016] a label becomes the property positive, no label leaves it unset', () => {
  const properties = (['none', 'positive', 'negative'] as const).map(
    (label) => after(drawing('point', { label }), ...draw([1, 2]), sketchFinished).editing!.features[0]!.properties,
  );
  expect(properties).toEqual([{}, { positive: true }, { positive: false }]);
});

test('[MAP-029] a shape with too few positions is not finished, and one that crosses itself is refused by name and stays to be mended', () => {
  const two = after(drawing('polygon'), ...draw([0, 0], [1, 0]), sketchFinished);
  expect([two.editing!.features.length, two.sketch.length, two.problem]).toEqual([
    0,
    2,
    { code: 'too-few-positions', key: null },
  ]);
  expect(sketchFinished(drawing('polygon'))).toEqual({});
  const bow = after(drawing('polygon'), ...draw([0, 0], [2, 2], [2, 0], [0, 2]), sketchFinished);
  expect([bow.editing!.features.length, bow.sketch.length, bow.problem]).toEqual([
    0,
    4,
    { code: 'self-crossing-ring', key: null },
  ]);
  expect(after(bow, (state) => turned(state, 'undo')!, sketchFinished)).toMatchObject({ sketch: [], problem: null });
});

test('[MAP-140] undo takes back positions of the open shape one by one, and a finished shape as a whole', () => {
  const one = after(drawing('line'), ...draw([0, 0], [1, 1]), sketchFinished, ...draw([5, 5]));
  const back = after(one, (state) => turned(state, 'undo')!);
  expect([back.sketch.length, back.editing!.features.length]).toEqual([0, 1]);
  const none = after(back, (state) => turned(state, 'undo')!);
  expect([none.sketch.length, none.editing!.features.length, turned(none, 'undo')]).toEqual([0, 0, null]);
  expect(after(none, (state) => turned(state, 'redo')!).editing!.features).toEqual(back.editing!.features);
});

test('[MAP-054] [MAP-058] features that were taken come back under their ids, new ones without, with a column for labels where there is none', () => {
  const editing = { ...newEditing({ id: 'abc', title: 'Editing - roads' }, ''), takenKeys: ['7'], takenFids: [3, 4] };
  const features = [3, 4].map((fid) => ({ fid, geometry: area, properties: { name: String(fid) } }));
  const state = after({ ...firstDrawingState, label: 'positive' }, (now) => taken(now, editing, features));
  expect([state.active.size, isTouched(state.editing!)]).toEqual([2, false]);
  const moved = after(state, (now) => reshaped(now, new Set([1]), (geometry) => moveGeometry(geometry, 1, 0), true));
  expect(isTouched(moved.editing!)).toBe(true);
  const drawn = after({ ...moved, mode: 'point' }, ...draw([9, 9]), sketchFinished);
  expect(mergeUpdates(drawn.editing!, [{ name: 'name', type: 'text' }])).toEqual([
    { type: 'Add_Column', column: { name: 'positive', type: 'boolean' } },
    {
      type: 'Add',
      features: [
        { fid: 3, geometry: moveGeometry(area, 1, 0), properties: { name: '3' } },
        { fid: 4, geometry: area, properties: { name: '4' } },
        { fid: null, geometry: { type: 'Point', coordinates: [9, 9] }, properties: { positive: true } },
      ],
    },
  ]);
  expect(mergeUpdates(drawn.editing!, [{ name: 'positive', type: 'boolean' }])).toHaveLength(1);
});

test('[MAP-030] active features are removed, which counts as a change, and a feature left without vertices goes too', () => {
  const editing = { ...newEditing({ id: 'abc', title: '' }, ''), takenKeys: ['7'], takenFids: [3] };
  const state = after(firstDrawingState, (now) => taken(now, editing, [{ fid: 3, geometry: area, properties: {} }]));
  for (const removed of [
    after(state, removedActive),
    after(state, (now) => reshaped(now, new Set([1]), () => null, true)),
  ]) {
    expect([removed.editing!.features, isTouched(removed.editing!)]).toEqual([[], true]);
    expect(turned(removed, 'undo')!.editing!.features).toHaveLength(1);
  }
});

test('[MAP-029] of features at work the first that is not valid is named', () => {
  const bow: SimpleGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ],
    ],
  };
  const state = after(firstDrawingState, (now) =>
    taken(now, newEditing(null, ''), [
      { fid: 1, geometry: area, properties: {} },
      { fid: 2, geometry: bow, properties: {} },
    ]),
  );
  expect(problemOf(state.editing!)).toEqual({ code: 'self-crossing-ring', key: 2 });
});

test('[MAP-055] what is at work stays as a drawing of its own when its layer is deleted meanwhile', () => {
  const at = after(firstDrawingState, (now) =>
    taken(now, { ...newEditing({ id: 'abc', title: 'Editing - roads' }, ''), takenKeys: ['4'], takenFids: [7] }, [
      { fid: 7, geometry: area, properties: { name: 'a' } },
    ]),
  );
  const kept = after(at, (now) => detached(now, 'Hand-drawn Geometries')).editing!;
  expect(kept).toMatchObject({
    sourceId: null,
    title: 'Hand-drawn Geometries',
    takenKeys: [],
    takenFids: [],
    features: [{ fid: null, geometry: area, properties: { name: 'a' } }],
  });
  expect(isTouched(kept)).toBe(true);
  const drawn = after(
    drawing('line', { editing: newEditing({ id: 'abc', title: 'Editing - roads' }, '') }),
    ...draw([0, 0]),
    (now) => detached(now, 'Hand-drawn Geometries'),
  );
  expect([drawn.mode, drawn.sketch, drawn.editing!.sourceId]).toEqual(['line', [[0, 0]], null]);
  const idle = after({ ...at, editing: { ...at.editing!, features: [] } }, (now) => detached(now, ''));
  expect([idle.mode, idle.editing]).toEqual(['select', null]);
});
