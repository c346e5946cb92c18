import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError } from '@groma/model';
import type { Database } from '../database/database.ts';

const patienceMs = 3_000;

/** Whether this process can do its work: its database answers. Many that ask at once share one look. */
export function createHealthCheck({ pool }: Database): () => Promise<{ status: 'ok' }> {
  let looking: Promise<{ status: 'ok' }> | null = null;
  const look = async (): Promise<{ status: 'ok' }> => {
    const answers = pool.query('SELECT 1').then(() => true, () => false);
    const isThere = await Promise.race([answers, sleep(patienceMs, false, { ref: false })]);
    if (!isThere) throw new GromaError('UNAVAILABLE', { part: 'the database', remedy: 'it does not answer.' });
    return { status: 'ok' };
  };
  return () => looking ??= look().finally(() => { looking = null; });
}
