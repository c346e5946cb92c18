import { isDeepStrictEqual } from 'node:util';
import { eq } from '../../../platform/database/drizzle.ts';
import { completeVectorStyle, GromaError, type VectorStyle } from '@groma/model';
import { layers } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireMap } from './require-map.ts';
import type { ChangeAsked, ChangeDoer } from './change-row.ts';

/** Properties of the style of a layer, and whether it is shown, by name. */
export type LookChange = Partial<VectorStyle> & { visible?: boolean };

/** The look of vector layers, property by property, by the posts that people make. */
export const styleChange: ChangeDoer = {
  async apply(asked) {
    const { before, after, title } = asked.change as { before: LookChange; after: LookChange; title: string };
    const { mapId, layerId } = await requireMap(asked);
    const now = await readLook(asked.platform, layerId);
    const isTaken = Object.keys(after).some(
      (name) =>
        !isDeepStrictEqual(pick(now, name), pick(before, name)) &&
        !isDeepStrictEqual(pick(now, name), pick(after, name)),
    );
    if (isTaken) throw new GromaError('CHANGE_CONFLICT', { name: title });
    await post(asked, mapId, layerId, after);
    return { before: pickAll(now, Object.keys(after)) };
  },
  async revert(asked) {
    const { after, applied, title } = asked.change as {
      after: LookChange;
      applied: { before: LookChange } | null;
      title: string;
    };
    if (applied === null) throw new GromaError('ORIGINAL_GONE', { name: title });
    const { mapId, layerId } = await requireMap(asked);
    const now = await readLook(asked.platform, layerId);
    const names = Object.keys(after);
    const own = names.filter((name) => isDeepStrictEqual(pick(now, name), pick(after, name)));
    if (own.length === 0) throw new GromaError('CHANGE_CONFLICT', { name: title });
    await post(asked, mapId, layerId, pickAll(applied.before, own));
    return { isLess: own.length < names.length };
  },
};

/** The whole look of a layer as it is. @throws GromaError LAYER_NOT_FOUND */
export async function readLook({ database }: Platform, layerId: string): Promise<Required<LookChange>> {
  const [row] = await database.query
    .select({ style: layers.style, isVisible: layers.isVisible })
    .from(layers)
    .where(eq(layers.id, layerId));
  if (!row) throw new GromaError('LAYER_NOT_FOUND', { id: layerId });
  return { ...completeVectorStyle(row.style as Partial<VectorStyle>), visible: row.isVisible };
}

async function post(
  { platform, needs, user, assistant }: ChangeAsked,
  mapId: string,
  layerId: string,
  { visible, ...style }: LookChange,
): Promise<void> {
  if (Object.keys(style).length > 0)
    await needs.postToMap(
      mapId,
      user,
      {
        type: 'Update_Vector_Layer_Style',
        layer_id: layerId,
        vector_style: style as never,
      },
      assistant,
    );
  if (visible === undefined) return;
  const [row] = await platform.database.query.select().from(layers).where(eq(layers.id, layerId));
  if (!row) throw new GromaError('LAYER_NOT_FOUND', { id: layerId });
  const { id, name: text, type, parentId: parent_id, level, order } = row;
  await needs.postToMap(
    mapId,
    user,
    {
      type: 'Update_Layer_Info',
      hierarchy_info: { [id]: { id, text, type, parent_id, level, order, visible } },
    },
    assistant,
  );
}

function pick(look: LookChange, name: string): unknown {
  return look[name as keyof LookChange];
}

function pickAll(look: LookChange, names: readonly string[]): LookChange {
  return Object.fromEntries(names.map((name) => [name, pick(look, name)]));
}
