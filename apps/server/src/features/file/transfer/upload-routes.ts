import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { GromaError, parseDataPath } from '@groma/model';
import { file, fillPath } from '@groma/protocol';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { requireTotal } from '../../../platform/storage/upload-rules.ts';
import { presentFile } from '../entry/present-file.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { unlessCut } from '../entry/unless-cut.ts';
import { readContentRange } from './content-range.ts';
import { receiveUpload } from './receive-upload.ts';

/**
 * Uploads: a form for small files, and the resumable protocol of 001 §7: open a session, PUT chunks with Content-Range,
 * 308 until the last one.
 */
export function uploadRoutes(platform: Platform): Route[] {
  const { files } = platform;
  return [
    route(file.uploadFiles, async ({ projectId, query, user, request }) => {
      const stored = await receiveUpload(platform, projectId, request, { replace: query.replace, trashedBy: user.id });
      await publishFileChanges(
        platform,
        projectId,
        stored.map(({ path }) => path),
      );
      return { data: stored.map(presentFile) };
    }),
    route(file.openUpload, async ({ projectId, body, user }) => {
      const path = parseDataPath(body.filePath);
      const there = await files.stat(projectId, path, body.gcsBucket);
      if (there && (!body.replace || there.isDir)) throw new GromaError('FILE_EXISTS', { path });
      if (body.bytes !== undefined) await files.requireSpace(body.bytes, path);
      const { id } = await files.uploads(projectId).open({
        path,
        userId: user.id,
        replace: body.replace,
        bucket: body.gcsBucket,
        ...(body.bytes !== undefined && { total: body.bytes }),
      });
      return { uploadSessionUri: fillPath(file.uploadChunk.path, { projectId, sessionId: id }) };
    }),
    route(file.uploadChunk, async ({ projectId, params, user, request, reply }) => {
      const uploads = files.uploads(projectId);
      const { session, received: before } = await uploads.find(params.sessionId, user.id);
      const { chunk, total } = readContentRange(request.headers['content-range']);
      requireTotal(session, total);
      if (session.finished) return sendStored(session.finished, reply);
      if (chunk && session.total === undefined) await files.requireSpace(total - before, session.path);
      const received = chunk
        ? await uploads
            .append(session, { ...chunk, total, content: request.body as Readable })
            .catch(unlessCut(request, session.path))
        : before;
      if (received !== total) {
        if (received > 0) void reply.header('range', `bytes=0-${received - 1}`);
        await reply.status(308).send();
        return streamed;
      }
      const stored = await uploads.finish({ ...session, total });
      if (session.bucket === 'groma') await publishFileChanges(platform, projectId, [session.path]);
      return sendStored(stored, reply);
    }),
    route(file.cancelUpload, async ({ projectId, params, user }) => {
      const uploads = files.uploads(projectId);
      const { session } = await uploads.find(params.sessionId, user.id);
      if (!session.finished) await uploads.cancel(session);
      return { status: 'ok' };
    }),
  ];
}

async function sendStored(stored: StoredFile & { sha256: string }, reply: FastifyReply): Promise<typeof streamed> {
  await reply.status(200).send({ data: { ...presentFile(stored), sha256: stored.sha256 } });
  return streamed;
}
