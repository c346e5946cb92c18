import { quoteIdentifier, type DatabaseSchema, type SqlFailure, type TableFilter, type TableSort } from '@groma/model';
import type { ColumnBatch, ColumnShape } from './rows/column-batch.ts';

/** What the server tells a database's process when it starts; secrets come this way only. */
export type EngineSettings =
  | {
      type: 'managed-duckdb';
      file: string;
      filesFolder: string | null;
      /**
       * Of a project's own database: where the rows of its layers are, and the extension with functions for geometries.
       */
      project?: { layersFolder: string; spatialExtension: string | null } | undefined;
      temporaryFolder: string;
      memoryBytes: number;
      threads: number;
      diskBytes: number;
      statementMs: number;
    }
  | {
      type: 'motherduck';
      database: string;
      token: string;
      temporaryFolder: string;
      extensionFolder: string;
      memoryBytes: number;
      threads: number;
      statementMs: number;
    }
  | {
      type: 'postgres';
      addresses: string[];
      host: string;
      port: number;
      database: string;
      user: string;
      password: string;
      tls: 'disable' | 'prefer' | 'require' | 'verify-full';
      certificate: string | undefined;
      statementMs: number;
    };

/** What a statement gives: rows in batches, or a number of changed ones. */
export interface StatementAnswer {
  /** Null where the statement answers no rows. */
  columns: ColumnShape[] | null;
  batches: AsyncIterable<ColumnBatch>;
  /** Known when the batches have ended. */
  rowsChanged(): number | null;
  notices: string[];
}

/** Values for `$1` … or `$name`. */
export type QueryParams = unknown[] | Record<string, unknown>;

/**
 * What a database's process asks the server while a statement runs.
 * @throws SqlError with what the server says is wrong
 */
export type Ask = (question: object) => Promise<Record<string, unknown>>;

/**
 * One conversation with a database: what a statement leaves behind (a transaction, a temporary table) is there for the
 * next one.
 */
export interface EngineSession {
  /** @throws SqlError */
  run(statement: string, params?: QueryParams): Promise<StatementAnswer>;
  /** Stops what runs, soon. */
  cancel(): void;
  close(): Promise<void>;
}

/** One kind of database: a member of the family of drivers. */
export interface Engine {
  /**
   * With `ask`, statements over a project can write into it. With `mayOnlyRead`, DuckDB refuses every statement that
   * does more; PostgreSQL is not asked by who may do no more.
   * @throws SqlError when it cannot be reached.
   */
  session(relations?: readonly ProjectRelation[], ask?: Ask, mayOnlyRead?: boolean): Promise<EngineSession>;
  /** Texts of the views that people have made, by name: they may name layers that no statement names. */
  viewTexts?(): Promise<{ name: string; sql: string }[]>;
  schema(): Promise<DatabaseSchema>;
  version(): Promise<string>;
  /**
   * A query for a part of a table. Rows of a table whose places are known are asked for by place, which takes as long
   * at any depth.
   */
  pageQuery(
    table: TableReference,
    page: { offset: number; limit: number },
  ): Promise<{ sql: string; total: number | null } | undefined>;
  close(): Promise<void>;
}

/**
 * What a statement names of a project, as the server has found it: a layer whose rows are in `files`, or a file.
 * Without files there is no such layer, or nobody may know that there is.
 */
export type ProjectRelation =
  | { catalog: 'layers'; schema: string; name: string; files: string[] | null }
  | { catalog: 'files'; name: string }
  | KeptRelation;

/**
 * Rows that were fetched: a table of a connected database, or the result of a block of a notebook. `schema` is what
 * stands for the parts between the catalog and the name, which DuckDB has room for one of. `casts` are the types of
 * columns that are kept as text.
 */
export interface KeptRelation {
  catalog: 'tables' | 'results';
  schema: string;
  name: string;
  file: string | null;
  casts: Record<string, string>;
}

/**
 * A schema that stands for the two parts of the name of a table between `tables` and its own: DuckDB's names have three
 * at most.
 */
export function schemaOfTable(database: string, schema: string): string {
  return `${quoteIdentifier(database)}.${quoteIdentifier(schema)}`;
}

export interface TableReference {
  catalog?: string | undefined;
  schema: string | undefined;
  table: string;
  filter: TableFilter[];
  sort: TableSort[];
}

/** A failure of a statement, understood. */
export class SqlError extends Error {
  readonly failure: SqlFailure;

  constructor(failure: SqlFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}
