import { anyone, clashRules, inProject, limit, listOrders } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { fileEntry, fileOutcome, fileUsage, trashEntry } from './entries.ts';

export type { FileEntry, FileOutcome, FilesChanged, FileUsage, TrashEntry } from './entries.ts';

const byProject = z.object({ projectId: z.string() });
const byPath = byProject.extend({ path: z.string() });
const root = '/api/gcs/projects/:projectId';
const paths = z.array(z.string()).min(1).max(limit.filesAtOnce);
const clash = z.enum(clashRules);
/** Whether the files that belong to another go with it, as roads.dbf with roads.shp; all of them or none. */
const withParts = z.boolean().default(false);

export const listFiles = defineEndpoint({
  id: 'listFiles',
  method: 'GET',
  path: `${root}/files`,
  summary:
    'A window of a folder: entries from `offset`, folders first, in the order asked for. `filter` keeps names that contain it, whatever their case. `version` changes when names come, go or change. `grouped` tells files that belong to another, as roads.dbf to roads.shp, as `parts` of that one only.',
  policy: inProject('read', 'file'),
  params: byProject,
  query: z.object({
    path: z.string().default('/data'),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(limit.listWindow).default(limit.listWindow),
    sort: z.enum(listOrders).default('name'),
    descending: z.stringbool().default(false),
    filter: z.string().max(255).default(''),
    grouped: z.stringbool().default(false),
  }),
  reply: z.object({ data: z.array(fileEntry), total: z.number(), offset: z.number(), version: z.string() }),
});

export const searchFiles = defineEndpoint({
  id: 'searchFiles',
  method: 'GET',
  path: `${root}/files/search`,
  summary:
    'Files and folders below `path` whose name contains all words of `query`. `isCut` says that there are more, or that the search took too long to see all.',
  policy: inProject('read', 'file'),
  params: byProject,
  query: z.object({
    query: z.string().trim().min(1).max(255),
    path: z.string().default('/data'),
    limit: z.coerce.number().int().min(1).max(limit.listWindow).default(200),
  }),
  reply: z.object({ data: z.array(fileEntry), isCut: z.boolean() }),
});

export const fileExistence = defineEndpoint({
  id: 'fileExistence',
  method: 'GET',
  path: `${root}/files/existence/*`,
  summary: 'Whether a file is there.',
  policy: inProject('read', 'file'),
  params: byPath,
  reply: z.object({ exists: z.boolean() }),
});

export const statFile = defineEndpoint({
  id: 'statFile',
  method: 'GET',
  path: `${root}/files/stat/*`,
  summary:
    'One file or folder. `etag` changes with the content and is that of downloads; `type` is the media type that its name says.',
  policy: inProject('read', 'file'),
  params: byPath,
  reply: z.object({ data: fileEntry.extend({ etag: z.string(), type: z.string() }) }),
});

export const hashFile = defineEndpoint({
  id: 'hashFile',
  method: 'GET',
  path: `${root}/files/hash/*`,
  summary: 'SHA-256 of the bytes of a file, in hexadecimal.',
  policy: inProject('read', 'file'),
  params: byPath,
  reply: z.object({ sha256: z.string(), bytes: z.number(), etag: z.string() }),
});

export const watchFolders = defineEndpoint({
  id: 'watchFolders',
  method: 'POST',
  path: `${root}/files/watch`,
  summary:
    'Says which folders somebody looks at: what code writes there is told in the room of the project (`Files_Changed`) for `leaseSeconds`. A listed folder is watched as long without it.',
  policy: inProject('read', 'file'),
  params: byProject,
  body: z.object({ paths: z.array(z.string()).max(limit.watchedFolders) }),
  reply: z.object({ leaseSeconds: z.number() }),
});

export const fileUsageOf = defineEndpoint({
  id: 'fileUsage',
  method: 'GET',
  path: `${root}/files/usage`,
  summary: 'What the files of the project and of its tenant take up, and how much they may.',
  policy: inProject('read', 'file'),
  params: byProject,
  reply: z.object({ data: fileUsage }),
});

export const createFolder = defineEndpoint({
  id: 'createFolder',
  method: 'POST',
  path: `${root}/folders`,
  summary: 'Make a folder, and those above it that are missing.',
  policy: inProject('create', 'file'),
  params: byProject,
  body: z.object({ path: z.string() }),
  reply: z.object({ data: fileEntry }),
});

export const moveFile = defineEndpoint({
  id: 'moveFile',
  method: 'POST',
  path: `${root}/files/move`,
  summary: 'Rename or move a file or a folder; `withParts` with the files that belong to it.',
  policy: inProject('update', 'file'),
  params: byProject,
  body: z.object({ from: z.string(), to: z.string(), withParts }),
  reply: z.object({ data: fileEntry }),
});

export const moveFiles = defineEndpoint({
  id: 'moveFiles',
  method: 'POST',
  path: `${root}/files/move-into`,
  summary: 'Move files and folders into a folder, each by itself; `withParts` with the files that belong to it.',
  policy: inProject('update', 'file'),
  params: byProject,
  body: z.object({ paths, folder: z.string(), clash: clash.default('refuse'), withParts }),
  bodyBytes: limit.fileListBytes,
  reply: z.object({ data: z.array(fileOutcome) }),
});

