import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GromaError } from '@groma/model';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';

/** Rows written at once: each has a thread. */
const slots = new Semaphore(2);

/**
 * Writes a kept Arrow stream as a table for DuckDB, in a thread of its own.
 * @throws GromaError CANCELED; Error for rows that it cannot read
 */
export function convertArrow(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<{ casts: Record<string, string> }> {
  return slots.run(signal, async () => {
    const thread = new Worker(new URL('./arrow-thread.ts', import.meta.url), {
      workerData: { from, to },
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    try {
      const [answer] = (await once(thread, 'message', { signal })) as [{ casts: Record<string, string> }];
      return answer;
    } catch (error) {
      throw signal.aborted ? new GromaError('CANCELED', { name: 'The query' }) : error;
    } finally {
      await thread.terminate();
    }
  });
}
