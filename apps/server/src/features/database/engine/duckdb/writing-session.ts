import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, sqlWrite, type SqlWrite } from '@groma/model';
import {
  SqlError,
  type Ask,
  type EngineSession,
  type ProjectRelation,
  type QueryParams,
  type StatementAnswer,
} from '../engine.ts';
import { ArrowWriter } from '../rows/arrow-writer.ts';
import { packTexts, type ColumnBatch, type ColumnShape } from '../rows/column-batch.ts';
import { recogniseGeometries } from '../rows/geometry-columns.ts';
import { handedFolder, type WriteQuestion, type WrittenRow } from '../written-rows.ts';
import { copiedRows, copyFormat, copyLosses, floatsOf, notInJson } from './copy-losses.ts';
import type { DuckdbSession } from './duckdb-session.ts';
import { PlacedStatement } from './placed-statement.ts';

type Made = Omit<Extract<WriteQuestion, { step: 'made' }>, 'step' | 'write' | 'folder'> & {
  /** What the format of a file cannot hold. */
  losses?: string[];
};

/** Names that a column with the places of features often has. */
const placeNames = /^(?:geometry|geom|the_geom|wkb_geometry|shape)$/i;

/**
 * Statements that write into the project. This process can write to its own folder only: it makes the rows there, and
 * has the server take them over as the person who runs them.
 */
export class WritingSession implements EngineSession {
  readonly #session: DuckdbSession;
  readonly #ask: Ask;
  readonly #folder: string;
  readonly #define: (relations: readonly ProjectRelation[]) => Promise<void>;

  /** `define` shows later statements what is there now. */
  constructor(
    session: DuckdbSession,
    {
      ask,
      temporaryFolder,
      define,
    }: { ask: Ask; temporaryFolder: string; define: (relations: readonly ProjectRelation[]) => Promise<void> },
  ) {
    this.#session = session;
    this.#ask = ask;
    this.#folder = join(temporaryFolder, handedFolder);
    this.#define = define;
  }

  async run(statement: string, params?: QueryParams): Promise<StatementAnswer> {
    const write = sqlWrite(statement);
    if (!write) return this.#session.run(statement, params);
    try {
      return await this.#write(statement, write, params);
    } catch (error) {
      // What the server refuses is the place that the rows should go to.
      if (error instanceof SqlError && error.failure.position === undefined)
        throw new SqlError({ ...error.failure, position: write.start });
      throw error;
    }
  }

  cancel(): void {
    this.#session.cancel();
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async #write(statement: string, write: SqlWrite, params: QueryParams | undefined): Promise<StatementAnswer> {
    if (this.#session.isInTransaction)
      throw new SqlError({
        kind: 'permission',
        detail:
          'Layers and files cannot be made within a transaction: a ROLLBACK could not take them back. Write COMMIT before.',
      });
    if (write.kind === 'layer' && write.queryStart === null)
      throw new SqlError({
        kind: 'syntax',
        detail: 'A layer is made of the rows of a query: CREATE TABLE layers."map"."layer" AS SELECT …',
      });
    const { row: known } = await this.#ask({ step: 'may', write } satisfies WriteQuestion);
    if (known) return rowAnswer(known as WrittenRow);
    const folder = randomUUID();
    const path = join(this.#folder, folder);
    await mkdir(path, { recursive: true });
    try {
      const { losses = [], ...made } =
        write.kind === 'layer'
          ? await this.#makeRows(statement, write.queryStart!, path, params)
          : await this.#copy(statement, write, path, params);
      const { row, relations, notices } = await this.#ask({
        step: 'made',
        write,
        folder,
        ...made,
      } satisfies WriteQuestion);
      await this.#define(relations as ProjectRelation[]);
      return rowAnswer(row as WrittenRow, [...losses, ...(notices as string[])]);
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** The rows of a query as an Arrow stream, with the types of the database. */
  async #makeRows(statement: string, queryStart: number, path: string, params: QueryParams | undefined): Promise<Made> {
    const placed = new PlacedStatement(statement, [{ start: 0, end: queryStart, text: '', copies: [], notices: [] }]);
    const file = 'rows.arrow';
    const handle = await open(join(path, file), 'wx', 0o600);
    let rows = 0;
    let geometryColumn: string | null = null;
    let hasIds = false;
    try {
      const { columns, batches } = await this.#session.run(placed.sql, params);
      hasIds = columns?.some(({ name }) => name === 'groma_fid') === true;
      if (!columns) throw new SqlError({ kind: 'syntax', detail: 'The statement after AS gives no rows.' });
      let writer: ArrowWriter | null = null;
      for await (const batch of batches) {
        if (!writer) {
          const shapes = recogniseGeometries(columns, batch);
          geometryColumn = placesOf(shapes);
          writer = new ArrowWriter(shapes);
          for (const piece of writer.begin()) await handle.writeFile(piece);
        }
        rows += batch.rows;
        for (const piece of writer.write(batch)) await handle.writeFile(piece);
      }
      for (const piece of writer?.end() ?? []) await handle.writeFile(piece);
    } catch (error) {
      throw error instanceof SqlError ? placed.restored(error) : asFull(error);
    } finally {
      await handle.close();
    }
    if (rows === 0) throw new SqlError({ kind: 'other', detail: 'The query gives no rows to make a layer of.' });
    if (geometryColumn === null)
      throw new SqlError({
        kind: 'type',
        detail:
          'No column of the query holds geometries, which a layer needs. Name one, or make one: ST_Point(lon, lat) AS geometry.',
      });
    return { file, rows, geometryColumn, hasIds };
  }

  /** What DuckDB writes, under the name that it is to have: the name may say the format. */
  async #copy(
    statement: string,
    write: Extract<SqlWrite, { kind: 'file' }>,
    path: string,
    params: QueryParams | undefined,
  ): Promise<Made> {
    const { path: target, start, end } = write;
    const file = baseName(target);
    const written = join(path, file);
    const placed = new PlacedStatement(statement, [
      {
        start,
        end,
        text: `'${written.replaceAll("'", "''")}'`,
        copies: [{ path: target, copy: written }],
        notices: [],
      },
    ]);
    let rows = 0;
    try {
      const answer = await this.#session.run(placed.sql, params);
      for await (const batch of answer.batches) void batch;
      rows = answer.rowsChanged() ?? 0;
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      throw noSpace.test(error.failure.detail)
        ? new SqlError({ kind: 'other', detail: `There is not enough storage for "${target}".` })
        : placed.restored(error);
    }
    const [first, ...more] = await readdir(path, { withFileTypes: true });
    if (first?.name !== file || !first.isFile() || more.length > 0)
      throw new SqlError({
        kind: 'other',
        detail: `COPY writes one file here. Leave out what makes several, such as PARTITION_BY, PER_THREAD_OUTPUT and FILE_SIZE_BYTES.`,
      });
    return {
      file,
      rows,
      geometryColumn: null,
      hasIds: false,
      losses: await this.#lossesOf(statement, write, written, params),
    };
  }

