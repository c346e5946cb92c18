import { GromaError, limit } from '@groma/model';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { buildsOnMissing, type Structs } from './builds-on-missing.ts';
import type { Listener } from './listener.ts';
import { Outbox } from './outbox.ts';
import type { StoredDocument, UpdateLog } from './update-log.ts';

/** Edits in the log before they are folded into the snapshot. */
const compactAfter = 500;
/**
 * What an edit of a person waits for others to be written with, for each who is here: writing is what costs when many
 * write.
 */
const patienceMsEach = 0.2;
const mostPatienceMs = 40;

/**
 * What the others are shown of an edit once it is on disk, whose it is, when it came, and how long it waits for others
 * to be written with.
 */
interface Shows {
  shown: Uint8Array | null;
  origin: unknown;
  cameAt: number;
  patienceMs: number;
}

/** Who else an open document hears of. */
export interface Surroundings {
  /** Told when the document is closed because of a failure. */
  onFailure?(error: unknown): void;
  /** More edits come to the server than it can write. */
  isBusy?(): boolean;
}

/**
 * Thrown by a document that is closed because memory was ahead of the disk, or might be: what was not saved is to be
 * done again with the document as it is opened next.
 */
export class DocumentAbandoned extends GromaError {
  constructor() {
    super('INTERNAL', { reference: 'an edit that could not be written' });
  }
}

/**
 * One open live document. An edit is applied to memory at once. It is acknowledged, and shown to the others, only when
 * it is on disk: what nobody has seen can be lost with the process without leaving copies that differ. Edits made by
 * the server itself (run outputs) go the same way through `transact`. When an edit cannot be written, or only half of
 * it could be applied, memory is ahead of the disk: everyone is dismissed, and the next opening reads the disk.
 */
export class LiveDocument {
  readonly id: string;
  readonly generation: string;
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly listeners = new Set<Listener>();
  /** Whose cursor is whose: the listener that last spoke for an awareness client. */
  readonly speakers = new Map<number, Listener>();
  readonly #log: UpdateLog;
  readonly #outbox: Outbox;
  readonly #surroundings: Surroundings;
  /**
   * Newest edit that is on disk. This document holds every edit up to it: they were read, or came through here without
   * a gap.
   */
  #seq: number;
  #snapshotSeq: number;
  /** How many edits since the snapshot are on disk and held here. */
  #edits: number;
  /** Size of the snapshot and of the edits since, as written. */
  #bytes: number;
  #failure: unknown;
  /** The end of the newest write that was begun, whether it succeeded or not. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** What the edit that is being received has changed: nothing where all of it was known. */
  #received: Uint8Array | null = null;
  #compacting: Promise<void> | null = null;

