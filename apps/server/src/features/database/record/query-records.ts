import { and, count, desc, eq, gt, sql } from '../../../platform/database/drizzle.ts';
import { GromaError, type Cell, type ResultColumn } from '@groma/model';
import type { HistoryItemReply } from '@groma/protocol';
import { databaseQueries, databases } from '../../../platform/database/tables/index.ts';
import type { Database } from '../../../platform/database/database.ts';
import { storable, storableText } from '../../../platform/database/storable.ts';

/** `keptRows`: those that can be read again. `isWhole`: the statement did not fail on the way. */
export interface KeptResult {
  result_id: string | null;
  columns: ResultColumn[];
  rowCount: number;
  keptRows: number;
  isWhole: boolean;
  rows: Cell[][];
}
export interface QueryOutcome {
  success: boolean;
  milliseconds: number;
  error: string | null;
  results: KeptResult[];
}
/** A kept result with the query that gave it. */
interface KeptQuery {
  resultId: string;
  databaseId: string;
  database: string;
  query: string;
  ranAt: Date;
  columns: ResultColumn[];
  rows: number;
}
interface Owner {
  databaseId: string;
  userId: string;
}

/** What people have run, each for themselves. */
export class QueryRecords {
  readonly #query: Database['query'];

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** @throws GromaError BAD_INPUT for an id that another query has, whoever ran it. */
  async begin({ databaseId, userId }: Owner, id: string, query: string): Promise<void> {
    const { rowCount } = await this.#query
      .insert(databaseQueries)
      .values({ id, databaseId, userId, query: storableText(query) })
      .onConflictDoNothing();
    if (rowCount === 0) throw new GromaError('BAD_INPUT', { detail: 'Another query was run with this run_id.' });
  }

  async end(id: string, { success, milliseconds, error, results }: QueryOutcome): Promise<void> {
    await this.#query
      .update(databaseQueries)
      .set({
        isExecuting: false,
        success,
        milliseconds: Math.round(milliseconds),
        error: error === null ? null : storableText(error),
        results: storable(results),
      })
      .where(eq(databaseQueries.id, id));
  }

  async list(
    { databaseId, userId }: Owner,
    offset: number,
    limit: number,
  ): Promise<{ data: HistoryItemReply[]; total: number }> {
    const own = and(eq(databaseQueries.databaseId, databaseId), eq(databaseQueries.userId, userId));
    const rows = await this.#query
      .select()
      .from(databaseQueries)
      .where(own)
      .orderBy(desc(databaseQueries.startedAt))
      .offset(offset)
      .limit(limit);
    const [all] = await this.#query.select({ total: count() }).from(databaseQueries).where(own);
    return {
      total: all?.total ?? 0,
      data: rows.map((row) => ({
        id: row.id,
        query: row.query,
        timestamp: row.startedAt.toISOString(),
        success: row.success,
        isExecuting: row.isExecuting,
        executionTime: row.milliseconds,
        error: row.error,
        results: row.results as KeptResult[],
      })),
    };
  }

  /**
   * What a person has run in a project since then that gave rows, the newest first; of one result where it is named.
   */
  async listKept(
    asked: { projectId: string; userId: string; since: Date; resultId?: string | undefined },
    limit: number,
  ): Promise<KeptQuery[]> {
    const { projectId, userId, since, resultId } = asked;
    const rows = await this.#query
      .select({ query: databaseQueries, database: databases.name })
      .from(databaseQueries)
      .innerJoin(databases, eq(databases.id, databaseQueries.databaseId))
      .where(
        and(
          eq(databases.projectId, projectId),
          eq(databaseQueries.userId, userId),
          gt(databaseQueries.startedAt, since),
          sql`${databaseQueries.results} @> ${JSON.stringify([resultId === undefined ? {} : { result_id: resultId }])}::jsonb`,
        ),
      )
      .orderBy(desc(databaseQueries.startedAt))
      .limit(limit);
    return rows.flatMap(({ query, database }) =>
      (query.results as KeptResult[])
        .filter(({ result_id: id }) => id !== null && (resultId === undefined || id === resultId))
        .map((result) => ({
          resultId: result.result_id!,
          databaseId: query.databaseId,
          database,
          query: query.query,
          ranAt: query.startedAt,
          columns: result.columns,
          rows: result.rowCount,
        })),
    );
  }

  async delete({ databaseId, userId }: Owner, id?: string): Promise<void> {
    await this.#query
      .delete(databaseQueries)
      .where(
        and(
          eq(databaseQueries.databaseId, databaseId),
          eq(databaseQueries.userId, userId),
          ...(id === undefined ? [] : [eq(databaseQueries.id, id)]),
        ),
      );
  }

  /** What was running when a server ended does not run any more. */
  async settle(): Promise<void> {
    await this.#query
      .update(databaseQueries)
      .set({ isExecuting: false, success: false, error: 'The server was stopped while the query ran.' })
      .where(eq(databaseQueries.isExecuting, true));
  }
}
