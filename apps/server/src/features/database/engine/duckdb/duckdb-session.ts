import {
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
  ResultReturnType,
  StatementType,
} from '@duckdb/node-api';
import type { DatabaseType } from '@groma/model';
import { SqlError, type EngineSession, type QueryParams, type StatementAnswer } from '../engine.ts';
import type { ColumnBatch } from '../rows/column-batch.ts';
import { readChunks, readInParts, shapesOf, textBytesOf } from './duckdb-columns.ts';
import { asDuckdbError } from './duckdb-error.ts';
import { withShortNames, type LongNames } from './long-names.ts';
import type { PlacedStatement } from './placed-statement.ts';
import { refuseChange } from './project-views.ts';
import type { TextFiles } from './text-files.ts';

/** Chunks that are read together: so many at most, of so many bytes, and for so long. */
const mostChunks = 16;
const partBytes = 4 * 1_048_576;
const gatherMs = 100;
/** Of the texts of one batch, but for those of a single row. */
const mostBytes = 16 * 1_048_576;
/** So many bytes of large texts may be garbage. */
const collectBytes = 4 * mostBytes;

/** `transaction`: the one that a query is in is its own, or that of statements before. */
interface Started {
  result: DuckDBResult;
  prepared: DuckDBPreparedStatement;
  transaction: 'none' | 'own' | 'theirs';
}

/** A result that is being read, and the chunk of it that was asked for. */
interface Reading {
  result: DuckDBResult;
  types: readonly DuckDBType[];
  next: Promise<DuckDBDataChunk | null> | undefined;
  isOver: boolean;
}

/** A connection to DuckDB on which statements run one after the other. */
export class DuckdbSession implements EngineSession {
  readonly #connection: DuckDBConnection;
  readonly #database: DatabaseType;
  /** Statements before have begun a transaction. */
  #isInTransaction = false;
  #isCanceled = false;
  /** Questions that DuckDB is at work on. */
  #working = 0;
  #hasChanged = false;
  readonly #onChange: () => void;
  readonly #onClose: () => void;

  /** Files of the project in encodings that DuckDB does not read; null where no files are read. */
  readonly #textFiles: TextFiles | null;
  readonly #names: LongNames;
  readonly #mayOnlyRead: boolean;

  constructor(
    connection: DuckDBConnection,
    {
      database,
      textFiles,
      names,
      mayOnlyRead,
      onChange,
      onClose,
    }: {
      database: DatabaseType;
      textFiles: TextFiles | null;
      names: LongNames;
      /** Each statement is in a transaction that only reads, and only queries are run (DBS-106). */
      mayOnlyRead: boolean;
      /** Called before and after each statement that may make something. */
      onChange: () => void;
      onClose: () => void;
    },
  ) {
    this.#names = names;
    this.#mayOnlyRead = mayOnlyRead;
    this.#connection = connection;
    this.#database = database;
    this.#textFiles = textFiles;
    this.#onChange = onChange;
    this.#onClose = onClose;
  }

