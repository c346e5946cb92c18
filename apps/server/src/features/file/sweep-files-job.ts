import { lt } from '../../platform/database/drizzle.ts';
import { byServer } from '@groma/model';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { fileSelections } from '../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Deletes old trash, files of imports, and uploads nobody went on with, and counts anew what is left: code writes
 * without being asked.
 */
export function sweepFilesJobOf({ files, allowance, database }: Platform): Job {
  return defineJob({
    name: 'sweep-files',
    policy: byServer('the time has come'),
    schedule: '17 */6 * * *',
    async run() {
      await files.sweep();
      await database.query.delete(fileSelections).where(lt(fileSelections.expiresAt, recordsNow));
      await allowance.recountAll();
    },
  });
}

/**
 * Deletes what a killed process had received or was making of files. Only a process that takes uploads and carries out
 * operations knows that nothing is under way; elsewhere it goes a day later.
 */
export async function clearHalves({ config, files }: Platform): Promise<void> {
  if (config.services.has('api') && config.services.has('jobs')) await files.sweep({ atStart: true });
}
