import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError, type ProjectId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';

const lookMs = 300;

/**
 * Does something to a project’s packages while no process does anything else to them. Who dies gives the turn back, and
 * so does who loses the database: the signal of `work` is aborted then too, as the turn is somebody else’s.
 * `onWait` is called where somebody else has it first.
 * @throws the signal’s reason when it is aborted before the turn comes.
 */
export async function inTurn<T>(
  { database: { pool } }: Pick<Platform, 'database'>,
  projectId: ProjectId,
  { signal, onWait }: { signal: AbortSignal; onWait?: () => void },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const key = `packages ${projectId}`;
  let isBroken = false;
  let isWaiting = false;
  const loss = new AbortController();
  const lose = (error?: Error) => {
    isBroken = true;
    loss.abort(error ?? new GromaError('DATABASE_CONNECTION_LOST'));
  };
  for (const event of ['error', 'end'] as const) client.once(event, lose);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
        [key],
      );
      if (rows[0]?.held) break;
      if (!isWaiting) onWait?.();
      isWaiting = true;
      await sleep(lookMs, undefined, { signal }).catch(() => undefined);
    }
    try {
      return await work(AbortSignal.any([signal, loss.signal]));
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(() => {
        isBroken = true;
      });
    }
  } finally {
    for (const event of ['error', 'end'] as const) client.off(event, lose);
    client.release(isBroken);
  }
}
