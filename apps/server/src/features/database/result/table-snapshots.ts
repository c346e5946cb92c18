import { randomUUID } from 'node:crypto';
import { GromaError } from '@groma/model';
import type { FrameSource } from '../process/frame-source.ts';
import { keepRun } from './kept-run.ts';
import type { ResultIndex, ResultStore } from './result-store.ts';

/** Rows that are read ahead of the deepest page that was asked for. */
const aheadRows = 100_000;
/** How long a reading that nobody asks of waits before it is given up. */
const idleMs = 60_000;
const mostSnapshots = 100;

interface Snapshot {
  id: string;
  key: string;
  databaseId: string;
  index: ResultIndex | undefined;
  isDone: boolean;
  failure: unknown;
  wanted: number;
  lastUsed: number;
  source: FrameSource;
  wake: () => void;
  changed: Set<() => void>;
}

/**
 * Readings of tables that pages are cut from: a table is read once, as far as somebody has looked, and any page of what
 * was read is found at once.
 */
export class TableSnapshots {
  readonly #store: ResultStore;
  readonly #known = new Map<string, Snapshot>();
  readonly #sweep: NodeJS.Timeout;

  constructor(store: ResultStore) {
    this.#store = store;
    this.#sweep = setInterval(() => {
      this.#dropIdle();
    }, 5_000);
    this.#sweep.unref();
  }

  /** A reading that is still of use for what `key` names. */
  find(id: string | undefined, key: string): string | undefined {
    const snapshot = id === undefined ? undefined : this.#known.get(id);
    return snapshot && snapshot.key === key && !snapshot.failure ? snapshot.id : undefined;
  }

  /** Begins to read an answer in frames of one statement. */
  begin(key: string, source: FrameSource, databaseId: string): string {
    const snapshot: Snapshot = {
      id: randomUUID(),
      key,
      databaseId,
      index: undefined,
      isDone: false,
      failure: undefined,
      wanted: 1,
      lastUsed: performance.now(),
      source,
      wake: () => undefined,
      changed: new Set(),
    };
    this.#known.set(snapshot.id, snapshot);
    void this.#read(snapshot);
    for (const [id, each] of this.#known) if (this.#known.size > mostSnapshots && each !== snapshot) this.#drop(id);
    return snapshot.id;
  }

  /** The reading, once it has so many rows or has ended. @throws GromaError of the statement. */
  async upTo(id: string, rows: number): Promise<{ index: ResultIndex; isDone: boolean }> {
    const snapshot = this.#known.get(id);
    if (!snapshot) throw new GromaError('RESULT_GONE');
    snapshot.lastUsed = performance.now();
    snapshot.wanted = Math.max(snapshot.wanted, rows);
    snapshot.wake();
    while (!snapshot.isDone && (snapshot.index?.rows ?? -1) < rows)
      await new Promise<void>((resolve) => {
        snapshot.changed.add(resolve);
      });
    if (snapshot.failure) {
      this.#drop(id);
      throw snapshot.failure;
    }
    if (!snapshot.index) throw new GromaError('RESULT_GONE');
    if (snapshot.index.isCut && snapshot.index.rows < rows)
      throw new GromaError('RESULT_INCOMPLETE', { rows: snapshot.index.rows });
    return { index: snapshot.index, isDone: snapshot.isDone };
  }

  /** Gives up readings of a database that nobody waits for; they are begun anew when they are asked for. */
  giveUp(databaseId: string): void {
    for (const [id, { databaseId: of, isDone, changed }] of this.#known)
      if (of === databaseId && !isDone && changed.size === 0) this.#drop(id);
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const id of Array.from(this.#known.keys())) this.#drop(id);
  }

  async #read(snapshot: Snapshot): Promise<void> {
    const tell = (): void => {
      const waiting = [...snapshot.changed];
      snapshot.changed.clear();
      for (const each of waiting) each();
    };
    try {
      const hasEnded = await keepRun(
        snapshot.source,
        this.#store,
        { databaseId: snapshot.databaseId, userId: '' },
        {
          event(event, kept) {
            snapshot.index ??= kept?.index;
            if (event.type === 'error')
              snapshot.failure = new GromaError('SQL_FAILED', { text: event.message, kind: event.kind });
          },
          pass: async () => {
            tell();
            while ((snapshot.index?.rows ?? 0) > snapshot.wanted + aheadRows && !snapshot.source.destroyed)
              await new Promise<void>((resolve) => {
                snapshot.wake = resolve;
              });
          },
        },
      );
      if (!hasEnded) snapshot.failure ??= new GromaError('DATABASE_CONNECTION_LOST');
    } catch (error) {
      snapshot.failure ??= error;
    }
    if (!snapshot.index) snapshot.failure ??= new GromaError('DATABASE_CONNECTION_LOST');
    snapshot.isDone = true;
    tell();
  }

  #dropIdle(): void {
    for (const [id, snapshot] of this.#known)
      if (performance.now() - snapshot.lastUsed > (snapshot.isDone ? 10 * idleMs : idleMs)) this.#drop(id);
  }

  #drop(id: string): void {
    const snapshot = this.#known.get(id);
    this.#known.delete(id);
    snapshot?.source.destroy();
    snapshot?.wake();
    if (snapshot?.index) void this.#store.delete(snapshot.index.id);
  }
}
