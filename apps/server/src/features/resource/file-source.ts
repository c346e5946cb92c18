import { FILE_FORMATS, formatOfName } from '@groma/geo';
import { baseName, formatResource, GromaError, parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import type { ResourceEntry } from '@groma/protocol';
import type { Platform } from '../../platform/platform.ts';
import { holdsWords } from '../../platform/text/plain-text.ts';
import type { StoredFile } from '../../platform/storage/file-store.ts';
import { bandColumns, type ReadBands } from './band-columns.ts';
import type { Described, ResourceSource } from './resource-source.ts';

/** What a geodata or table file holds. */
export type DescribeFile = (
  projectId: ProjectId,
  path: DataPath,
  signal: AbortSignal,
) => Promise<{
  layers: {
    count: number | null;
    crs: { name: string; code: string | null } | null;
    geometry: string | null;
    columns: { name: string; type: string }[];
  }[];
  raster: { crs: { name: string; code: string | null } | null } | null;
  extent: [number, number, number, number] | null;
}>;

/** Names looked through at most; the tree of a project may be very large. */
const mostSearched = 5_000;
const root = '/data' as DataPath;

/**
 * Files of tables and geodata are `file`, raster files are `image`; files of other endings are `file` where these are
 * asked for.
 */
export function fileSource({ files }: Platform, describeFile: DescribeFile, readBands: ReadBands): ResourceSource {
  return {
    kinds: ['file', 'image'],
    subject: 'file',
    async list({ projectId, endings }, words, limit) {
      const { files: found, isCut } = await files.search(projectId, root, [], mostSearched);
      // Of a very large tree the names are asked for, which are compared as files are found by name elsewhere.
      if (isCut) found.push(...(await files.search(projectId, root, [...words], mostSearched)).files);
      return [...new Map(found.map((file) => [file.path, file])).values()]
        .filter((file) => !file.isDir && kindOf(file.path, endings) !== null && holdsWords(file.path, words))
        .slice(0, limit)
        .map((file) => present(file, kindOf(file.path, endings)!));
    },
    async find({ projectId, endings }, { kind, parts }, signal): Promise<Described[]> {
      if (parts.length !== 1) return [];
      const path = readablePath(parts[0]!);
      const file = path === null ? undefined : await files.stat(projectId, path);
      if (!file || file.isDir || kind !== kindOf(file.path, endings)) return [];
      return [
        {
          entry: present(file, kind),
          describe: () =>
            endings.length > 0
              ? Promise.resolve(nothing)
              : describe(file, projectId, { describeFile, readBands, isImage: kind === 'image' }, signal),
        },
      ];
    },
  };
}

function readablePath(text: string): DataPath | null {
  try {
    return parseExistingPath(text);
  } catch (error) {
    if (error instanceof GromaError) return null;
    throw error;
  }
}

/** What is not looked into. */
const nothing = { columns: [], crs: null, extent: null, geometry: null, rows: null };

/** What a file is by the end of its name; null for one that is not asked for. */
function kindOf(path: string, endings: readonly string[]): 'file' | 'image' | null {
  if (endings.length > 0) return endings.some((ending) => path.toLowerCase().endsWith(ending)) ? 'file' : null;
  const format = formatOfName(path);
  if (format === null) return null;
  const { role } = FILE_FORMATS[format];
  // Images are chosen of arrays first.
  return role === 'array' ? null : role === 'vector' ? 'file' : 'image';
}

function present({ path, etag }: StoredFile, kind: 'file' | 'image'): ResourceEntry {
  const reference = formatResource({ kind, parts: [path] });
  return {
    kind,
    reference,
    name: reference,
    label: baseName(path),
    place: path.slice(0, path.lastIndexOf('/')),
    version: etag,
    geometry: null,
    rows: null,
  };
}

async function describe(
  file: StoredFile,
  projectId: ProjectId,
  { describeFile, readBands, isImage }: { describeFile: DescribeFile; readBands: ReadBands; isImage: boolean },
  signal: AbortSignal,
) {
  const { layers, raster, extent } = await describeFile(projectId, file.path, signal);
  const [first] = layers;
  const crs = first?.crs ?? raster?.crs ?? null;
  return {
    columns: isImage
      ? await bandColumns(readBands, projectId, file.path, signal)
      : (first?.columns ?? []).map(({ name, type }) => ({ name, type, is_geometry: false })),
    crs: crs && (crs.code ?? crs.name),
    extent,
    geometry: first ? geometryKinds(first.geometry) : null,
    rows: first?.count ?? null,
  };
}

/**
 * Kinds by the name that the format has for a geometry type, such as `Multi Polygon`; null for one that may be
 * anything.
 */
function geometryKinds(name: string | null): ResourceEntry['geometry'] {
  if (name === null) return [];
  if (/point/i.test(name)) return ['point'];
  if (/line|curve/i.test(name)) return ['line'];
  if (/polygon|surface/i.test(name)) return ['polygon'];
  return null;
}
