import { expect, test } from 'vitest';
import type { EditKeeper } from './edit-keeper.ts';
import { UnsavedEdits } from './unsaved-edits.ts';

test('[SHL-121] an edit that was refused stays in the list when a later one is on disk', () => {
  const forgotten: string[] = [];
  const aside: string[] = [];
  const keeper: EditKeeper = {
    keep: async () => undefined,
    adopt: async () => [],
    close: () => undefined,
    forget: (ids) => {
      forgotten.push(...ids);
    },
    setAside: (ids) => {
      aside.push(...ids);
    },
  };
  const edits = new UnsavedEdits(keeper, () => undefined);
  edits.add(new Uint8Array([1]), 'generation', 1);
  edits.setAside('TOO_LARGE', 1);
  edits.add(new Uint8Array([2]), 'generation', 2);
  edits.acknowledge(2);
  expect(aside).toHaveLength(1);
  expect(forgotten).toHaveLength(1);
  expect(forgotten).not.toEqual(aside);
});
