import { GromaError } from '@groma/model';
import { encodeLiveMessage } from '@groma/protocol';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { StoredDocument, UpdateLog } from './update-log.ts';

/** Somebody who is told of edits: a socket. */
export interface Listener {
  readonly userId: string;
  send(message: Uint8Array): void;
}

/** Edits in the log before they are folded into the snapshot. */
const compactAfter = 500;

/**
 * One open live document. An edit is applied and shown to the others at once, and acknowledged only when it is on
 * disk. Edits made by the server itself (run outputs) go the same way through `transact`.
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
  /** Newest number on disk of which all before are on disk and applied here. */
  #seq: number;
  #snapshotSeq: number;
  #failure: unknown;
  #ownWrites: Promise<unknown> = Promise.resolve();

  constructor(id: string, stored: StoredDocument, log: UpdateLog) {
    this.id = id;
    this.generation = stored.generation;
    this.doc = new Y.Doc();
    this.awareness = new Awareness(this.doc);
    this.awareness.setLocalState(null);
    this.#log = log;
    this.#seq = stored.head;
    this.#snapshotSeq = stored.snapshotSeq;
    if (stored.snapshot) Y.applyUpdate(this.doc, stored.snapshot, 'disk');
    for (const { update } of stored.updates) Y.applyUpdate(this.doc, update, 'disk');
    this.doc.on('update', this.#onUpdate);
    this.awareness.on('update', this.#onAwareness);
  }

  /** Takes an edit of a client; resolves with its number when it is on disk. @throws when it is no Yjs update. */
  async receive(update: Uint8Array, from: Listener): Promise<number> {
    this.#refuseAfterFailure();
    Y.applyUpdate(this.doc, update, from);
    return this.#append(update);
  }

  /** Makes an edit on the server. */
  transact(edit: (doc: Y.Doc) => void): void {
    this.#refuseAfterFailure();
    this.doc.transact(() => { edit(this.doc); }, 'server');
  }

  /** Resolves when all edits of the server are on disk. */
  async whenSaved(): Promise<void> {
    await this.#ownWrites;
    this.#refuseAfterFailure();
  }

  /** Applies what another process has put on disk. */
  async catchUp(): Promise<void> {
    for (const { seq, update } of await this.#log.readAfter(this.id, this.#seq)) {
      Y.applyUpdate(this.doc, update, 'other-process');
      this.#seq = Math.max(this.#seq, seq);
    }
  }

  /** Folds the log into the snapshot when it has grown, or at once. */
  async compact(isDue = this.#seq - this.#snapshotSeq >= compactAfter): Promise<void> {
    if (!isDue || this.#failure || this.#seq === this.#snapshotSeq) return;
    const seq = this.#seq;
    // Every edit up to `seq` is applied here; later ones in this state do no harm, since Yjs updates may be applied twice.
    await this.#log.compact(this.id, seq, Y.encodeStateAsUpdate(this.doc));
    this.#snapshotSeq = seq;
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
    const clients = [...this.speakers].flatMap(([client, speaker]) => (speaker === listener ? [client] : []));
    for (const client of clients) this.speakers.delete(client);
    removeAwarenessStates(this.awareness, clients, 'left');
  }

  destroy(): void {
    this.awareness.destroy();
    this.doc.destroy();
  }

  async #append(update: Uint8Array): Promise<number> {
    try {
      const seq = await this.#log.append(this.id, update);
      this.#seq = Math.max(this.#seq, seq);
      void this.compact().catch(() => undefined);
      return seq;
    } catch (error) {
      // Memory is ahead of the disk now: nobody may build on it. The registry closes and reopens the document.
      this.#failure = error;
      throw error;
    }
  }

  #refuseAfterFailure(): void {
    if (this.#failure) throw new GromaError('INTERNAL', { reference: 'an edit that could not be written' });
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown): void => {
    const message = encodeLiveMessage({ kind: 'update', update });
    for (const listener of this.listeners) if (listener !== origin) listener.send(message);
    if (origin !== 'server') return;
    const written = this.#append(update);
    this.#ownWrites = Promise.all([this.#ownWrites, written.catch(() => undefined)]);
  };

  readonly #onAwareness = ({ added, updated, removed }: { added: number[]; updated: number[]; removed: number[] }, origin: unknown): void => {
    const message = encodeLiveMessage({ kind: 'awareness', update: encodeAwarenessUpdate(this.awareness, [...added, ...updated, ...removed]) });
    for (const listener of this.listeners) if (listener !== origin) listener.send(message);
  };
}
