import { byServer, storedTexts } from '@groma/model';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { OutputStore } from './output-store.ts';
import { storedOutputs } from './whole-outputs.ts';

const atOnce = 50;

/** Takes away, day by day, the long outputs of runs that have been cleared or run again since. */
export function sweepOutputsJob(documents: LiveDocuments, outputs: OutputStore): Job {
  return defineJob({
    name: 'sweep-outputs', policy: byServer('the time has come'), schedule: '41 3 * * *',
    async run() {
      for (let after = ''; ;) {
        const ids = await outputs.notebooksWithOld(after, atOnce);
        if (ids.length === 0) return;
        for (const id of ids) {
          // A notebook that is gone names nothing.
          const doc = await documents.read(id).catch(() => null);
          await outputs.sweep(id, doc ? [...storedOutputs(doc), ...storedTexts(doc)].map((stored) => stored.id) : []);
        }
        after = ids.at(-1)!;
      }
    },
  });
}
