import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import { layerState, type LayerRow, type Query } from '../layer-records.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { PreparedEdit, WantedEdits } from '../reader/worker-tasks.ts';
import { readLog } from './edit-log.ts';

/** Checks edits against their layer in a thread that keeps the layers edited last. The caller holds the row's lock. */
export class EditPreparer {
  readonly #worker: LayerWorker;
  /** Newest edit the thread is believed to have, by layer and snapshot. */
  readonly #known = new Map<string, { snapshotKey: string | null; seq: number }>();

  constructor(blobs: BlobStore) {
    this.#worker = new LayerWorker(blobs);
  }

  /** Edits ready for the log; then either `confirm` or `forget` must follow. @throws GromaError naming what is wrong. */
  async prepare(query: Query, row: LayerRow, wanted: WantedEdits): Promise<PreparedEdit[]> {
    const layer = layerState(row);
    const known = this.#known.get(row.id);
    this.#known.delete(row.id);
    if (known && known.snapshotKey === row.snapshotKey) {
      const log = await readLog(query, row.id, known.seq);
      const prepared = await this.#worker.call('prepareEdits', { layer, fromSeq: known.seq, log, wanted });
      if (prepared) return prepared;
    }
    const log = await readLog(query, row.id, row.snapshotSeq);
    return (await this.#worker.call('prepareEdits', { layer, fromSeq: null, log, wanted }))!;
  }

  /** Counts at once: the thread hears it before it is asked for the next edits, and one that did not has them given anew. */
  async confirm(row: LayerRow, seq: number): Promise<void> {
    this.#known.set(row.id, { snapshotKey: row.snapshotKey, seq });
    await this.#worker.call('confirmEdits', { layerId: row.id, seq });
  }

  async forget(layerId: string): Promise<void> {
    this.#known.delete(layerId);
    await this.#worker.call('forgetLayer', { layerId });
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