  constructor(id: string, stored: StoredDocument, log: UpdateLog, surroundings: Surroundings = {}) {
    this.id = id;
    this.generation = stored.generation;
    this.doc = new Y.Doc();
    this.awareness = new Awareness(this.doc);
    this.awareness.setLocalState(null);
    this.#surroundings = surroundings;
    this.#outbox = new Outbox(this.listeners, this.awareness, () => surroundings.isBusy?.() ?? false);
    this.#log = log;
    this.#seq = stored.head;
    this.#snapshotSeq = stored.snapshotSeq;
    this.#edits = stored.updates.length;
    this.#bytes =
      (stored.snapshot?.byteLength ?? 0) + stored.updates.reduce((sum, { update }) => sum + update.byteLength, 0);
    if (stored.snapshot) Y.applyUpdate(this.doc, stored.snapshot, 'disk');
    for (const { update } of stored.updates) Y.applyUpdate(this.doc, update, 'disk');
    this.doc.on('update', this.#onUpdate);
    this.awareness.on('update', this.#onAwareness);
  }

  /**
   * Takes an edit of a client; resolves with its number when it is on disk.
   * @throws GromaError BAD_INPUT when it is not a complete Yjs update, EDIT_INCOMPLETE when it builds on edits that are
   * not here, TOO_LARGE when the document has no space for it; nothing has happened then. Any other error means that
   * the document is dismissed.
   */
  async receive(update: Uint8Array, from: Listener): Promise<number> {
    this.#refuseAfterFailure();
    checkUpdate(update, this.doc);
    if (this.#bytes + update.byteLength > limit.documentBytes)
      throw new GromaError('TOO_LARGE', { name: 'The document', limit: `${limit.documentBytes} bytes` });
    this.#received = null;
    try {
      Y.applyUpdate(this.doc, update, from);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    const patienceMs = this.#surroundings.isBusy?.()
      ? mostPatienceMs
      : Math.min(this.listeners.size * patienceMsEach, mostPatienceMs);
    return this.#append(update, { shown: this.#received, origin: from, cameAt: performance.now(), patienceMs });
  }

  /** Makes an edit on the server. */
  transact(edit: (doc: Y.Doc) => void): void {
    this.#refuseAfterFailure();
    this.doc.transact(() => {
      edit(this.doc);
    }, 'server');
  }

  /** Resolves when everything that is here now is on disk. @throws DocumentAbandoned when it could not be written. */
  async whenSaved(): Promise<void> {
    await this.#lastWrite;
    this.#refuseAfterFailure();
  }

  /**
   * Folds the log into the snapshot: when it has grown and no fold is under way, or, when forced, whatever there is.
   */
  async compact(isForced = false): Promise<void> {
    if (this.#compacting && !isForced) return;
    while (this.#compacting) await this.#compacting.catch(() => undefined);
    if (this.#failure || this.#edits === 0 || (this.#edits < compactAfter && !isForced)) return;
    this.#compacting = this.#compact().finally(() => {
      this.#compacting = null;
    });
    await this.#compacting;
  }

  receiveAwareness(update: Uint8Array, from: Listener): void {
    applyAwarenessUpdate(this.awareness, update, from);
  }

  awarenessOfAll(): Uint8Array | undefined {
    const clients = [...this.awareness.getStates().keys()];
    return clients.length > 0 ? encodeAwarenessUpdate(this.awareness, clients) : undefined;
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener);
    this.hide([...this.speakers.keys()], listener);
  }

  /** Takes those of the awareness clients away that the listener has spoken for. */
  hide(clients: readonly number[], listener: Listener): void {
    const own = clients.filter((client) => this.speakers.get(client) === listener);
    for (const client of own) this.speakers.delete(client);
    removeAwarenessStates(this.awareness, own, 'left');
  }

  /** Whether it is closed, and what it says perhaps not on disk. */
  get isAbandoned(): boolean {
    return this.#failure !== undefined;
  }

  /** Sends everyone away, because what is here can't be relied on any more. */
  abandon(reason: Error): void {
    this.#fail(reason);
  }

  destroy(): void {
    this.#outbox.close();
    this.awareness.destroy();
    this.doc.destroy();
  }

  async #compact(): Promise<void> {
    const [seq, edits, bytes] = [this.#seq, this.#edits, this.#bytes];
    // Later edits in this state do no harm, since Yjs updates may be applied twice: once they are on disk. One that
    // can't be written is made again, and would stand twice beside itself in a snapshot.
    const state = Y.encodeStateAsUpdate(this.doc);
    await this.#lastWrite;
    if (this.#failure) return;
    if (!(await this.#log.compact(this.id, { from: this.#snapshotSeq, to: seq, edits }, state))) return;
    this.#snapshotSeq = seq;
    this.#edits -= edits;
    this.#bytes += state.byteLength - bytes;
  }

  /** Writes an edit, then shows the others what it has changed. */
  #append(update: Uint8Array, shows: Shows): Promise<number> {
    const written = this.#write(update, shows);
    // Edits are written in their order: the newest is the last to be on disk.
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  async #write(update: Uint8Array, { shown, origin, cameAt, patienceMs }: Shows): Promise<number> {
    try {
      const seq = await this.#log.append(this.id, update, patienceMs);
      // Numbers come in the order in which edits were sent: one that is left out was written by someone else.
      if (seq !== this.#seq + 1)
        throw new Error(
          `The document ${this.id} has edits on disk between ${this.#seq} and ${seq} that are not in memory.`,
        );
      this.#seq = seq;
      this.#edits += 1;
      this.#bytes += update.byteLength;
      if (shown && !this.#failure) this.#outbox.addUpdate(shown, origin, cameAt);
      this.compact().catch((error: unknown) => {
        this.#log.report(this.id, error);
      });
      return seq;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#surroundings.onFailure?.(error);
    for (const listener of this.listeners) listener.dismiss();
  }

  #refuseAfterFailure(): void {
    if (this.#failure) throw new DocumentAbandoned();
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin !== 'server') this.#received = update;
    else
      this.#append(update, { shown: update, origin, cameAt: performance.now(), patienceMs: 0 }).catch(() => undefined);
  };

  readonly #onAwareness = (
    { added, updated, removed }: { added: number[]; updated: number[]; removed: number[] },
    origin: unknown,
  ): void => {
    this.#outbox.addAwareness([...added, ...updated, ...removed], origin);
  };
}

/** Reads an update whole before any of it is applied: Yjs keeps the first half of one that breaks off. */
function checkUpdate(update: Uint8Array, doc: Y.Doc): void {
  let structs: Structs;
  try {
    ({ structs } = Y.decodeUpdate(update));
  } catch {
    throw new GromaError('BAD_INPUT', { detail: 'This is not an update of a document.' });
  }
  // Yjs would keep it for the day when the rest comes, show it to nobody, and keep all later edits of its author too.
  if (buildsOnMissing(structs, doc.store)) throw new GromaError('EDIT_INCOMPLETE', {});
}
