import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, min } from 'drizzle-orm';
import { groupFiles } from '@groma/geo';
import {
  baseName,
  GromaError,
  newId,
  rootParent,
  type DataPath,
  type HierarchyEntry,
  type LegacyEncoding,
  type OperationRemark,
  type OperationTask,
  type ProjectId,
  type UserId,
} from '@groma/model';
import type { ImportLeftOut, VectorLayerEntry } from '@groma/protocol';
import { layers } from '../../platform/database/tables/index.ts';
import { Slots } from '../../platform/jobs/slots.ts';
import type { User } from '../../platform/session/sessions.ts';
import type { Bucket, FileStore } from '../../platform/storage/file-store.ts';
import {
  importVectorFile,
  ImportError,
  type ImportedLayer,
  type ImportProgress,
  type TableReading,
} from './import/index.ts';
import { offerLeftOut } from './offer-left-out.ts';
import { noteEvents } from './history/layer-events.ts';
import { presentVectors, readLayerRows } from './layer-records.ts';
import type { MapParts } from './map-parts.ts';
import { tellHierarchy } from './tree/change-tree.ts';
import { lockMap, writeHierarchy, type LayerContent } from './tree/write-hierarchy.ts';

/** Long work that people can watch and stop; handed in. */
export interface ImportOperations {
  run<T>(
    about: {
      projectId: ProjectId;
      userId: UserId;
      title: string;
      task: OperationTask;
      subject: string;
      subtitle?: string;
    },
    work: (
      report: (progress: {
        progress?: number;
        subTask?: string | null;
        subTaskProgress?: number | null;
        remarks?: OperationRemark[];
      }) => void,
      signal: AbortSignal,
    ) => Promise<T>,
    outer?: AbortSignal,
  ): Promise<T>;
}

export interface WantedImport {
  mapId: string;
  projectId: ProjectId;
  user: User;
  bucket: Bucket;
  path: DataPath;
  crs: string | undefined;
  table?: TableReading;
  /** The file holds rows of a query, a layer of this name; they lie where this column says. */
  query?: { layerName: string; geometryColumn: string };
  /** The encoding of the text, where a person said it. */
  encoding?: LegacyEncoding | undefined;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
}

export interface ImportedEntries {
  Group: VectorLayerEntry[];
  Layer: VectorLayerEntry[];
  warnings: string[];
  left_out: ImportLeftOut[];
}

/** Part of the whole that reading takes; the rest is storing. */
const readingShare = 95;
const longestName = 255;
/** Room an import takes for a while, as a multiple of its file. */
export const workFactor = 2;
/** Files read at once: each has a thread with a heap of its own. */
const slots = new Slots(2);

/**
 * Brings a file of the project into a map. It is read under a second name where code in a kernel cannot swap it. All
 * its layers appear in one moment, or nothing remains (VEC-005, VEC-006).
 */
export async function importLayers(
  parts: MapParts,
  operations: ImportOperations,
  wanted: WantedImport,
): Promise<ImportedEntries> {
  const { files, blobs } = parts.platform;
  const fileName = baseName(wanted.path);
  const stored = await files.stat(wanted.projectId, wanted.path, wanted.bucket);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path: wanted.path });
  return operations.run(
    {
      projectId: wanted.projectId,
      userId: wanted.user.id,
      title: `Import ${fileName}`.slice(0, longestName),
      task: 'import',
      subject: fileName,
    },
    (report, signal) =>
      slots.run(signal, async () => {
        const [lent, workFolder] = [await blobs.workFolder(), await blobs.workFolder()];
        try {
          const group = await groupOf(files, wanted);
          // What is read is written twice at most: once for the exchange with GDAL, once as the layer.
          await files.requireSpace(stored.bytes * workFactor, fileName);
          for (const path of group) await files.lend(wanted.projectId, path, lent, wanted.bucket);
          const sourcePath = join(lent, fileName);
          const imported = await importVectorFile({
            sourcePath,
            fileName: wanted.query?.layerName ?? fileName,
            ...(wanted.query && { geometryColumn: wanted.query.geometryColumn }),
            workFolder,
            signal,
            ...(wanted.crs !== undefined && { assumedCrs: wanted.crs }),
            table: wanted.table ?? {},
            ...(wanted.encoding !== undefined && { encoding: wanted.encoding }),
            onProgress: ({ fraction, layer }: ImportProgress) => {
              report({ progress: fraction * readingShare, subTask: layer, subTaskProgress: null });
            },
          });
          report({ progress: readingShare, subTask: null });
          const entries = await keep(parts, wanted, imported, signal);
          report({ remarks: entries.warnings.map((text) => ({ kind: 'import', text })) });
          // The next sweep takes what stays.
          if (wanted.bucket === 'groma-temp')
            for (const path of group) await files.discard(wanted.projectId, path, wanted.bucket).catch(() => undefined);
          return entries;
        } catch (error) {
          throw error instanceof ImportError ? asGromaError(error) : error;
        } finally {
          for (const folder of [lent, workFolder]) await rm(folder, { recursive: true, force: true });
        }
      }),
    wanted.signal,
  );
}