  async run(statement: string, params?: QueryParams): Promise<StatementAnswer> {
    // DuckDB ends its whole process when it may not write the log that it was told to.
    if (/\b(enable_logging|enable_log\w*)\b/i.test(statement))
      throw new SqlError({ kind: 'permission', detail: 'Logging cannot be changed here.' });
    if (this.#database === 'project') refuseChange(statement);
    const short = withShortNames(statement, this.#names);
    const placed =
      (await this.#textFiles?.readable(short.sql, (pattern) => this.#filesLike(pattern)))?.of(short) ?? short;
    try {
      const started = await this.#whileWorking(this.#start(placed.sql, params));
      const { result } = started;
      const hasRows = result.returnType === ResultReturnType.QUERY_RESULT && result.columnCount > 0;
      return {
        columns: hasRows ? shapesOf(result) : null,
        batches: this.#batches(started, placed, hasRows),
        notices: placed.notices,
        rowsChanged: () => (result.returnType === ResultReturnType.CHANGED_ROWS ? result.rowsChanged : null),
      };
    } catch (error) {
      throw this.#asError(error, placed);
    }
  }

  /** Whether statements before have begun a transaction, which none has ended. */
  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  cancel(): void {
    this.#isCanceled = true;
    this.#connection.interrupt();
  }

  /** Waits for what runs: DuckDB must not lose a connection that is in use. */
  async close(): Promise<void> {
    if (this.#working > 0) this.cancel();
    for (let turn = 0; this.#working > 0 && turn < 600; turn++) await new Promise((resolve) => setTimeout(resolve, 50));
    this.#connection.closeSync();
    if (this.#hasChanged) this.#onChange();
    this.#onClose();
  }

  /** The files that a pattern means, as DuckDB finds them; none where it may not look. */
  async #filesLike(pattern: string): Promise<string[]> {
    const found = await this.#connection.runAndReadAll('SELECT file FROM glob($1)', [pattern]).catch(() => null);
    return found?.getRows().map(([file]) => String(file)) ?? [];
  }

  async #start(statement: string, params: QueryParams | undefined): Promise<Started> {
    if (this.#mayOnlyRead) return this.#startReading(statement, params);
    const prepared = await this.#prepare(statement);
    if (params) bind(prepared, params);
    if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
    if (prepared.statementType === StatementType.TRANSACTION)
      this.#isInTransaction = /\b(begin|start)\b/i.test(statement);
    if (prepared.statementType !== StatementType.SELECT) return this.#startChange(prepared);
    const transaction = this.#isInTransaction ? 'theirs' : 'own';
    if (transaction === 'own') await this.#connection.run('BEGIN');
    try {
      return { result: await prepared.stream(), prepared, transaction };
    } catch (error) {
      if (transaction === 'own') await this.#connection.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** A transaction that only reads keeps tables as they are; what is no query is refused by its kind. */
  async #startReading(statement: string, params: QueryParams | undefined): Promise<Started> {
    await this.#connection.run('BEGIN TRANSACTION READ ONLY');
    try {
      const extracted = await this.#connection.extractStatements(statement);
      for (let index = 0; ; index++) {
        const prepared = await extracted.prepare(index);
        refuseMoreThanReading(prepared.statementType, statement, extracted.count);
        if (index < extracted.count - 1) {
          await prepared.run();
          continue;
        }
        if (params) bind(prepared, params);
        if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
        return { result: await prepared.stream(), prepared, transaction: 'own' };
      }
    } catch (error) {
      await this.#connection.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async #startChange(prepared: DuckDBPreparedStatement): Promise<Started> {
    this.#hasChanged = true;
    // What is read while it runs may be of before.
    this.#onChange();
    try {
      return { result: await prepared.stream(), prepared, transaction: 'none' };
    } finally {
      this.#onChange();
    }
  }

  /**
   * What fails after the first rows looks to a reader of DuckDB's like the end of the rows. But it spoils the
   * transaction that it is in, which is why there is one around each query.
   * @throws Error with why it failed
   */
  async #settle({ prepared, transaction }: Started): Promise<void> {
    if (transaction === 'none') return;
    const isWhole = await this.#connection.run('SELECT 1').then(
      () => true,
      () => false,
    );
    if (transaction === 'own') await this.#connection.run(isWhole ? 'COMMIT' : 'ROLLBACK');
    if (isWhole) return;
    // Run at once, as without a reader, it says why.
    if (transaction === 'own') await prepared.run();
    throw new SqlError({ kind: 'other', detail: 'The query failed after its first rows.' });
  }

  /** One statement of a text may be several to DuckDB (a PIVOT is); the last one answers. */
  async #prepare(statement: string): Promise<DuckDBPreparedStatement> {
    try {
      return await this.#connection.prepare(statement);
    } catch (error) {
      if (!/multiple statements/i.test(String(error))) throw error;
    }
    const extracted = await this.#connection.extractStatements(statement);
    for (let index = 0; index < extracted.count - 1; index++) await (await extracted.prepare(index)).run();
    return extracted.prepare(extracted.count - 1);
  }

  async *#batches(started: Started, statement: PlacedStatement, hasRows: boolean): AsyncGenerator<ColumnBatch> {
    if (!hasRows) return;
    const types = started.result.columnTypes();
    const reading: Reading = { result: started.result, types, next: undefined, isOver: false };
    let hadLarge = false;
    try {
      // The first rows at once, later ones in larger parts.
      for (let wanted = 1; !reading.isOver;) {
        const { chunks, isLarge } = await this.#gather(reading, wanted);
        wanted = 1;
        hadLarge ||= isLarge;
        if (isLarge) yield* this.#parts(chunks, types);
        else if (chunks.length > 0) {
          const batch = readChunks(chunks, types);
          wanted = chunksFor(bytesOf(batch), chunks.length);
          yield batch;
        }
        if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
      }
      await this.#whileWorking(this.#settle(started));
    } catch (error) {
      reading.isOver = true;
      throw this.#asError(error, statement);
    } finally {
      // Who stops reading wants no more of it.
      if (!reading.isOver) await this.#stop(started, reading);
      if (hadLarge) await collectGarbage();
    }
  }

  /** Ends a query whose other rows nobody wants, so that the next statement can run. */
  async #stop({ transaction }: Started, { next }: Reading): Promise<void> {
    this.#connection.interrupt();
    await next?.catch(() => undefined);
    if (transaction === 'own') await this.#connection.run('ROLLBACK').catch(() => undefined);
  }

  /**
   * So many chunks as have come in time. The next one is asked for before these are read, so that DuckDB is at work
   * meanwhile.
   */
  async #gather(reading: Reading, wanted: number): Promise<{ chunks: DuckDBDataChunk[]; isLarge: boolean }> {
    const chunks: DuckDBDataChunk[] = [];
    for (const began = performance.now(); chunks.length < wanted && performance.now() - began < gatherMs;) {
      const next = reading.next ?? this.#fetch(reading.result);
      reading.next = next;
      const chunk = chunks.length === 0 ? await next : await within(next, gatherMs);
      if (chunk === 'late') break;
      reading.isOver = !chunk || chunk.rowCount === 0;
      if (!chunk || reading.isOver) break;
      chunks.push(chunk);
      const isLarge = textBytesOf(chunk, reading.types) > mostBytes;
      // Two of these at once might be too much for the memory of the database.
      reading.next = isLarge ? undefined : this.#fetch(reading.result);
      if (isLarge) return { chunks, isLarge };
    }
    return { chunks, isLarge: false };
  }

  /**
   * What DuckDB has lent is given back when V8 finds that nobody holds it, and V8 knows neither how much it is nor that
   * it matters.
   */
  async *#parts(held: DuckDBDataChunk[], types: readonly DuckDBType[]): AsyncGenerator<ColumnBatch> {
    let bytes = 0;
    for (const batch of readInParts(held.splice(0), types, mostBytes)) {
      bytes += bytesOf(batch);
      yield batch;
      if (this.#isCanceled) break;
      if (bytes > collectBytes) {
        bytes = 0;
        await collectGarbage();
      }
    }
    await collectGarbage();
  }

  #fetch(result: DuckDBResult): Promise<DuckDBDataChunk | null> {
    const fetched = this.#whileWorking(result.fetchChunk());
    // What fails while nobody waits fails again for who does.
    fetched.catch(() => undefined);
    return fetched;
  }

