import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import {
  baseName,
  byStarter,
  GromaError,
  parseDataPath,
  parseExistingPath,
  type DataPath,
  type ProjectId,
  type UserId,
} from '@groma/model';
import type { file } from '@groma/protocol';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { presentFile } from '../entry/present-file.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { place } from '../entry/settle-each.ts';

/**
 * Things in an archive, bytes of the list of them, which is held in memory, and how many times its own size it may
 * become.
 */
const most = { entries: 100_000, listBytes: 64 * 1024 * 1024, growth: 1_000 };
const longestTitle = 255;
const kinds = { mask: 0o170_000, link: 0o120_000 };

interface Unpacking {
  projectId: ProjectId;
  path: DataPath;
}

/** The folder that is about to appear, with what it holds. */
interface UnpackCheckpoint {
  target: DataPath;
  bytes: number;
  files: number;
}

export type UnpackOperation = OperationKind<Unpacking, file.FileEntry, UnpackCheckpoint>;

/**
 * Unpacks an archive as an operation and waits for the folder.
 * @throws GromaError ARCHIVE_REFUSED, QUOTA_EXCEEDED, CANCELED
 */
export function runUnpack(
  { operations }: Platform,
  kind: UnpackOperation,
  { projectId, userId, path: text }: { projectId: ProjectId; userId: UserId; path: string },
  caller: AbortSignal,
): Promise<file.FileEntry> {
  const path = parseExistingPath(text);
  const subject = baseName(path);
  return operations.run(
    kind,
    { projectId, userId, title: `Unpack ${subject}`.slice(0, longestTitle), subject },
    { projectId, path },
    caller,
  );
}

/**
 * Unpacks a zip into a new folder beside it. Everything in it is looked at before the first byte is written; the folder
 * appears whole, and once.
 */
export function defineUnpack(platform: Platform): UnpackOperation {
  const { files, allowance } = platform;
  return defineOperation({
    name: 'unpack',
    policy: byStarter('create', 'file'),
    input: z.object({ projectId: z.custom<ProjectId>(), path: z.custom<DataPath>() }),
    clear: (_input, _checkpoint, id) => allowance.release(id),
    async findResult({ projectId }, checkpoint, room) {
      if (!(await isThere(files, projectId, checkpoint))) return undefined;
      await allowance.take(projectId, room, checkpoint.bytes, checkpoint.files);
      await publishFileChanges(platform, projectId, [checkpoint.target]);
      return { result: presentFile((await files.stat(projectId, checkpoint.target))!) };
    },
    async run({ projectId, path }, { id: room, signal, report, keep }) {
      const name = baseName(path);
      const folder = await files.workFolder(projectId);
      let zip: yauzl.ZipFile | undefined;
      try {
        zip = await openZip(await files.lend(projectId, path, folder), name);
        const entries = await readEntries(zip, name);
        const whole = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
        if (whole > zip.fileSize * most.growth)
          throw refused(name, 'it would become more than a thousand times larger.');
        await allowance.reserve(projectId, room, whole, name);
        await files.requireSpace(whole, name);
        let written = 0;
        // Beside the archive, whatever that is called.
        const into = join(folder, crypto.randomUUID());
        await mkdir(into);
        for (const entry of entries) {
          signal.throwIfAborted();
          await unpackEntry(zip, entry, into, name, signal);
          written += entry.uncompressedSize;
          report({
            progress: Math.min(99, (written / Math.max(1, whole)) * 100),
            subTask: entry.fileName.slice(0, 200),
          });
        }
        const count = entries.filter((entry) => !entry.fileName.endsWith('/')).length;
        const stem = name.replace(/\.zip$/i, '') || name;
        const target = (await place({
          folder: path.slice(0, path.lastIndexOf('/')) as DataPath,
          name: stem === name ? `${name} unpacked` : stem,
          isDir: true,
          clash: 'number',
          clear: () => Promise.resolve(),
          put: async (free) => {
            await keep({ target: free, bytes: whole, files: count });
            return (await files.adoptFolder(projectId, free, into)).path;
          },
        })) as DataPath;
        await allowance.take(projectId, room, whole, count);
        await publishFileChanges(platform, projectId, [target]);
        return presentFile((await files.stat(projectId, target))!);
      } finally {
        zip?.close();
        await allowance.release(room);
        await rm(folder, { recursive: true, force: true });
      }
    },
  });
}

