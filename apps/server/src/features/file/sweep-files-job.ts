import { byServer } from '@groma/model';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

/** Deletes old trash, files of imports, and uploads nobody went on with. */
export function sweepFilesJobOf({ files }: Platform): Job {
  return defineJob({ name: 'sweep-files', policy: byServer('the time has come'), schedule: '17 */6 * * *', run: () => files.sweep() });
}

/** Deletes what a killed process had received of files. Only the process that takes uploads knows that none is under way. */
export async function clearHalves({ config, files }: Platform): Promise<void> {
  if (config.services.has('api')) await files.sweep({ atStart: true });
}
