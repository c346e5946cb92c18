import type { ChangeKind } from '@groma/model';
import type { ChangeRow } from '../change-row.ts';
import { openOfTurn, type ChangeTurn, type RevisedChange } from './change-course.ts';

/** What this turn has proposed for a layer and nobody has decided. */
export async function openOfLayer(turn: ChangeTurn, kind: ChangeKind, layerId: string): Promise<ChangeRow[]> {
  const open = await openOfTurn(turn);
  return open.filter((row) => row.kind === kind && row.target['layer'] === layerId);
}

/** Open changes that a later call changes are one from then on; of the others nothing is left. */
export function asOne(open: readonly ChangeRow[], before: unknown, after: unknown, nothing: unknown): RevisedChange[] {
  return open.map((row, at) => (at === 0 ? { row, before, after } : { row, before: nothing, after: nothing }));
}
