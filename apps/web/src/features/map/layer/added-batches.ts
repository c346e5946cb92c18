import { buildSnapshot, readBatchesSync, type BatchGeometry, type LayerFeature } from '@groma/geo';
import { toDrawBatch, type DrawBatch } from './draw-batch.ts';

/** What is drawn of some added features: one batch for each kind of geometry. */
export interface AddedBatch {
  id: string;
  fids: Int32Array;
  geometry: BatchGeometry;
}

interface Chunk {
  name: number;
  fids: Set<number>;
  batches: AddedBatch[];
}

/** Single adds fill a chunk of this many features before a new one begins; each of them redraws that chunk. */
const openChunkSize = 512;
/** Adds that come together make chunks of this many; deleting one of them redraws its chunk. */
const bulkChunkSize = 8192;

/**
 * The features that edits have added, in chunks that are drawn like little snapshots of their own. An edit redraws the
 * chunks it touches and no others, so that a feature costs the same however many were added before it.
 */
export class AddedBatches {
  readonly #added: ReadonlyMap<number, LayerFeature>;
  readonly #chunks = new Map<number, Chunk>();
  readonly #chunkOf = new Map<number, Chunk>();
  #open: Chunk | null = null;
  #lastName = 0;

  /** @param added the features as edits leave them, followed as they change */
  constructor(added: ReadonlyMap<number, LayerFeature>) {
    this.#added = added;
  }

  /** All batches, the newest last. */
  get batches(): AddedBatch[] {
    return [...this.#chunks.values()].flatMap(({ batches }) => batches);
  }

  /** The batch of an id; null where there is none. */
  find(id: string): AddedBatch | null {
    return this.batches.find((batch) => batch.id === id) ?? null;
  }

  /** Follows edits of some features: gives the batches that look different, and the ids of those that are gone. */
  update(fids: Iterable<number>): { drawn: DrawBatch[]; removed: string[] } {
    const changed = new Set<Chunk>();
    const fresh: number[] = [];
    for (const fid of fids) {
      const chunk = this.#chunkOf.get(fid);
      if (chunk) changed.add(chunk);
      if (this.#added.has(fid)) {
        if (!chunk) fresh.push(fid);
      } else if (chunk) {
        chunk.fids.delete(fid);
        this.#chunkOf.delete(fid);
      }
    }
    for (const chunk of this.#place(fresh)) changed.add(chunk);
    return this.#redraw(changed);
  }

  /** Puts new features into chunks, and gives those chunks. */
  #place(fids: readonly number[]): Set<Chunk> {
    const touched = new Set<Chunk>();
    const size = fids.length > openChunkSize ? bulkChunkSize : openChunkSize;
    for (const fid of fids) {
      if (!this.#open || this.#open.fids.size >= size) this.#open = this.#begin();
      this.#open.fids.add(fid);
      this.#chunkOf.set(fid, this.#open);
      touched.add(this.#open);
    }
    return touched;
  }

  #begin(): Chunk {
    this.#lastName += 1;
    const chunk = { name: this.#lastName, fids: new Set<number>(), batches: [] };
    this.#chunks.set(chunk.name, chunk);
    return chunk;
  }

  #redraw(chunks: ReadonlySet<Chunk>): { drawn: DrawBatch[]; removed: string[] } {
    const drawn: DrawBatch[] = [];
    const removed: string[] = [];
    for (const chunk of chunks) {
      const before = chunk.batches;
      chunk.batches = this.#batchesOf(chunk);
      drawn.push(...chunk.batches.map(({ id, geometry, fids }) => toDrawBatch(id, geometry, fids)));
      removed.push(...before.map(({ id }) => id).filter((id) => !chunk.batches.some((batch) => batch.id === id)));
      if (chunk.fids.size > 0) continue;
      this.#chunks.delete(chunk.name);
      if (this.#open === chunk) this.#open = null;
    }
    return { drawn, removed };
  }

  #batchesOf({ name, fids }: Chunk): AddedBatch[] {
    if (fids.size === 0) return [];
    const { manifest, files } = buildSnapshot(
      Array.from(fids, (fid) => ({ fid, geometry: this.#added.get(fid)!.geometry, properties: {} })),
    );
    return manifest.parts.flatMap((part) =>
      [...readBatchesSync(part, files.get(part.file)!)].flatMap(({ geometry, fids: own }, index) =>
        geometry ? [{ id: `added-${name}-${part.kind}-${index}`, geometry, fids: own }] : [],
      ),
    );
  }
}
