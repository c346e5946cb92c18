import { SnapshotBuilder } from '@groma/geo';
import { RowsAside } from '../import/rows-aside.ts';
import { EditedLayer } from './edited-layer.ts';
import { JoinedFeatures } from './joined-features.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { LayerState, WorkerTasks } from './worker-tasks.ts';
import { writeParts } from './write-parts.ts';

/** Whether a layer has rows without geometry alone, or had them last. */
function wasTable({ manifest: { parts, isTable } }: LayerState): boolean {
  return isTable ?? (parts.length > 0 && parts.every(({ kind }) => kind === 'none'));
}

/** Writes the part files of a layer with its edits, and with what is joined, into a folder. It blocks its thread. */
export async function writeFolded(
  { layer, log, joins, folder }: WorkerTasks['foldLayer']['input'],
  read: ReadBytes,
): Promise<WorkerTasks['foldLayer']['output']> {
  const edited = new EditedLayer(layer, log, read);
  const aside = new RowsAside(folder);
  const builder = new SnapshotBuilder(aside);
  try {
    const joined = await JoinedFeatures.read(edited.overlay.columns, joins, read);
    builder.declareColumns([...edited.overlay.columns, ...joined.columns]);
    for await (const feature of edited.allFeatures()) builder.add(joined.complete(feature));
    const manifest = writeParts(builder, folder);
    // An id once given out is never given out again, also when its feature is gone.
    const maxFid = Math.max(manifest.maxFid, edited.overlay.maxFid);
    return {
      manifest: { ...manifest, maxFid, ...(manifest.featureCount === 0 && wasTable(layer) && { isTable: true }) },
    };
  } finally {
    aside.close();
  }
}