export const copyFiles = defineEndpoint({
  id: 'copyFiles',
  method: 'POST',
  path: `${root}/files/copy`,
  summary:
    'Copy files and folders into a folder; in their own folder they are duplicated as "x copy". Much goes on as an operation (`isRunning`), and `data` is then empty.',
  policy: inProject('duplicate', 'file'),
  params: byProject,
  body: z.object({ paths, folder: z.string(), clash: clash.default('number'), withParts }),
  bodyBytes: limit.fileListBytes,
  reply: z.object({ data: z.array(fileOutcome), isRunning: z.boolean() }),
});

export const unpackFile = defineEndpoint({
  id: 'unpackFile',
  method: 'POST',
  path: `${root}/files/unpack`,
  summary:
    'Unpack a zip file into a new folder beside it, as an operation. Links, names that leave the folder and more bytes than the project may hold are refused, and nothing of it stays.',
  policy: inProject('create', 'file'),
  params: byProject,
  body: z.object({ path: z.string() }),
  reply: z.object({ data: fileEntry }),
});

export const deleteFile = defineEndpoint({
  id: 'deleteFile',
  method: 'DELETE',
  path: `${root}/files`,
  summary: 'Move a file or a folder to the trash.',
  policy: inProject('delete', 'file'),
  params: byProject,
  query: z.object({ path: z.string() }),
  reply: z.object({ status: z.string() }),
});

export const deleteFiles = defineEndpoint({
  id: 'deleteFiles',
  method: 'POST',
  path: `${root}/files/delete`,
  summary:
    'Move files and folders to the trash. `trashIds` are what restoring takes, for undo. `withParts` takes the files that belong to one along.',
  policy: inProject('delete', 'file'),
  params: byProject,
  body: z.object({ paths, withParts }),
  bodyBytes: limit.fileListBytes,
  reply: z.object({ data: z.array(fileOutcome), trashIds: z.array(z.string()) }),
});

export const listTrash = defineEndpoint({
  id: 'listTrash',
  method: 'GET',
  path: `${root}/trash`,
  summary: 'What is in the trash, the newest first.',
  policy: inProject('read', 'file'),
  params: byProject,
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(limit.listWindow).default(limit.listWindow),
  }),
  reply: z.object({ data: z.array(trashEntry), total: z.number() }),
});

export const restoreTrash = defineEndpoint({
  id: 'restoreTrash',
  method: 'POST',
  path: `${root}/trash/restore`,
  summary:
    'Put things of the trash back where they were; folders that are gone are made again. A name that is taken meanwhile is numbered ("x (2)"), unless `clash` says otherwise.',
  policy: inProject('update', 'file'),
  params: byProject,
  body: z.object({ ids: paths, clash: clash.default('number') }),
  bodyBytes: limit.fileListBytes,
  reply: z.object({ data: z.array(fileOutcome) }),
});

export const emptyTrash = defineEndpoint({
  id: 'emptyTrash',
  method: 'POST',
  path: `${root}/trash/empty`,
  summary: 'Delete things of the trash for good; all of it when no `ids` are given.',
  policy: inProject('delete', 'file'),
  params: byProject,
  body: z.object({ ids: paths.optional() }),
  bodyBytes: limit.fileListBytes,
  reply: z.object({ deleted: z.number() }),
});

export const selectForZip = defineEndpoint({
  id: 'selectForZip',
  method: 'POST',
  path: `${root}/files/zip`,
  summary:
    'Choose files and folders for a download as one zip. `zipUrl` is fetched by GET with the same session within a day.',
  policy: inProject('download', 'file'),
  params: byProject,
  body: z.object({ paths, withParts }),
  bodyBytes: limit.fileListBytes,
  reply: z.object({ zipUrl: z.string(), name: z.string(), bytes: z.number(), files: z.number() }),
});

export const downloadZip = defineEndpoint({
  id: 'downloadZip',
  method: 'GET',
  path: `${root}/files/zip/:selectionId`,
  summary: 'The zip of a selection; `X-Total-Size` and `Content-Length` are its bytes.',
  policy: inProject('download', 'file'),
  params: byProject.extend({ selectionId: z.string() }),
  replyType: 'application/zip',
});

export const signedUrl = defineEndpoint({
  id: 'signFileUrl',
  method: 'GET',
  path: '/api/gcs/signed-url/:bucket/:projectId/*',
  summary: 'A link to one file, good for 15 minutes.',
  policy: inProject('read-on-open', 'file'),
  params: byPath.extend({ bucket: z.enum(['groma', 'groma-temp']) }),
  reply: z.object({ signedUrl: z.string() }),
});

export const openSignedUrl = defineEndpoint({
  id: 'openSignedUrl',
  method: 'GET',
  path: '/files/signed/:bucket/:projectId/*',
  summary:
    'The bytes behind a signed link; ranges are honoured. `download` asks the browser to save them, which takes the right to download.',
  policy: anyone(
    'the signature, made for a person with the role, is the permission; it is checked with the role of its maker',
  ),
  params: byPath.extend({ bucket: z.enum(['groma', 'groma-temp']) }),
  query: z.object({
    expires: z.coerce.number(),
    user: z.string(),
    signature: z.string(),
    download: z.string().optional(),
  }),
  replyType: 'application/octet-stream',
});

export { openUpload, uploadChunk, uploadFiles, cancelUpload } from './upload-endpoints.ts';
