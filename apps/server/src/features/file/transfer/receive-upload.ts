import type { FastifyRequest } from 'fastify';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GromaError, limit, parseDataPath, type DataPath, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { FileStore, StoredFile, WriteOptions } from '../../../platform/storage/file-store.ts';

/** A form that was read to its end: its paths, and the files that wait in a folder for them. */
interface ReadForm {
  paths: DataPath[];
  held: string[];
}

/**
 * Reads a multipart form with `filePaths` and `files`: the first file is for the first path, wherever in the form the
 * two stand. The files are held on the disk until the form has come whole and every file has its path, so that none is
 * ever stored under a name that was not meant, or when the form was cut off. Each is then written whole or not at all.
 *
 * @throws GromaError BAD_INPUT where there are not as many paths as files, TOO_LARGE, UPLOAD_EMPTY, and as
 * `FileStore.write`.
 */
export async function receiveUpload(
  { files }: Platform,
  projectId: ProjectId,
  request: FastifyRequest,
  options: WriteOptions,
): Promise<StoredFile[]> {
  if (!request.isMultipart()) throw new GromaError('BAD_INPUT', { detail: 'body: a multipart form is expected' });
  if (Number(request.headers['content-length'] ?? 0) > limit.formUploadBytes + 65_536) throw tooLarge('The form');
  await files.requireSpace(0, 'The upload');
  const folder = await files.workFolder(projectId);
  try {
    const form = await readForm(folder, request).catch((error: unknown) => {
      // What is still on its way is let go by, so that the answer arrives.
      request.raw.unpipe();
      request.raw.resume();
      throw isCut(error, request) ? new GromaError('UPLOAD_CUT', { name: 'The form' }) : error;
    });
    return await storeAll(files, projectId, form, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the form ended before its last mark, or its line did. */
function isCut(error: unknown, { raw }: FastifyRequest): boolean {
  return (raw.destroyed && !raw.complete) || (error instanceof Error && /unexpected end of/i.test(error.message));
}

async function readForm(folder: string, request: FastifyRequest): Promise<ReadForm> {
  const paths: DataPath[] = [];
  const held: string[] = [];
  const room = { bytes: limit.formUploadBytes };
  for await (const part of request.parts({ limits: { fileSize: limit.formUploadBytes } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'filePaths') paths.push(...readPaths(part.value));
      continue;
    }
    const file = join(folder, String(held.length));
    held.push(file);
    await pipeline(within(part.file, room, part.filename), createWriteStream(file, { flags: 'wx' }));
  }
  return { paths, held };
}

async function storeAll(
  files: FileStore,
  projectId: ProjectId,
  { paths, held }: ReadForm,
  options: WriteOptions,
): Promise<StoredFile[]> {
  if (held.length === 0) throw new GromaError('UPLOAD_EMPTY');
  if (paths.length !== held.length)
    throw new GromaError('BAD_INPUT', {
      detail: `filePaths: every file needs a path of its own; the form has ${held.length} files and ${paths.length} paths`,
    });
  const stored: StoredFile[] = [];
  for (const [index, file] of held.entries())
    stored.push(await files.write(projectId, paths[index]!, createReadStream(file), options));
  return stored;
}

/** A part above the limit ends as if it were whole, and a form may have many parts; here both fail. */
async function* within(
  part: AsyncIterable<Buffer> & { truncated: boolean },
  room: { bytes: number },
  name: string,
): AsyncGenerator<Buffer> {
  for await (const piece of part) {
    room.bytes -= piece.length;
    if (room.bytes < 0) throw tooLarge(name);
    yield piece;
  }
  if (part.truncated) throw tooLarge(name);
}

function tooLarge(name: string): GromaError {
  return new GromaError('TOO_LARGE', { name, limit: '15 MB' });
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
