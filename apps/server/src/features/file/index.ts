import { Readable } from 'node:stream';
import type { DataPath, ProjectId, UserId } from '@groma/model';
import { file } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { driveRoutes } from './drive/drive-routes.ts';
import { createFileEditing, type FileEditing } from './editor/create-file-editing.ts';
import { publishFileChanges } from './entry/publish-file-changes.ts';
import { clearHalves, sweepFilesJobOf } from './sweep-files-job.ts';
import { downloadRoutes } from './transfer/download-routes.ts';
import { defineUnpack, runUnpack } from './transfer/unpack-file.ts';
import { uploadRoutes } from './transfer/upload-routes.ts';
import { browseRoutes } from './tree/browse-routes.ts';
import { changeRoutes } from './tree/change-routes.ts';
import { defineCopy } from './tree/copy-into.ts';
import { FolderWatches } from './tree/folder-watches.ts';
import { trashRoutes } from './tree/trash-routes.ts';

/** What the file feature offers to others, through main. */
export interface FileFeature extends Feature {
  /** Drops the live documents of the text files of a project that is about to go. */
  removeDocuments(projectId: ProjectId): Promise<void>;
  /**
   * Puts a file among those of a project, where people see it come; one of that name goes to the trash of the person.
   * @throws GromaError as `FileStore.write`
   */
  addFile(projectId: ProjectId, path: DataPath, content: Readable, userId: UserId): Promise<void>;
  /** Makes a text file. @throws GromaError FILE_EXISTS; as `FileStore.write` */
  createTextFile(projectId: ProjectId, path: DataPath, text: string): Promise<void>;
  /** Edits a text file in its live document, in the process with the rooms. @throws GromaError as `editText` */
  editText: FileEditing['editText'];
}

export function createFileFeature(given: Platform): FileFeature {
  const editing = createFileEditing(given);
  // Files that people edit are moved and deleted in turns with what writes them back.
  const platform = { ...given, files: editing.files };
  const [copyKind, unpackKind] = [defineCopy(platform), defineUnpack(platform)];
  const watches = new FolderWatches(platform);
  return {
    operations: [copyKind, unpackKind],
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
    async addFile(projectId, path, content, userId) {
      await platform.files.write(projectId, path, content, { replace: true, trashedBy: userId });
      await publishFileChanges(platform, projectId, [path]);
    },
    async createTextFile(projectId, path, text) {
      await platform.files.write(projectId, path, Readable.from([Buffer.from(text)]));
      await publishFileChanges(platform, projectId, [path]);
    },
    editText: editing.editText,
    routes: [
      ...browseRoutes(platform, watches),
      ...changeRoutes(platform, copyKind),
      ...trashRoutes(platform),
      ...uploadRoutes(platform),
      ...downloadRoutes(platform),
      ...driveRoutes(platform),
      route(file.unpackFile, async ({ projectId, body, user, signal }) => ({
        data: await runUnpack(platform, unpackKind, { projectId, userId: user.id, path: body.path }, signal),
      })),
    ],
  };
}
