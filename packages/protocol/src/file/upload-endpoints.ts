import { inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { fileEntry } from './entries.ts';

const byProject = z.object({ projectId: z.string() });
const bySession = byProject.extend({ sessionId: z.string() });
const root = '/api/gcs/projects/:projectId';

export const uploadFiles = defineEndpoint({
  id: 'uploadFiles',
  method: 'POST',
  path: `${root}/files`,
  summary:
    'Upload files by a form: fields `filePaths` (each below /data/) and `files`, as many of the one as of the other and in the same order. A form that is cut off or fits badly stores nothing. An existing file is replaced only when `replace=true`.',
  policy: inProject('upload', 'file'),
  params: byProject,
  query: z.object({ replace: z.stringbool().default(false) }),
  bodyKind: 'multipart',
  reply: z.object({ data: z.array(fileEntry) }),
});

export const openUpload = defineEndpoint({
  id: 'openUpload',
  method: 'POST',
  path: `${root}/files/upload-urls`,
  summary:
    'Open a resumable upload of one file. `bytes`, when given, is its total: an upload for which there is no room is then refused at once.',
  policy: inProject('upload', 'file'),
  params: byProject,
  body: z.object({
    filePath: z.string(),
    gcsBucket: z.enum(['groma', 'groma-temp']).default('groma'),
    replace: z.boolean().default(false),
    bytes: z.number().int().min(0).optional(),
  }),
  reply: z.object({ uploadSessionUri: z.string() }),
});

/** The end of an upload: the file, and the SHA-256 of its bytes in hexadecimal, to be compared with one's own. */
const uploaded = fileEntry.extend({ sha256: z.string() });

export const uploadChunk = defineEndpoint({
  id: 'uploadChunk',
  method: 'PUT',
  path: `${root}/uploads/:sessionId`,
  summary:
    'Add a chunk named by Content-Range: 308 with the Range received so far, or 200 and the file after the last. Without a body, `bytes */total` asks.',
  policy: inProject('upload', 'file'),
  params: bySession,
  bodyKind: 'raw',
  reply: z.object({ data: uploaded }),
});

export const cancelUpload = defineEndpoint({
  id: 'cancelUpload',
  method: 'DELETE',
  path: `${root}/uploads/:sessionId`,
  summary: 'Give up an upload: what came of it is deleted.',
  policy: inProject('upload', 'file'),
  params: bySession,
  reply: z.object({ status: z.string() }),
});
