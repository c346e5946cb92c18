import { limit } from '@groma/model';
import { uuidv4 } from 'lib0/random';
import * as Y from 'yjs';
import type { EditKeeper, KeptEdit } from './edit-keeper.ts';

/**
 * `n` is the number it was sent with; null while no socket carries it. One that is set aside stays in the list of the
 * person; one that is only listed there is saved like all others.
 */
interface OwnEdit {
  id: string;
  update: Uint8Array;
  n: number | null;
  isKept: boolean;
  isAside: boolean;
  isListed: boolean;
}

interface AdoptedEdit {
  parts: readonly KeptEdit[];
  update: Uint8Array;
  n: number | null;
}

/** Why an edit is listed that the server has taken: the block it was written in had gone meanwhile. */
const placeGone = 'PLACE_GONE';

/** Texts that a document keeps and shows to nobody, as the code of deleted cells. */
export type UnseenTexts = (doc: Y.Doc) => ReadonlySet<unknown>;

/** Own edits that the server has not confirmed, in their order, and those of earlier visits that were adopted. */
export class UnsavedEdits {
  readonly #keeper: EditKeeper | undefined;
  readonly #onKept: () => void;
  readonly #unseenIn: UnseenTexts;
  #own: OwnEdit[] = [];
  #adopted: AdoptedEdit[] = [];

  constructor(keeper: EditKeeper | undefined, onKept: () => void, unseenIn: UnseenTexts = () => new Set()) {
    this.#keeper = keeper;
    this.#onKept = onKept;
    this.#unseenIn = unseenIn;
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
    const edit: OwnEdit = { id: uuidv4(), update, n, isKept: false, isAside: false, isListed: false };
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

  /** Everything up to `n` is on disk; the adopted edits among it are shown by `apply`. */
  acknowledge(n: number, doc: Y.Doc, apply: (update: Uint8Array) => void): void {
    const isSaved = (edit: { n: number | null; isAside?: boolean }) => edit.n !== null && edit.n <= n && !edit.isAside;
    const own = this.#own.filter((edit) => isSaved(edit) && !edit.isListed);
    this.#keeper?.forget(own.map(({ id }) => id));
    const adopted = this.#adopted.filter(isSaved);
    this.#own = this.#own.filter((edit) => !isSaved(edit));
    this.#adopted = this.#adopted.filter((edit) => !isSaved(edit));
    if (adopted.length > 0) this.#takeAdopted(adopted, doc, apply);
  }

  /** Shows adopted edits that are saved, and lists those of them of which nothing is seen. */
  #takeAdopted(adopted: readonly AdoptedEdit[], doc: Y.Doc, apply: (update: Uint8Array) => void): void {
    const before = this.#unseenIn(doc);
    for (const { update } of adopted) apply(update);
    const parts = adopted.flatMap((edit) => edit.parts);
    // What they have deleted themselves was seen before.
    const unseen = new Set([...this.#unseenIn(doc)].filter((text) => before.has(text)));
    const listed = swallowed(doc, parts, { unseen });
    this.#list(listed);
    this.#keeper?.forget(parts.filter((part) => !listed.has(part)).map(({ id }) => id));
  }

  /**
   * Has `take` bring what others have done, and lists own edits whose letters the document doesn't show since then,
   * because others have deleted what they were written in. `known` is what the server had before it was sent them: what
   * others could see, they may have deleted on purpose.
   */
  listSwallowed(doc: Y.Doc, known: ReadonlyMap<number, number>, take: () => void): void {
    const own = this.#own.filter(({ isAside, isListed }) => !isAside && !isListed);
    if (own.length === 0) return take();
    const before = this.#unseenIn(doc);
    take();
    const unseen = new Set([...this.#unseenIn(doc)].filter((text) => !before.has(text)));
    const listed = swallowed(doc, own, { known, unseen });
    for (const edit of listed) edit.isListed = true;
    this.#list(listed);
  }

  #list(edits: ReadonlySet<{ id: string }>): void {
    if (edits.size > 0)
      this.#keeper?.setAside(
        [...edits].map(({ id }) => id),
        placeGone,
      );
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
        ? [{ parts: found, update: Y.mergeUpdates(found.map(({ update }) => update)), n: null }]
        : found.map((part) => ({ parts: [part], update: part.update, n: null }));
  }

  /** Forgets adopted edits that had reached the server after all. */
  forgetKnown(doc: Y.Doc): void {
    const known = new Set(this.#adopted.filter(({ update }) => hasUpdate(doc, update)));
    this.#keeper?.forget([...known].flatMap(idsOf));
    this.#adopted = this.#adopted.filter((edit) => !known.has(edit));
  }

  /** Sends adopted edits by `send`, which numbers them. */
  sendAdopted(send: (update: Uint8Array) => number): void {
    for (const edit of this.#adopted) edit.n ??= send(edit.update);
  }

  /** Sets adopted edits aside that were refused: the one sent as `n`, or all. False where there is none such. */
  refuseAdopted(code: string, n?: number): boolean {
    const refused = this.#adopted.filter((edit) => n === undefined || edit.n === n);
    this.#keeper?.setAside(refused.flatMap(idsOf), code);
    this.#adopted = this.#adopted.filter((edit) => !refused.includes(edit));
    return refused.length > 0;
  }

  close(): void {
    this.#keeper?.close();
  }
}

function idsOf({ parts }: AdoptedEdit): string[] {
  return parts.map(({ id }) => id);
}

/**
 * Edits with letters that a document has as deleted or in an unseen text, though none of the edits deletes them: their
 * place was deleted by somebody who did not know of them. Letters below the clocks of `known` are left out.
 */
function swallowed<Edit extends { update: Uint8Array }>(
  doc: Y.Doc,
  edits: readonly Edit[],
  { known = new Map(), unseen }: { known?: ReadonlyMap<number, number>; unseen: ReadonlySet<unknown> },
): Set<Edit> {
  if (edits.length === 0) return new Set();
  const gone = Y.createDeleteSetFromStructStore(doc.store).clients;
  const own = Y.decodeUpdate(Y.mergeUpdates(edits.map(({ update }) => update))).ds.clients;
  const isLost = (struct: Y.Item | Y.GC | Y.Skip) => {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return false;
    const { client, clock } = struct.id;
    const [deleted, taken] = [gone.get(client) ?? [], own.get(client) ?? []];
    return struct.content.str.split('').some((_unit, offset) => {
      const at = clock + offset;
      if (at < (known.get(client) ?? 0) || isCovered(at, at + 1, taken)) return false;
      return isCovered(at, at + 1, deleted) || (unseen.size > 0 && unseen.has(textAt(doc, Y.createID(client, at))));
    });
  };
  return new Set(edits.filter(({ update }) => Y.decodeUpdate(update).structs.some(isLost)));
}

/** The text that a letter of a document stands in; null where the document does not have it. */
function textAt(doc: Y.Doc, id: Y.ID): unknown {
  if (id.clock >= Y.getState(doc.store, id.client)) return null;
  const item: Y.Item | Y.GC = Y.getItem(doc.store, id);
  return item instanceof Y.Item ? item.parent : null;
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
