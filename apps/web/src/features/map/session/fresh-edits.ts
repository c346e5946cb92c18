import type { LoggedEdit } from '@groma/protocol';

/** Edits of a layer as its room tells them: what follows the edit `after`. */
export interface ToldEdits {
  after: number;
  edits: readonly LoggedEdit[] | null;
}

/**
 * What a reader who has the edits up to `known` does not have yet. Null where it must
 * be fetched: what was told is without the edits, or an edit before them was never told.
 */
export function freshEdits(known: number, told: ToldEdits | null): readonly LoggedEdit[] | null {
  if (!told?.edits || told.after > known) return null;
  return told.edits.filter(({ seq }) => seq > known);
}
