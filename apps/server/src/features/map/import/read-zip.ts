import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_FORMATS, fileExtension, formatOfName, groupFiles, SHAPEFILE_SIDECARS, type FileFormat } from '@groma/geo';
import { checkFile } from './check-file.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { layerNameOfFile } from './layer-writer.ts';
import { contentOf, entriesOf, most, openZip } from './zip-entries.ts';

type Read = (format: FileFormat, request: ReadRequest) => Promise<ImportedLayer[]>;

/**
 * Reads every file of geodata in a zip, each with its companions beside it. One that cannot be read fails the whole.
 */
export async function readZip(request: ReadRequest, read: Read): Promise<ImportedLayer[]> {
  const unpacked = join(request.workFolder, 'unpacked');
  await mkdir(unpacked);
  try {
    const folders = await unpack(request, unpacked);
    const files = folders
      .flatMap(({ folder, names }) => groupFiles(names).groups.map(({ name }) => ({ folder, name })))
      .filter(({ name }) => !name.toLowerCase().endsWith('.zip'));
    const layers: ImportedLayer[] = [];
    let done = 0;
    for (const [index, { folder, name }] of files.entries()) {
      const format = await vectorFormat(join(folder, name), name);
      if (format === null) continue;
      const workFolder = join(request.workFolder, `layer-${index}`);
      await mkdir(workFolder, { recursive: true });
      const before = done;
      layers.push(
        ...(await read(format, {
          ...request,
          sourcePath: join(folder, name),
          fileName: name,
          workFolder,
          onProgress: (progress) =>
            request.onProgress({ ...progress, fraction: (before + progress.fraction) / files.length }),
        })),
      );
      done++;
    }
    if (layers.length === 0) throw new ImportError('no-layers', request.fileName);
    return layers.length === 1 ? [{ ...layers[0]!, name: layerNameOfFile(request.fileName) }] : layers;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
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

/** Unpacks what may be geodata, each folder of the archive into one of its own, under its last name only. */
async function unpack(
  { sourcePath, fileName, signal }: Pick<ReadRequest, 'sourcePath' | 'fileName' | 'signal'>,
  target: string,
): Promise<{ folder: string; names: string[] }[]> {
  const zip = await openZip(sourcePath, fileName);
  const folders = new Map<string, { folder: string; names: string[] }>();
  let bytes = 0;
  try {
    for (const entry of await entriesOf(zip, fileName)) {
      signal.throwIfAborted();
      const path = entry.fileName.split('/');
      const name = path.at(-1)!;
      const isGeodata =
        formatOfName(name) !== null || (SHAPEFILE_SIDECARS as readonly string[]).includes(fileExtension(name));
      if (!isGeodata || name.startsWith('.') || path[0] === '__MACOSX') continue;
      bytes += entry.uncompressedSize;
      if (bytes > Math.min(most.bytes, zip.fileSize * most.growth)) throw new ImportError('too-complex', fileName);
      const place = path.slice(0, -1).join('/');
      const known = folders.get(place) ?? { folder: join(target, String(folders.size)), names: [] };
      if (!folders.has(place)) await mkdir(known.folder);
      folders.set(place, known);
      if (known.names.includes(name)) throw new ImportError('unreadable', fileName, `it holds "${name}" twice`);
      known.names.push(name);
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
