import { expect, test } from 'vitest';
import { MapEdits } from './map-edits.ts';
import { firstMapState, type MapState } from './map-state.ts';
import type { SessionParts } from './session-parts.ts';

/** Edits of a map whose posts are answered when the test says so. */
function editsAnsweredLate() {
  let state: MapState = firstMapState;
  const posted: { vector_update: { fields: [{ fids: number[] }] }; answer: () => void }[] = [];
  const set = (change: Partial<MapState>) => {
    state = { ...state, ...change };
  };
  const parts = {
    read: () => state,
    set,
    write: ({ post }: { post: object }) =>
      new Promise((resolve) => {
        posted.push({
          ...(post as (typeof posted)[number]),
          answer: () => resolve({ layers: { fields: { edits: [{ seq: posted.length }] } } }),
        });
      }),
    attempt: (action: () => Promise<unknown>) => action().then(() => true),
  } as unknown as SessionParts;
  const deletions = () =>
    posted.map(
      ({
        vector_update: {
          fields: [{ fids }],
        },
      }) => fids,
    );
  return { edits: new MapEdits(parts), posted, deletions, set, selected: () => [...(state.selection['fields'] ?? [])] };
}

test('[MAP-030] features are deleted once however often it is asked for, and what was selected meanwhile stays selected', async () => {
  const { edits, posted, deletions, set, selected } = editsAnsweredLate();
  set({ selection: { fields: new Set([1]) } });
  const first = edits.deleteFeatures('fields', [1]);
  expect(await edits.deleteFeatures('fields', [1])).toBe(0);
  set({ selection: { fields: new Set([2, 3]) } });
  const second = edits.deleteFeatures('fields', [1, 2]);
  posted[0]!.answer();
  expect([await first, selected()]).toEqual([1, [2, 3]]);
  expect(await edits.deleteFeatures('fields', [2])).toBe(0);
  posted[1]!.answer();
  expect([await second, selected()]).toEqual([1, [3]]);
  expect(deletions()).toEqual([[1], [2]]);
});
