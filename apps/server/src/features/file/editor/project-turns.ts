import type { Database } from '../../../platform/database/database.ts';

/** Projects in which files are written back at once: each holds a connection to the database. */
const mostAtOnce = 4;

/**
 * What is done to edited files of one project is done in turns, over all processes: a file that is being written back
 * must not be moved or deleted meanwhile, or it would stand under its old name again.
 */
export class ProjectTurns {
  readonly #database: Database;
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Does something in the project's turn. Turns do not nest. */
  take<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(projectId) ?? Promise.resolve();
    const done = before.then(() => this.#locked(projectId, work));
    const tail = done
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(projectId) === tail) this.#tails.delete(projectId);
      });
    this.#tails.set(projectId, tail);
    return done;
  }

  async #locked<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= mostAtOnce)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#running += 1;
    try {
      const client = await this.#database.pool.connect();
      try {
        await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`edited-files ${projectId}`]);
        return await work();
      } finally {
        // A connection that cannot give its lock back is closed, which does.
        await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`edited-files ${projectId}`]).then(
          () => {
            client.release();
          },
          (failure: Error) => {
            client.release(failure);
          },
        );
      }
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
