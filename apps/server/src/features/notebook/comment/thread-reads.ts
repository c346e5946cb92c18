import { and, eq, inArray, sql } from '../../../platform/database/drizzle.ts';
import type { Database } from '../../../platform/database/database.ts';
import { threadReads } from '../../../platform/database/tables/index.ts';

/** When a person last read each thread of a notebook. */
export class ThreadReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** By thread id, as ISO 8601. */
  async list(notebookId: string, userId: string): Promise<Record<string, string>> {
    const rows = await this.#database.query
      .select()
      .from(threadReads)
      .where(and(eq(threadReads.notebookId, notebookId), eq(threadReads.userId, userId)));
    return Object.fromEntries(rows.map(({ threadId, readAt }) => [threadId, readAt.toISOString()]));
  }

  /** Notes threads as read now. */
  async mark(notebookId: string, userId: string, threadIds: readonly string[]): Promise<void> {
    if (threadIds.length === 0) return;
    const readAt = new Date();
    await this.#database.query
      .insert(threadReads)
      .values(threadIds.map((threadId) => ({ notebookId, userId, threadId, readAt })))
      .onConflictDoUpdate({
        target: [threadReads.notebookId, threadReads.userId, threadReads.threadId],
        set: { readAt: sql`excluded.read_at` },
      });
  }

  /** Forgets threads that are gone. */
  async forget(notebookId: string, threadIds: readonly string[]): Promise<void> {
    await this.#database.query
      .delete(threadReads)
      .where(and(eq(threadReads.notebookId, notebookId), inArray(threadReads.threadId, [...threadIds])));
  }
}
