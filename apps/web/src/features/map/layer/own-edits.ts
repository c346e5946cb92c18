import type { VectorUpdate } from '@groma/geo';

/** A change of this person that the server has not confirmed, shown over the layer; `key` names it. */
export interface LocalEdit {
  key: string;
  updates: readonly VectorUpdate[];
}

/** A change as it can be asked for again: by its key, and by the numbers of the edits it became, if it has. */
export interface EditName {
  key: string;
  seqs: readonly number[];
}

/** Changes whose undoing is at hand; of older ones only the server knows it. */
const mostNoted = 200;
/** Features of one change; what undoes a larger one would take too much memory. */
const mostFeatures = 1_000;

/** What undoes this person's changes of one layer, so that they can be taken back while the server is away. */
export class OwnEdits {
  readonly #byKey = new Map<string, readonly VectorUpdate[]>();
  readonly #bySeq = new Map<number, readonly VectorUpdate[]>();
  #rollback: readonly VectorUpdate[] = [];

  /** What takes all local changes off the layer again, once. */
  takeRollback(): readonly VectorUpdate[] {
    const rollback = this.#rollback;
    this.#rollback = [];
    return rollback;
  }

  /** Notes a local change that has just been put over those before. */
  hold(key: string, inverse: readonly VectorUpdate[]): void {
    this.#rollback = [...inverse, ...this.#rollback];
    note(this.#byKey, key, inverse);
  }

  noteSeq(seq: number, inverse: readonly VectorUpdate[]): void {
    note(this.#bySeq, seq, inverse);
  }

  /** What undoes some changes, the newest first; null where that is not at hand for all. */
  undoOf(names: readonly EditName[]): VectorUpdate[] | null {
    const found = names.map(({ key, seqs }) => this.#undoOfSeqs(seqs) ?? this.#byKey.get(key) ?? null).reverse();
    return found.every((each) => each !== null) ? found.flat() : null;
  }

  #undoOfSeqs(seqs: readonly number[]): VectorUpdate[] | null {
    const found = seqs.map((seq) => this.#bySeq.get(seq)).reverse();
    return found.length > 0 && found.every((each) => each !== undefined) ? found.flat() : null;
  }
}

/** Whether what undoes an update is small enough to be held. */
export function isSmall(update: VectorUpdate): boolean {
  switch (update.type) {
    case 'Add':
      return update.features.length <= mostFeatures;
    case 'Delete':
      return update.fids.length <= mostFeatures;
    case 'Edit_Property':
      return update.edits.length <= mostFeatures;
    case 'Add_Column':
      return true;
    case 'Delete_Column':
      return false;
  }
}

function note<Key>(notes: Map<Key, readonly VectorUpdate[]>, key: Key, inverse: readonly VectorUpdate[]): void {
  notes.delete(key);
  notes.set(key, inverse);
  const [oldest] = notes.keys();
  if (notes.size > mostNoted && oldest !== undefined) notes.delete(oldest);
}
