import { SnapshotBuilder } from '@groma/geo';
import { RowsAside } from '../import/rows-aside.ts';
import { EditedLayer } from './edited-layer.ts';
import { JoinedFeatures } from './joined-features.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { WorkerTasks } from './worker-tasks.ts';
import { writeParts } from './write-parts.ts';

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
    return { manifest: { ...manifest, maxFid: Math.max(manifest.maxFid, edited.overlay.maxFid) } };
  } finally {
    aside.close();
  }
}
