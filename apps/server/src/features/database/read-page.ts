import {
  GromaError,
  paginationOf,
  type ResultColumn,
  type TableFilter,
  type TablePagination,
  type TableSort,
} from '@groma/model';
import type { DatabaseParts } from './database-parts.ts';
import type { AskingPerson } from './project/project-relations.ts';
import { relationsOf } from './project/relations-of.ts';
import { pageBytes } from './engine/rows/page-rows.ts';
import type { RunRequest } from './engine/run-request.ts';
import { tableQuery } from './engine/table-query.ts';
import type { ResultIndex } from './result/result-store.ts';

export interface WantedPage {
  databaseId: string;
  catalog?: string | undefined;
  schema?: string | undefined;
  table: string;
  offset: number;
  limit: number;
  sort?: TableSort[] | undefined;
  filter?: TableFilter[] | undefined;
  snapshot?: string | undefined;
}

/** How long a table is counted before its size stays unknown. */
const countMs = 3_000;
const byPlace = 'place';
/** Rows of the parts in which a reading is kept: a page costs reading one or two of them. */
const batchRows = 2_048;

/** A page whose rows are JSON already: they are made where they are read, and only handed on here. */
interface Page {
  columns: ResultColumn[];
  data: Uint8Array[];
  pagination: TablePagination;
  snapshot: string;
}

/**
 * A page of a table, as the JSON of its reply. Where rows have places it is asked for by place; else the table is read
 * once, as far as needed, and the page is cut from that. Rows that have no room come with the next page, which begins
 * after the last row of this one. @throws GromaError TABLE_NOT_FOUND, DATABASE_CONNECTION_LOST, SQL_FAILED.
 */
export async function readPage(parts: DatabaseParts, wanted: WantedPage, person: AskingPerson): Promise<Buffer> {
  try {
    return asReply((await placedPage(parts, wanted)) ?? (await snapshotPage(parts, wanted, person)));
  } catch (error) {
    throw asTableError(error, wanted.table);
  }
}

/** Both names that the specification has for the rows, from the same bytes. */
function asReply({ columns, data, pagination, snapshot }: Page): Buffer {
  return Buffer.concat([
    Buffer.from(`{"columns":${JSON.stringify(columns)},"data":`),
    ...data,
    Buffer.from(',"rows":'),
    ...data,
    Buffer.from(`,"pagination":${JSON.stringify(pagination)},"snapshot":${JSON.stringify(snapshot)}}`),
  ]);
}

async function placedPage(
  { open }: DatabaseParts,
  { databaseId, catalog, schema, table, offset, limit, sort = [], filter = [] }: WantedPage,
): Promise<Page | undefined> {
  if (sort.length > 0 || filter.length > 0) return undefined;
  const query = await open.pageQuery(databaseId, { catalog, schema, table, filter, sort }, { offset, limit });
  if (!query) return undefined;
  const answer = await (await open.use(databaseId)).askBytes('/run', runOf(query.sql, 'page'));
  const end = answer.indexOf(0x0a);
  const { columns, rows } = JSON.parse(answer.toString('utf8', 0, end)) as { columns: ResultColumn[]; rows: number };
  return {
    columns,
    data: [answer.subarray(end + 1)],
    pagination: paginationOf({ offset, limit, rows, total: query.total }),
    snapshot: byPlace,
  };
}

async function snapshotPage(parts: DatabaseParts, wanted: WantedPage, person: AskingPerson): Promise<Page> {
  const { open, snapshots, records } = parts;
  const { databaseId, catalog, schema, table, offset, limit, sort = [], filter = [] } = wanted;
  const key = JSON.stringify([databaseId, catalog, schema, table, sort, filter]);
  let id = snapshots.find(wanted.snapshot, key);
  const reference = { catalog, schema, table, filter, sort };
  const dialect = (await records.read(databaseId)).dbType === 'postgres' ? 'postgres' : 'duckdb';
  if (id === undefined) {
    const query = tableQuery(reference, dialect);
    const relations = await relationsOf(parts, databaseId, [query.sql], person);
    id = snapshots.begin(
      key,
      await (
        await open.use(databaseId)
      ).openFrames({
        ...runOf(query.sql, 'page'),
        params: query.params,
        relations,
        form: { kind: 'frames', batchRows },
      }),
      databaseId,
    );
    counts.set(id, countRows(parts, databaseId, tableQuery(reference, dialect, 'count(*)')));
  }
  const { index, isDone } = await snapshots.upTo(id, offset + limit + 1);
  const { data, rows } = await keptRows(parts, index, { offset, limit });
  const total = isDone && !index.isCut ? index.rows : ((await counts.get(id)) ?? null);
  if (counts.size > 1_000) counts.clear();
  return {
    columns: index.columns,
    data,
    pagination: paginationOf({ offset, limit, rows, total }, index.rows > offset + rows),
    snapshot: id,
  };
}

/** Rows of a reading from a place on, as many as have room on a page. */
async function keptRows(
  { results, presenter }: DatabaseParts,
  index: ResultIndex,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: Uint8Array[]; rows: number }> {
  const data: Uint8Array[] = [];
  let [rows, room] = [0, pageBytes];
  for await (const part of results.read(index, offset, limit)) {
    const presented = await presenter.present({ ...part, form: 'page', room: { bytes: room, isFirst: rows === 0 } });
    const count = Buffer.from(presented.buffer, presented.byteOffset, 4).readUInt32LE();
    const text = presented.subarray(4);
    if (count > 0) data.push(Buffer.from(rows === 0 ? '[' : ','), text);
    rows += count;
    room -= text.length + 1;
    if (count < part.to - part.from) break;
  }
  return { data: [...data, Buffer.from(rows === 0 ? '[]' : ']')], rows };
}

/** Sizes of tables by their reading, asked once for each. */
const counts = new Map<string, Promise<number | null>>();

async function countRows(
  { open }: DatabaseParts,
  databaseId: string,
  { sql, params }: { sql: string; params: unknown[] },
): Promise<number | null> {
  try {
    const { data } = await (
      await open.use(databaseId)
    ).ask<{ data: unknown[][] }>('/run', { ...runOf(sql, 'json'), params }, AbortSignal.timeout(countMs));
    return Number(data[0]?.[0]);
  } catch {
    return null;
  }
}

function runOf(sql: string, kind: 'json' | 'page'): RunRequest {
  return { statements: [{ text: sql, start: 0, end: sql.length }], start: 0, form: { kind } };
}

function asTableError(error: unknown, table: string): unknown {
  if (!(error instanceof GromaError)) return error;
  if (error.code === 'DATABASE_STOPPED' || (error.code === 'SQL_FAILED' && error.details['kind'] === 'connection'))
    return new GromaError('DATABASE_CONNECTION_LOST');
  if (error.code === 'SQL_FAILED' && error.details['kind'] === 'missing' && /table|relation/i.test(error.message))
    return new GromaError('TABLE_NOT_FOUND', { name: table });
  return error;
}
