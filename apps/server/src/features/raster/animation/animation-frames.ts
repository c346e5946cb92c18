import { completeRasterStyle, dayIn, GromaError, rasterTileUrl, type ProjectId, type RasterStyle } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { readLayersOfMap } from '../source/layers-of-map.ts';

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
  { database }: Platform,
  { projectId, mapId, layerIds }: { projectId: ProjectId; mapId: string; layerIds: readonly string[] },
): Promise<AnimationFrame[]> {
  const inOrder = (await readLayersOfMap(database, { projectId, mapId })).toReversed();
  const missing = layerIds.find((id) => !inOrder.some((row) => row.id === id && row.type === 'Layer'));
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
