import { byServer, GromaError } from '@groma/model';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutputStore } from './output-store.ts';
import { namedOutputs } from './whole-outputs.ts';

const atOnce = 50;

/** Takes away, day by day, the long outputs of runs that have been cleared or run again since. */
export function sweepOutputsJob(documents: Pick<LiveDocuments, 'read'>, outputs: OutputStore, log: Log): Job {
  return defineJob({
    name: 'sweep-outputs',
    policy: byServer('the time has come'),
    schedule: '41 3 * * *',
    async run() {
      for (let after = ''; ;) {
        const ids = await outputs.notebooksWithOld(after, atOnce);
        if (ids.length === 0) return;
        for (const id of ids) {
          // All outputs of one that can't be read now would look as if nobody named them.
          await namedIn(documents, id).then(
            (named) => outputs.sweep(id, named),
            (error: unknown) => {
              log.error('The outputs of a notebook were not swept.', { notebookId: id, error });
            },
          );
        }
        after = ids.at(-1)!;
      }
    },
  });
}

/** What a notebook names; nothing where it is gone. */
async function namedIn(documents: Pick<LiveDocuments, 'read'>, notebookId: string): Promise<string[]> {
  const doc = await documents.read(notebookId).catch((error: unknown) => {
    if (error instanceof GromaError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  return doc ? namedOutputs(doc) : [];
}
