import { and, eq, isNull } from '../../../platform/database/drizzle.ts';
import {
  completeRasterStyle,
  dayIn,
  descendantsOf,
  GromaError,
  rasterTileUrl,
  rootParent,
  type ProjectId,
  type RasterStyle,
} from '@groma/model';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A picture of an animation: the layers of one day, the lowest first. */
export interface AnimationFrame {
  /** As yyyy-mm-dd. */
  day: string;
  layers: { name: string; url: string; query: string; opacity: number }[];
}

/**
 * The pictures of some raster layers of a map, the oldest first, as the layers look now.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_RASTER, TOOL_SERIES_NO_DATE
 */
export async function framesOf(
  { database: { query } }: Platform,
  { projectId, mapId, layerIds }: { projectId: ProjectId; mapId: string; layerIds: readonly string[] },
): Promise<AnimationFrame[]> {
  const rows = await query
    .select({
      id: layers.id,
      text: layers.name,
      type: layers.type,
      parent_id: layers.parentId,
      level: layers.level,
      order: layers.order,
      visible: layers.isVisible,
      kind: layers.kind,
      style: layers.style,
      source: layers.source,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), eq(maps.id, mapId), isNull(layers.deletedAt)));
  const tree = Object.fromEntries(rows.map((row) => [row.id, row]));
  const inOrder = descendantsOf(tree, rootParent).toReversed();
  const missing = layerIds.find((id) => tree[id]?.type !== 'Layer');
  if (missing !== undefined) throw new GromaError('LAYER_NOT_FOUND', { id: missing });
  const frames = new Map<string, AnimationFrame>();
  for (const { id, text: name, kind, style: stored, source } of inOrder) {
    if (!layerIds.includes(id)) continue;
    if (kind !== 'raster') throw new GromaError('LAYER_NOT_RASTER', { name });
    const style = completeRasterStyle(stored as Partial<RasterStyle>);
    const day = dayIn(style.startDate ?? '');
    if (day === null) throw new GromaError('TOOL_SERIES_NO_DATE', { name });
    const { url } = source as { url: string };
    const frame = frames.get(day) ?? { day, layers: [] };
    const address = rasterTileUrl({ projectId, url }, style);
    frame.layers.push({ name, url, query: address.slice(address.indexOf('?') + 1), opacity: style.opacity });
    frames.set(day, frame);
  }
  return [...frames.values()].toSorted((one, other) => one.day.localeCompare(other.day));
}
