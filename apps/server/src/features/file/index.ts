import type { ProjectId } from '@groma/model';
import { file } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { createFileEditing } from './editor/create-file-editing.ts';
import type { FileOperations } from './file-parts.ts';
import { presentFile } from './present-file.ts';
import { clearHalves, sweepFilesJobOf } from './sweep-files-job.ts';
import { downloadRoutes } from './transfer/download-routes.ts';
import { unpackFile } from './transfer/unpack-file.ts';
import { uploadRoutes } from './transfer/upload-routes.ts';
import { browseRoutes } from './tree/browse-routes.ts';
import { changeRoutes } from './tree/change-routes.ts';
import { FolderWatches } from './tree/folder-watches.ts';
import { trashRoutes } from './tree/trash-routes.ts';

/** What the file feature offers to others, through main. */
export interface FileFeature extends Feature {
  /** Drops the live documents of the text files of a project that is about to go. */
  removeDocuments(projectId: ProjectId): Promise<void>;
}

export function createFileFeature(given: Platform, { operations }: { operations: FileOperations }): FileFeature {
  const editing = createFileEditing(given);
  // Files that people edit are moved and deleted in turns with what writes them back.
  const platform = { ...given, files: editing.files };
  const parts = { platform, operations };
  const watches = new FolderWatches(platform);
  return {
    jobs: [sweepFilesJobOf(platform), editing.job],
    rooms: [editing.room],
    realtimeRoutes: editing.routes,
    async start() {
      await clearHalves(platform);
      await editing.start();
    },
    async close() {
      watches.close();
      await editing.close();
    },
    removeDocuments: (projectId) => editing.removeDocuments(projectId),
    routes: [
      ...browseRoutes(platform, watches),
      ...changeRoutes(parts),
      ...trashRoutes(platform),
      ...uploadRoutes(platform),
      ...downloadRoutes(platform),
      route(file.unpackFile, async ({ projectId, body, user, signal }) => ({
        data: presentFile(await unpackFile(parts, projectId, user, body.path, signal)),
      })),
    ],
  };
}
