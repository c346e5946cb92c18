import { limit } from '@groma/model';
import { uuidv4 } from 'lib0/random';
import * as Y from 'yjs';
import type { EditKeeper, KeptEdit } from './edit-keeper.ts';

/**
 * `n` is the number it was sent with; null while no socket carries it. One that is set aside stays in the list of the
 * person.
 */
interface OwnEdit {
  id: string;
  update: Uint8Array;
  n: number | null;
  isKept: boolean;
  isAside: boolean;
}

interface AdoptedEdit {
  ids: string[];
  update: Uint8Array;
  n: number | null;
}

/** Own edits that the server has not confirmed, in their order, and those of earlier visits that were adopted. */
export class UnsavedEdits {
  readonly #keeper: EditKeeper | undefined;
  readonly #onKept: () => void;
  #own: OwnEdit[] = [];
  #adopted: AdoptedEdit[] = [];

  constructor(keeper: EditKeeper | undefined, onKept: () => void) {
    this.#keeper = keeper;
    this.#onKept = onKept;
  }

  get isEmpty(): boolean {
    return this.#own.length === 0 && this.#adopted.length === 0;
  }

  /** There are own edits that no socket carries. */
  get isWaiting(): boolean {
    return this.#own.some(({ n }) => n === null);
  }

  /** Everything unsaved is also in this browser's storage. */
  get isKept(): boolean {
    return this.#own.every(({ isKept }) => isKept);
  }

  /** Takes an own edit, sent as `n` or not sent yet. */
  add(update: Uint8Array, generation: string | null, n: number | null): void {
    const edit: OwnEdit = { id: uuidv4(), update, n, isKept: false, isAside: false };
    this.#own.push(edit);
    if (!this.#keeper || generation === null) return;
    this.#keeper
      .keep(edit.id, generation, update)
      .then(
        () => {
          edit.isKept = true;
        },
        () => undefined,
      )
      .finally(this.#onKept);
  }

  /** Has all that waits travel as `n`. */
  markSent(n: number): void {
    for (const edit of this.#own) edit.n ??= n;
  }

  /** The socket is gone, and with it whatever it carried. */
  markLost(): void {
    for (const edit of [...this.#own, ...this.#adopted]) edit.n = null;
  }

  /** What waits as updates of a size that the server takes. */
  pieces(): Uint8Array[] {
    return joinUpdates(this.#own.filter(({ n }) => n === null).map(({ update }) => update));
  }

  /** Everything up to `n` is on disk; returns the adopted edits among it, which the document does not show yet. */
  acknowledge(n: number): Uint8Array[] {
    const isSaved = (edit: { n: number | null; isAside?: boolean }) => edit.n !== null && edit.n <= n && !edit.isAside;
    const adopted = this.#adopted.filter(isSaved);
    this.#keeper?.forget([...this.#own.filter(isSaved).map(({ id }) => id), ...adopted.flatMap(({ ids }) => ids)]);
    this.#own = this.#own.filter((edit) => !isSaved(edit));
    this.#adopted = this.#adopted.filter((edit) => !isSaved(edit));
    return adopted.map(({ update }) => update);
  }

  /**
   * Lists own edits as impossible to merge: those that no socket carries, and those sent as `from` or later. Of others
   * the answer is on its way.
   */
  setAside(code: string, from = Infinity): void {
    const aside = this.#own.filter(({ n }) => n === null || n >= from);
    for (const edit of aside) edit.isAside = true;
    this.#keeper?.setAside(
      aside.map(({ id }) => id),
      code,
    );
  }

  /** Takes over what earlier visits left. */
  adopt(found: readonly KeptEdit[]): void {
    const isSmall = found.reduce((sum, { update }) => sum + update.byteLength, 0) <= limit.documentUpdateBytes;
    this.#adopted =
      isSmall && found.length > 0
        ? [{ ids: found.map(({ id }) => id), update: Y.mergeUpdates(found.map(({ update }) => update)), n: null }]
        : found.map(({ id, update }) => ({ ids: [id], update, n: null }));
  }

  /** Forgets adopted edits that had reached the server after all. */
  forgetKnown(doc: Y.Doc): void {
    const known = new Set(this.#adopted.filter(({ update }) => hasUpdate(doc, update)));
    this.#keeper?.forget([...known].flatMap(({ ids }) => ids));
    this.#adopted = this.#adopted.filter((edit) => !known.has(edit));
  }

  /** Sends adopted edits by `send`, which numbers them. */
  sendAdopted(send: (update: Uint8Array) => number): void {
    for (const edit of this.#adopted) edit.n ??= send(edit.update);
  }

  /** Sets adopted edits aside that were refused: the one sent as `n`, or all. False where there is none such. */
  refuseAdopted(code: string, n?: number): boolean {
    const refused = this.#adopted.filter((edit) => n === undefined || edit.n === n);
    this.#keeper?.setAside(
      refused.flatMap(({ ids }) => ids),
      code,
    );
    this.#adopted = this.#adopted.filter((edit) => !refused.includes(edit));
    return refused.length > 0;
  }

  close(): void {
    this.#keeper?.close();
  }
}

/** Joins updates as far as the server takes them in one edit. */
function joinUpdates(updates: readonly Uint8Array[]): Uint8Array[] {
  const groups: Uint8Array[][] = [];
  let bytes = Infinity;
  for (const update of updates) {
    bytes += update.byteLength;
    if (bytes > limit.documentUpdateBytes) {
      groups.push([]);
      bytes = update.byteLength;
    }
    groups.at(-1)!.push(update);
  }
  return groups.map((group) => (group.length === 1 ? group[0]! : Y.mergeUpdates(group)));
}

/** Whether a document has all that an update would add to it and delete from it. */
function hasUpdate(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  const isNew = structs.some(
    (struct) =>
      !(struct instanceof Y.Skip) && Y.getState(doc.store, struct.id.client) < struct.id.clock + struct.length,
  );
  if (isNew) return false;
  const gone = Y.createDeleteSetFromStructStore(doc.store).clients;
  return [...ds.clients].every(([client, runs]) =>
    runs.every(({ clock, len }) => isCovered(clock, clock + len, gone.get(client) ?? [])),
  );
}

/** Whether `from` to `to` lies in runs that are sorted and joined. */
function isCovered(from: number, to: number, runs: readonly { clock: number; len: number }[]): boolean {
  return runs.some(({ clock, len }) => clock <= from && to <= clock + len);
}
