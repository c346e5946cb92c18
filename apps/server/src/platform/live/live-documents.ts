import { GromaError } from '@groma/model';
import * as Y from 'yjs';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { RecordsSpace } from '../database/records-space.ts';
import type { Log } from '../log.ts';
import { EditGate } from './edit-gate.ts';
import { LiveDocument } from './live-document.ts';
import { UpdateLog } from './update-log.ts';

/** Time a document stays in memory after its last user has left. */
const lingerMs = 30_000;

/** The right to open documents, of which one process at a time has it. */
export interface DocumentLease {
  /** Its number, which grows with each holder. @throws while this process doesn't have it. */
  epoch(): number;
  /** Calls a listener when it is lost. */
  onLost(listener: () => void): void;
}

interface Kept {
  document: Promise<LiveDocument>;
  users: number;
  timer: NodeJS.Timeout | null;
}

/** The live documents that are open in this process. */
export interface LiveDocuments {
  /** How many are in memory. */
  readonly size: number;
  /** Through which the edits of people come. */
  readonly gate: EditGate;
  /** The disk of the records is full, or nearly: edits of people are not taken. */
  readonly isShortOfSpace: boolean;
  /** Something that belongs to a document found no room: nothing is tried for a while. */
  noteFull(): void;
  /** Makes a document from a first state. */
  create(id: string, first: Uint8Array | ((doc: Y.Doc) => void)): Promise<void>;
  /**
   * Opens a document until `release` is called, which may happen more than once.
   * @throws GromaError NOT_FOUND, and UNAVAILABLE where this process doesn't have the lease.
   */
  open(id: string): Promise<{ document: LiveDocument; release: () => void }>;
  /** What is another one after each edit that is on disk; cheap beside `read`. @throws GromaError NOT_FOUND. */
  version(id: string): Promise<string>;
  /** A copy of the state, without opening it for edits. */
  read(id: string): Promise<Y.Doc>;
  delete(id: string): Promise<void>;
  close(): Promise<void>;
}

export function createLiveDocuments(
  database: Database,
  bus: Bus,
  log: Log,
  lease: DocumentLease,
  space = new RecordsSpace(),
): LiveDocuments {
  const updates = new UpdateLog(database, log, () => lease.epoch(), space);
  const gate = new EditGate();
  const kept = new Map<string, Kept>();
  /** Documents on their way out: nobody may read them from disk before the last fold is done. */
  const leaving = new Map<string, Promise<void>>();

  const load = async (id: string): Promise<LiveDocument> => {
    await leaving.get(id);
    const stored = await updates.open(id);
    if (!stored) throw new GromaError('NOT_FOUND', { noun: 'document' });
    const document: LiveDocument = new LiveDocument(id, stored, updates, {
      isBusy: () => gate.isBusy,
      onFailure(error) {
        log.error('A document in memory was ahead of the disk and is closed.', { id, error });
        const entry = kept.get(id);
        void entry?.document.then((current) => {
          if (current === document) kept.delete(id);
        });
        // The listeners are told first; what they hold of it is theirs to drop.
        setImmediate(() => {
          document.destroy();
        });
      },
    });
    return document;
  };

  const drop = (id: string): Promise<void> => {
    const entry = kept.get(id);
    if (!entry) return leaving.get(id) ?? Promise.resolve();
    kept.delete(id);
    if (entry.timer) clearTimeout(entry.timer);
    const done = leave(id, entry).finally(() => {
      if (leaving.get(id) === done) leaving.delete(id);
    });
    leaving.set(id, done);
    return done;
  };

  const leave = async (id: string, entry: Kept): Promise<void> => {
    const document = await entry.document.catch(() => undefined);
    if (!document) return;
    await updates.drained();
    await document.compact(true).catch((error: unknown) => {
      log.error('A document could not be compacted.', { id, error });
    });
    document.destroy();
  };

  // Another process may open them from now on: nothing here is acknowledged any more, and the next opening reads the
  // disk.
  lease.onLost(() => {
    for (const [id, entry] of kept) {
      kept.delete(id);
      if (entry.timer) clearTimeout(entry.timer);
      void entry.document.then(
        (document) => {
          document.abandon(new Error('The lease on documents was lost.'));
        },
        () => undefined,
      );
    }
  });
  bus.subscribe('document-deleted', ({ id }: { id: string }) => void drop(id));

  return {
    get size() {
      return kept.size;
    },
    gate,
    get isShortOfSpace() {
      return space.isShort;
    },
    noteFull() {
      space.noteFull();
    },
    async create(id, first) {
      await updates.create(id, first instanceof Uint8Array ? first : built(first));
    },
    async open(id) {
      const entry: Kept = kept.get(id) ?? { document: load(id), users: 0, timer: null };
      kept.set(id, entry);
      entry.users += 1;
      if (entry.timer) clearTimeout(entry.timer);
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        entry.users -= 1;
        if (entry.users > 0) return;
        entry.timer = setTimeout(() => {
          if (entry.users === 0 && kept.get(id) === entry) void drop(id);
        }, lingerMs);
        entry.timer.unref();
      };
      try {
        return { document: await entry.document, release };
      } catch (error) {
        if (kept.get(id) === entry) kept.delete(id);
        throw error;
      }
    },
    async version(id) {
      const version = await updates.version(id);
      if (version === undefined) throw new GromaError('NOT_FOUND', { noun: 'document' });
      return version;
    },
    async read(id) {
      const open = await kept.get(id)?.document.catch(() => undefined);
      const doc = new Y.Doc();
      const state = open && Y.encodeStateAsUpdate(open.doc);
      // Anything that is not on disk yet may never be there, and is nobody's to read.
      if (
        state &&
        (await open.whenSaved().then(
          () => true,
          () => false,
        ))
      ) {
        Y.applyUpdate(doc, state);
        return doc;
      }
      await leaving.get(id);
      const stored = await updates.read(id);
      if (!stored) throw new GromaError('NOT_FOUND', { noun: 'document' });
      if (stored.snapshot) Y.applyUpdate(doc, stored.snapshot);
      for (const { update } of stored.updates) Y.applyUpdate(doc, update);
      return doc;
    },
    async delete(id) {
      await updates.delete(id);
      await bus.publish('document-deleted', { id });
    },
    async close() {
      await updates.drained();
      await Promise.all([...kept.keys()].map(drop));
      await Promise.all(leaving.values());
    },
  };
}

function built(build: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  build(doc);
  return Y.encodeStateAsUpdate(doc);
}
