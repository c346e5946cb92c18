import type { VectorUpdate } from '@groma/geo';
import type { LoggedEdit } from '@groma/protocol';

/** Edits of a layer as its room tells them: what follows the edit `after`. */
export interface ToldEdits { after: number; edits: readonly LoggedEdit[] | null }

/**
 * What a reader who has the edits up to `known` does not have yet, and the newest edit it has then. Null where it must
 * be fetched: what was told is without the edits, or an edit before them was never told.
 */
export function freshEdits(known: number, told: ToldEdits | null): { updates: VectorUpdate[]; seq: number } | null {
  if (!told?.edits || told.after > known) return null;
  const fresh = told.edits.filter(({ seq }) => seq > known);
  return { updates: fresh.map(({ operation }) => operation as VectorUpdate), seq: fresh.at(-1)?.seq ?? known };
}
