import { sql } from '../../../platform/database/drizzle.ts';
import {
  arrangeHierarchy,
  changedEntries,
  GromaError,
  newLayerStyle,
  type Hierarchy,
  type HierarchyEntry,
  type HierarchyProblem,
} from '@groma/model';
import { layers } from '../../../platform/database/tables/index.ts';
import { hierarchyEntry, readLayerRows, type Query } from '../record/layer-records.ts';

const longestName = 255;
const mostNodes = 10_000;

/**
 * Brings the given nodes into the tree of a map, in a transaction that holds the map. Groups that are not there are
 * made, and so are the layers named in `newLayers`; levels and orders are worked out here.
 * @throws GromaError GROUP_TOO_DEEP, LAYER_NAME_EMPTY, LAYER_NOT_FOUND, LAYER_TREE_BROKEN.
 */
export async function writeHierarchy(
  query: Query,
  mapId: string,
  info: Record<string, HierarchyEntry>,
  newLayers: ReadonlyMap<string, LayerContent> = new Map(),
): Promise<void> {
  const before = Object.fromEntries((await readLayerRows(query, mapId)).map((row) => [row.id, hierarchyEntry(row)]));
  const made = Object.values(info).filter(({ id }) => !before[id]);
  for (const entry of Object.values(info)) checkEntry(entry, before[entry.id], newLayers);
  const merged: Record<string, HierarchyEntry> = { ...before };
  for (const entry of Object.values(info))
    merged[entry.id] = { ...entry, text: entry.text.trim().slice(0, longestName) };
  if (Object.keys(merged).length > mostNodes)
    throw new GromaError('LAYER_TREE_BROKEN', { detail: `a map has at most ${mostNodes} layers and groups.` });
  const arranged = arrangeHierarchy(merged);
  if ('problem' in arranged) throw problemError(arranged.problem, merged);
  await insertNodes(
    query,
    mapId,
    made.map(({ id }) => arranged.hierarchy[id]!),
    withColors(newLayers, Object.values(before).filter(({ type }) => type === 'Layer').length),
  );
  await updateNodes(query, mapId, changedEntries(before, arranged.hierarchy));
}

/** What a new layer begins with. */
export interface LayerContent {
  kind?: 'vector' | 'raster' | 'jpg' | 'solid';
  style?: Record<string, unknown>;
  source?: Record<string, unknown>;
  snapshotKey?: string;
  manifest?: Record<string, unknown>;
}

/** New layers are told apart by their colours, unless somebody has chosen (MAP-115). */
function withColors(
  newLayers: ReadonlyMap<string, LayerContent>,
  layersBefore: number,
): ReadonlyMap<string, LayerContent> {
  return new Map(
    [...newLayers].map(([id, content], index) => [
      id,
      content.kind && content.kind !== 'vector'
        ? content
        : {
            ...content,
            style: {
              ...newLayerStyle(layersBefore + index),
              ...(isLines(content) && { lineWidth: 2 }),
              ...content.style,
            },
          },
    ]),
  );
}

/** Lines alone are drawn wider than the outlines of areas. */
function isLines({ manifest }: LayerContent): boolean {
  const kinds = ((manifest?.['parts'] ?? []) as { kind: string; rows: number }[])
    .filter(({ kind, rows }) => rows > 0 && kind !== 'none')
    .map(({ kind }) => kind);
  return kinds.length > 0 && kinds.every((kind) => kind === 'line');
}

function checkEntry(
  entry: HierarchyEntry,
  before: HierarchyEntry | undefined,
  newLayers: ReadonlyMap<string, LayerContent>,
): void {
  if (entry.text.trim() === '') throw new GromaError('LAYER_NAME_EMPTY');
  if (before && newLayers.has(entry.id))
    throw new GromaError('LAYER_TREE_BROKEN', { detail: `there is a layer ${entry.id} already.` });
  if (before && before.type !== entry.type)
    throw new GromaError('LAYER_TREE_BROKEN', { detail: `"${before.text}" is a ${before.type}.` });
  if (!before && entry.type === 'Layer' && !newLayers.has(entry.id))
    throw new GromaError('LAYER_NOT_FOUND', { id: entry.id });
}

function problemError(problem: HierarchyProblem, hierarchy: Hierarchy): GromaError {
  if (problem.kind === 'too-deep') return new GromaError('GROUP_TOO_DEEP');
  const name = hierarchy[problem.id]?.text ?? problem.id;
  const detail =
    problem.kind === 'circle'
      ? `"${name}" would lie below itself.`
      : `"${name}" would lie below ${problem.parentId}, which is no group of this map.`;
  return new GromaError('LAYER_TREE_BROKEN', { detail });
}

async function insertNodes(
  query: Query,
  mapId: string,
  nodes: HierarchyEntry[],
  contents: ReadonlyMap<string, LayerContent>,
): Promise<void> {
  if (nodes.length === 0) return;
  const made = await query
    .insert(layers)
    .values(
      nodes.map((node) => ({
        id: node.id,
        mapId,
        name: node.text,
        type: node.type,
        parentId: node.parent_id,
        level: node.level,
        order: node.order,
        isVisible: node.visible,
        ...contents.get(node.id),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: layers.id });
  // The id may be one of another map, which is not for this caller to know.
  if (made.length < nodes.length)
    throw new GromaError('LAYER_TREE_BROKEN', { detail: 'an id of a new layer is taken.' });
}

async function updateNodes(query: Query, mapId: string, changed: Hierarchy): Promise<void> {
  const nodes = Object.values(changed);
  if (nodes.length === 0) return;
  await query.execute(sql`
    UPDATE ${layers} SET name = n.text, parent_id = n.parent_id, level = n.level, sort_order = n."order", is_visible = n.visible
    FROM jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb) AS n (id text, text text, parent_id text, level integer, "order" integer, visible boolean)
    WHERE layers.id = n.id AND layers.map_id = ${mapId}`);
}
