import { and, asc, eq, gt, inArray, sql } from '../../../platform/database/drizzle.ts';
import { createHash } from 'node:crypto';
import { LayerOverlay, type Column, type VectorUpdate } from '@groma/geo';
import { joinsKey, type LayerJoin, type LayerTable, type ProjectId } from '@groma/model';
import { layerEdits, layers, maps } from '../../../platform/database/tables/index.ts';
import { versionOf as newestEdit } from '../../../platform/origin/origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readLog } from '../edit/edit-log.ts';
import { sqlTypeOf, tableColumns } from '../reader/write/table-columns.ts';
import { joinedColumns } from '../reader/joined-columns.ts';
import { readJoins } from '../edit/read-joins.ts';
import { isPresent, layerState, manifestOf, readLayerRow, requireVector, styleOf } from '../record/layer-records.ts';
import type { WarmThreads } from '../reader/warm-threads.ts';

export interface DescribedLayerTable extends LayerTable {
  columns: { name: string; type: string; isGeometry: boolean }[];
  rows: number;
}

const ofProject = (projectId: ProjectId) =>
  and(eq(maps.projectId, projectId), eq(layers.type, 'Layer'), eq(layers.kind, 'vector'), isPresent);

/** The maps of a project, for which there need not be a layer. */
export function listMaps(
  { database: { query } }: Platform,
  projectId: ProjectId,
): Promise<{ id: string; name: string }[]> {
  return query
    .select({ id: maps.id, name: maps.name })
    .from(maps)
    .where(eq(maps.projectId, projectId))
    .orderBy(asc(maps.name), asc(maps.id));
}

