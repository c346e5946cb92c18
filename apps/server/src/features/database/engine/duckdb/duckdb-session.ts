import { DuckDBBlobValue, type DuckDBConnection, type DuckDBDataChunk, type DuckDBPreparedStatement, type DuckDBResult, type DuckDBValue, ResultReturnType } from '@duckdb/node-api';
import type { DatabaseType } from '@groma/model';
import { SqlError, type EngineSession, type QueryParams, type StatementAnswer } from '../engine.ts';
import type { ColumnBatch } from '../rows/column-batch.ts';
import { readChunk, shapesOf } from './duckdb-columns.ts';
import { asDuckdbError } from './duckdb-error.ts';

/** A connection to DuckDB on which statements run one after the other. */
export class DuckdbSession implements EngineSession {
  readonly #connection: DuckDBConnection;
  readonly #database: DatabaseType;
  #isCanceled = false;
  /** Questions that DuckDB is at work on. */
  #working = 0;

  constructor(connection: DuckDBConnection, database: DatabaseType) {
    this.#connection = connection;
    this.#database = database;
  }

  async run(statement: string, params?: QueryParams): Promise<StatementAnswer> {
    // DuckDB ends its whole process when it may not write the log that it was told to.
    if (/\b(enable_logging|enable_log\w*)\b/i.test(statement)) throw new SqlError({ kind: 'permission', detail: 'Logging cannot be changed here.' });
    try {
      const result = await this.#whileWorking(this.#start(statement, params));
      const hasRows = result.returnType === ResultReturnType.QUERY_RESULT && result.columnCount > 0;
      return {
        columns: hasRows ? shapesOf(result) : null, batches: this.#batches(result, statement, hasRows), notices: [],
        rowsChanged: () => result.returnType === ResultReturnType.CHANGED_ROWS ? result.rowsChanged : null,
      };
    } catch (error) {
      throw this.#asError(error, statement);
    }
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
  }

  async #start(statement: string, params: QueryParams | undefined): Promise<DuckDBResult> {
    const prepared = await this.#prepare(statement);
    if (params) bind(prepared, params);
    if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
    return prepared.stream();
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

  /** The next rows are asked for before these are read, so that DuckDB is at work meanwhile. */
  async* #batches(result: DuckDBResult, statement: string, hasRows: boolean): AsyncGenerator<ColumnBatch> {
    if (!hasRows) return;
    const types = result.columnTypes();
    let isOver = false;
    try {
      for (let next = this.#fetch(result); ;) {
        const chunk = await next;
        isOver = !chunk || chunk.rowCount === 0;
        if (!chunk || isOver) return;
        next = this.#fetch(result);
        yield readChunk(chunk, types);
        if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
      }
    } catch (error) {
      isOver = true;
      throw this.#asError(error, statement);
    } finally {
      // Who stops reading wants no more of it.
      if (!isOver) this.#connection.interrupt();
    }
  }

  #fetch(result: DuckDBResult): Promise<DuckDBDataChunk | null> {
    const fetched = this.#whileWorking(result.fetchChunk());
    // What fails while nobody waits fails again for who does.
    fetched.catch(() => undefined);
    return fetched;
  }

  async #whileWorking<T>(work: Promise<T>): Promise<T> {
    this.#working += 1;
    return work.finally(() => { this.#working -= 1; });
  }

  #asError(error: unknown, statement: string): SqlError {
    return this.#isCanceled ? new SqlError({ kind: 'canceled', detail: '' }) : asDuckdbError(error, statement, this.#database);
  }
}

function bind(prepared: DuckDBPreparedStatement, params: QueryParams): void {
  const needed = Array.from({ length: prepared.parameterCount }, (_each, index) => prepared.parameterName(index + 1));
  const given: Record<string, unknown> = Array.isArray(params) ? Object.fromEntries(params.map((value, index) => [String(index + 1), value])) : params;
  const missing = needed.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new SqlError({ kind: 'other', detail: `There is no value for the parameter $${missing}.` });
  if (needed.length > 0) prepared.bind(Object.fromEntries(needed.map((name) => [name, asValue(given[name])])));
}

function asValue(value: unknown): DuckDBValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) > 2_147_483_647 ? BigInt(value) : value;
  if (value instanceof Uint8Array) return new DuckDBBlobValue(value);
  return JSON.stringify(value);
}
