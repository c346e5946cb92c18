import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotBuilder } from '@groma/geo';
import { RowsAside } from '../import/rows-aside.ts';
import { EditedLayer } from './edited-layer.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { WorkerTasks } from './worker-tasks.ts';

/** Writes the part files of a layer with its edits into a folder. It blocks its thread. */
export async function writeFolded(
  { layer, log, folder }: WorkerTasks['foldLayer']['input'],
  read: ReadBytes,
): Promise<WorkerTasks['foldLayer']['output']> {
  const edited = new EditedLayer(layer, log, read);
  const aside = new RowsAside(folder);
  const builder = new SnapshotBuilder(aside);
  const open = new Map<string, number>();
  try {
    builder.declareColumns(edited.overlay.columns);
    for await (const feature of edited.allFeatures()) builder.add(feature);
    const manifest = builder.finish((file, chunk) => {
      let handle = open.get(file);
      if (handle === undefined) open.set(file, (handle = openSync(join(folder, file), 'wx')));
      for (let at = 0; at < chunk.byteLength;) at += writeSync(handle, chunk, at);
    });
    for (const handle of open.values()) fsyncSync(handle);
    // An id once given out is never given out again, also when its feature is gone.
    return { manifest: { ...manifest, maxFid: Math.max(manifest.maxFid, edited.overlay.maxFid) } };
  } finally {
    for (const handle of open.values()) closeSync(handle);
    aside.close();
  }
}
