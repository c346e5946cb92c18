import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SnapshotManifest } from '@groma/geo';
import type { Platform } from '../../../platform/platform.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { readLog } from '../edit/edit-log.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { LogRow } from '../reader/worker-tasks.ts';
import { layerState, manifestOf, type LayerRow } from '../record/layer-records.ts';

/** Edited layers written at once: each has a thread. */
const slots = new Semaphore(2);

/** Pieces in which files are read: code that waits for a layer takes all of it as fast as it comes. */
const pieceBytes = 1_048_576;

/** A layer on its way: how many bytes there are, and their pieces, which are to be read to the end or returned. */
interface LayerStream {
  bytes: number;
  pieces: AsyncGenerator<Uint8Array>;
}

/**
 * The part files of a layer as it is now, one after the other: those of its snapshot as they are stored, or, where it was
 * edited since, those of a snapshot that is written for this alone, in a thread of its own.
 *
 * @throws the signal's reason
 */
export async function layerArrow(platform: Platform, row: LayerRow, signal: AbortSignal): Promise<LayerStream> {
  const { blobs, database } = platform;
  const log = await readLog(database.query, row.id, row.snapshotSeq);
  if (log.length > 0) return editedParts(platform, row, log, signal);
  return streamOf(manifestOf(row), ({ file, bytes }) =>
    blobs.read(`${row.snapshotKey}/${file}`, { start: 0, end: bytes - 1 }, pieceBytes),
  );
}

async function editedParts(
  platform: Platform,
  row: LayerRow,
  log: LogRow[],
  signal: AbortSignal,
): Promise<LayerStream> {
  const folder = await platform.blobs.workFolder();
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    const manifest = await slots.run(signal, () => writeParts(platform, row, log, folder, signal));
    return streamOf(
      manifest,
      async ({ file }) => createReadStream(join(folder, file), { highWaterMark: pieceBytes }),
      clear,
    );
  } catch (error) {
    await clear();
    throw error;
  }
}

function streamOf(
  { parts }: SnapshotManifest,
  open: (part: SnapshotManifest['parts'][number]) => Promise<Readable>,
  clear: () => Promise<void> = () => Promise.resolve(),
): LayerStream {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      // Without any part nothing is begun, and what was made is cleared away all the same.
      yield new Uint8Array(0);
      for (const part of parts) yield* (await open(part)) as AsyncIterable<Uint8Array>;
    } finally {
      await clear();
    }
  }
  return { bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), pieces: pieces() };
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
