import { GromaError, paginationOf, type ResultColumn, type TableFilter, type TableSort } from '@groma/model';
import type { TablePageReply } from '@groma/protocol';
import type { DatabaseParts } from './database-parts.ts';
import type { RunRequest } from './engine/run-request.ts';
import { tableQuery } from './engine/table-query.ts';

export interface WantedPage { databaseId: string; schema?: string | undefined; table: string; offset: number; limit: number; sort?: TableSort[] | undefined; filter?: TableFilter[] | undefined; snapshot?: string | undefined }

/** How long a table is counted before its size stays unknown. */
const countMs = 3_000;
/** Of one cell of a page; a table may hold anything. */
const cellBytes = 100_000;
const byPlace = 'place';
/** Rows of the parts in which a reading is kept: a page costs reading one or two of them. */
const batchRows = 2_048;

/**
 * A page of a table. Where rows have places it is asked for by place; else the table is read once, as far as needed, and
 * the page is cut from that. @throws GromaError TABLE_NOT_FOUND, DATABASE_CONNECTION_LOST, SQL_FAILED.
 */
export async function readPage(parts: DatabaseParts, wanted: WantedPage): Promise<TablePageReply & { snapshot: string }> {
  try {
    return await placedPage(parts, wanted) ?? await snapshotPage(parts, wanted);
  } catch (error) {
    throw asTableError(error, wanted.table);
  }
}

async function placedPage({ open }: DatabaseParts, { databaseId, schema, table, offset, limit, sort = [], filter = [] }: WantedPage): Promise<(TablePageReply & { snapshot: string }) | undefined> {
  if (sort.length > 0 || filter.length > 0) return undefined;
  const query = await open.pageQuery(databaseId, { schema, table, filter, sort }, { offset, limit });
  if (!query) return undefined;
  const { columns, data } = await (await open.use(databaseId)).ask<{ columns: ResultColumn[]; data: unknown[][] }>('/run', runOf(query.sql));
  return { columns, data, rows: data, pagination: paginationOf({ offset, limit, rows: data.length, total: query.total }), snapshot: byPlace };
}

async function snapshotPage(parts: DatabaseParts, wanted: WantedPage): Promise<TablePageReply & { snapshot: string }> {
  const { open, snapshots, results, presenter, records } = parts;
  const { databaseId, schema, table, offset, limit, sort = [], filter = [] } = wanted;
  const key = JSON.stringify([databaseId, schema, table, sort, filter]);
  let id = snapshots.find(wanted.snapshot, key);
  const reference = { schema, table, filter, sort };
  const dialect = (await records.read(databaseId)).dbType === 'postgres' ? 'postgres' : 'duckdb';
  if (id === undefined) {
    const query = tableQuery(reference, dialect);
    id = snapshots.begin(key, await (await open.use(databaseId)).openFrames({ ...runOf(query.sql), params: query.params, form: { kind: 'frames', batchRows } }), databaseId);
    counts.set(id, countRows(parts, databaseId, tableQuery(reference, dialect, 'count(*)')));
  }
  const { index, isDone } = await snapshots.upTo(id, offset + limit + 1);
  const data: unknown[][] = [];
  for await (const part of results.read(index, offset, limit)) data.push(...JSON.parse(Buffer.from(await presenter.present({ ...part, form: 'json', mostBytes: cellBytes })).toString()) as unknown[][]);
  const total = isDone ? index.rows : await counts.get(id) ?? null;
  if (counts.size > 1_000) counts.clear();
  return { columns: index.columns, data, rows: data, pagination: paginationOf({ offset, limit, rows: data.length, total }, index.rows > offset + data.length), snapshot: id };
}

/** Sizes of tables by their reading, asked once for each. */
const counts = new Map<string, Promise<number | null>>();

async function countRows({ open }: DatabaseParts, databaseId: string, { sql, params }: { sql: string; params: unknown[] }): Promise<number | null> {
  try {
    const { data } = await (await open.use(databaseId)).ask<{ data: unknown[][] }>('/run', { ...runOf(sql), params }, AbortSignal.timeout(countMs));
    return Number(data[0]?.[0]);
  } catch {
    return null;
  }
}

function runOf(sql: string): RunRequest {
  return { statements: [{ text: sql, start: 0, end: sql.length }], start: 0, form: { kind: 'json', mostBytes: cellBytes } };
}

function asTableError(error: unknown, table: string): unknown {
  if (!(error instanceof GromaError)) return error;
  if (error.code === 'DATABASE_STOPPED' || (error.code === 'SQL_FAILED' && error.details['kind'] === 'connection')) return new GromaError('DATABASE_CONNECTION_LOST');
  if (error.code === 'SQL_FAILED' && error.details['kind'] === 'missing' && /table|relation/i.test(error.message)) return new GromaError('TABLE_NOT_FOUND', { name: table });
  return error;
}
