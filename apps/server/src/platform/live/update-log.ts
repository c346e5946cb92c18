import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

interface Waiting {
  documentId: string;
  update: Uint8Array;
  resolve: (seq: number) => void;
  reject: (error: unknown) => void;
}

/** A timer is not worth less. */
const shortestPauseMs = 1;

/** Takes the next numbers of a document for some edits and writes them; gives the last number, or nothing when it is gone or another process has opened it since. */
const appendStatement = {
  name: 'append-updates',
  text: `WITH document AS (UPDATE documents SET head = head + $2, updated_at = now() WHERE id = $1 AND owner_epoch = $5 RETURNING head),
    written AS (INSERT INTO document_updates (document_id, seq, update)
      SELECT $1, head - $2 + edit.place, edit.update FROM document, unnest($3::bigint[], $4::bytea[]) AS edit (place, update))
    SELECT head FROM document`,
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
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  /** The least of those that wait. */
  #patienceMs = Infinity;
  /** When the last transaction was begun, and how a wait in the pause before the next is ended, to be reckoned anew. */
  #begunAt = -Infinity;
  #hurry: (() => void) | null = null;

  /** `epoch` is the number of the lease under which documents are opened and written; it throws while there is none. */
  constructor(database: Database, log: Log, epoch: () => number) {
    this.#database = database;
    this.#log = log;
    this.#epoch = epoch;
  }

  /**
   * Resolves with the edit's number once it is on disk. Rejected, it is mostly not there, but may be when the answer of
   * the records was lost: applying it twice does no harm. It waits for others to be written with until `patienceMs` after
   * the last transaction was begun.
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
   * Takes a document for this process and reads it. From then on whoever opened it under an earlier lease can't write it
   * any more: their next append waits for this one's row, and then finds another owner.
   * @throws Error when a later lease has it already.
   */
  async open(documentId: string): Promise<StoredDocument | undefined> {
    const epoch = this.#epoch();
    await this.#database.pool.query('UPDATE documents SET owner_epoch = $2 WHERE id = $1 AND owner_epoch < $2', [documentId, epoch]);
    const stored = await this.read(documentId);
    if (stored && stored.ownerEpoch !== epoch) throw new Error(`The document ${documentId} is open in another process (lease ${stored.ownerEpoch}, this one has ${epoch}).`);
    return stored;
  }

  /** State and edits of one moment: a compaction meanwhile is seen whole or not at all. */
  read(documentId: string): Promise<StoredDocument | undefined> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', async (client) => {
      const { rows: [document] } = await client.query<{ generation: string; snapshot: Buffer | null; snapshot_seq: string; owner_epoch: string }>(
        'SELECT generation, snapshot, snapshot_seq, owner_epoch FROM documents WHERE id = $1', [documentId]);
      if (!document) return undefined;
      const snapshotSeq = Number(document.snapshot_seq);
      const { rows } = await client.query<{ seq: string; update: Buffer }>(
        'SELECT seq, update FROM document_updates WHERE document_id = $1 AND seq > $2 ORDER BY seq', [documentId, snapshotSeq]);
      const updates = rows.map((row) => ({ seq: Number(row.seq), update: row.update as Uint8Array }));
      return { generation: document.generation, ownerEpoch: Number(document.owner_epoch), head: updates.at(-1)?.seq ?? snapshotSeq, snapshot: document.snapshot, snapshotSeq, updates };
    });
  }

  /** Makes a document with a first state; a document that is already there stays as it is. */
  async create(documentId: string, state: Uint8Array): Promise<void> {
    await this.#database.pool.query(
      'INSERT INTO documents (id, generation, snapshot) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [documentId, randomUUID(), Buffer.from(state)]);
  }

  async delete(documentId: string): Promise<void> {
    await this.#database.pool.query('DELETE FROM documents WHERE id = $1', [documentId]);
  }

  /**
   * Puts a state in the place of the snapshot and of the edits up to `to`, all of which it must hold. `edits` says how many
   * those are; it is compared with what is on disk. Does nothing, and answers false, when the snapshot is not the one
   * (`from`) that the state was built on, when another process has opened the document since, or when the numbers differ.
   */
  compact(documentId: string, { from, to, edits }: { from: number; to: number; edits: number }, state: Uint8Array): Promise<boolean> {
    return this.#transaction('BEGIN', async (client) => {
      const { rowCount } = await client.query(
        'UPDATE documents SET snapshot = $4, snapshot_seq = $3 WHERE id = $1 AND snapshot_seq = $2 AND owner_epoch = $5', [documentId, from, to, Buffer.from(state), this.#epoch()]);
      if (!rowCount) return false;
      const gone = await client.query('DELETE FROM document_updates WHERE document_id = $1 AND seq <= $2', [documentId, to]);
      if (gone.rowCount === edits) return true;
      throw new Error(`The document ${documentId} has ${gone.rowCount} edits up to ${to} on disk, and ${edits} in memory.`);
    });
  }

  async #writeAll(): Promise<void> {
    // Edits of one turn of the event loop travel together.
    await new Promise((resolve) => { setImmediate(resolve); });
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting;
      this.#waiting = [];
      this.#patienceMs = Infinity;
      this.#begunAt = performance.now();
      try {
        const numbers = await this.#write(batch);
        batch.forEach((waiting, i) => { waiting.resolve(numbers[i]!); });
      } catch (error) {
        // One impossible edit (its document is gone) must not take the others with it.
        if (batch.length === 1) batch[0]!.reject(error);
        else for (const waiting of batch) await this.#write([waiting]).then(([seq]) => { waiting.resolve(seq!); }, waiting.reject);
      }
    }
    // In the same step as the look at the empty queue, so that an edit that comes now starts the next round.
    this.#writing = null;
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

  async #write(batch: readonly Waiting[]): Promise<number[]> {
    const numbers = new Array<number>(batch.length);
    const ids = [...new Set(batch.map((waiting) => waiting.documentId))];
    const epoch = this.#epoch();
    const put = async (client: Pick<PoolClient, 'query'>, id: string): Promise<void> => {
      const own = batch.flatMap((waiting, i) => (waiting.documentId === id ? [i] : []));
      const { rows } = await client.query<{ head: string }>({ ...appendStatement, values: [id, own.length, own.map((_, k) => k + 1), own.map((i) => Buffer.from(batch[i]!.update)), epoch] });
      if (!rows[0]) throw new Error(`The document ${id} is gone, or open in another process.`);
      const first = Number(rows[0].head) - own.length + 1;
      own.forEach((i, k) => { numbers[i] = first + k; });
    };
    // One statement is a transaction of its own.
    if (ids.length === 1) await put(this.#database.pool, ids[0]!);
    // In the order of ids, so that two processes never wait for each other crosswise.
    else await this.#transaction('BEGIN', async (client) => { for (const id of ids.toSorted()) await put(client, id); });
    return numbers;
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
      await client.query('ROLLBACK').then(() => { client.release(); }, (failure: Error) => { client.release(failure); });
      throw error;
    }
  }
}
