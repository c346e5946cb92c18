import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditedLayer } from '../edited-layer.ts';
import { PartReader, type ReadBytes } from '../snapshot-part.ts';
import type { LayerState } from '../worker-tasks.ts';

/**
 * Rows of a file: half as many as DuckDB gives to one thread at a time. An edit has the file with its feature written
 * again.
 */
const segmentRows = 65_536;
/** Of the snapshot, whose rows of one file are held at once. */
const segmentBytes = 32 * 1_048_576;
/** Up to this id a byte for each is less than a set of them. */
const mostDense = 64_000_000;

/** Batches of a part of a snapshot that stand in one file for SQL. */
export interface TableSegment {
  reader: PartReader;
  from: number;
  to: number;
}

/** A snapshot without its edits in pieces of a size that is soon written. */
export function segmentsOf({ manifest, snapshotKey }: LayerState, read: ReadBytes): TableSegment[] {
  if (snapshotKey === null) return [];
  return manifest.parts.flatMap((part) => {
    const reader = new PartReader(snapshotKey, part, read);
    const segments: TableSegment[] = [];
    let [from, rows, bytes] = [0, 0, 0];
    part.batches.forEach((batch, index) => {
      if (index > from && (rows + batch.rows > segmentRows || bytes + batch.bytes > segmentBytes)) {
        segments.push({ reader, from, to: index });
        [from, rows, bytes] = [index, 0, 0];
      }
      [rows, bytes] = [rows + batch.rows, bytes + batch.bytes];
    });
    if (part.batches.length > from) segments.push({ reader, from, to: part.batches.length });
    return segments;
  });
}

/**
 * What an edited layer's segments are known by: one that no edit has touched keeps its key. `idsFile` keeps where the
 * features are.
 */
export async function segmentKeys(
  { overlay, state }: EditedLayer,
  segments: readonly TableSegment[],
  idsFile: string,
): Promise<string[]> {
  const structure = JSON.stringify(overlay.columns.map(({ name, type, base, fill }) => [name, type, base, fill]));
  const effects: string[][] = segments.map(() => [structure]);
  const touched = new TouchedIds(state.manifest.maxFid);
  for (const fid of overlay.hidden) touched.add(fid);
  for (const { values } of overlay.columns) for (const fid of values.keys()) touched.add(fid);
  if (touched.count > 0) {
    const places = new Map<number, number>();
    let row = 0;
    const ids = await readIds(segments, idsFile);
    segments.forEach(({ reader, from, to }, index) => {
      const rows = reader.part.batches.slice(from, to).reduce((sum, batch) => sum + batch.rows, 0);
      for (const fid of touched.among(ids.subarray(row, row + rows))) places.set(fid, index);
      row += rows;
    });
    const tell = (fid: number, effect: string): void => {
      const place = places.get(fid);
      if (place !== undefined) effects[place]!.push(effect);
    };
    for (const fid of overlay.hidden) tell(fid, `${fid}`);
    overlay.columns.forEach(({ values }, index) => {
      for (const [fid, value] of values) tell(fid, `${fid} ${index} ${JSON.stringify(value)}`);
    });
  }
  return effects.map((each) => createHash('sha256').update(each.join('\n')).digest('hex').slice(0, 16));
}

/** Ids of all features of a snapshot in the order of its rows, which are gathered once. */
async function readIds(segments: readonly TableSegment[], file: string): Promise<Int32Array> {
  try {
    const { buffer, byteOffset, byteLength } = readFileSync(file);
    return new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const pieces: Int32Array[] = [];
  for (const { reader, from, to } of segments)
    for (let batch = from; batch < to; batch++) pieces.push(await reader.fids(batch));
  const ids = new Int32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    ids.set(piece, at);
    at += piece.length;
  }
  const unfinished = `${file}.${crypto.randomUUID()}`;
  writeFileSync(unfinished, ids, { mode: 0o600 });
  renameSync(unfinished, file);
  return ids;
}

class TouchedIds {
  count = 0;
  readonly #dense: Uint8Array | null;
  readonly #sparse = new Set<number>();

  constructor(maxFid: number) {
    this.#dense = maxFid <= mostDense ? new Uint8Array(maxFid + 1) : null;
  }

  add(fid: number): void {
    this.count += 1;
    if (this.#dense) this.#dense[fid] = 1;
    else this.#sparse.add(fid);
  }

  among(ids: Int32Array): number[] {
    const found: number[] = [];
    const [dense, sparse] = [this.#dense, this.#sparse];
    if (dense) for (let row = 0; row < ids.length; row++) if (dense[ids[row]!] === 1) found.push(ids[row]!);
    if (!dense) for (const fid of ids) if (sparse.has(fid)) found.push(fid);
    return found;
  }
}

/** Where the ids of a snapshot's features are kept, and its files for SQL begin with. */
export function tablePrefix(folder: string, { layerId, snapshotKey }: LayerState): string {
  const snapshot = createHash('sha256')
    .update(snapshotKey ?? '')
    .digest('hex')
    .slice(0, 12);
  return join(folder, `${layerId}-${snapshot}`);
}