  /** What the file does not hold of the rows. Nothing is said where the text does not tell of which rows it is made. */
  async #lossesOf(
    statement: string,
    write: Extract<SqlWrite, { kind: 'file' }>,
    written: string,
    params: QueryParams | undefined,
  ): Promise<string[]> {
    const format = copyFormat(statement, write);
    const source = copiedRows(statement, write);
    if (format === null || source === null) return [];
    try {
      // A line of its own: the query may end in a comment.
      const { columns, batches } = await this.#session.run(`SELECT * FROM (${source}\n) LIMIT 0`, params);
      for await (const batch of batches) void batch;
      const losses = copyLosses(format, columns ?? []);
      const floats = format === 'json' ? await this.#endless(floatsOf(columns ?? []), written) : [];
      return floats.length > 0 ? [...losses, notInJson(floats)] : losses;
    } catch (error) {
      if (error instanceof SqlError && error.failure.kind !== 'canceled') return [];
      throw error;
    }
  }

  /** Those columns of a file of JSON that hold NaN or infinity. */
  async #endless<Column extends { name: string }>(columns: readonly Column[], written: string): Promise<Column[]> {
    const found: Column[] = [];
    for (const column of columns) {
      const [name, key] = [column.name.replaceAll('"', '""'), column.name.replaceAll("'", "''")];
      const { batches } = await this.#session.run(
        `SELECT 1 FROM read_json('${written.replaceAll("'", "''")}', columns = {'${key}': 'DOUBLE'}) WHERE NOT isfinite("${name}") LIMIT 1`,
      );
      for await (const { rows } of batches) if (rows > 0) found.push(column);
    }
    return found;
  }
}

/** The column that is most likely meant to place the features. */
function placesOf(shapes: readonly ColumnShape[]): string | null {
  const found = shapes.filter(({ geometry }) => geometry !== undefined);
  const named = found.find(({ name }) => placeNames.test(name));
  return (named ?? found.find(({ type }) => type.startsWith('GEOMETRY')) ?? found[0])?.name ?? null;
}

const noSpace = /File too large|No space left/;

function asFull(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'EFBIG' || (error as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new SqlError({ kind: 'other', detail: 'There is not enough storage for so many rows.' })
    : error;
}

function rowAnswer(row: WrittenRow, notices: string[] = []): StatementAnswer {
  const shapes = Object.entries(row).map(([name, value]): ColumnShape =>
    typeof value === 'number' ? { name, type: 'BIGINT', kind: 'int64' } : { name, type: 'VARCHAR', kind: 'utf8' },
  );
  const batch: ColumnBatch = {
    rows: 1,
    columns: Object.values(row).map((value) =>
      typeof value === 'number' ? { values: BigInt64Array.of(BigInt(value)), validity: null } : packTexts([value]),
    ),
  };
  return {
    columns: shapes,
    batches: (async function* () {
      yield await Promise.resolve(batch);
    })(),
    rowsChanged: () => null,
    notices,
  };
}
