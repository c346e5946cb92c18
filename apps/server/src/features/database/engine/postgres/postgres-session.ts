import type pg from 'pg';
import Cursor from 'pg-cursor';
import { SqlError, type EngineSession, type QueryParams, type StatementAnswer } from '../engine.ts';
import type { ColumnBatch, ColumnShape } from '../rows/column-batch.ts';
import { readTexts, type TypeNames } from './postgres-columns.ts';
import { cancelPostgres, connectPostgres, dropPostgres, type PostgresSettings } from './postgres-connect.ts';
import { asPostgresError } from './postgres-error.ts';

/**
 * Rows that are fetched at a time: few at first, so that something is seen soon, and nobody knows yet how large they
 * are; then so many as make a part of a good size.
 */
const firstRows = 32;
const growth = 16;
const mostRows = 16_384;
const partBytes = 16 * 1_048_576;
/** How long a server may take to react to a cancel before the connection to it is cut. */
const cancelMs = 700;

type Fields = { name: string; dataTypeID: number; dataTypeModifier: number }[];
interface Read {
  rows: (string | null)[][];
  fields: Fields;
  rowCount: number | null;
  command: string | null;
}

/** A connection to PostgreSQL on which statements run one after the other. */
export class PostgresSession implements EngineSession {
  readonly #client: pg.Client;
  readonly #settings: PostgresSettings;
  readonly #types: TypeNames;
  readonly #typeClient: () => Promise<pg.Client>;
  readonly #notices: string[] = [];
  /** Why the connection ended, and the read that waits for an answer of it. */
  #loss: Error | undefined;
  #waiting: { cursor: Cursor; refuse: (error: Error) => void } | undefined;
  #isCanceled = false;
  #isLate = false;
  #isBusy = false;