/** Whether the attempt before has put the folder there. */
async function isThere(
  files: FileStore,
  projectId: ProjectId,
  { target, bytes, files: count }: UnpackCheckpoint,
): Promise<boolean> {
  if (!(await files.stat(projectId, target))?.isDir) return false;
  const found = await files.measure(projectId, target);
  return found.bytes === bytes && found.files === count;
}

function openZip(archive: string, name: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(
      archive,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false },
      (error, zip) => {
        if (error) reject(refused(name, `it is not a zip file, or it is damaged (${error.message}).`));
        else resolve(zip);
      },
    );
  });
}

/**
 * All entries, with nothing among them that could leave the folder or be more than it says.
 * @throws GromaError ARCHIVE_REFUSED.
 */
function readEntries(zip: yauzl.ZipFile, name: string): Promise<yauzl.Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<yauzl.Entry[]>();
  const entries: yauzl.Entry[] = [];
  const seen = new Set<string>();
  let listBytes = 0;
  if (zip.entryCount > most.entries)
    return Promise.reject(refused(name, `it contains more than ${most.entries} files.`));
  zip.on('error', (error: Error) => {
    reject(refused(name, error.message));
  });
  zip.on('end', () => {
    resolve(entries);
  });
  zip.on('entry', (entry: yauzl.Entry) => {
    try {
      listBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (listBytes > most.listBytes) throw refused(name, 'its list of contents is too long.');
      entry.fileName = checkedName(entry, name);
      if (seen.has(entry.fileName) && !entry.fileName.endsWith('/'))
        throw refused(name, `"${entry.fileName}" is in it twice.`);
      seen.add(entry.fileName);
      entries.push(entry);
      zip.readEntry();
    } catch (error) {
      reject(error as Error);
    }
  });
  zip.readEntry();
  return promise;
}

function checkedName({ fileName, externalFileAttributes, generalPurposeBitFlag }: yauzl.Entry, name: string): string {
  if (((externalFileAttributes >>> 16) & kinds.mask) === kinds.link)
    throw refused(name, `"${fileName}" in it is a link.`);
  if ((generalPurposeBitFlag & 1) !== 0) throw refused(name, 'it is encrypted.');
  try {
    const path = parseDataPath(`/data/${fileName.replaceAll('\\', '/').replace(/\/$/, '')}`).slice('/data/'.length);
    return fileName.endsWith('/') ? `${path}/` : path;
  } catch (error) {
    throw refused(name, error instanceof GromaError ? error.message : String(error));
  }
}

async function unpackEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  into: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const target = join(into, entry.fileName);
  const fail = (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOSPC' || signal.aborted) throw error;
    throw refused(name, `"${entry.fileName.slice(0, 200)}": ${reasons[error.code ?? ''] ?? error.message}`);
  };
  await mkdir(entry.fileName.endsWith('/') ? target : dirname(target), { recursive: true }).catch(fail);
  if (entry.fileName.endsWith('/')) return;
  const content = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(refused(name, error.message));
      else resolve(stream);
    });
  });
  await pipeline(content, createWriteStream(target, { flags: 'wx', flush: true }), { signal }).catch(fail);
}

const twice = 'it is a file and a folder at once.';
/** What the system says of a name, without the path of the server in it. */
const reasons: Record<string, string> = {
  EEXIST: twice,
  ENOTDIR: twice,
  EISDIR: twice,
  ENAMETOOLONG: 'the path is too long.',
};

function refused(name: string, detail: string): GromaError {
  return new GromaError('ARCHIVE_REFUSED', { name, detail });
}
