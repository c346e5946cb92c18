import { inProject, legacyEncodings } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const rooms = '/api/gcs/projects/:projectId/file-rooms';

/** Id of the room `file` in which a text file is edited: the project's id and, behind it, the file's (FIL-069). */
export function fileRoomId(projectId: string, fileId: string): string {
  return `${projectId}${fileId}`;
}

/** The two ids in a room's id; null for what is none. Both are UUIDs, of 36 characters. */
export function readFileRoomId(roomId: string): { projectId: string; fileId: string } | null {
  return roomId.length === 72 ? { projectId: roomId.slice(0, 36), fileId: roomId.slice(36) } : null;
}

export const openFileRoom = defineEndpoint({
  id: 'openFileRoom',
  method: 'POST',
  path: rooms,
  summary:
    'The room in which a text file of at most 20 MB is edited together. `fileId` stays when the file is renamed.',
  policy: inProject('read-on-open', 'file'),
  params: z.object({ projectId: z.string() }),
  body: z.object({ path: z.string() }),
  reply: z.object({ data: z.object({ fileId: z.string(), roomId: z.string(), path: z.string() }) }),
});

export const settleFile = defineEndpoint({
  id: 'settleFile',
  method: 'POST',
  path: `${rooms}/:fileId/settle`,
  summary:
    'Decide between the edited text (`mine`) and a file that was changed outside (`theirs`, of which `version` is the SHA-256), put a file back that has gone (`restore`), or read it anew in another encoding (`reopen`).',
  policy: inProject('edit-on-open', 'file'),
  params: z.object({ projectId: z.string(), fileId: z.string() }),
  body: z.object({
    choice: z.enum(['mine', 'theirs', 'restore', 'reopen']),
    version: z.string().optional(),
    encoding: z.enum(legacyEncodings).optional(),
  }),
  reply: z.object({ status: z.enum(['in-step', 'conflict', 'gone', 'unwritten', 'unencodable']) }),
});

export const readFileText = defineEndpoint({
  id: 'readFileText',
  method: 'GET',
  path: `${rooms}/:fileId/text`,
  summary:
    'The text that stands in an edited file now: in its own encoding, or in another one, to look at before one is chosen. `sample` asks for some lines alone, those with letters beyond ASCII first.',
  policy: inProject('read-on-open', 'file'),
  params: z.object({ projectId: z.string(), fileId: z.string() }),
  query: z.object({ encoding: z.enum(legacyEncodings).optional(), sample: z.stringbool().default(false) }),
  reply: z.object({ text: z.string(), encoding: z.enum(legacyEncodings) }),
});
