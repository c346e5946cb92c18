import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

interface Waiting {
  documentId: string;
  update: Uint8Array;
  resolve: (seq: number) => void;
  reject: (error: unknown) => void;
}

/** State of a document as it stands on disk. */
export interface StoredDocument {
  generation: string;
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
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves with the edit's number once it is on disk. @throws when it could not be written; then it is not there. */
  append(documentId: string, update: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ documentId, update, resolve, reject });
      this.#writing ??= this.#writeAll().finally(() => { this.#writing = null; });
    });
  }

  /** Resolves when nothing waits to be written. */
  async drained(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async read(documentId: string): Promise<StoredDocument | undefined> {
    const { rows: [document] } = await this.#database.pool.query<{ generation: string; head: string; snapshot: Buffer | null; snapshot_seq: string }>(
      'SELECT generation, head, snapshot, snapshot_seq FROM documents WHERE id = $1', [documentId]);
    if (!document) return undefined;
    const updates = await this.readAfter(documentId, Number(document.snapshot_seq));
    return { generation: document.generation, head: updates.at(-1)?.seq ?? Number(document.snapshot_seq), snapshot: document.snapshot, snapshotSeq: Number(document.snapshot_seq), updates };
  }

  async readAfter(documentId: string, seq: number): Promise<{ seq: number; update: Uint8Array }[]> {
    const { rows } = await this.#database.pool.query<{ seq: string; update: Buffer }>(
      'SELECT seq, update FROM document_updates WHERE document_id = $1 AND seq > $2 ORDER BY seq', [documentId, seq]);
    return rows.map((row) => ({ seq: Number(row.seq), update: row.update }));
  }

  /** Makes a document with a first state; a document that is already there stays as it is. */
  async create(documentId: string, state: Uint8Array): Promise<void> {
    await this.#database.pool.query(
      'INSERT INTO documents (id, generation, snapshot) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [documentId, randomUUID(), Buffer.from(state)]);
  }

  async delete(documentId: string): Promise<void> {
    await this.#database.pool.query('DELETE FROM documents WHERE id = $1', [documentId]);
  }

  /** Puts a state that holds all edits up to `seq` in their place. */
  async compact(documentId: string, seq: number, state: Uint8Array): Promise<void> {
    const client = await this.#database.pool.connect();
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query(
        'UPDATE documents SET snapshot = $3, snapshot_seq = $2 WHERE id = $1 AND snapshot_seq < $2', [documentId, seq, Buffer.from(state)]);
      if (rowCount) await client.query('DELETE FROM document_updates WHERE document_id = $1 AND seq <= $2', [documentId, seq]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async #writeAll(): Promise<void> {
    // Edits of one turn of the event loop travel together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const numbers = await this.#write(batch);
        batch.forEach((waiting, i) => waiting.resolve(numbers[i]!));
      } catch (error) {
        // One impossible edit (its document is gone) must not take the others with it.
        if (batch.length === 1) batch[0]!.reject(error);
        else for (const waiting of batch) await this.#write([waiting]).then(([seq]) => waiting.resolve(seq!), waiting.reject);
      }
    }
  }

  async #write(batch: readonly Waiting[]): Promise<number[]> {
    const client = await this.#database.pool.connect();
    try {
      await client.query('BEGIN');
      const numbers = new Array<number>(batch.length);
      // In the order of ids, so that two processes never wait for each other crosswise.
      for (const id of [...new Set(batch.map((waiting) => waiting.documentId))].sort()) {
        const own = batch.flatMap((waiting, i) => (waiting.documentId === id ? [i] : []));
        const { rows } = await client.query<{ head: string }>('UPDATE documents SET head = head + $2, updated_at = now() WHERE id = $1 RETURNING head', [id, own.length]);
        if (!rows[0]) throw new Error(`The document ${id} is gone.`);
        const first = Number(rows[0].head) - own.length + 1;
        own.forEach((i, k) => { numbers[i] = first + k; });
        await client.query(
          'INSERT INTO document_updates (document_id, seq, update) SELECT $1, * FROM unnest($2::bigint[], $3::bytea[])',
          [id, own.map((i) => numbers[i]), own.map((i) => Buffer.from(batch[i]!.update))]);
      }
      await client.query('COMMIT');
      return numbers;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}
