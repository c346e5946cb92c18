import { anyone, inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });

/** One entry of a folder (FIL-003). `bytes` is the exact size beside the text of the specification. */
export const fileEntry = z.object({
  path: z.string(), isDir: z.boolean(), size: z.string().nullable(), bytes: z.number().nullable(), lastModified: z.string(),
});
export type FileEntry = z.output<typeof fileEntry>;

export const listFiles = defineEndpoint({
  id: 'listFiles', method: 'GET', path: '/api/gcs/projects/:projectId/files', summary: 'Entries of one folder, folders first, by name.',
  policy: inProject('read', 'file'), params: byProject, query: z.object({ path: z.string().default('/data') }),
  reply: z.object({ data: z.array(fileEntry) }),
});

export const uploadFiles = defineEndpoint({
  id: 'uploadFiles', method: 'POST', path: '/api/gcs/projects/:projectId/files',
  summary: 'Upload files by a form: fields `filePaths` (each below /data/) before their `files`. An existing file is replaced only when `replace=true`.',
  policy: inProject('upload', 'file'), params: byProject, query: z.object({ replace: z.stringbool().default(false) }), bodyKind: 'multipart',
  reply: z.object({ data: z.array(fileEntry) }),
});

const bucket = z.enum(['groma', 'groma-temp']).default('groma');

export const openUpload = defineEndpoint({
  id: 'openUpload', method: 'POST', path: '/api/gcs/projects/:projectId/files/upload-urls', summary: 'Open a resumable upload of one file.',
  policy: inProject('upload', 'file'), params: byProject,
  body: z.object({ filePath: z.string(), gcsBucket: bucket, replace: z.boolean().default(false) }),
  reply: z.object({ uploadSessionUri: z.string() }),
});

export const uploadChunk = defineEndpoint({
  id: 'uploadChunk', method: 'PUT', path: '/api/gcs/projects/:projectId/uploads/:sessionId',
  summary: 'Add a chunk named by Content-Range: 308 with the Range received so far, or 200 and the file after the last. Without a body, `bytes */total` asks.',
  policy: inProject('upload', 'file'), params: byProject.extend({ sessionId: z.string() }), bodyKind: 'raw',
  reply: z.object({ data: fileEntry }),
});

export const fileExistence = defineEndpoint({
  id: 'fileExistence', method: 'GET', path: '/api/gcs/projects/:projectId/files/existence/*', summary: 'Whether a file is there.',
  policy: inProject('read', 'file'), params: byProject.extend({ path: z.string() }), reply: z.object({ exists: z.boolean() }),
});

export const createFolder = defineEndpoint({
  id: 'createFolder', method: 'POST', path: '/api/gcs/projects/:projectId/folders', summary: 'Make a folder.',
  policy: inProject('create', 'file'), params: byProject, body: z.object({ path: z.string() }), reply: z.object({ data: fileEntry }),
});

export const moveFile = defineEndpoint({
  id: 'moveFile', method: 'POST', path: '/api/gcs/projects/:projectId/files/move', summary: 'Rename or move a file or a folder.',
  policy: inProject('update', 'file'), params: byProject, body: z.object({ from: z.string(), to: z.string() }), reply: z.object({ data: fileEntry }),
});

export const deleteFile = defineEndpoint({
  id: 'deleteFile', method: 'DELETE', path: '/api/gcs/projects/:projectId/files', summary: 'Move a file or a folder to the trash.',
  policy: inProject('delete', 'file'), params: byProject, query: z.object({ path: z.string() }), reply: z.object({ status: z.string() }),
});

export const signedUrl = defineEndpoint({
  id: 'signFileUrl', method: 'GET', path: '/api/gcs/signed-url/:bucket/:projectId/*', summary: 'A link to one file, good for 15 minutes.',
  policy: inProject('read-on-open', 'file'), params: byProject.extend({ bucket: z.enum(['groma', 'groma-temp']), path: z.string() }),
  reply: z.object({ signedUrl: z.string() }),
});

export const openSignedUrl = defineEndpoint({
  id: 'openSignedUrl', method: 'GET', path: '/files/signed/:bucket/:projectId/*', summary: 'The bytes behind a signed link; ranges are honoured.',
  policy: anyone('the signature, made for a person with the role, is the permission; it is checked with the role of its maker'),
  params: byProject.extend({ bucket: z.enum(['groma', 'groma-temp']), path: z.string() }),
  query: z.object({ expires: z.coerce.number(), user: z.string(), signature: z.string(), download: z.string().optional() }),
  replyType: 'application/octet-stream',
});
