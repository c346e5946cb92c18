import { and, eq, gt } from '../../../platform/database/drizzle.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { baseName, GromaError, isId, newId, parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import { file, fillPath } from '@groma/protocol';
import { recordsNow, recordsNowPlus } from '../../../platform/database/record-clock.ts';
import { fileSelections } from '../../../platform/database/tables/index.ts';
import { streamed } from '../../../platform/http/route.ts';
import { setUserContentHeaders } from '../../../platform/http/security-headers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { partsOfEach, withoutParts } from '../entry/file-parts.ts';
import { disposition } from '../entry/send-file.ts';
import { writeZip, zipBytes, type ZipSource } from './write-zip.ts';

/** A file or an empty folder as it stands in the zip. */
interface ZipEntry {
  name: string;
  file: StoredFile;
}
interface Asked {
  projectId: ProjectId;
  selectionId: string;
  userId: string;
}

const keptMs = 24 * 60 * 60 * 1000;
/** Files and empty folders of one zip. */
const mostEntries = 100_000;

/**
 * Notes what is wanted and tells what it will be; the zip itself is fetched by its address, which has room for no long
 * list.
 */
export async function chooseForZip(
  platform: Platform,
  projectId: ProjectId,
  userId: string,
  { paths: texts, withParts }: { paths: readonly string[]; withParts: boolean },
): Promise<{ zipUrl: string; name: string; bytes: number; files: number }> {
  const asked = [...new Set(texts.map(parseExistingPath))];
  const parts = withParts ? await partsOfEach(platform.files, projectId, asked) : new Map<DataPath, DataPath[]>();
  const paths = [...new Set(withoutParts(asked, parts).flatMap((path) => [path, ...(parts.get(path) ?? [])]))];
  const entries = await entriesOf(platform, projectId, paths);
  const id = newId();
  await platform.database.query
    .insert(fileSelections)
    .values({ id, projectId, userId, paths, expiresAt: recordsNowPlus(keptMs) });
  const bytes = zipBytes(sourcesOf(platform, projectId, entries));
  return {
    zipUrl: fillPath(file.downloadZip.path, { projectId, selectionId: id }),
    name: zipName(withoutParts(asked, parts)),
    bytes,
    files: entries.filter((entry) => !entry.file.isDir).length,
  };
}

/**
 * Sends the zip of a selection, as its files are now. They are stored as they are, so its length is known from the
 * start.
 */
export async function sendZip(
  platform: Platform,
  { projectId, selectionId, userId }: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof streamed> {
  const [selection] = !isId(selectionId)
    ? []
    : await platform.database.query
        .select({ paths: fileSelections.paths })
        .from(fileSelections)
        .where(
          and(
            eq(fileSelections.id, selectionId),
            eq(fileSelections.projectId, projectId),
            eq(fileSelections.userId, userId),
            gt(fileSelections.expiresAt, recordsNow),
          ),
        );
  if (!selection) throw new GromaError('NOT_FOUND', { noun: 'selection' });
  const paths = selection.paths as DataPath[];
  const sources = sourcesOf(platform, projectId, await entriesOf(platform, projectId, paths));
  const bytes = zipBytes(sources);
  const body = Readable.from(writeZip(sources), { objectMode: false, highWaterMark: 256 * 1024 });
  request.raw.once('close', () => {
    body.destroy();
  });
  // A length was promised: where a file changed or went, the connection is cut.
  body.once('error', (error) => {
    platform.log.info('A zip broke off.', { projectId, error });
    reply.raw.destroy();
  });
  setUserContentHeaders(reply);
  void reply.headers({
    'content-type': 'application/zip',
    'content-length': bytes,
    'x-total-size': bytes,
    'content-disposition': disposition(
      'attachment',
      zipName(withoutParts(paths, await partsOfEach(platform.files, projectId, paths))),
    ),
  });
  await reply.send(body);
  return streamed;
}

async function entriesOf({ files }: Platform, projectId: ProjectId, paths: readonly DataPath[]): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const path of paths) {
    const { files: found, isCut } = await files.tree(projectId, path);
    if (isCut || entries.length + found.length > mostEntries * 2) throw tooMany();
    const above = path === '/data' ? '/data/' : path.slice(0, path.lastIndexOf('/') + 1);
    const parents = new Set(found.map((each) => each.path.slice(0, each.path.lastIndexOf('/'))));
    for (const each of found)
      if (!each.isDir || !parents.has(each.path)) entries.push({ name: each.path.slice(above.length), file: each });
  }
  if (entries.length > mostEntries) throw tooMany();
  return withOwnNames(entries);
}

function tooMany(): GromaError {
  return new GromaError('TOO_LARGE', { name: 'The selection', limit: `${mostEntries} files and folders` });
}

/** Two selected things of one name, from different folders, get numbers. */
function withOwnNames(entries: ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>();
  for (const entry of entries) {
    // Unzipping on other systems takes a backslash for a slash, and what is before a colon for a drive.
    const safe = entry.name.replaceAll('\\', '_').replace(/^([a-z]):/i, '$1_');
    let name = safe;
    for (let number = 2; taken.has(name.toLowerCase()); number++)
      name = safe.replace(/(\.[^./]+)?$/, (ending) => ` (${number})${ending}`);
    taken.add(name.toLowerCase());
    entry.name = name;
  }
  return entries.filter(({ name }) => name !== '');
}

/**
 * What of the project stands in the zip. A file that changed since it was listed fails the zip: half of it would be no
 * file.
 */
function sourcesOf({ files }: Platform, projectId: ProjectId, entries: readonly ZipEntry[]): ZipSource[] {
  return entries.map(({ name, file: { path, isDir, bytes, modifiedAt, etag } }) => {
    if (isDir) return { name: `${name}/`, bytes: 0, modifiedAt };
    async function* read(): AsyncGenerator<Buffer> {
      const opened = await files.open(projectId, path);
      if (opened.etag === etag && bytes > 0)
        return yield* opened.read({ start: 0, end: bytes - 1 }) as AsyncIterable<Buffer>;
      await opened.close();
      if (opened.etag !== etag) throw new GromaError('FILE_CHANGED', { path });
    }
    return { name, bytes, modifiedAt, read };
  });
}

function zipName(paths: readonly DataPath[]): string {
  const [first] = paths;
  if (paths.length === 1 && first !== '/data') return `${baseName(first!)}.zip`;
  return 'files.zip';
}
