import { and, asc, desc, eq, gt, lte, max, sql } from '../../../platform/database/drizzle.ts';
import { GromaError } from '@groma/model';
import type { EditedLayer } from '@groma/protocol';
import { layerEdits, layerEvents, layers } from '../../../platform/database/tables/index.ts';
import { inOneTransaction } from '../edit/edit-layers.ts';
import { publishMapChange, type Sender } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { noteEvents } from '../record/layer-events.ts';

/** Most that is turned back at once: all of it is held and written again. */
const mostEdits = 20_000;
const mostBytes = 200 * 1024 * 1024;

/**
 * Brings a layer's features, columns and style back to what they were at a moment: what came after, by whomever, is
 * undone by its inverses, newest first, as edits of whoever restores. Nothing is forgotten, so that a restore can be
 * restored from. @throws GromaError LAYER_LOCKED, TOO_LARGE.
 */
export async function restoreLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  layerId: string,
  moment: string,
): Promise<Record<string, EditedLayer>> {
  let isStyled = false;
  const edited = await inOneTransaction(parts, mapId, sender, [layerId], async (query) => {
    const [cut] = await query
      .select({ seq: max(layerEdits.seq) })
      .from(layerEdits)
      .where(and(eq(layerEdits.layerId, layerId), lte(layerEdits.madeAt, sql`${moment}::timestamptz`)));
    const after = and(eq(layerEdits.layerId, layerId), gt(layerEdits.seq, cut?.seq ?? 0));
    const [size] = await query
      .select({
        edits: sql<string>`count(*)`,
        bytes: sql<string>`coalesce(sum(pg_column_size(${layerEdits.inverse})), 0)`,
      })
      .from(layerEdits)
      .where(after);
    if (Number(size?.edits) > mostEdits || Number(size?.bytes) > mostBytes)
      throw new GromaError('TOO_LARGE', {
        name: 'What was done since',
        limit: `${mostEdits} edits or 200 MB at once; restore a later moment first`,
      });
    const [style] = await query
      .select({ detail: layerEvents.detail })
      .from(layerEvents)
      .where(
        and(
          eq(layerEvents.layerId, layerId),
          eq(layerEvents.kind, 'style'),
          gt(layerEvents.madeAt, sql`${moment}::timestamptz`),
        ),
      )
      .orderBy(asc(layerEvents.madeAt), asc(layerEvents.seq))
      .limit(1);
    if (style) {
      const [row] = await query.select({ style: layers.style }).from(layers).where(eq(layers.id, layerId));
      await query
        .update(layers)
        .set({ style: (style.detail as { before: Record<string, unknown> }).before })
        .where(eq(layers.id, layerId));
      await noteEvents(query, sender.userId, [{ layerId, kind: 'style', detail: { before: row?.style ?? {} } }]);
      isStyled = true;
    }
    await noteEvents(query, sender.userId, [{ layerId, kind: 'restored', detail: { moment } }]);
    const rows = await query
      .select({ inverse: sql<string>`${layerEdits.inverse}::text` })
      .from(layerEdits)
      .where(after)
      .orderBy(desc(layerEdits.seq));
    return { inverses: rows.map(({ inverse }) => inverse) };
  });
  if (isStyled)
    await publishMapChange(parts.platform, {
      mapId,
      kind: 'style',
      layerId,
      senderId: sender.userId,
      requestId: sender.requestId,
    });
  return edited;
}
