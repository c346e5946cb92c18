import { and, desc, eq, inArray, sql } from '../../../platform/database/drizzle.ts';
import { GromaError } from '@groma/model';
import type { EditedLayer, VectorUpdateRequest } from '@groma/protocol';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { layerEdits, maps } from '../../../platform/database/tables/index.ts';
import { lockLayerRows, requireVector, type LayerRow, type Query } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import type { MapParts } from './map-parts.ts';
import type { WantedEdits } from '../reader/worker-tasks.ts';
import { announceEdits } from './announce-edits.ts';
import { lockMap } from '../record/map-records.ts';
import { appendEdits } from './edit-log.ts';
import { findAnswer, noteKey, seqsOfKeys } from './edit-keys.ts';
import { editQuickly } from './quick-edits.ts';

/**
 * Writes edits of one or several layers into the log: all of them or none. It resolves when they are on disk.
 * @throws GromaError DISK_FULL as edits of documents do
 */
export async function editLayers(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  updates: Record<string, VectorUpdateRequest[]>,
): Promise<Record<string, EditedLayer>> {
  if (parts.platform.documents.isShortOfSpace) throw new GromaError('DISK_FULL', { name: 'The edit' });
  const [single, ...others] = Object.entries(updates);
  const quick = single && others.length === 0 ? await editQuickly(parts, mapId, single[0], sender, single[1]) : null;
  if (quick) return { [single![0]]: quick };
  return inOneTransaction(parts, mapId, sender, Object.keys(updates), (_query, layerId) =>
    Promise.resolve({ requests: updates[layerId]! }),
  );
}

/**
 * Undoes own edits of a layer, the newest first, by what the log says undoes them; what others have written since
 * stays.
 * @throws GromaError NOT_FOUND for edits of others.
 */
export function undoEdits(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  layerId: string,
  named: { seqs: readonly number[]; keys: readonly string[] },
): Promise<Record<string, EditedLayer>> {
  if (named.seqs.length + named.keys.length === 0)
    return Promise.reject(new GromaError('BAD_INPUT', { detail: 'No edit is named.' }));
  return inOneTransaction(parts, mapId, sender, [layerId], async (query) => {
    const seqs = [...new Set([...named.seqs, ...(await seqsOfKeys(query, layerId, sender.userId, named.keys))])];
    const undone = await query
      .select({
        operation: sql<string>`${layerEdits.operation}::text`,
        inverse: sql<string>`${layerEdits.inverse}::text`,
      })
      .from(layerEdits)
      .where(
        and(eq(layerEdits.layerId, layerId), eq(layerEdits.authorId, sender.userId), inArray(layerEdits.seq, seqs)),
      )
      .orderBy(desc(layerEdits.seq));
    if (undone.length < seqs.length) throw new GromaError('NOT_FOUND', { noun: 'edit' });
    return { undone };
  });
}

/**
 * Checks and writes the edits of one layer in a transaction that holds its row; `confirm` and `announceEdits` follow
 * the commit.
 */
export async function writeEdits(
  { edits }: MapParts,
  query: Query,
  row: LayerRow,
  sender: Sender,
  wanted: WantedEdits,
): Promise<EditedLayer> {
  const prepared = await edits.prepare(query, row, wanted);
  const seqs = prepared.length === 0 ? [] : await appendEdits(query, row.id, sender.userId, prepared);
  const edited: EditedLayer = {
    seq: seqs.at(-1) ?? 0,
    edits: prepared.map(({ fids }, index) => ({ seq: seqs[index]!, fids })),
    ...(prepared.some(({ isLess }) => isLess) && { is_less: true }),
  };
  await noteKey(query, row.id, sender, edited);
  return edited;
}

/** Reads what is wanted of each layer while its row is held, and writes it: of all layers, or of none. */
export async function inOneTransaction(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  layerIds: string[],
  read: (query: Query, layerId: string) => Promise<WantedEdits>,
): Promise<Record<string, EditedLayer>> {
  const written: { row: LayerRow; edited: EditedLayer }[] = [];
  const held: string[] = [];
  let known: Record<string, EditedLayer> | null = null;
  let announced: Promise<unknown> = Promise.resolve();
  await parts.queue.run(mapId, async () => {
    try {
      await parts.platform.database.query.transaction(async (query) => {
        if (sender.key !== undefined) await lockMap(query, mapId);
        known = await findAnswer(query, mapId, layerIds, sender);
        if (known) return;
        const rows = await lockLayerRows(query, mapId, layerIds);
        held.push(...rows.keys());
        for (const [layerId, row] of rows) {
          if (row.type === 'Group') throw new GromaError('LAYER_NOT_FOUND', { id: layerId });
          parts.locks.refuseIfOthers(mapId, row, sender.userId);
          const wanted = await read(query, layerId);
          // An image has no edits, but a moment of its style can be restored.
          if ('inverses' in wanted && wanted.inverses.length === 0) continue;
          requireVector(row);
          written.push({ row, edited: await writeEdits(parts, query, row, sender, wanted) });
        }
        await query.update(maps).set({ updatedAt: recordsNow }).where(eq(maps.id, mapId));
      });
    } catch (error) {
      // Also after a commit whose answer was lost: the thread then reads the layers anew. Not those of other maps.
      await Promise.all(held.map((layerId) => parts.edits.forget(layerId).catch(() => undefined)));
      throw error;
    }
    announced = Promise.all(
      written.map(({ row, edited }) => {
        if (edited.edits.length > 0) parts.edits.confirm(row, edited.seq);
        return announceEdits(parts, mapId, sender, { row, edited, after: row.newestSeq });
      }),
    );
  });
  await announced;
  return known ?? Object.fromEntries(written.map(({ row, edited }) => [row.id, edited]));
}
