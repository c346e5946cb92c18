import type { VectorUpdateRequest } from '@groma/protocol';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import { layerState, type LayerRow, type Query } from '../record/layer-records.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { PreparedEdit, WantedEdits } from '../reader/worker-tasks.ts';
import { readLog } from './edit-log.ts';

/** Layers that are kept in mind: more than the thread keeps at hand need not be. */
const mostKnown = 16;

/** Checks edits against their layer in a thread that keeps the layers edited last. The caller holds the row's lock. */
export class LayerEditValidator {
  readonly #worker: LayerWorker;
  /** Layers as they were when their last edit was written, and that edit, which the thread is believed to have. */
  readonly #known = new Map<string, { row: LayerRow; seq: number }>();

  constructor(blobs: BlobStore) {
    this.#worker = new LayerWorker(blobs);
  }

  /**
   * Edits ready for the log; then either `confirm` or `forget` must follow.
   * @throws GromaError naming what is wrong.
   */
  async prepare(query: Query, row: LayerRow, wanted: WantedEdits): Promise<PreparedEdit[]> {
    const known = this.#known.get(row.id);
    this.#known.delete(row.id);
    if (known && known.row.snapshotKey === row.snapshotKey) {
      const log = await readLog(query, row.id, known.seq);
      const prepared = await this.#worker.call('prepareEdits', {
        layer: { layerId: row.id, snapshotKey: row.snapshotKey, fromSeq: known.seq },
        log,
        wanted,
      });
      if (prepared) return prepared;
    }
    const log = await readLog(query, row.id, row.snapshotSeq);
    return (await this.#worker.call('prepareEdits', { layer: layerState(row), log, wanted }))!;
  }

  /** The layer as this process wrote it last, if it did. */
  knows(layerId: string): { row: LayerRow; seq: number } | undefined {
    return this.#known.get(layerId);
  }

  /**
   * Edits of a layer that is known, against what is known of it; null where the thread does not have it. Then either
   * `confirm` or `forget` must follow.
   */
  async prepareKnown(layerId: string, requests: VectorUpdateRequest[]): Promise<PreparedEdit[] | null> {
    const known = this.#known.get(layerId);
    if (!known) return null;
    return this.#worker.call('prepareEdits', {
      layer: { layerId, snapshotKey: known.row.snapshotKey, fromSeq: known.seq },
      log: [],
      wanted: { requests },
    });
  }

  /**
   * Counts at once: the thread hears it before it is asked for the next edits, and one that did not has them given
   * anew.
   */
  confirm(row: LayerRow, seq: number): void {
    this.#known.delete(row.id);
    this.#known.set(row.id, { row, seq });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > mostKnown) this.#known.delete(oldest);
    this.#worker.call('confirmEdits', { layerId: row.id, seq }).catch(() => undefined);
  }

  async forget(layerId: string): Promise<void> {
    this.#known.delete(layerId);
    await this.#worker.call('forgetLayer', { layerId });
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
