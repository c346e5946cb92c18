import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, min } from '../../platform/database/drizzle.ts';
import {
  baseName,
  newId,
  rootParent,
  type DataPath,
  type HierarchyEntry,
  type LegacyEncoding,
  type ProjectId,
  type VectorStyle,
} from '@groma/model';
import type { ImportLeftOut, VectorLayerEntry } from '@groma/protocol';
import { layers } from '../../platform/database/tables/index.ts';
import { Semaphore } from '../../platform/jobs/semaphore.ts';
import type { OperationProgress } from '../../platform/operation/operation-kind.ts';
import { fileVersion, type Origin } from '../../platform/origin/origin.ts';
import { noteLayerOrigin } from '../../platform/origin/origin-records.ts';
import type { User } from '../../platform/session/sessions.ts';
import type { Bucket } from '../../platform/storage/file-store.ts';
import {
  asGromaError,
  groupOf,
  importVectorFile,
  requireFile,
  workFactor,
  ImportError,
  type ImportedLayer,
  type ImportProgress,
  type TableReading,
} from './import/index.ts';
import { offerLeftOut } from './offer-left-out.ts';
import { noteEvents, type LayerEvent } from './record/layer-events.ts';
import { presentVectors, readLayerRows, type Query } from './record/layer-records.ts';
import type { MapParts } from './edit/map-parts.ts';
import { publishHierarchy } from './tree/change-tree.ts';
import { lockMap } from './record/map-records.ts';
import { writeHierarchy, type LayerContent } from './tree/write-hierarchy.ts';

export interface WantedImport {
  mapId: string;
  projectId: ProjectId;
  /** Who imports: the layers' history names them. */
  user: Pick<User, 'id' | 'username'>;
  bucket: Bucket;
  path: DataPath;
  crs?: string | undefined;
  table?: TableReading | undefined;
  /**
   * The file holds rows of a query, a layer of this name; they lie where this column says, or at the longitudes in it
   * and the latitudes in the other.
   */
  query?: { layerName: string; geometryColumn: string; latitudeColumn?: string | undefined };
  /** The encoding of the text, where a person said it. */
  encoding?: LegacyEncoding | undefined;
  /** What of the new layers' style is said; the rest is that of new layers. */
  style?: Partial<VectorStyle> | undefined;
  /** How the rows were made, where they are no file that somebody imports. */
  origin?: Origin | undefined;
}

/** How an import is followed: as an operation, or by a caller alone. */
export interface ImportCourse {
  signal: AbortSignal;
  report?(progress: OperationProgress): void;
  /** Called in the transaction that makes the layers visible. */
  complete?: ((query: Query, entries: ImportedEntries) => Promise<void>) | undefined;
  /** The operation that does it, which the layers' origin names. */
  operationId?: string | undefined;
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
/** Files read at once: each has a thread with a heap of its own. */
const slots = new Semaphore(2);

/**
 * Brings a file of the project into a map. It is read under a second name where code in a kernel cannot swap it. All
 * its layers appear in one moment, or nothing remains (VEC-005, VEC-006).
 */
export async function importLayers(
  parts: MapParts,
  wanted: WantedImport,
  { signal, report = () => undefined, complete, operationId }: ImportCourse,
): Promise<ImportedEntries> {
  const { files, blobs } = parts.platform;
  const fileName = baseName(wanted.path);
  const stored = await requireFile(parts.platform, wanted);
  return slots.run(signal, async () => {
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
        ...(wanted.query?.latitudeColumn !== undefined && { latitudeColumn: wanted.query.latitudeColumn }),
        workFolder,
        signal,
        ...(wanted.crs !== undefined && { assumedCrs: wanted.crs }),
        table: wanted.table ?? {},
        // Where columns of coordinates are named, a file without them is refused.
        ...(wanted.query === undefined && !namesPlaces(wanted.table) && { takesRows: true as const }),
        ...(wanted.encoding !== undefined && { encoding: wanted.encoding }),
        onProgress: ({ fraction, layer }: ImportProgress) => {
          report({ progress: fraction * readingShare, subTask: layer, subTaskProgress: null });
        },
      });
      const remarks = imported.flatMap(({ warnings }) =>
        warnings.map(({ message }) => ({ kind: 'import' as const, text: message })),
      );
      report({ progress: readingShare, subTask: null, remarks });
      const entries = await keep(parts, wanted, imported, {
        signal,
        complete,
        originOf: (layer) => originOf(wanted, stored.etag, { layer, isOne: imported.length === 1, operationId }),
      });
      // The next sweep takes what stays.
      if (wanted.bucket === 'groma-temp')
        for (const path of group) await files.discard(wanted.projectId, path, wanted.bucket).catch(() => undefined);
      return entries;
    } catch (error) {
      throw error instanceof ImportError ? asGromaError(error) : error;
    } finally {
      for (const folder of [lent, workFolder]) await rm(folder, { recursive: true, force: true });
    }
  });
}

