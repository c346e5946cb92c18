import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { GromaError, limit, parseDataPath, type DataPath, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { FileStore, StoredFile, WriteOptions } from '../../../platform/storage/file-store.ts';

/**
 * Reads a multipart form with `filePaths` and `files` in the same order; a file's path stands before it in the form, so
 * that nothing is held in memory. Each file is written whole or not at all.
 */
export async function receiveUpload({ files }: Platform, projectId: ProjectId, request: FastifyRequest, options: WriteOptions): Promise<StoredFile[]> {
  if (!request.isMultipart()) throw new GromaError('BAD_INPUT', { detail: 'body: a multipart form is expected' });
  if (Number(request.headers['content-length'] ?? 0) > limit.formUploadBytes + 65_536) throw new GromaError('TOO_LARGE', { name: 'The form', limit: '15 MB' });
  return readForm(files, projectId, request, options).catch((error: unknown) => {
    // What is still on its way is let go by, so that the answer arrives.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  });
}

async function readForm(files: FileStore, projectId: ProjectId, request: FastifyRequest, options: WriteOptions): Promise<StoredFile[]> {
  const paths: DataPath[] = [];
  const stored: StoredFile[] = [];
  for await (const part of request.parts({ limits: { fileSize: limit.formUploadBytes } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'filePaths') paths.push(...readPaths(part.value));
      continue;
    }
    const path = paths[stored.length] ?? parseDataPath(`/data/${part.filename}`);
    stored.push(await files.write(projectId, path, Readable.from(wholeOf(part.file, path)), options));
  }
  if (stored.length === 0) throw new GromaError('UPLOAD_EMPTY');
  return stored;
}

/** A part above the limit ends as if it were whole; here it fails, before anything takes its name. */
async function* wholeOf(part: AsyncIterable<Buffer> & { truncated: boolean }, path: DataPath): AsyncGenerator<Buffer> {
  yield* part;
  if (part.truncated) throw new GromaError('TOO_LARGE', { name: path, limit: '15 MB' });
}

/** The field comes once per file, or once as a JSON list. */
function readPaths(value: unknown): DataPath[] {
  const text = String(value);
  if (!text.startsWith('[')) return [parseDataPath(text)];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new GromaError('BAD_INPUT', { detail: 'filePaths: this is neither a path nor a JSON list of paths' });
  }
  return (list as unknown[]).map((path) => parseDataPath(String(path)));
}
