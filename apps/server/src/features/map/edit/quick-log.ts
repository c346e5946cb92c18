import type { Database } from '../../../platform/database/database.ts';
import type { PreparedEdit } from '../reader/worker-tasks.ts';

/** A layer as the process knows it since it wrote its last edit. */
export interface KnownLayer {
  id: string;
  mapId: string;
  snapshotKey: string | null;
  newestSeq: number;
}

/** `post` tells the edits of one post from those of others that are written with them. */
export interface NewEdit extends PreparedEdit {
  authorId: string;
  key: string | null;
  post: number;
}

/**
 * One statement, which is a transaction of its own: numbers the edits, notes the newest on the layer and the day on the
 * map, and appends them with their keys, if the layer is as it is known and no key was there before. The map is locked
 * before its layer, as everywhere; the row of the layer is looked at anew when somebody else had it.
 */
const appendStatement = {
  name: 'append-layer-edits',
  text: `WITH numbered AS MATERIALIZED (
      SELECT nextval('layer_edits_seq_seq') AS seq, wanted.* FROM (
        SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::int[]) WITH ORDINALITY AS given (author_id, operation, inverse, key, post, place) ORDER BY place) wanted),
    map AS MATERIALIZED (SELECT id FROM maps WHERE id = $2 FOR NO KEY UPDATE),
    held AS (
      UPDATE layers SET newest_seq = (SELECT max(seq) FROM numbered) FROM map
      WHERE layers.id = $1 AND map_id = map.id AND deleted_at IS NULL AND snapshot_key IS NOT DISTINCT FROM $3 AND newest_seq = $4 RETURNING layers.id),
    keyed AS (
      INSERT INTO layer_edit_keys (layer_id, key, author_id, seqs)
      SELECT held.id, key, author_id, array_agg(seq ORDER BY seq) FROM numbered, held WHERE key IS NOT NULL GROUP BY held.id, post, key, author_id),
    dated AS (UPDATE maps SET updated_at = now() WHERE id = $2 AND EXISTS (SELECT FROM held))
    INSERT INTO layer_edits (seq, layer_id, author_id, operation, inverse)
    SELECT seq, held.id, author_id, operation::jsonb, inverse::jsonb FROM numbered, held ORDER BY seq
    RETURNING seq, made_at`,
};

/** Appends edits in their order; null, with nothing done, where the layer is not what it was. */
export async function appendUnlessChanged(
  { pool }: Database,
  layer: KnownLayer,
  edits: readonly NewEdit[],
): Promise<{ seq: number; madeAt: Date }[] | null> {
  const values: unknown[] = [
    layer.id,
    layer.mapId,
    layer.snapshotKey,
    layer.newestSeq,
    edits.map(({ authorId }) => authorId),
    edits.map(({ operation }) => operation),
    edits.map(({ inverse }) => inverse),
    edits.map(({ key }) => key),
    edits.map(({ post }) => post),
  ];
  const { rows } = await pool.query<{ seq: string; made_at: Date }>({ ...appendStatement, values });
  if (rows.length === 0) return null;
  return rows
    .map(({ seq, made_at: madeAt }) => ({ seq: Number(seq), madeAt }))
    .sort((one, other) => one.seq - other.seq);
}
