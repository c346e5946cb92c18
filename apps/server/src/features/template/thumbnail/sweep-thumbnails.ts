import { and, inArray, lt, notExists, sql } from '../../../platform/database/drizzle.ts';
import { byServer } from '@groma/model';
import { fillPath, hub } from '@groma/protocol';
import { recordsNowPlus } from '../../../platform/database/record-clock.ts';
import { templates, thumbnails } from '../../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';

/** For so long a picture may wait for its publication. */
const keptMs = 24 * 3_600_000;

/** Takes away pictures that no publication has named for a day, and bytes that no record names. */
export function sweepThumbnailsJob({ database: { query }, blobs, isOneInstallation }: Platform): Job {
  return defineJob({
    name: 'sweep-thumbnails',
    policy: byServer('the time has come'),
    schedule: '47 * * * *',
    async run() {
      const address = fillPath(hub.readThumbnail.path, { thumbnailId: '' });
      await query.delete(thumbnails).where(
        and(
          lt(thumbnails.createdAt, recordsNowPlus(-keptMs)),
          notExists(
            query
              .select({ id: templates.id })
              .from(templates)
              .where(sql`${templates.thumbnailUrl} = ${address}::text || ${thumbnails.id}`),
          ),
        ),
      );
      if (!isOneInstallation) return;
      const keys = await blobs.list('thumbnails/', new Date(Date.now() - keptMs));
      const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))];
      for (let at = 0; at < ids.length; at += 1_000) {
        const some = ids.slice(at, at + 1_000);
        const rows = await query.select({ id: thumbnails.id }).from(thumbnails).where(inArray(thumbnails.id, some));
        const named = new Set(rows.map(({ id }) => id));
        for (const id of some) if (!named.has(id)) await blobs.removeAll(`thumbnails/${id}/`);
      }
    },
  });
}
