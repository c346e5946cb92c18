import { GromaError, parseDataPath, type ProjectId } from '@groma/model';
import { file } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { sendFile } from './send-file.ts';
import { createLinkSigner } from './signed-link.ts';
import { presentFile } from './present-file.ts';
import { uploadRoutes } from './upload-routes.ts';
import { receiveUpload } from './receive-upload.ts';
import { clearHalves, sweepFilesJobOf } from './sweep-files-job.ts';
import { createFileEditing } from './editor/create-file-editing.ts';

/** What the file feature offers to others, through main. */
export interface FileFeature extends Feature {
  /** Drops the live documents of the text files of a project that is about to go. */
  removeDocuments(projectId: ProjectId): Promise<void>;
}

export function createFileFeature(given: Platform): FileFeature {
  const editing = createFileEditing(given);
  // Files that people edit are moved and deleted in turns with what writes them back.
  const platform = { ...given, files: editing.files };
  const { files, bus } = platform;
  const changed = (projectId: ProjectId, path: string) => bus.publish('files-changed', { projectId, path });
  const links = createLinkSigner(platform.config.secret);
  return {
    jobs: [sweepFilesJobOf(platform), editing.job],
    rooms: [editing.room],
    realtimeRoutes: editing.routes,
    async start() {
      await clearHalves(platform);
      await editing.start();
    },
    close: () => editing.close(),
    removeDocuments: (projectId) => editing.removeDocuments(projectId),
    routes: [
      ...uploadRoutes(platform),
      route(file.listFiles, async ({ projectId, query }) => {
        const data = (await files.list(projectId, parseDataPath(query.path))).map(presentFile);
        return { data, total: data.length, offset: 0, version: '' };
      }),
      route(file.uploadFiles, async ({ projectId, query, request }) => {
        const stored = await receiveUpload(platform, projectId, request, query.replace);
        await changed(projectId, stored[0]?.path ?? '/data');
        return { data: stored.map(presentFile) };
      }),
      route(file.fileExistence, async ({ projectId, params }) => ({ exists: (await files.stat(projectId, parseDataPath(withRoot(params.path)))) !== undefined })),
      route(file.createFolder, async ({ projectId, body }) => {
        const folder = await files.makeFolder(projectId, parseDataPath(body.path));
        await changed(projectId, folder.path);
        return { data: presentFile(folder) };
      }),
      route(file.moveFile, async ({ projectId, body }) => {
        const moved = await files.move(projectId, parseDataPath(body.from), parseDataPath(body.to));
        await changed(projectId, moved.path);
        return { data: presentFile(moved) };
      }),
      route(file.deleteFile, async ({ projectId, query }) => {
        await files.remove(projectId, parseDataPath(query.path));
        await changed(projectId, query.path);
        return { status: 'ok' };
      }),
      route(file.signedUrl, async ({ projectId, params, user }) => {
        const path = parseDataPath(withRoot(params.path));
        if (!await files.stat(projectId, path, params.bucket)) throw new GromaError('FILE_NOT_FOUND', { path });
        return { signedUrl: links.sign({ bucket: params.bucket, projectId, path, userId: user.id }) };
      }),
      route(file.openSignedUrl, async ({ params, query, request, reply }) => {
        const path = parseDataPath(withRoot(params.path));
        links.check({ bucket: params.bucket, projectId: params.projectId, path, userId: query.user }, query.expires, query.signature);
        // The link dies with the role of the person it was made for.
        await platform.access.require(query.user as never, params.projectId, query.download === undefined ? 'read-on-open' : 'download', 'file');
        return sendFile(platform, { projectId: params.projectId as ProjectId, path, bucket: params.bucket, download: query.download }, request, reply);
      }),
    ],
  };
}

/** Paths in addresses may come with or without their leading slash. */
function withRoot(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
