import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { baseName, GromaError, parseDataPath, parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import type { User } from '../../../platform/session/sessions.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import type { FileParts } from '../file-parts.ts';
import { tellChanged } from '../tell-changed.ts';
import { place } from '../tree/settle-each.ts';

/** Things in an archive, bytes of the list of them, which is held in memory, and how many times its own size it may become. */
const most = { entries: 100_000, listBytes: 64 * 1024 * 1024, growth: 1_000 };
const kinds = { mask: 0o170_000, link: 0o120_000 };

/** Unpacks a zip into a new folder beside it. Everything in it is looked at before the first byte is written; the folder appears whole. */
export async function unpackFile(
  { platform, operations }: FileParts,
  projectId: ProjectId,
  user: User,
  text: string,
  outer: AbortSignal,
): Promise<StoredFile> {
  const { files, allowance } = platform;
  const path = parseExistingPath(text);
  const name = baseName(path);
  return operations.run(
    { projectId, userId: user.id, title: `Unpack ${name}`.slice(0, 255), task: 'unpack', subject: name },
    async (report, signal) => {
      const folder = await files.workFolder(projectId);
      const room = crypto.randomUUID();
      let zip: yauzl.ZipFile | undefined;
      try {
        zip = await openZip(await files.lend(projectId, path, folder), name);
        const entries = await readEntries(zip, name);
        const whole = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
        if (whole > zip.fileSize * most.growth)
          throw refused(name, 'it would become more than a thousand times as large.');
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
        const stem = name.replace(/\.zip$/i, '') || name;
        const target = (await place({
          folder: path.slice(0, path.lastIndexOf('/')) as DataPath,
          name: stem === name ? `${name} unpacked` : stem,
          isDir: true,
          clash: 'number',
          clear: () => Promise.resolve(),
          put: async (free) => (await files.adoptFolder(projectId, free, into)).path,
        })) as DataPath;
        await allowance.take(projectId, room, whole, entries.filter((entry) => !entry.fileName.endsWith('/')).length);
        await tellChanged(platform, projectId, [target]);
        return (await files.stat(projectId, target))!;
      } finally {
        zip?.close();
        await allowance.release(room);
        await rm(folder, { recursive: true, force: true });
      }
    },
    outer,
  );
}

function openZip(archive: string, name: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(
      archive,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false },
      (error, zip) => {
        if (error) reject(refused(name, `it is no zip file, or a damaged one (${error.message}).`));
        else resolve(zip);
      },
    );
  });
}

/** All entries, with nothing among them that could leave the folder or be more than it says. @throws GromaError ARCHIVE_REFUSED. */
function readEntries(zip: yauzl.ZipFile, name: string): Promise<yauzl.Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<yauzl.Entry[]>();
  const entries: yauzl.Entry[] = [];
  const seen = new Set<string>();
  let listBytes = 0;
  if (zip.entryCount > most.entries) return Promise.reject(refused(name, `it holds more than ${most.entries} files.`));
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