/** The vector layers of a project. */
export async function listLayerTables({ database: { query } }: Platform, projectId: ProjectId): Promise<LayerTable[]> {
  const rows = await query
    .select({
      mapId: maps.id,
      mapName: maps.name,
      layerId: layers.id,
      layerName: layers.name,
      snapshotKey: layers.snapshotKey,
      newestSeq: layers.newestSeq,
      snapshotSeq: layers.snapshotSeq,
      joins: sql<LayerJoin[] | null>`${layers.style} -> 'joins'`,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(ofProject(projectId))
    .orderBy(asc(maps.name), asc(layers.order), asc(layers.id));
  const byId = new Map(rows.map((row) => [row.layerId, row]));
  return rows.map(({ snapshotKey, newestSeq, snapshotSeq, joins, ...table }) => {
    const ofMap = (id: string) => {
      const other = byId.get(id);
      return other?.mapId === table.mapId ? other : undefined;
    };
    return {
      ...table,
      version: versionOf({ snapshotKey, newestSeq }, joins ?? [], ofMap),
      newestEdit: newestEdit({ newestSeq, snapshotSeq }),
      joined: joinedOf(joins ?? [], ofMap),
    };
  });
}

/** The same with their columns, which no row is read for. */
export async function describeLayerTables(
  { database: { query } }: Platform,
  projectId: ProjectId,
): Promise<DescribedLayerTable[]> {
  const rows = await query
    .select({ layer: layers, mapName: maps.name })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(ofProject(projectId))
    .orderBy(asc(maps.name), asc(layers.order), asc(layers.id));
  const ids = rows.map(({ layer }) => layer.id);
  // Only these edits change which columns there are; of the others many may be large.
  const changes = ids.length === 0 ? [] : await columnEdits(query, ids);
  const own = new Map(
    rows.map(({ layer }) => {
      const overlay = new LayerOverlay(manifestOf(layer)).apply(
        changes
          .filter((each) => each.layerId === layer.id && each.seq > layer.snapshotSeq)
          .map(({ operation }) => operation as unknown as VectorUpdate),
      );
      return [layer.id, { layer, columns: overlay.columns }] as const;
    }),
  );
  return rows.map(({ layer, mapName }) => {
    const ofMap = (id: string) => {
      const other = own.get(id);
      return other?.layer.mapId === layer.mapId ? other : undefined;
    };
    const { joins } = styleOf(layer);
    const columns: Column[] = [...own.get(layer.id)!.columns];
    const brought = joinedColumns(
      columns,
      joins.map((join) => ({ join })),
      ({ join }) => ofMap(join.layerId)?.columns ?? null,
    );
    columns.push(...brought.flatMap(({ taken }) => taken));
    const names = tableColumns(columns);
    return {
      mapId: layer.mapId,
      mapName,
      layerId: layer.id,
      layerName: layer.name,
      version: versionOf(layer, joins, (id) => ofMap(id)?.layer),
      newestEdit: newestEdit(layer),
      joined: joinedOf(joins, (id) => {
        const other = ofMap(id)?.layer;
        return other && { ...other, layerName: other.name };
      }),
      rows: manifestOf(layer).featureCount,
      columns: [
        { name: names.fid, type: 'INTEGER', isGeometry: false },
        ...columns.map(({ type }, index) => ({
          name: names.attributes[index]!,
          type: sqlTypeOf(type),
          isGeometry: false,
        })),
        { name: names.geometry, type: 'GEOMETRY', isGeometry: true },
      ],
    };
  });
}

function columnEdits(query: Platform['database']['query'], layerIds: string[]) {
  return query
    .select({ layerId: layerEdits.layerId, seq: layerEdits.seq, operation: layerEdits.operation })
    .from(layerEdits)
    .innerJoin(layers, eq(layers.id, layerEdits.layerId))
    .where(
      and(
        inArray(layerEdits.layerId, layerIds),
        gt(layerEdits.seq, layers.snapshotSeq),
        sql`${layerEdits.operation} ->> 'type' IN ('Add_Column', 'Delete_Column')`,
      ),
    )
    .orderBy(asc(layerEdits.seq));
}

/**
 * Writes a layer with its edits as GeoParquet into files of a folder, and answers their names: rows are theirs one
 * after the other. Their names begin with the layer's id; what is in the folder already is used.
 * @throws GromaError LAYER_NOT_FOUND; the signal's reason
 */
export async function writeLayerTable(
  { database: { query } }: Platform,
  threads: WarmThreads,
  { mapId, layerId }: Pick<LayerTable, 'mapId' | 'layerId'>,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string[]> {
  // Asked when a thread is free: what is written meanwhile is in it.
  const { files } = await threads.run(signal, async (thread) => {
    const row = await readLayerRow(query, mapId, layerId);
    requireVector(row);
    const log = await readLog(query, layerId, row.snapshotSeq);
    return thread.call('writeTable', { layer: layerState(row), log, joins: await readJoins(query, row), folder });
  });
  return files;
}

function joinedOf(
  joins: readonly LayerJoin[],
  findOther: (layerId: string) => { layerName: string; newestSeq: number; snapshotSeq: number } | undefined,
): LayerTable['joined'] {
  return [...new Set(joins.map(({ layerId }) => layerId))].flatMap((layerId) => {
    const other = findOther(layerId);
    return other ? [{ layerId, layerName: other.layerName, newestEdit: newestEdit(other) }] : [];
  });
}

interface StoredState {
  snapshotKey: string | null;
  newestSeq: number;
}

/** What is another one whenever the rows of a layer are others, those that are joined to it too. */
function versionOf(
  layer: StoredState,
  joins: readonly LayerJoin[],
  findOther: (layerId: string) => StoredState | undefined,
): string {
  const own = stateText(layer);
  const joined = joins.flatMap((join) => {
    const other = findOther(join.layerId);
    return other ? [[joinsKey([join]), stateText(other)]] : [];
  });
  if (joined.length === 0) return own;
  return `${own}-${createHash('sha256').update(JSON.stringify(joined)).digest('hex').slice(0, 16)}`;
}

function stateText({ snapshotKey, newestSeq }: StoredState): string {
  return `${snapshotKey?.slice(snapshotKey.lastIndexOf('/') + 1) ?? 'empty'}-${newestSeq}`;
}
