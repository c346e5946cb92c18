import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { notebookRuns } from '../../../platform/database/tables/index.ts';

/** Remembers on disk which notebooks have blocks running or queued, so that a killed server finds them again. */
export class RunMarks {
  readonly #query: Database['query'];
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** On disk when it resolves. */
  set(notebookId: string): Promise<void> {
    return this.#inTurn(notebookId, async () => { await this.#query.insert(notebookRuns).values({ notebookId }).onConflictDoNothing(); });
  }

  /** Takes the mark away, unless there is work again when its turn comes. */
  clear(notebookId: string, isIdle: () => boolean): Promise<void> {
    return this.#inTurn(notebookId, async () => {
      if (isIdle()) await this.#query.delete(notebookRuns).where(eq(notebookRuns.notebookId, notebookId));
    });
  }

  async all(): Promise<string[]> {
    return (await this.#query.select().from(notebookRuns)).map((row) => row.notebookId);
  }

  #inTurn(notebookId: string, work: () => Promise<void>): Promise<void> {
    const result = (this.#turns.get(notebookId) ?? Promise.resolve()).then(work);
    const turn = result.catch(() => undefined).finally(() => { if (this.#turns.get(notebookId) === turn) this.#turns.delete(notebookId); });
    this.#turns.set(notebookId, turn);
    return result;
  }
}
