import mime from 'mime';
import { GromaError, parseExistingPath, type ProjectId } from '@groma/model';
import { file } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pathInAddress } from '../entry/path-in-address.ts';
import { presentFile } from '../entry/present-file.ts';
import type { FolderWatches } from './folder-watches.ts';

/** Calls that look at files: windows of folders, search, one file, what all take up. */
export function browseRoutes({ files, allowance }: Platform, watches: FolderWatches): Route[] {
  return [
    route(file.listFiles, async ({ projectId, query }) => {
      const path = parseExistingPath(query.path);
      watches.look(projectId, [path]);
      const {
        files: found,
        total,
        version,
      } = await files.listWindow(projectId, path, {
        ...query,
        isGrouped: query.grouped,
      });
      return { data: found.map(presentFile), total, offset: query.offset, version };
    }),
    route(file.searchFiles, async ({ projectId, query }) => {
      const { files: found, isCut } = await files.search(
        projectId,
        parseExistingPath(query.path),
        query.query.split(/\s+/),
        query.limit,
      );
      return { data: found.map(presentFile), isCut };
    }),
    route(file.fileExistence, async ({ projectId, params }) => ({
      exists: (await files.stat(projectId, pathInAddress(params.path))) !== undefined,
    })),
    route(file.statFile, async ({ projectId, params }) => {
      const path = pathInAddress(params.path);
      const found = await files.stat(projectId, path);
      if (!found) throw new GromaError('FILE_NOT_FOUND', { path });
      return {
        data: {
          ...presentFile(found),
          etag: found.etag,
          type: found.isDir ? 'inode/directory' : (mime.getType(path) ?? 'application/octet-stream'),
        },
      };
    }),
    route(file.hashFile, ({ projectId, params }) => files.hash(projectId, pathInAddress(params.path))),
    route(file.watchFolders, async ({ projectId, body }) => {
      watches.look(projectId, body.paths.map(parseExistingPath));
      return { leaseSeconds: watches.leaseSeconds };
    }),
    route(file.fileUsageOf, async ({ projectId }) => ({ data: await usageOf(projectId) })),
  ];

  async function usageOf(projectId: ProjectId): Promise<file.FileUsage> {
    const usage = await allowance.usage(projectId);
    if (!usage) throw new GromaError('NOT_FOUND', { noun: 'file' });
    return usage;
  }
}
