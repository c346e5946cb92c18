import { and, asc, between, eq, gt, lte, sql } from '../../../platform/database/drizzle.ts';
import type { LoggedEdit, LoggedUpdate } from '@groma/protocol';
import { layerEdits, layers } from '../../../platform/database/tables/index.ts';
import type { Query } from '../record/layer-records.ts';
import type { LogRow, PreparedEdit } from '../reader/worker-tasks.ts';

/** One page of edits that a browser reads: whichever is reached first. */
const pageEdits = 500;
const pageBytes = 8 * 1024 * 1024;

/** Edits of a layer after one, in order; their operations stay text, so that nothing large is parsed here. */
export async function readLog(query: Query, layerId: string, after: number): Promise<LogRow[]> {
  return query
    .select({ seq: layerEdits.seq, operation: sql<string>`${layerEdits.operation}::text` })
    .from(layerEdits)
    .where(and(eq(layerEdits.layerId, layerId), gt(layerEdits.seq, after)))
    .orderBy(asc(layerEdits.seq));
}

/** What of an edit a reader gets: not what undoes it, which may be large. */
const presented = {
  seq: layerEdits.seq,
  authorId: layerEdits.authorId,
  madeAt: layerEdits.madeAt,
  operation: layerEdits.operation,
};

/** Edits from one to another, in one question for all who wait for them; null where they are more than `mostBytes`. */
export async function readSmallEdits(
  query: Query,
  layerId: string,
  first: number,
  last: number,
  mostBytes: number,
): Promise<LoggedEdit[] | null> {
  const size = sql`(SELECT sum(pg_column_size(e.operation)) FROM ${layerEdits} e WHERE e.layer_id = ${layerId} AND e.seq BETWEEN ${first} AND ${last})`;
  const rows = await query
    .select(presented)
    .from(layerEdits)
    .where(and(eq(layerEdits.layerId, layerId), between(layerEdits.seq, first, last), sql`${size} <= ${mostBytes}`))
    .orderBy(asc(layerEdits.seq))
    .limit(pageEdits + 1);
  return rows.length === 0 || rows.length > pageEdits ? null : rows.map(presentEdit);
}

/** A page of edits for a reader. Sizes are looked at first, so that no page is larger than it must be. */
export async function readEdits(
  query: Query,
  layerId: string,
  after: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<{ edits: LoggedEdit[]; has_more: boolean }> {
  const within = and(eq(layerEdits.layerId, layerId), gt(layerEdits.seq, after), lte(layerEdits.seq, upTo));
  const sizes = await query
    .select({ seq: layerEdits.seq, bytes: sql<number>`pg_column_size(${layerEdits.operation})` })
    .from(layerEdits)
    .where(within)
    .orderBy(asc(layerEdits.seq))
    .limit(pageEdits + 1);
  let bytes = 0;
  const page = sizes.slice(0, pageEdits).filter((each, index) => (bytes += each.bytes) <= pageBytes || index === 0);
  const last = page.at(-1);
  if (!last) return { edits: [], has_more: false };
  const rows = await query
    .select(presented)
    .from(layerEdits)
    .where(and(within, lte(layerEdits.seq, last.seq)))
    .orderBy(asc(layerEdits.seq));
  return { edits: rows.map(presentEdit), has_more: page.length < sizes.length };
}

/** Appends edits; their numbers, in order. */
export async function appendEdits(
  query: Query,
  layerId: string,
  authorId: string,
  edits: readonly PreparedEdit[],
): Promise<number[]> {
  const rows = await query
    .insert(layerEdits)
    .values(
      edits.map(({ operation, inverse }) => ({
        layerId,
        authorId,
        operation: sql<Record<string, unknown>>`${operation}::jsonb` as never,
        inverse: sql<Record<string, unknown>>`${inverse}::jsonb` as never,
      })),
    )
    .returning({ seq: layerEdits.seq });
  await noteNewest(query, layerId);
  return rows.map(({ seq }) => seq).sort((one, other) => one - other);
}

/** Has the layer say which edit is its newest, in the transaction that has appended it. */
export async function noteNewest(query: Query, layerId: string): Promise<void> {
  const newest = query
    .select({ seq: sql<number>`coalesce(max(${layerEdits.seq}), 0)` })
    .from(layerEdits)
    .where(eq(layerEdits.layerId, layerId));
  await query
    .update(layers)
    .set({ newestSeq: sql`(${newest})` })
    .where(eq(layers.id, layerId));
}

function presentEdit(row: Pick<typeof layerEdits.$inferSelect, keyof typeof presented>): LoggedEdit {
  return {
    seq: row.seq,
    author_id: row.authorId,
    made_at: row.madeAt.toISOString(),
    operation: row.operation as unknown as LoggedUpdate,
  };
}
