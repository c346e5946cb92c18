import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import { baseName, type DataPath, type ProjectId } from '@groma/model';
import { setUserContentHeaders } from '../../../platform/http/security-headers.ts';
import { sendBytes } from '../../../platform/http/send-bytes.ts';
import type { streamed } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Bucket } from '../../../platform/storage/file-store.ts';

interface Wanted {
  projectId: ProjectId;
  path: DataPath;
  bucket: Bucket;
  download: string | undefined;
}

/** Sends a file, whole or by range, with an ETag; what is in it can do nothing in the browser. */
export async function sendFile(
  { files }: Platform,
  wanted: Wanted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof streamed> {
  const { projectId, path, bucket } = wanted;
  const opened = await files.open(projectId, path, bucket);
  const { bytes, modifiedAt, etag } = opened;
  setUserContentHeaders(reply);
  void reply.headers({
    'last-modified': modifiedAt.toUTCString(),
    'content-type': contentType(path),
    'content-disposition': disposition(wanted.download === undefined ? 'inline' : 'attachment', baseName(path)),
  });
  return sendBytes({ bytes, etag, read: (range) => opened.read(range), close: () => opened.close() }, request, reply);
}

/** How a browser shows or saves something under a name of any script (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  return `${kind}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

/**
 * Types that browsers run as scripts. The policy of the application's pages takes scripts of its own origin, where
 * files are too.
 */
const script = /^(text|application)\/(x-)?(java|ecma|j|live)script$/;

function contentType(path: string): string {
  const named = mime.getType(path) ?? 'application/octet-stream';
  const type = script.test(named) ? 'text/plain' : named;
  return type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type;
}
