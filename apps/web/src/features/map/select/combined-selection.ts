import { FidSet } from '../session/fid-set.ts';

/** What becomes of a selection by features that are found. */
export const selectModes = ['new', 'add', 'remove', 'within'] as const;
export type SelectMode = (typeof selectModes)[number];

/** The features that are selected then: those found alone, these too, all but these, or these of the ones before. */
export function combinedSelection(before: ReadonlySet<number>, found: Int32Array, mode: SelectMode): FidSet {
  switch (mode) {
    case 'new':
      return FidSet.of(found);
    case 'add':
      return FidSet.of(before).with(found);
    case 'remove':
      return FidSet.of(before).without(found);
    case 'within':
      return FidSet.of(found.filter((fid) => before.has(fid)));
  }
}
