import { eq } from '../../../platform/database/drizzle.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ProjectId } from '@groma/model';
import { notebookRuns, notebooks } from '../../../platform/database/tables/index.ts';
import type { KeptItem } from './queue-item.ts';

/**
 * Remembers on disk which blocks of which notebooks run or wait, so that a server which starts anew finds them again.
 */
export class RunMarks {
  readonly #query: Database['query'];
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** On disk when it resolves. */
  set(notebookId: string, queue: readonly KeptItem[]): Promise<void> {
    return this.#inTurn(notebookId, async () => {
      await this.#query
        .insert(notebookRuns)
        .values({ notebookId, queue })
        .onConflictDoUpdate({ target: notebookRuns.notebookId, set: { queue } });
    });
  }

  /** Takes the mark away, unless there is work again when its turn comes. */
  clear(notebookId: string, isIdle: () => boolean): Promise<void> {
    return this.#inTurn(notebookId, async () => {
      if (isIdle()) await this.#query.delete(notebookRuns).where(eq(notebookRuns.notebookId, notebookId));
    });
  }

  async all(): Promise<{ notebookId: string; projectId: ProjectId; queue: KeptItem[] }[]> {
    const rows = await this.#query
      .select({ notebookId: notebookRuns.notebookId, projectId: notebooks.projectId, queue: notebookRuns.queue })
      .from(notebookRuns)
      .innerJoin(notebooks, eq(notebooks.id, notebookRuns.notebookId));
    return rows.map(({ notebookId, projectId, queue }) => ({
      notebookId,
      projectId: projectId as ProjectId,
      queue: queue as KeptItem[],
    }));
  }

  #inTurn(notebookId: string, work: () => Promise<void>): Promise<void> {
    const result = (this.#turns.get(notebookId) ?? Promise.resolve()).then(work);
    const turn = result
      .catch(() => undefined)
      .finally(() => {
        if (this.#turns.get(notebookId) === turn) this.#turns.delete(notebookId);
      });
    this.#turns.set(notebookId, turn);
    return result;
  }
}
