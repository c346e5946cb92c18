import { eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type LayerReference } from '@groma/model';
import type { EditedLayer, VectorUpdateRequest } from '@groma/protocol';
import { layers } from '../../../platform/database/tables/index.ts';
import { versionOf, type Origin } from '../../../platform/origin/origin.ts';
import { noteLayerOrigin } from '../../../platform/origin/origin-records.ts';
import { inOneTransaction } from '../edit/edit-layers.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { readEditors } from '../edit/read-editors.ts';
import type { ToolProgress } from '../reader/worker-tasks.ts';

interface Replacement extends NonNullable<NonNullable<ToolProgress['done']>['replaced']> {
  /** Number of the newest edit of the layer that the tool knew. */
  version: number;
  /** Noted in the same transaction, where the layer is made again. */
  origin: Origin | null;
}

/** Puts features in the place of others as one change of the layer. One that stands for exactly one keeps its id. */
export async function replaceFeatures(
  parts: MapParts,
  { mapId, layerId }: LayerReference,
  sender: { userId: string; username: string; key: string },
  { taken, goneColumns, newColumns, features, version, origin }: Replacement,
): Promise<EditedLayer> {
  const times = new Map<number, number>();
  for (const { fid } of features) times.set(fid, (times.get(fid) ?? 0) + 1);
  const own = new Set(taken);
  const keeps = (fid: number): boolean => own.has(fid) && times.get(fid) === 1;
  const gone = taken.filter((fid) => !keeps(fid));
  const requests = [
    ...(goneColumns.length > 0 ? [{ type: 'Delete_Column' as const, columns: goneColumns }] : []),
    ...newColumns.map(({ at, ...column }) => ({
      type: 'Add_Column' as const,
      column,
      ...(at !== undefined && { at }),
    })),
    ...(gone.length > 0 ? [{ type: 'Delete' as const, fids: gone }] : []),
    ...(features.length > 0
      ? [
          {
            type: 'Add' as const,
            features: features.map((feature) => ({ ...feature, fid: keeps(feature.fid) ? feature.fid : null })),
          },
        ]
      : []),
  ] as VectorUpdateRequest[];
  const { [layerId]: holder } = await readEditors(parts.platform, mapId);
  const edited = await inOneTransaction(parts, mapId, sender, [layerId], async (query) => {
    const [row] = await query.select().from(layers).where(eq(layers.id, layerId));
    if (row && holder && holder.userId !== sender.userId)
      throw new GromaError('LAYER_LOCKED', { username: holder.username, name: row.name });
    // The row is held: what was edited while the tool ran is not overwritten.
    if (row && versionOf(row) !== version) throw new GromaError('LAYER_CHANGED', { name: row.name });
    if (origin) await noteLayerOrigin(query, layerId, sender.userId, origin);
    return { requests };
  });
  return edited[layerId]!;
}