  async #whileWorking<T>(work: Promise<T>): Promise<T> {
    this.#working += 1;
    return work.finally(() => {
      this.#working -= 1;
    });
  }

  #asError(error: unknown, statement: PlacedStatement): SqlError {
    return this.#isCanceled
      ? new SqlError({ kind: 'canceled', detail: '' })
      : statement.restored(asDuckdbError(error, statement.sql, this.#database));
  }
}

/**
 * EXPLAIN ANALYZE runs what it explains. A PIVOT is several statements to DuckDB, which first makes a type: among
 * several, such may be made for the session, and nothing else within a transaction that only reads.
 * @throws SqlError
 */
function refuseMoreThanReading(type: StatementType, statement: string, count: number): void {
  const isReading =
    type === StatementType.SELECT ||
    (type === StatementType.EXPLAIN && !/analy[sz]e/i.test(statement)) ||
    (type === StatementType.CREATE && count > 1);
  if (!isReading)
    throw new SqlError({
      kind: 'permission',
      detail: 'This statement does more than read, which is not allowed here.',
    });
}

/** What lies outside of V8's heap is freed a turn of the event loop later. */
async function collectGarbage(): Promise<void> {
  globalThis.gc?.();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** What is there in time: what has come already must not wait for what takes long. */
function within<T>(coming: Promise<T>, milliseconds: number): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve('late');
    }, milliseconds);
    coming.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

function bytesOf({ columns }: ColumnBatch): number {
  return columns.reduce((sum, { values, offsets }) => sum + values.byteLength + (offsets?.byteLength ?? 0), 0);
}

/** How many chunks make a part of a good size, to judge by the last one. */
function chunksFor(bytes: number, chunks: number): number {
  return Math.max(1, Math.min(mostChunks, Math.floor((partBytes * chunks) / Math.max(1, bytes))));
}

function bind(prepared: DuckDBPreparedStatement, params: QueryParams): void {
  const needed = Array.from({ length: prepared.parameterCount }, (_each, index) => prepared.parameterName(index + 1));
  const given: Record<string, unknown> = Array.isArray(params)
    ? Object.fromEntries(params.map((value, index) => [String(index + 1), value]))
    : params;
  const missing = needed.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined)
    throw new SqlError({ kind: 'other', detail: `There is no value for the parameter $${missing}.` });
  if (needed.length > 0) prepared.bind(Object.fromEntries(needed.map((name) => [name, asValue(given[name])])));
}

function asValue(value: unknown): DuckDBValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && Math.abs(value) > 2_147_483_647 ? BigInt(value) : value;
  if (value instanceof Uint8Array) return new DuckDBBlobValue(value);
  return JSON.stringify(value);
}
