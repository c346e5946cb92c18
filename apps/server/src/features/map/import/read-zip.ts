import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_FORMATS, formatOfName, groupFiles, isVectorCompanion, sizeLimit, type FileFormat } from '@groma/geo';
import { checkFile } from './check-file.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { layerNameOfFile } from './layer-writer.ts';
import { contentOf, entriesOf, most, openZip } from './zip-entries.ts';

type Read = (format: FileFormat, request: ReadRequest) => Promise<ImportedLayer[]>;

/**
 * Reads every file of geodata in a zip, each with its companions beside it. One that cannot be read fails the whole;
 * one that holds nothing for a map is left out.
 */
export async function readZip(request: ReadRequest, read: Read): Promise<ImportedLayer[]> {
  const unpacked = join(request.workFolder, 'unpacked');
  await mkdir(unpacked);
  try {
    const folders = await unpack(request, unpacked);
    const files = folders
      .flatMap(({ folder, names, database }) =>
        database === null
          ? groupFiles(names).groups.map(({ name }) => ({ path: join(folder, name), name }))
          : [{ path: folder, name: database }],
      )
      .filter(({ name }) => !name.toLowerCase().endsWith('.zip'));
    const found = await readMembers(request, files, read);
    // Tables beside layers are left out. Where there are no layers, the files are read again as tables.
    const { layers, leftOut } =
      found.layers.length === 0 && request.takesRows && found.leftOut.some(({ code }) => code === 'no-coordinates')
        ? await readMembers({ ...request, table: { ...request.table, hasNoPlaces: true } }, files, read)
        : found;
    if (layers.length === 0 && leftOut.length === 1) throw leftOut[0]!;
    if (layers.length === 0) throw new ImportError('no-layers', request.fileName);
    return layers.length === 1 ? [{ ...layers[0]!, name: layerNameOfFile(request.fileName) }] : layers;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Reads files of a zip. Those without coordinates are left out, unless `hasNoPlaces` asks for tables. */
async function readMembers(
  { takesRows, ...request }: ReadRequest,
  files: readonly { path: string; name: string }[],
  read: Read,
): Promise<{ layers: ImportedLayer[]; leftOut: ImportError[] }> {
  const layers: ImportedLayer[] = [];
  const leftOut: ImportError[] = [];
  for (const [index, { path, name }] of files.entries()) {
    const workFolder = join(request.workFolder, `layer-${index}`);
    await mkdir(workFolder, { recursive: true });
    const member: ReadRequest = {
      ...request,
      ...(takesRows && request.table.hasNoPlaces && { takesRows }),
      sourcePath: path,
      fileName: name,
      workFolder,
      onProgress: (progress) =>
        request.onProgress({ ...progress, fraction: (index + progress.fraction) / files.length }),
    };
    try {
      const format = isDatabaseName(name) ? 'filegdb' : await vectorFormat(path, name);
      if (format !== null) layers.push(...(await readMember(format, member, files.length, read)));
    } catch (error) {
      if (!(error instanceof ImportError) || !isNothingForMaps(error)) throw error;
      leftOut.push(error);
    }
  }
  return { layers, leftOut };
}

/** The coordinate system that a person names is that of the files in a zip that do not say their own. */
async function readMember(
  format: FileFormat,
  member: ReadRequest,
  count: number,
  read: Read,
): Promise<ImportedLayer[]> {
  if (count === 1 || member.assumedCrs === null) return read(format, member);
  try {
    return await read(format, { ...member, assumedCrs: null });
  } catch (error) {
    if (!(error instanceof ImportError) || !['missing-crs', 'coordinates-out-of-range'].includes(error.code))
      throw error;
    return read(format, member);
  }
}

/** Endings that other files have too. */
const sharedEndings = /\.(?:tab|pbf|sqlite)$/i;

/** What lies beside the data of a zip and is none, such as a sheet of notes. */
function isNothingForMaps({ code, file }: ImportError): boolean {
  return code === 'no-coordinates' || code === 'no-layers' || (code === 'not-what-it-says' && sharedEndings.test(file));
}

/** Unpacks the shapefiles of an archive, with their companions, into a folder that is made; answers their paths. */
export async function unpackedShapefiles({
  folder,
  ...request
}: Pick<ReadRequest, 'sourcePath' | 'fileName' | 'signal'> & { folder: string }): Promise<string[]> {
  await mkdir(folder);
  const folders = await unpack(request, folder);
  return folders.flatMap((each) =>
    groupFiles(each.names)
      .groups.filter(({ format }) => format === 'shapefile')
      .map(({ name }) => join(each.folder, name)),
  );
}

/** Pictures that lie beside the data are not what is asked for. */
async function vectorFormat(path: string, name: string): Promise<FileFormat | null> {
  const format = formatOfName(name);
  return format !== null && FILE_FORMATS[format].role === 'vector' ? checkFile(path, name) : null;
}

/** A database of ESRI is a folder with this ending. */
function isDatabaseName(name: string): boolean {
  return /\.gdb$/i.test(name);
}

/** What a folder of an archive holds; `database` is its name where it is one as a whole. */
type Unpacked = { folder: string; names: string[]; database: string | null; bytes: number };

/** Unpacks what may be geodata, each folder of the archive into one of its own, under its last name only. */
async function unpack(
  { sourcePath, fileName, signal }: Pick<ReadRequest, 'sourcePath' | 'fileName' | 'signal'>,
  target: string,
): Promise<Unpacked[]> {
  const zip = await openZip(sourcePath, fileName);
  const folders = new Map<string, Unpacked>();
  let bytes = 0;
  try {
    for (const entry of await entriesOf(zip, fileName)) {
      signal.throwIfAborted();
      const path = entry.fileName.split('/');
      const name = path.at(-1)!;
      const parent = path.at(-2) ?? '';
      const database = isDatabaseName(parent) ? parent : null;
      const isGeodata = formatOfName(name) !== null || isVectorCompanion(name) || database !== null;
      if (!isGeodata || name === '' || name.startsWith('.') || path[0] === '__MACOSX') continue;
      bytes += entry.uncompressedSize;
      if (bytes > Math.min(most.bytes, zip.fileSize * most.growth)) throw new ImportError('too-complex', fileName);
      const place = path.slice(0, -1).join('/');
      const folder = join(target, `${folders.size}${database === null ? '' : '.gdb'}`);
      const known = folders.get(place) ?? { folder, names: [], database, bytes: 0 };
      if (!folders.has(place)) await mkdir(known.folder);
      folders.set(place, known);
      if (known.names.includes(name)) throw new ImportError('unreadable', fileName, `it holds "${name}" twice`);
      known.names.push(name);
      known.bytes += entry.uncompressedSize;
      if (database !== null && known.bytes > sizeLimit('filegdb')!) throw new ImportError('too-large', fileName);
      await pipeline(
        await contentOf(zip, entry, fileName),
        createWriteStream(join(known.folder, name), { flags: 'wx' }),
        { signal },
      );
    }
  } catch (error) {
    if (error instanceof ImportError || signal.aborted || (error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw error;
    throw new ImportError('unreadable', fileName, (error as Error).message.slice(0, 300));
  } finally {
    zip.close();
  }
  return [...folders.values()];
}
