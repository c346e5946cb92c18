import type { EditedLayer, LoggedEdit } from '@groma/protocol';
import type { LayerRow } from '../layer-records.ts';
import { tellMapChange, type Sender } from '../map-change.ts';
import type { MapParts } from '../map-parts.ts';
import { askForFolding } from './fold-layer.ts';

/**
 * What follows a commit. The edits are on disk, so that nothing here may fail the call. Called in the turn of the map it
 * keeps the order; the next edits need not wait until it is done. `edits` are small ones as readers get them.
 */
export async function announceEdits({ platform }: MapParts, mapId: string, sender: Sender, row: LayerRow, edited: EditedLayer, edits?: LoggedEdit[]): Promise<void> {
  if (edited.edits.length === 0) return;
  try {
    await tellMapChange(platform, {
      mapId, kind: 'edits', layerId: row.id, firstSeq: edited.edits[0]!.seq, seq: edited.seq, ...(edits && { edits }), senderId: sender.userId, requestId: sender.requestId,
    });
    await askForFolding(platform, row, edited.edits.length);
  } catch (error) {
    platform.log.error('Edits are saved, but not everybody was told.', { layer: row.id, error });
  }
}
