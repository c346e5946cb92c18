import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotManifest } from '@groma/geo';
import type { Platform } from '../../../platform/platform.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { readLog } from '../edit/edit-log.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { LogRow } from '../reader/worker-tasks.ts';
import { layerState, manifestOf, type LayerRow } from '../record/layer-records.ts';

/** Edited layers written at once: each has a thread. */
const slots = new Semaphore(2);

/**
 * The part files of a layer as it is now, one after the other: those of its snapshot as they are stored, or, where it was
 * edited since, those of a snapshot that is written for this alone, in a thread of its own.
 *
 * @throws the signal's reason
 */
export async function* layerArrow(platform: Platform, row: LayerRow, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { blobs, database } = platform;
  const log = await readLog(database.query, row.id, row.snapshotSeq);
  if (log.length > 0) return yield* editedParts(platform, row, log, signal);
  for (const { file, bytes } of manifestOf(row).parts)
    yield* (await blobs.read(`${row.snapshotKey}/${file}`, { start: 0, end: bytes - 1 })) as AsyncIterable<Uint8Array>;
}

async function* editedParts(
  platform: Platform,
  row: LayerRow,
  log: LogRow[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const folder = await platform.blobs.workFolder();
  try {
    const { parts } = await slots.run(signal, () => writeParts(platform, row, log, folder, signal));
    for (const { file } of parts) yield* createReadStream(join(folder, file)) as AsyncIterable<Uint8Array>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeParts(
  { blobs }: Platform,
  row: LayerRow,
  log: LogRow[],
  folder: string,
  signal: AbortSignal,
): Promise<SnapshotManifest> {
  const worker = new LayerWorker(blobs);
  const stop = (): void => {
    void worker.close();
  };
  signal.addEventListener('abort', stop);
  try {
    return (await worker.call('foldLayer', { layer: layerState(row), log, folder })).manifest;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.close();
  }
}