  constructor(client: pg.Client, settings: PostgresSettings, types: TypeNames, typeClient: () => Promise<pg.Client>) {
    this.#client = client;
    this.#settings = settings;
    this.#types = types;
    this.#typeClient = typeClient;
    client.on('notice', ({ message }) => {
      if (message && this.#notices.length < 100) this.#notices.push(message.slice(0, 1_000));
    });
    const lose = (error: Error): void => {
      this.#loss ??= error;
      this.#waiting?.refuse(this.#loss);
    };
    client.on('error', lose);
    client.on('end', () => {
      lose(new Error('Connection terminated'));
    });
  }

  static async open(
    settings: PostgresSettings,
    types: TypeNames,
    typeClient: () => Promise<pg.Client>,
  ): Promise<PostgresSession> {
    return new PostgresSession(await connectPostgres(settings), settings, types, typeClient);
  }

  async run(statement: string, params?: QueryParams): Promise<StatementAnswer> {
    if (/^\s*copy\b[\s\S]*\b(stdin|stdout)\b/i.test(statement))
      throw new SqlError({
        kind: 'other',
        detail: 'COPY from or to the client is not possible here. Download the rows of a SELECT instead.',
      });
    const { text, values } = positional(statement, params);
    if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
    const cursor = this.#client.query(this.#cursor(text, values));
    this.#notices.length = 0;
    const timer = setTimeout(() => {
      this.#isLate = true;
      this.#stop();
    }, this.#settings.statementMs + 2_000);
    try {
      const first = await this.#read(cursor, firstRows, text);
      const columns =
        first.fields.length > 0 ? await this.#types.shapesOf(await this.#typeClient(), first.fields) : null;
      let changed: number | null = null;
      const batches = this.#batches({ cursor, first, columns, text, timer }, (count) => {
        changed = count;
      });
      return { columns, batches, notices: this.#notices, rowsChanged: () => (columns ? null : changed) };
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  }

  cancel(): void {
    this.#isCanceled = true;
    this.#stop();
  }

  async close(): Promise<void> {
    if (this.#isBusy) this.#stop();
    const timer = setTimeout(() => {
      dropPostgres(this.#client);
    }, cancelMs);
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  #stop(): void {
    cancelPostgres(this.#client);
    setTimeout(() => {
      if (this.#isBusy) dropPostgres(this.#client);
    }, cancelMs).unref();
  }

  async *#batches(
    {
      cursor,
      first,
      columns,
      text,
      timer,
    }: { cursor: Cursor; first: Read; columns: ColumnShape[] | null; text: string; timer: NodeJS.Timeout },
    tell: (changed: number | null) => void,
  ): AsyncGenerator<ColumnBatch> {
    let read = first;
    let isDone = false;
    try {
      // Without columns there are no rows either.
      for (let wanted = firstRows; read.rows.length > 0; read = await this.#read(cursor, wanted, text)) {
        const bytes = bytesOf(read.rows);
        yield readTexts(read.rows, columns ?? []);
        if (this.#isCanceled) throw new SqlError({ kind: 'canceled', detail: '' });
        if (read.rows.length < wanted) break;
        wanted = Math.max(
          1,
          Math.min(wanted * growth, mostRows, Math.floor((partBytes * read.rows.length) / Math.max(1, bytes))),
        );
      }
      isDone = true;
      tell(read.rowCount);
    } catch (error) {
      throw this.#asError(error, text);
    } finally {
      clearTimeout(timer);
      // Who stops reading before the end leaves a portal that would hold its rows.
      if (!isDone) void cursor.close().catch(() => undefined);
    }
  }

  /**
   * A cursor ignores what fails after its last row, as a deferred constraint does at the end of the transaction, and
   * would be waited for in vain.
   */
  #cursor(text: string, values: unknown[]): Cursor<(string | null)[]> {
    const cursor = new Cursor<(string | null)[]>(text, values, {
      rowMode: 'array',
      types: { getTypeParser: () => (value: string) => value },
    } as never);
    const hearing = cursor as unknown as { handleError(error: Error): void };
    const handleError = hearing.handleError.bind(cursor);
    hearing.handleError = (error) => {
      handleError(error);
      if (this.#waiting?.cursor === cursor) this.#waiting.refuse(error);
    };
    return cursor;
  }

  /**
   * A cursor is never told that its connection is lost, so the loss refuses the read that waits. A race with one
   * promise for the whole connection would do the same, and keep the rows of every read until the connection ends.
   */
  async #read(cursor: Cursor, rows: number, text: string): Promise<Read> {
    this.#isBusy = true;
    const read = new Promise<Read>((resolve, reject) => {
      if (this.#loss) return reject(this.#loss);
      this.#waiting = { cursor, refuse: reject };
      cursor.read(rows, (error: Error | undefined, got: unknown, result: unknown) => {
        const { fields = [], rowCount = null, command = null } = (result ?? {}) as Partial<Read>;
        if (error) reject(error);
        else resolve({ rows: got as (string | null)[][], fields, rowCount, command });
      });
    });
    try {
      return await read;
    } catch (error) {
      throw this.#asError(error, text);
    } finally {
      this.#isBusy = false;
      this.#waiting = undefined;
    }
  }

  #asError(error: unknown, statement: string): SqlError {
    if (this.#isCanceled) return new SqlError({ kind: 'canceled', detail: '' });
    if (this.#isLate) return new SqlError({ kind: 'connection', detail: 'The server did not answer in time.' });
    return asPostgresError(error, { statement });
  }
}

function bytesOf(rows: Read['rows']): number {
  return rows.reduce((sum, row) => row.reduce((own, text) => own + (text?.length ?? 0), sum), 0);
}

/** `$name` of a query becomes `$1` … where values have names. */
function positional(statement: string, params: QueryParams | undefined): { text: string; values: unknown[] } {
  if (params === undefined) return { text: statement, values: [] };
  if (Array.isArray(params)) return { text: statement, values: params.slice(0, countOf(statement)) };
  const names: string[] = [];
  const text = statement.replace(
    /('(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$\w*\$[\s\S]*?\$\w*\$)|\$([A-Za-z_]\w*)/g,
    (whole, quoted: string | undefined, name: string | undefined) => {
      if (quoted !== undefined || name === undefined) return whole;
      if (!Object.hasOwn(params, name))
        throw new SqlError({ kind: 'other', detail: `There is no value for the parameter $${name}.` });
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    },
  );
  return { text, values: names.map((name) => asText(params[name])) };
}

function countOf(statement: string): number {
  return Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}

function asText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
