import { GromaError } from '@groma/model';
import { hub } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { keepSampleJob, keepSampleName, type LiveSampleNeeds } from './keep-live-sample.ts';
import { SampleRecords } from './sample-records.ts';
import { sampleRevision } from './sample-revision.ts';

/**
 * The sample that anyone may look at without an account: a publication of the server's own. `readRevision` says which
 * code and data it is of.
 */
export function createLiveSample(
  platform: Platform,
  needs: LiveSampleNeeds,
  readRevision: () => Promise<string> = () => sampleRevision(),
): Feature {
  const { config, jobs, log } = platform;
  const records = new SampleRecords(platform.database);
  let read: Promise<string> | undefined;
  const readOnce = () => (read ??= readRevision());
  const ask = async () => {
    await jobs.send(keepSampleName, {}, { key: keepSampleName }).catch((error: unknown) => {
      log.error('The live sample is looked after later.', { error });
    });
  };
  return {
    jobs: [
      keepSampleJob({
        platform,
        records,
        needs,
        readRevision: async () => (config.showsSample ? readOnce() : null),
      }),
    ],
    warmUp() {
      if (config.services.has('jobs')) void ask();
    },
    routes: [
      route(hub.readSample, async ({ reply }) => {
        if (!config.showsSample) throw new GromaError('NOT_FOUND', { noun: 'sample' });
        const found = await records.find(await readOnce());
        if (!found) await ask();
        void reply.header('cache-control', 'no-cache');
        return { data: found ?? null };
      }),
    ],
  };
}
