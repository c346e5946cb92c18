import type { FastifyReply } from 'fastify';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { GromaError, parseDataPath, type ProjectId } from '@groma/model';
import { file, fillPath } from '@groma/protocol';
import { route, streamed, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredFile } from '../../platform/storage/file-store.ts';
import { requireTotal, ResumableUploads, type UploadSession } from '../../platform/storage/resumable-upload.ts';
import { presentFile } from './present-file.ts';

/** The resumable protocol of 001 §7: open a session, PUT chunks with Content-Range, 308 until the last one. */
export function uploadRoutes({ files, config, bus }: Platform): Route[] {
  const uploads = (projectId: ProjectId) => new ResumableUploads(join(config.dataFolder, 'files', projectId, 'uploads'));

  async function finish(projectId: ProjectId, session: UploadSession): Promise<StoredFile> {
    const { path, replace, bucket } = session;
    const stored = await uploads(projectId).finish(session, (part) => files.adopt(projectId, path, part, { replace, bucket }));
    await bus.publish('files-changed', { projectId, path });
    return stored;
  }

  return [
    route(file.openUpload, async ({ projectId, body, user }) => {
      const path = parseDataPath(body.filePath);
      if (!body.replace && await files.stat(projectId, path, body.gcsBucket)) throw new GromaError('FILE_EXISTS', { path });
      const { id } = await uploads(projectId).open({ path, userId: user.id, replace: body.replace, bucket: body.gcsBucket });
      return { uploadSessionUri: fillPath(file.uploadChunk.path, { projectId, sessionId: id }) };
    }),
    route(file.uploadChunk, async ({ projectId, params, user, request, reply }) => {
      const { session, received: before } = await uploads(projectId).find(params.sessionId, user.id);
      const { chunk, total } = readContentRange(request.headers['content-range']);
      requireTotal(session, total);
      if (session.finished) return sendStored(session.finished, reply);
      if (chunk) await files.requireSpace(total - before, session.path);
      const received = chunk ? await uploads(projectId).append(session, { ...chunk, total, content: request.body as Readable }) : before;
      if (received === total) return sendStored(await finish(projectId, { ...session, total }), reply);
      if (received > 0) void reply.header('range', `bytes=0-${received - 1}`);
      await reply.status(308).send();
      return streamed;
    }),
  ];
}

async function sendStored(stored: StoredFile, reply: FastifyReply): Promise<typeof streamed> {
  await reply.status(200).send({ data: presentFile(stored) });
  return streamed;
}

/** `bytes start-end/total`, or the probe `bytes *` and the total without a body. @throws GromaError BAD_INPUT. */
function readContentRange(header: string | undefined): { chunk: { start: number; end: number } | undefined; total: number } {
  const match = header?.match(/^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/);
  const [start, end, total] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
  const isProbe = match !== null && match !== undefined && match[1] === undefined;
  if (!match || (!isProbe && (start > end || end >= total))) {
    throw new GromaError('BAD_INPUT', { detail: 'Content-Range: "bytes start-end/total" or "bytes */total" is expected' });
  }
  return { chunk: isProbe ? undefined : { start, end }, total };
}
