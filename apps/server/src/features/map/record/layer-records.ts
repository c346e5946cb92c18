import { and, eq, inArray, isNull, min, type SQL } from '../../../platform/database/drizzle.ts';
import type { SnapshotManifest } from '@groma/geo';
import {
  completeRasterStyle,
  completeVectorStyle,
  defaultSolidStyle,
  GromaError,
  rasterTileUrl,
  rootParent,
  type HierarchyEntry,
  type RasterStyle,
  type VectorStyle,
} from '@groma/model';
import type {
  JpgLayerData,
  LayerEntry,
  RasterLayerData,
  SolidLayerData,
  VectorLayerData,
  VectorLayerEntry,
} from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import type { LayerState } from '../reader/worker-tasks.ts';

export type LayerRow = typeof layers.$inferSelect;
/** The records, or a transaction on them. */
export type Query = Pick<Database['query'], 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** The snapshot of a layer that has none yet. */
const emptyManifest: SnapshotManifest = { version: 1, featureCount: 0, maxFid: 0, bbox: null, columns: [], parts: [] };

export function manifestOf(row: LayerRow): SnapshotManifest {
  return (row.manifest as SnapshotManifest | null) ?? emptyManifest;
}

/** What the layer thread is told of a layer. */
export function layerState(row: LayerRow): LayerState {
  return {
    layerId: row.id,
    name: row.name,
    manifest: manifestOf(row),
    snapshotKey: row.snapshotKey,
    snapshotSeq: row.snapshotSeq,
  };
}

export function hierarchyEntry(row: LayerRow): HierarchyEntry {
  return {
    id: row.id,
    text: row.name,
    type: row.type,
    parent_id: row.parentId,
    level: row.level,
    order: row.order,
    visible: row.isVisible,
  };
}

export function styleOf(row: LayerRow): VectorStyle {
  return completeVectorStyle(row.style as Partial<VectorStyle>);
}

/** Whether a row is a layer of features. */
export function isVector({ type, kind }: LayerRow): boolean {
  return type === 'Layer' && kind === 'vector';
}

/** Layers that are not deleted. */
export const isPresent: SQL = isNull(layers.deletedAt);

/** @throws GromaError LAYER_NOT_FOUND for a group, LAYER_NOT_VECTOR for an image. */
export function requireVector(row: LayerRow): void {
  if (row.type === 'Group') throw new GromaError('LAYER_NOT_FOUND', { id: row.id });
  if (row.kind !== 'vector') throw new GromaError('LAYER_NOT_VECTOR', { name: row.name });
}

export async function readLayerRows(query: Query, mapId: string): Promise<LayerRow[]> {
  return query
    .select()
    .from(layers)
    .where(and(eq(layers.mapId, mapId), isPresent))
    .orderBy(layers.level, layers.order, layers.id);
}

/** @throws GromaError LAYER_NOT_FOUND for an id that is not a layer, or not one of this map. */
export async function readLayerRow(query: Query, mapId: string, layerId: string): Promise<LayerRow> {
  const [row] = await query
    .select()
    .from(layers)
    .where(and(eq(layers.id, layerId), eq(layers.mapId, mapId), isPresent));
  if (!row) throw new GromaError('LAYER_NOT_FOUND', { id: layerId });
  return row;
}

/**
 * Locks layers until the end of the transaction: first their map, then them by their ids. Whatever changes a map takes
 * it in this order, also in other processes, so that no two wait for each other. @throws GromaError LAYER_NOT_FOUND.
 */
export async function lockLayerRows(
  query: Query,
  mapId: string,
  layerIds: readonly string[],
): Promise<Map<string, LayerRow>> {
  const found = await lockPresentRows(query, mapId, layerIds);
  const missing = layerIds.find((id) => !found.has(id));
  if (missing !== undefined) throw new GromaError('LAYER_NOT_FOUND', { id: missing });
  return found;
}

/** The same of those that are there. */
export async function lockPresentRows(
  query: Query,
  mapId: string,
  layerIds: readonly string[],
): Promise<Map<string, LayerRow>> {
  await query.select({ id: maps.id }).from(maps).where(eq(maps.id, mapId)).for('no key update');
  const rows = await query
    .select()
    .from(layers)
    .where(and(eq(layers.mapId, mapId), inArray(layers.id, [...layerIds]), isPresent))
    .orderBy(layers.id)
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** The place above all others of a map, where what is new is seen. */
export async function topOrder(query: Query, mapId: string): Promise<number> {
  const [first] = await query
    .select({ order: min(layers.order) })
    .from(layers)
    .where(and(eq(layers.mapId, mapId), eq(layers.parentId, rootParent)));
  return (first?.order ?? 1) - 1;
}

/** Groups and layers as they travel. */
export async function presentLayers(query: Query, rows: readonly LayerRow[]): Promise<LayerEntry[]> {
  const raster = rows.find(({ kind }) => kind === 'raster');
  const [map] = raster
    ? await query.select({ projectId: maps.projectId }).from(maps).where(eq(maps.id, raster.mapId))
    : [];
  const dataOf = (row: LayerRow): LayerEntry['data'] =>
    row.type === 'Group'
      ? null
      : row.kind === 'raster'
        ? rasterData(row, map!.projectId)
        : row.kind === 'jpg'
          ? photoData(row)
          : row.kind === 'solid'
            ? solidData(row)
            : vectorData(row);
  return rows.map((row) => ({ ...hierarchyEntry(row), data: dataOf(row) }));
}

/** A layer that a call has made; none where it has been deleted since. */
export async function presentMade(query: Query, mapId: string, layerId: string): Promise<LayerEntry[]> {
  const rows = await query
    .select()
    .from(layers)
    .where(and(eq(layers.id, layerId), eq(layers.mapId, mapId), isPresent));
  return presentLayers(query, rows);
}

/** The same of rows that are no images. */
export async function presentVectors(query: Query, rows: readonly LayerRow[]): Promise<VectorLayerEntry[]> {
  return (await presentLayers(query, rows)).flatMap(({ data, ...entry }) =>
    data === null || data.kind === 'vector' ? [{ ...entry, data }] : [],
  );
}

function vectorData(row: LayerRow): VectorLayerData {
  return {
    kind: 'vector',
    manifest: manifestOf(row),
    snapshot_key: row.snapshotKey,
    snapshot_seq: row.snapshotSeq,
    seq: Math.max(row.newestSeq, row.snapshotSeq),
    source: row.source as VectorLayerData['source'],
  };
}

function rasterData(row: LayerRow, projectId: string): RasterLayerData {
  const style = completeRasterStyle(row.style as Partial<RasterStyle>) as RasterLayerData['style'];
  const { url } = row.source as { url: string };
  return { kind: 'raster', titiler_url: rasterTileUrl({ projectId, url }, style), style, source: { url } };
}

function photoData(row: LayerRow): JpgLayerData {
  return {
    kind: 'jpg',
    image_key: row.snapshotKey?.slice(row.snapshotKey.lastIndexOf('/') + 1) ?? '',
    style: row.style as JpgLayerData['style'],
  };
}

function solidData(row: LayerRow): SolidLayerData {
  return {
    kind: 'solid',
    source: row.source as SolidLayerData['source'],
    style: { ...defaultSolidStyle, ...(row.style as Partial<SolidLayerData['style']>) },
  };
}
