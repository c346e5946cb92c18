import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import { baseName, type DataPath, type ProjectId } from '@groma/model';
import { setUserContentHeaders } from '../../platform/http/security-headers.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import type { streamed } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bucket } from '../../platform/storage/file-store.ts';

export interface Wanted { projectId: ProjectId; path: DataPath; bucket: Bucket; download: string | undefined }

/** Sends a file, whole or by range, with an ETag; what is in it can do nothing in the browser. */
export async function sendFile({ files }: Platform, wanted: Wanted, request: FastifyRequest, reply: FastifyReply): Promise<typeof streamed> {
  const { projectId, path, bucket } = wanted;
  const opened = await files.open(projectId, path, bucket);
  const { bytes, modifiedAt } = opened;
  setUserContentHeaders(reply);
  void reply.headers({
    'last-modified': modifiedAt.toUTCString(),
    'content-type': contentType(path),
    'content-disposition': `${wanted.download === undefined ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(baseName(path))}`,
  });
  const etag = `"${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
  return sendBytes({ bytes, etag, read: (range) => opened.read(range), close: () => opened.close() }, request, reply);
}

function contentType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type;
}
