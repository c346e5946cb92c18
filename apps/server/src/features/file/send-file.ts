import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import { baseName, GromaError, type DataPath, type ProjectId } from '@groma/model';
import { setUserContentHeaders } from '../../platform/http/security-headers.ts';
import { streamed } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bucket } from '../../platform/storage/file-store.ts';

export interface Wanted { projectId: ProjectId; path: DataPath; bucket: Bucket; download: string | undefined }

/** Sends a file, whole or by range, with an ETag; what is in it can do nothing in the browser. */
export async function sendFile({ files }: Platform, wanted: Wanted, request: FastifyRequest, reply: FastifyReply): Promise<typeof streamed> {
  const { projectId, path, bucket } = wanted;
  const found = await files.stat(projectId, path, bucket);
  if (!found || found.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  const etag = `"${found.bytes.toString(36)}-${found.modifiedAt.getTime().toString(36)}"`;
  setUserContentHeaders(reply);
  void reply.headers({
    etag, 'accept-ranges': 'bytes', 'last-modified': found.modifiedAt.toUTCString(),
    'content-type': contentType(path),
    'content-disposition': `${wanted.download === undefined ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(baseName(path))}`,
  });
  if (request.headers['if-none-match'] === etag) {
    await reply.status(304).send();
    return streamed;
  }
  const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isCurrent ? readRange(request.headers.range, found.bytes) : undefined;
  if (range === 'unsatisfiable') {
    await reply.status(416).header('content-range', `bytes */${found.bytes}`).send();
    return streamed;
  }
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${found.bytes}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : found.bytes);
  await reply.send(await files.read(projectId, path, range, bucket));
  return streamed;
}

/** One range of RFC 9110 §14; several at once are answered with the whole, as the standard allows. */
function readRange(header: string | undefined, bytes: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/);
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, bytes - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}

function contentType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type;
}
