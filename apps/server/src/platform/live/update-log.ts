import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { RecordsSpace } from '../database/records-space.ts';
import { isWithoutRoom } from '../database/without-database.ts';
import type { Log } from '../log.ts';

interface Waiting {
  documentId: string;
  update: Uint8Array;
  resolve: (seq: number) => void;
  reject: (error: unknown) => void;
}

/** A timer is not worth less. */
const shortestPauseMs = 1;

/**
 * Takes the next numbers of some documents for their edits and writes them, all in one transaction and in one question
 * to the records: many rooms cost no more waiting than one. Gives the last number of each document; one that is gone,
 * or that another process has opened since, is left out. Rows are locked in the order of ids, so that two processes
 * never wait for each other crosswise.
 */
const appendStatement = {
  name: 'append-updates',
  text: `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS wanted (id, edits)),
    owned AS (SELECT id FROM documents WHERE id = ANY ($1::text[]) AND owner_epoch = $6 ORDER BY id FOR NO KEY UPDATE),
    document AS (UPDATE documents SET head = head + wanted.edits, updated_at = now() FROM wanted JOIN owned USING (id)
      WHERE documents.id = wanted.id AND owner_epoch = $6 RETURNING documents.id, head, head - wanted.edits AS first),
    written AS (INSERT INTO document_updates (document_id, seq, update)
      SELECT document.id, document.first + edit.place, edit.update
      FROM unnest($3::text[], $4::bigint[], $5::bytea[]) AS edit (document_id, place, update) JOIN document ON document.id = edit.document_id)
    SELECT id, head FROM document`,
};

/** State of a document as it stands on disk. */
export interface StoredDocument {
  generation: string;
  /** Lease under which it was last opened. */
  ownerEpoch: number;
  head: number;
  snapshot: Uint8Array | null;
  snapshotSeq: number;
  updates: { seq: number; update: Uint8Array }[];
}

/**
 * Appends edits of live documents to the records. Edits that arrive while one transaction is being written share the
 * next (group commit), so the cost of the disk's fsync is paid once for all of them.
 */
export class UpdateLog {
  readonly #database: Database;
  readonly #log: Log;
  readonly #epoch: () => number;
  readonly #space: RecordsSpace;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  /** The least of those that wait. */
  #patienceMs = Infinity;
  /**
   * When the last transaction was begun, and how a wait in the pause before the next is ended, to be reckoned again.
   */
  #begunAt = -Infinity;
  #hurry: (() => void) | null = null;

  /**
   * `epoch` is the number of the lease under which documents are opened and written; it throws while there is none.
   * `space` is told when there is no space.
   */
  constructor(database: Database, log: Log, epoch: () => number, space = new RecordsSpace()) {
    this.#space = space;
    this.#database = database;
    this.#log = log;
    this.#epoch = epoch;
  }

