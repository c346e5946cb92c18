import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SnapshotManifest } from '@groma/geo';
import type { Platform } from '../../../platform/platform.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { readLog } from '../edit/edit-log.ts';
import { layerHead } from '../reader/layer-changes.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import { readJoins } from '../edit/read-joins.ts';
import type { LayerJoinState, LogRow } from '../reader/worker-tasks.ts';
import { layerState, manifestOf, type LayerRow } from '../record/layer-records.ts';

/** Edited layers written at once: each has a thread. */
const slots = new Semaphore(2);

/** Pieces in which files are read: code that waits for a layer takes all of it as fast as it comes. */
const pieceBytes = 1_048_576;

/** Characters of a log above which its layer is written anew, in a thread of its own. */
const mostBeside = 32 * 1024 * 1024;

/**
 * A layer on its way, with the description of what is stored: how many bytes there are, and their pieces, which are to
 * be read to the end or returned.
 */
interface LayerStream {
  manifest: SnapshotManifest;
  bytes: number;
  pieces: AsyncGenerator<Uint8Array>;
}

/**
 * The part files of a layer as it is now, with the columns that are joined, one after the other: those of its snapshot
 * as they are stored, or, where it was edited since or something is joined, those of a snapshot that is written for
 * this alone, in a thread of its own.
 *
 * @throws the signal's reason
 */
export async function layerArrow(platform: Platform, row: LayerRow, signal: AbortSignal): Promise<LayerStream> {
  const log = await readLog(platform.database.query, row.id, row.snapshotSeq);
  const joins = await readJoins(platform.database.query, row);
  if (log.length === 0 && joins.length === 0) return snapshotParts(platform, row);
  return editedParts(platform, row, { log, joins }, signal);
}

function snapshotParts({ blobs }: Platform, row: LayerRow): LayerStream {
  return streamOf(manifestOf(row), ({ file, bytes }) =>
    blobs.read(`${row.snapshotKey}/${file}`, { start: 0, end: bytes - 1 }, pieceBytes),
  );
}

/**
 * The same with the edits beside: the snapshot's part files as they are stored, between a stream that says what follows
 * and those of what edits have changed (`LayerHead` of the protocol). So a layer with a few edits costs about what it
 * costs without. `reader` is a thread that many share.
 *
 * @throws the signal's reason
 */
export async function layerWithChanges(
  platform: Platform,
  row: LayerRow,
  reader: LayerWorker,
  signal: AbortSignal,
): Promise<LayerStream> {
  const log = await readLog(platform.database.query, row.id, row.snapshotSeq);
  const joins = await readJoins(platform.database.query, row);
  if (joins.length > 0) return headed(await editedParts(platform, row, { log, joins }, signal));
  if (log.length === 0) return headed(snapshotParts(platform, row));
  const size = log.reduce((sum, { operation }) => sum + operation.length, 0);
  const changes = size > mostBeside ? null : await reader.call('layerChanges', { layer: layerState(row), log });
  signal.throwIfAborted();
  return changes
    ? between(changes.head, snapshotParts(platform, row), changes.streams)
    : headed(await editedParts(platform, row, { log, joins }, signal));
}

/** A layer that needs nothing beside it. */
function headed(stream: LayerStream): LayerStream {
  const columns = stream.manifest.columns.map((column, base) => ({ ...column, base }));
  const head = layerHead(
    columns,
    stream.manifest.parts.map(() => ({ role: 'stored' })),
  );
  return between(head, stream, new Uint8Array(0));
}

function between(first: Uint8Array, stream: LayerStream, last: Uint8Array): LayerStream {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      const { value: begun } = await stream.pieces.next();
      if (begun) yield begun;
      yield first;
      yield* stream.pieces;
      // Bytes that are none would hold up the stream that they are put into.
      if (last.byteLength > 0) yield last;
    } finally {
      await stream.pieces.return(undefined);
    }
  }
  return { ...stream, bytes: first.byteLength + stream.bytes + last.byteLength, pieces: pieces() };
}

/** What is added to a snapshot. */
interface Beside {
  log: LogRow[];
  joins: LayerJoinState[];
}

async function editedParts(
  platform: Platform,
  row: LayerRow,
  beside: Beside,
  signal: AbortSignal,
): Promise<LayerStream> {
  const folder = await platform.blobs.workFolder();
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    const manifest = await slots.run(signal, () => writeParts(platform, row, beside, folder, signal));
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
  manifest: SnapshotManifest,
  open: (part: SnapshotManifest['parts'][number]) => Promise<Readable>,
  clear: () => Promise<void> = () => Promise.resolve(),
): LayerStream {
  const { parts } = manifest;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      // Without any part nothing is begun, and what was made is cleared away all the same.
      yield new Uint8Array(0);
      for (const part of parts) yield* (await open(part)) as AsyncIterable<Uint8Array>;
    } finally {
      await clear();
    }
  }
  return { manifest, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), pieces: pieces() };
}

async function writeParts(
  { blobs }: Platform,
  row: LayerRow,
  { log, joins }: Beside,
  folder: string,
  signal: AbortSignal,
): Promise<SnapshotManifest> {
  const worker = new LayerWorker(blobs);
  const stop = (): void => {
    void worker.close();
  };
  signal.addEventListener('abort', stop);
  try {
    return (await worker.call('foldLayer', { layer: layerState(row), log, joins, folder })).manifest;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.close();
  }
}
