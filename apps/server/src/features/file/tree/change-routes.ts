import { baseName, GromaError, parseDataPath, parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import { file } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { moveOrigins } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentFile } from '../entry/present-file.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { clearPlaces, moveWithParts, partsOfEach, withoutParts } from '../entry/file-parts.ts';
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
      const [from, to] = [parseExistingPath(body.from), parseDataPath(body.to)];
      const parts = body.withParts ? ((await partsOfEach(files, projectId, [from])).get(from) ?? []) : [];
      const moved = await moveWithParts(platform, { projectId, from, to, parts }, mover(projectId));
      await publishFileChanges(platform, projectId, [from, moved]);
      return { data: presentFile((await files.stat(projectId, moved))!) };
    }),
    route(file.moveFiles, async ({ projectId, body: { paths: texts, folder: into, clash, withParts }, user }) => {
      const folder = parseExistingPath(into);
      const { paths, parts } = await whatGoes(projectId, texts, withParts);
      const data = await settleEach(paths, async (text) => {
        const from = parseExistingPath(text);
        const name = baseName(from);
        if (`${folder}/${name}` === from) return from;
        const found = await files.stat(projectId, from);
        if (!found) throw new GromaError('FILE_NOT_FOUND', { path: from });
        const own = parts.get(from) ?? [];
        return place({
          folder,
          name,
          isDir: found.isDir,
          clash,
          clear: (to) => clearPlaces(platform, { projectId, userId: user.id, from, to, parts: own, withParts }),
          put: (path) => moveWithParts(platform, { projectId, from, to: path, parts: own }, mover(projectId)),
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
      const { paths, parts } = await whatGoes(projectId, body.paths, body.withParts);
      const data = await settleEach(paths, async (text) => {
        const path = parseExistingPath(text);
        for (const each of [...(parts.get(path) ?? []), path]) {
          trashIds.push(await files.remove(projectId, each, user.id));
          gone.push(each);
        }
        return null;
      });
      await publishFileChanges(platform, projectId, gone);
      return { data, trashIds };
    }),
  ];

  /** Moves one thing, and with it how it was made. */
  function mover(projectId: ProjectId): (from: DataPath, to: DataPath) => Promise<DataPath> {
    return async (from, to) => {
      const moved = await files.move(projectId, from, to);
      await moveOrigins(database.query, projectId, from, moved.path);
      return moved.path;
    };
  }

  /** What is done something to, with the files that go along. A path that is none is told by itself. */
  async function whatGoes(projectId: ProjectId, texts: readonly string[], withParts: boolean) {
    if (!withParts) return { paths: texts, parts: new Map<DataPath, readonly DataPath[]>() };
    const known = texts.filter(isPath) as DataPath[];
    const parts = await partsOfEach(files, projectId, known);
    const left = new Set(withoutParts(known, parts));
    return { paths: texts.filter((text) => !isPath(text) || left.has(text as DataPath)), parts };
  }
}

/** Whether a text is the path of something that may be there, written as the server writes it. */
function isPath(text: string): boolean {
  try {
    return parseExistingPath(text) === text;
  } catch {
    return false;
  }
}