  /**
   * Resolves with the edit's number once it is on disk. Rejected, it is mostly not there, but may be when the answer of
   * the records was lost: applying it twice does no harm. It waits for others to be written with until `patienceMs`
   * after the last transaction was begun.
   */
  append(documentId: string, update: Uint8Array, patienceMs = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ documentId, update, resolve, reject });
      const isLess = patienceMs < this.#patienceMs;
      if (isLess) this.#patienceMs = patienceMs;
      if (isLess || this.#pauseMs() < shortestPauseMs) this.#hurry?.();
      this.#writing ??= this.#writeAll();
    });
  }

  /** Resolves when nothing waits to be written; nothing waits for others any more. */
  async drained(): Promise<void> {
    while (this.#writing) {
      this.#patienceMs = 0;
      this.#hurry?.();
      await this.#writing;
    }
  }

  /** Notes a failure that nobody waits for. */
  report(documentId: string, error: unknown): void {
    this.#log.error('A document could not be compacted.', { id: documentId, error });
  }

  /**
   * Takes a document for this process and reads it. From then on whoever opened it under an earlier lease can't write
   * it any more: their next append waits for this one's row, and then finds another owner.
   * @throws Error when a later lease has it already.
   */
  async open(documentId: string): Promise<StoredDocument | undefined> {
    const epoch = this.#epoch();
    await this.#database.pool.query('UPDATE documents SET owner_epoch = $2 WHERE id = $1 AND owner_epoch < $2', [
      documentId,
      epoch,
    ]);
    const stored = await this.read(documentId);
    if (stored && stored.ownerEpoch !== epoch)
      throw new Error(
        `The document ${documentId} is open in another process (lease ${stored.ownerEpoch}, this one has ${epoch}).`,
      );
    return stored;
  }

  /** State and edits of one moment: a compaction meanwhile is seen whole or not at all. */
  read(documentId: string): Promise<StoredDocument | undefined> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', async (client) => {
      const {
        rows: [document],
      } = await client.query<{
        generation: string;
        snapshot: Buffer | null;
        snapshot_seq: string;
        owner_epoch: string;
      }>('SELECT generation, snapshot, snapshot_seq, owner_epoch FROM documents WHERE id = $1', [documentId]);
      if (!document) return undefined;
      const snapshotSeq = Number(document.snapshot_seq);
      const { rows } = await client.query<{ seq: string; update: Buffer }>(
        'SELECT seq, update FROM document_updates WHERE document_id = $1 AND seq > $2 ORDER BY seq',
        [documentId, snapshotSeq],
      );
      const updates = rows.map((row) => ({ seq: Number(row.seq), update: row.update as Uint8Array }));
      return {
        generation: document.generation,
        ownerEpoch: Number(document.owner_epoch),
        head: updates.at(-1)?.seq ?? snapshotSeq,
        snapshot: document.snapshot,
        snapshotSeq,
        updates,
      };
    });
  }

  /** What changes with each edit that is written, or undefined when there is no such document. */
  async version(documentId: string): Promise<string | undefined> {
    const {
      rows: [document],
    } = await this.#database.pool.query<{ generation: string; head: string }>(
      'SELECT generation, head FROM documents WHERE id = $1',
      [documentId],
    );
    return document && `${document.generation} ${document.head}`;
  }

  /** Makes a document with a first state; a document that is already there stays as it is. */
  async create(documentId: string, state: Uint8Array): Promise<void> {
    await this.#database.pool.query(
      'INSERT INTO documents (id, generation, snapshot) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
      [documentId, randomUUID(), Buffer.from(state)],
    );
  }

  async delete(documentId: string): Promise<void> {
    await this.#database.pool.query('DELETE FROM documents WHERE id = $1', [documentId]);
  }

  /**
   * Puts a state in the place of the snapshot and of the edits up to `to`, all of which it must hold. `edits` says how
   * many those are; it is compared with what is on disk. Does nothing, and answers false, when the snapshot is not the
   * one (`from`) that the state was built on, when another process has opened the document since, or when the numbers
   * differ.
   */
  compact(
    documentId: string,
    { from, to, edits }: { from: number; to: number; edits: number },
    state: Uint8Array,
  ): Promise<boolean> {
    return this.#transaction('BEGIN', async (client) => {
      const { rowCount } = await client.query(
        'UPDATE documents SET snapshot = $4, snapshot_seq = $3 WHERE id = $1 AND snapshot_seq = $2 AND owner_epoch = $5',
        [documentId, from, to, Buffer.from(state), this.#epoch()],
      );
      if (!rowCount) return false;
      const gone = await client.query('DELETE FROM document_updates WHERE document_id = $1 AND seq <= $2', [
        documentId,
        to,
      ]);
      if (gone.rowCount === edits) return true;
      throw new Error(
        `The document ${documentId} has ${gone.rowCount} edits up to ${to} on disk, and ${edits} in memory.`,
      );
    });
  }

  async #writeAll(): Promise<void> {
    // Edits of one turn of the event loop travel together.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting;
      this.#waiting = [];
      this.#patienceMs = Infinity;
      this.#begunAt = performance.now();
      try {
        settle(batch, await this.#write(batch));
      } catch (error) {
        if (isWithoutRoom(error)) this.#space.noteFull();
        await this.#writeEach(batch, error);
      }
    }
    // In the same step as the look at the empty queue, so that an edit that comes now starts the next round.
    this.#writing = null;
  }

  /** One impossible edit must not take those of other documents with it; later ones of its own may build on it. */
  async #writeEach(batch: readonly Waiting[], failure: unknown): Promise<void> {
    const failures = new Map<string, unknown>();
    for (const edit of batch) {
      const { documentId } = edit;
      const fail = (error: unknown): void => {
        failures.set(documentId, error);
        for (const later of this.#takeWaiting(documentId)) later.reject(error);
      };
      if (batch.length === 1) fail(failure);
      else if (!failures.has(documentId))
        await this.#write([edit]).then((numbers) => {
          settle([edit], numbers);
        }, fail);
      if (failures.has(documentId)) edit.reject(failures.get(documentId));
    }
  }

  #takeWaiting(documentId: string): Waiting[] {
    const own = this.#waiting.filter((edit) => edit.documentId === documentId);
    this.#waiting = this.#waiting.filter((edit) => edit.documentId !== documentId);
    return own;
  }

  /** Milliseconds that all who wait have the patience to wait still. */
  #pauseMs(): number {
    return this.#begunAt + this.#patienceMs - performance.now();
  }

  async #gather(): Promise<void> {
    for (let pauseMs = this.#pauseMs(); pauseMs >= shortestPauseMs; pauseMs = this.#pauseMs()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        this.#hurry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#hurry = null;
  }

  /** The number of each edit; undefined where its document is gone or open in another process. */
  async #write(batch: readonly Waiting[]): Promise<(number | undefined)[]> {
    const counts = new Map<string, number>();
    const places = batch.map(({ documentId }) => {
      const place = (counts.get(documentId) ?? 0) + 1;
      counts.set(documentId, place);
      return place;
    });
    const { rows } = await this.#database.pool.query<{ id: string; head: string }>({
      ...appendStatement,
      values: [
        [...counts.keys()],
        [...counts.values()],
        batch.map(({ documentId }) => documentId),
        places,
        batch.map(({ update }) => Buffer.from(update.buffer, update.byteOffset, update.byteLength)),
        this.#epoch(),
      ],
    });
    const heads = new Map(rows.map(({ id, head }) => [id, Number(head)]));
    return batch.map(({ documentId }, i) => {
      const head = heads.get(documentId);
      return head === undefined ? undefined : head - counts.get(documentId)! + places[i]!;
    });
  }

  async #transaction<Result>(begin: string, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#database.pool.connect();
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // A connection that cannot even roll back is not given to anybody again.
      await client.query('ROLLBACK').then(
        () => {
          client.release();
        },
        (failure: Error) => {
          client.release(failure);
        },
      );
      throw error;
    }
  }
}

function settle(batch: readonly Waiting[], numbers: readonly (number | undefined)[]): void {
  batch.forEach(({ documentId, resolve, reject }, i) => {
    const number = numbers[i];
    if (number === undefined) reject(new Error(`The document ${documentId} is gone, or open in another process.`));
    else resolve(number);
  });
}
