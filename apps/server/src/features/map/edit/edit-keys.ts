import { and, eq, inArray, sql } from '../../../platform/database/drizzle.ts';
import { GromaError } from '@groma/model';
import type { EditedLayer } from '@groma/protocol';
import { layerEditKeys, layerEdits, layers } from '../../../platform/database/tables/index.ts';
import type { Query } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';

/** Edits that are undone together, at most: each is held with its inverse. */
const mostUndone = 2_000;

/**
 * What became of a change whose key was posted before, by layer; null for a new one. The caller holds the map's row, so
 * that the same key cannot come in between. @throws GromaError BAD_INPUT for a key that named another change.
 */
export async function findAnswer(
  query: Query,
  mapId: string,
  layerIds: readonly string[],
  { key, userId }: Sender,
): Promise<Record<string, EditedLayer> | null> {
  if (key === undefined) return null;
  const { layerId, seqs, isLess, authorId } = layerEditKeys;
  const rows = await query
    .select({ layerId, seqs, isLess, authorId })
    .from(layerEditKeys)
    .innerJoin(layers, eq(layers.id, layerId))
    .where(and(eq(layers.mapId, mapId), eq(layerEditKeys.key, key), inArray(layerId, [...layerIds])));
  if (rows.length === 0) return null;
  if (rows.length < layerIds.length || rows.some((row) => row.authorId !== userId))
    throw new GromaError('BAD_INPUT', { detail: 'This key was posted with another change.' });
  return Object.fromEntries(
    await Promise.all(
      rows.map(async (row): Promise<[string, EditedLayer]> => [row.layerId, await readEdited(query, row)]),
    ),
  );
}

/** Notes which edits a change with a key became, in the transaction that appends them. */
export async function noteKey(
  query: Query,
  layerId: string,
  { key, userId }: Sender,
  edited: EditedLayer,
): Promise<void> {
  if (key === undefined) return;
  await query.insert(layerEditKeys).values({
    layerId,
    key,
    authorId: userId,
    seqs: edited.edits.map(({ seq }) => seq),
    isLess: edited.is_less === true,
  });
}

/** Notes that a change with a key has made a layer without edits, in the transaction that makes it. */
export function noteMade(query: Query, layerId: string, sender: Sender): Promise<void> {
  return noteKey(query, layerId, sender, { seq: 0, edits: [] });
}

/**
 * Numbers of the edits that own changes became.
 * @throws GromaError NOT_FOUND for a key of nobody or of others, TOO_LARGE.
 */
export async function seqsOfKeys(
  query: Query,
  layerId: string,
  userId: string,
  keys: readonly string[],
): Promise<number[]> {
  if (keys.length === 0) return [];
  const rows = await query
    .select({ seqs: layerEditKeys.seqs })
    .from(layerEditKeys)
    .where(
      and(
        eq(layerEditKeys.layerId, layerId),
        eq(layerEditKeys.authorId, userId),
        inArray(layerEditKeys.key, [...keys]),
      ),
    );
  if (rows.length < new Set(keys).size) throw new GromaError('NOT_FOUND', { noun: 'edit' });
  const seqs = rows.flatMap((row) => row.seqs);
  if (seqs.length > mostUndone)
    throw new GromaError('TOO_LARGE', { name: 'What is undone', limit: `${mostUndone} edits` });
  return seqs;
}

async function readEdited(
  query: Query,
  { layerId, seqs, isLess }: { layerId: string; seqs: number[]; isLess: boolean },
): Promise<EditedLayer> {
  const fids = sql<
    number[]
  >`CASE WHEN ${layerEdits.operation}->>'type' = 'Add' THEN jsonb_path_query_array(${layerEdits.operation}, '$.features[*].fid') ELSE '[]'::jsonb END`;
  const edits =
    seqs.length === 0
      ? []
      : await query
          .select({ seq: layerEdits.seq, fids })
          .from(layerEdits)
          .where(and(eq(layerEdits.layerId, layerId), inArray(layerEdits.seq, seqs)))
          .orderBy(layerEdits.seq);
  return { seq: edits.at(-1)?.seq ?? 0, edits, ...(isLess && { is_less: true }) };
}
