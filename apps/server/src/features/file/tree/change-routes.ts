import { baseName, GromaError, parseDataPath, parseExistingPath, type DataPath } from '@groma/model';
import { file } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { moveOrigins } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentFile } from '../entry/present-file.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { copyInto, type CopyOperation } from './copy-into.ts';
import { place, settleEach } from '../entry/settle-each.ts';

/** Calls that change the tree: folders, names, places, copies, the way into the trash. */
export function changeRoutes(platform: Platform, copyKind: CopyOperation): Route[] {
  const { files, database } = platform;
  return [
    route(file.createFolder, async ({ projectId, body }) => {
      const folder = await files.makeFolder(projectId, parseDataPath(body.path));
      await publishFileChanges(platform, projectId, [folder.path]);
      return { data: presentFile(folder) };
    }),
    route(file.moveFile, async ({ projectId, body }) => {
      const from = parseExistingPath(body.from);
      const moved = await files.move(projectId, from, parseDataPath(body.to));
      await moveOrigins(database.query, projectId, from, moved.path);
      await publishFileChanges(platform, projectId, [from, moved.path]);
      return { data: presentFile(moved) };
    }),
    route(file.moveFiles, async ({ projectId, body: { paths, folder: into, clash }, user }) => {
      const folder = parseExistingPath(into);
      const data = await settleEach(paths, async (text) => {
        const from = parseExistingPath(text);
        const name = baseName(from);
        if (`${folder}/${name}` === from) return from;
        const found = await files.stat(projectId, from);
        if (!found) throw new GromaError('FILE_NOT_FOUND', { path: from });
        return place({
          folder,
          name,
          isDir: found.isDir,
          clash,
          clear: (path) => files.remove(projectId, path, user.id),
          async put(path) {
            const moved = await files.move(projectId, from, path);
            await moveOrigins(database.query, projectId, from, moved.path);
            return moved.path;
          },
        });
      });
      await publishFileChanges(
        platform,
        projectId,
        data.flatMap(({ from, to }) => (to === null || to === from ? [] : [from, to])),
      );
      return { data };
    }),
    route(file.copyFiles, ({ projectId, body, user }) =>
      copyInto(platform, copyKind, { ...body, projectId, userId: user.id, folder: parseExistingPath(body.folder) }),
    ),
    route(file.deleteFile, async ({ projectId, query, user }) => {
      const path = parseExistingPath(query.path);
      await files.remove(projectId, path, user.id);
      await publishFileChanges(platform, projectId, [path]);
      return { status: 'ok' };
    }),
    route(file.deleteFiles, async ({ projectId, body, user }) => {
      const trashIds: string[] = [];
      const gone: DataPath[] = [];
      const data = await settleEach(body.paths, async (text) => {
        const path = parseExistingPath(text);
        trashIds.push(await files.remove(projectId, path, user.id));
        gone.push(path);
        return null;
      });
      await publishFileChanges(platform, projectId, gone);
      return { data, trashIds };
    }),
  ];
}