function namesPlaces({ x, y, wkt }: TableReading = {}): boolean {
  return x !== undefined || y !== undefined || wkt !== undefined;
}

/**
 * Moves the snapshots into the store, then makes the layers. What a kill leaves between is cleared away at the next
 * start.
 */
async function keep(
  parts: MapParts,
  wanted: WantedImport,
  imported: ImportedLayer[],
  {
    signal,
    complete,
    originOf: origin,
  }: Pick<ImportCourse, 'signal' | 'complete'> & { originOf(layer: string): Origin },
): Promise<ImportedEntries> {
  const { blobs, database } = parts.platform;
  const ids = imported.map(() => newId<'layer'>());
  try {
    const contents = new Map<string, LayerContent>();
    for (const [index, layer] of imported.entries())
      contents.set(ids[index]!, await adopt(parts, wanted, ids[index]!, layer));
    const leftOut = await offerLeftOut(parts.platform.files, wanted.projectId, imported, ids);
    signal.throwIfAborted();
    const entries = await parts.queue.run(wanted.mapId, () =>
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
          ids.map((layerId): LayerEvent =>
            wanted.origin?.kind === 'notebook'
              ? { layerId, kind: 'created', detail: {} }
              : { layerId, kind: 'imported', detail: { file_path: wanted.path } },
          ),
        );
        for (const [index, layerId] of ids.entries())
          await noteLayerOrigin(query, layerId, wanted.user.id, origin(imported[index]!.name));
        const rows = (await readLayerRows(query, wanted.mapId)).filter(({ id }) => tree[id]);
        const made = await presentVectors(query, rows);
        const result: ImportedEntries = {
          Group: made.filter(({ type }) => type === 'Group'),
          Layer: made.filter(({ type }) => type === 'Layer'),
          warnings: imported.flatMap(({ warnings }) => warnings.map(({ message }) => message)),
          left_out: leftOut,
        };
        await complete?.(query, result);
        return result;
      }),
    );
    await publishHierarchy(parts, wanted.mapId, { userId: wanted.user.id, username: wanted.user.username });
    return entries;
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

/** How a layer of a file was made: by its import, which an uploaded file that is not kept has no input of. */
function originOf(
  { bucket, path, crs, encoding, table, origin }: WantedImport,
  etag: string,
  { layer, isOne, operationId }: { layer: string; isOne: boolean; operationId: string | undefined },
): Origin {
  if (origin) return { operationId, ...origin };
  const name = baseName(path);
  const given = Object.entries(table ?? {}).filter(([, value]) => value !== undefined);
  return {
    kind: 'import',
    doer: name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '',
    parameters: {
      ...(bucket === 'groma-temp' && { file: name }),
      ...(!isOne && { layer }),
      ...(crs !== undefined && { crs }),
      ...(encoding !== undefined && { encoding }),
      ...(given.length > 0 && { table: Object.fromEntries(given) }),
    },
    inputs:
      bucket === 'groma'
        ? [
            {
              input: 'file',
              sourceMapId: null,
              sourceLayerId: null,
              sourcePath: path,
              sourceName: name,
              version: fileVersion(etag),
              features: null,
            },
          ]
        : [],
    operationId,
  };
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
    ...(wanted.style && { style: wanted.style }),
    source: {
      ...(wanted.origin?.kind !== 'notebook' && { file_path: wanted.path }),
      crs: layer.crs,
      warnings: layer.warnings.map(({ message }) => message),
    },
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
