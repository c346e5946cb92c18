import { sql } from '../../../platform/database/drizzle.ts';
import type { LayerHistoryEntry } from '@groma/protocol';
import {
  chatChanges,
  chatThreads,
  layerEdits,
  layerEditKeys,
  layerEvents,
  layers,
  maps,
  users,
} from '../../../platform/database/tables/index.ts';
import type { Query } from '../record/layer-records.ts';

/** Names of columns that one entry tells. */
const mostNames = 20;

interface Row {
  id: string;
  made_at: string;
  author_id: string | null;
  username: string | null;
  assistant: string | null;
  kind: LayerHistoryEntry['kind'];
  count: number;
  names: string[];
}

/**
 * A page of what was done to a layer, newest first. The operations stay in the database: only what they were is read.
 */
export async function readHistory(
  query: Query,
  layerId: string,
  before: { moment: string; id: string } | null,
  limit: number,
): Promise<{ entries: LayerHistoryEntry[]; has_more: boolean }> {
  const [source, seq] = before?.id.split(' ') ?? [];
  // Edits of one post have one moment: a page goes on behind the very entry.
  const until = (own: 'edit' | 'event') =>
    before === null
      ? sql`true`
      : sql`(made_at, ${own}::text, seq) < (${before.moment}::timestamptz, ${source!}::text, ${Number(seq)}::bigint)`;
  // What the assistant does is posted with the ids of its changes as keys, and undone with those that they note.
  const { rows } = (await query.execute(sql`
    WITH changes AS MATERIALIZED (
      SELECT c.id, c.applied->>'undo' AS undo, coalesce(t.agent, 'GAIA') AS assistant
      FROM ${layers} l JOIN ${maps} m ON m.id = l.map_id
        JOIN ${chatThreads} t ON t.project_id = m.project_id JOIN ${chatChanges} c ON c.thread_id = t.id
      WHERE l.id = ${layerId} AND c.kind = 'features' AND c.target->>'layer' = ${layerId}),
    assisted AS MATERIALIZED (
      SELECT unnest(k.seqs) AS seq, c.assistant FROM ${layerEditKeys} k
        JOIN (SELECT id AS key, assistant FROM changes UNION ALL SELECT undo, assistant FROM changes) c ON c.key = k.key
      WHERE k.layer_id = ${layerId})
    SELECT h.id, to_char(h.made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS made_at, h.author_id, u.username,
      h.assistant, h.kind, h.count, h.names
    FROM (
      (SELECT 'edit ' || seq AS id, 'edit' AS source, seq, made_at, author_id,
        (SELECT a.assistant FROM assisted a WHERE a.seq = e.seq LIMIT 1) AS assistant, operation->>'type' AS kind,
        CASE operation->>'type'
          WHEN 'Add' THEN jsonb_array_length(operation->'features')
          WHEN 'Delete' THEN jsonb_array_length(operation->'fids')
          WHEN 'Edit_Property' THEN jsonb_array_length(operation->'edits') ELSE 0 END AS count,
        CASE operation->>'type'
          WHEN 'Add_Column' THEN ARRAY[operation->'column'->>'name']
          WHEN 'Delete_Column' THEN ARRAY(SELECT jsonb_array_elements_text(operation->'columns') LIMIT ${mostNames})
          WHEN 'Edit_Property' THEN ARRAY[operation->'edits'->0->>'column'] ELSE ARRAY[]::text[] END AS names
      FROM ${layerEdits} e WHERE layer_id = ${layerId} AND ${until('edit')} ORDER BY made_at DESC, seq DESC LIMIT ${limit + 1})
      UNION ALL
      (SELECT 'event ' || seq, 'event', seq, made_at, author_id,
        coalesce(detail->>'assistant', CASE WHEN (detail->>'byAssistant')::boolean THEN 'GAIA' END), kind, 0,
        CASE kind
          WHEN 'imported' THEN ARRAY[detail->>'file_path']
          WHEN 'renamed' THEN ARRAY[detail->>'before', detail->>'name']
          WHEN 'restored' THEN ARRAY[detail->>'moment'] ELSE ARRAY[]::text[] END
      FROM ${layerEvents} WHERE layer_id = ${layerId} AND ${until('event')} ORDER BY made_at DESC, seq DESC LIMIT ${limit + 1})
    ) h LEFT JOIN ${users} u ON u.id = h.author_id ORDER BY h.made_at DESC, h.source DESC, h.seq DESC LIMIT ${limit + 1}`)) as unknown as {
    rows: Row[];
  };
  return { entries: rows.slice(0, limit), has_more: rows.length > limit };
}
