import type { EditedLayer, LoggedEdit } from '@groma/protocol';
import type { LayerRow } from '../record/layer-records.ts';
import { publishMapChange, type Sender } from '../record/map-change.ts';
import type { MapParts } from './map-parts.ts';
import { askForFolding } from './fold-layer.ts';

/** Edits of a layer that are on disk. */
export interface WrittenEdits {
  row: LayerRow;
  edited: EditedLayer;
  /** The layer's newest edit before these, 0 for none. */
  after: number;
  /** The edits as readers get them, where they are small. */
  edits?: LoggedEdit[] | undefined;
}

/**
 * What follows a commit. The edits are on disk, so that nothing here may fail the call. Called in the turn of the map
 * it keeps the order; the next edits need not wait until it is done.
 */
export async function announceEdits(
  { platform }: MapParts,
  mapId: string,
  sender: Sender,
  { row, edited, after, edits }: WrittenEdits,
): Promise<void> {
  if (edited.edits.length === 0) return;
  try {
    await publishMapChange(platform, {
      mapId,
      kind: 'edits',
      layerId: row.id,
      after,
      firstSeq: edited.edits[0]!.seq,
      seq: edited.seq,
      ...(edits && { edits }),
      senderId: sender.userId,
      requestId: sender.requestId,
    });
    await askForFolding(platform, row, edited.edits.length);
  } catch (error) {
    platform.log.error('Edits are saved, but not everybody was told.', { layer: row.id, error });
  }
}
