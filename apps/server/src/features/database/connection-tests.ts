import { GromaError, type ProjectId } from '@groma/model';
import { countAttempt } from '../../platform/access/attempts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenDatabases } from './open-databases.ts';
import type { Connection } from './record/database-records.ts';

/** Each starts a process and asks another server: so many one person may begin, and have under way at once. */
const testLimit = { tries: 60, windowSeconds: 600 };
const mostAtOnce = 2;
/** What a person with too many is told to wait; a test takes no longer. */
const testSeconds = 30;

/** Connections that people try before they are kept. */
export class ConnectionTests {
  readonly #platform: Platform;
  readonly #open: OpenDatabases;
  readonly #running = new Map<string, number>();

  constructor(platform: Platform, open: OpenDatabases) {
    this.#platform = platform;
    this.#open = open;
  }

  /** @throws GromaError TOO_MANY_ATTEMPTS. */
  async run(
    connection: Connection,
    { projectId, userId, signal }: { projectId: ProjectId; userId: string; signal: AbortSignal },
  ): Promise<{ success: boolean; version?: string; error?: string }> {
    const running = this.#running.get(userId) ?? 0;
    if (running >= mostAtOnce) throw new GromaError('TOO_MANY_ATTEMPTS', { seconds: testSeconds });
    this.#running.set(userId, running + 1);
    try {
      await countAttempt(this.#platform.database, `database-test:${userId}`, testLimit);
      return {
        success: true,
        version: await this.#open.test(
          projectId,
          connection,
          AbortSignal.any([signal, AbortSignal.timeout(testSeconds * 1_000)]),
        ),
      };
    } catch (error) {
      if (!(error instanceof GromaError) || error.code === 'TOO_MANY_ATTEMPTS' || error.code === 'BAD_INPUT')
        throw error;
      return { success: false, error: error.message };
    } finally {
      const left = this.#running.get(userId)! - 1;
      if (left === 0) this.#running.delete(userId);
      else this.#running.set(userId, left);
    }
  }
}
