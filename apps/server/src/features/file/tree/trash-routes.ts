import { inArray } from '../../../platform/database/drizzle.ts';
import { formatFileSize } from '@groma/model';
import { file } from '@groma/protocol';
import { users } from '../../../platform/database/tables/index.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { trashMs } from '../../../platform/storage/sweep-files.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { settleEach } from '../entry/settle-each.ts';

/** Calls of the trash: what is in it, back out of it, away for good. */
export function trashRoutes(platform: Platform): Route[] {
  const { files } = platform;
  return [
    route(file.listTrash, async ({ projectId, query }) => {
      const { trashed, total } = await files.listTrash(projectId, query.offset, query.limit);
      const names = await namesOf(trashed.flatMap(({ deletedBy }) => deletedBy ?? []));
      const data = trashed.map(({ id, path, isDir, bytes, deletedAt, deletedBy }) => ({
        id,
        path,
        isDir,
        size: isDir ? null : formatFileSize(bytes),
        bytes: isDir ? null : bytes,
        deletedAt: deletedAt.toISOString(),
        expiresAt: new Date(deletedAt.getTime() + trashMs).toISOString(),
        deletedBy: names.get(deletedBy ?? '') ?? null,
      }));
      return { data, total };
    }),
    route(file.restoreTrash, async ({ projectId, body }) => {
      const data = await settleEach(
        body.ids,
        async (id) => (await files.restore(projectId, id, body.clash))?.path ?? null,
      );
      await publishFileChanges(
        platform,
        projectId,
        data.flatMap(({ to }) => to ?? []),
      );
      return { data };
    }),
    route(file.emptyTrash, async ({ projectId, body }) => {
      const deleted = await files.emptyTrash(projectId, body.ids);
      await publishFileChanges(platform, projectId, ['/data/']);
      return { deleted };
    }),
  ];

  async function namesOf(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await platform.database.query
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(inArray(users.id, [...new Set(ids)]));
    return new Map(rows.map(({ id, username }) => [id, username]));
  }
}