/** Paths of the file and of its companions, which lie beside it. */
export async function groupOf(
  files: FileStore,
  { projectId, path, bucket }: Pick<WantedImport, 'projectId' | 'path' | 'bucket'>,
): Promise<DataPath[]> {
  const folder = path.slice(0, path.lastIndexOf('/')) as DataPath;
  const names = (await files.list(projectId, folder, bucket))
    .filter(({ isDir }) => !isDir)
    .map((each) => baseName(each.path));
  const group = groupFiles(names).groups.find(({ name }) => name === baseName(path));
  return [path, ...(group?.sidecars ?? []).map((name) => `${folder}/${name}` as DataPath)];
}

/** Moves the snapshots into the store, then makes the layers. What a kill leaves between is cleared away at the next start. */
async function keep(
  parts: MapParts,
  wanted: WantedImport,
  imported: ImportedLayer[],
  signal: AbortSignal,
): Promise<ImportedEntries> {
  const { blobs, database } = parts.platform;
  const ids = imported.map(() => newId<'layer'>());
  try {
    const contents = new Map<string, LayerContent>();
    for (const [index, layer] of imported.entries())
      contents.set(ids[index]!, await adopt(parts, wanted, ids[index]!, layer));
    signal.throwIfAborted();
    const nodes = await parts.turns.run(wanted.mapId, () =>
      database.query.transaction(async (query) => {
        await lockMap(query, wanted.mapId);
        // What is new lies on top, where it is seen.
        const [first] = await query
          .select({ order: min(layers.order) })
          .from(layers)
          .where(and(eq(layers.mapId, wanted.mapId), eq(layers.parentId, rootParent)));
        const tree = treeOf(imported, ids, baseName(wanted.path), (first?.order ?? 1) - 1);
        await writeHierarchy(query, wanted.mapId, tree, contents);
        await noteEvents(
          query,
          wanted.user.id,
          ids.map((layerId) => ({ layerId, kind: 'imported', detail: { file_path: wanted.path } })),
        );
        return tree;
      }),
    );
    await tellHierarchy(parts, wanted.mapId, { userId: wanted.user.id, username: wanted.user.username });
    const rows = (await readLayerRows(database.query, wanted.mapId)).filter(({ id }) => nodes[id]);
    const entries = await presentVectors(database.query, rows);
    return {
      Group: entries.filter(({ type }) => type === 'Group'),
      Layer: entries.filter(({ type }) => type === 'Layer'),
      warnings: imported.flatMap(({ warnings }) => warnings.map(({ message }) => message)),
      left_out: await offerLeftOut(parts.platform.files, wanted.projectId, imported, ids),
    };
  } catch (error) {
    const [made] = await database.query
      .select({ id: layers.id })
      .from(layers)
      .where(eq(layers.id, ids[0] ?? ''));
    // A failure after the commit is no reason to take away what the layers show.
    if (!made) for (const id of ids) await blobs.removeAll(`layers/${id}/`);
    throw error;
  }
}

async function adopt(
  { platform: { blobs } }: MapParts,
  wanted: WantedImport,
  layerId: string,
  layer: ImportedLayer,
): Promise<LayerContent> {
  const snapshotKey = `layers/${layerId}/${crypto.randomUUID()}`;
  for (const { file } of layer.manifest.parts) await blobs.adopt(`${snapshotKey}/${file}`, layer.files[file]!);
  return {
    snapshotKey,
    manifest: layer.manifest as unknown as Record<string, unknown>,
    source: { file_path: wanted.path, crs: layer.crs, warnings: layer.warnings.map(({ message }) => message) },
  };
}

/** One layer stands by itself; several come in a group that is named for the file (VEC-011). */
function treeOf(
  imported: ImportedLayer[],
  ids: string[],
  fileName: string,
  order: number,
): Record<string, HierarchyEntry> {
  const entry = (
    id: string,
    name: string,
    rest: Pick<HierarchyEntry, 'type' | 'parent_id' | 'order'>,
  ): [string, HierarchyEntry] => [id, { id, text: asName(name) || asName(fileName), level: 1, visible: true, ...rest }];
  if (imported.length === 1)
    return Object.fromEntries([entry(ids[0]!, imported[0]!.name, { type: 'Layer', parent_id: rootParent, order })]);
  const groupId = newId<'layer'>();
  return Object.fromEntries([
    entry(groupId, fileName.replace(/\.[^.]+$/, ''), { type: 'Group', parent_id: rootParent, order }),
    ...imported.map(({ name }, index) => entry(ids[index]!, name, { type: 'Layer', parent_id: groupId, order: index })),
  ]);
}

function asName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, longestName);
}

function asGromaError(error: ImportError): GromaError {
  switch (error.code) {
    case 'too-large':
      return new GromaError('IMPORT_TOO_LARGE');
    case 'disk-full':
      return new GromaError('DISK_FULL', { name: error.file });
    case 'canceled':
      return new GromaError('CANCELED', { name: `Import ${error.file}` });
    default:
      return new GromaError('IMPORT_FAILED', { detail: error.message, reason: error.code });
  }
}
