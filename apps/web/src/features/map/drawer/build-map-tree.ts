import {
  childrenOf,
  completeVectorStyle,
  groupVisibility,
  moveNode,
  canMove,
  depthOf,
  descendantsOf,
  levelOf,
  limit,
  rootParent,
  type Hierarchy,
  type HierarchyEntry,
  type RasterStyle,
  type VectorStyle,
} from '@groma/model';
import type { MapInfo } from '@groma/protocol';
import type { DropPosition, TreeNode } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import type { EditingLayer } from '../session/drawing/drawing-state.ts';
import type { ImportItem } from '../maps/import-items.ts';
import { isTable, shapeOf, type SwatchShape } from '../look/layer-shape.ts';
import { featureCount, type MapState } from '../session/map-state.ts';

type Visibility = 'all' | 'some' | 'none';

/**
 * A row of the Maps drawer (MAP-078): a map, a group, layer or table of it, the heading of its tables, a file on its
 * way in, or the layer that is being drawn or edited.
 */
export interface MapTreeNode extends TreeNode<MapTreeNode> {
  kind: 'map' | 'group' | 'layer' | 'table' | 'tables' | 'import' | 'editing';
  mapId: string;
  /** Layers of a map or group, features of a layer. */
  count: number | null;
  visibility: Visibility | null;
  swatch: { shape: SwatchShape; style: VectorStyle } | null;
  /** Not all of its features are shown. */
  isFiltered?: boolean;
  /** The look of an image. */
  raster?: RasterStyle;
}

type States = ReadonlyMap<string, { state: MapState; drawing?: { state: { editing: EditingLayer | null } } }>;

/** The maps of a project with the trees of those that are open. */
export function buildMapTree(
  maps: readonly Pick<MapInfo, 'id' | 'name'>[],
  states: States,
  imports: readonly ImportItem[],
  myId: string,
): MapTreeNode[] {
  return maps.map(({ id, name }) =>
    mapNode(
      { id, name },
      states.get(id),
      imports.filter(({ mapId }) => mapId === id),
      myId,
    ),
  );
}

function mapNode(
  { id, name }: { id: string; name: string },
  open: ReturnType<States['get']>,
  imports: readonly ImportItem[],
  myId: string,
): MapTreeNode {
  const state = open?.state ?? null;
  const editing = open?.drawing?.state.editing;
  const base = { kind: 'map' as const, id, mapId: id, name, swatch: null };
  if (!state || (state.status === 'loading' && Object.keys(state.hierarchy).length === 0))
    return { ...base, isExpandable: true, count: null, visibility: null, ...(state && { loading: true }) };
  const layers = Object.values(state.hierarchy).filter(({ type }) => type === 'Layer');
  const { places, tables } = partedRoots(state);
  return {
    ...base,
    count: layers.length,
    visibility: layers.length === 0 ? null : groupVisibility(state.hierarchy, rootParent),
    children: [
      // The layer that a drawing has become stands in its place.
      ...(editing && !state.hierarchy[editing.becomes ?? ''] ? [editingNode(editing, id)] : []),
      ...places.map((entry) => treeNode(entry, id, state, myId)),
      ...imports.map(importNode),
      ...(tables.length > 0 ? [tablesNode(tables, id, state, myId)] : []),
    ],
    ...(state.status === 'failed' && state.failure !== null && { failure: state.failure }),
  };
}

/** What stands in the list of a map itself, and what stands under its tables: those, and groups of nothing else. */
function partedRoots({ hierarchy, data }: MapState): { places: HierarchyEntry[]; tables: HierarchyEntry[] } {
  const isOfTables = (entry: HierarchyEntry): boolean => {
    const layers = [entry, ...descendantsOf(hierarchy, entry.id)].filter(({ type }) => type === 'Layer');
    return layers.length > 0 && layers.every(({ id }) => isTable(data[id]));
  };
  const { places = [], tables = [] } = Object.groupBy(childrenOf(hierarchy, rootParent), (entry) =>
    isOfTables(entry) ? 'tables' : 'places',
  );
  return { places, tables };
}

/** The id of the heading over the tables of a map. */
export const tablesId = (mapId: string): string => `tables:${mapId}`;

function tablesNode(tables: readonly HierarchyEntry[], mapId: string, state: MapState, myId: string): MapTreeNode {
  return {
    kind: 'tables',
    id: tablesId(mapId),
    mapId,
    name: t('map.tables'),
    swatch: null,
    count: null,
    visibility: null,
    children: tables.map((entry) => withoutEyes(treeNode(entry, mapId, state, myId))),
  };
}

/** A group of tables has nothing on the map to be shown or hidden. */
function withoutEyes(node: MapTreeNode): MapTreeNode {
  return {
    ...node,
    visibility: null,
    isHidden: false,
    ...(node.children && { children: node.children.map(withoutEyes) }),
  };
}

function treeNode(entry: HierarchyEntry, mapId: string, state: MapState, myId: string): MapTreeNode {
  if (entry.type === 'Layer') return layerNode(entry, mapId, state, myId);
  const visibility = groupVisibility(state.hierarchy, entry.id);
  return {
    kind: 'group',
    id: entry.id,
    mapId,
    name: entry.text,
    swatch: null,
    count: null,
    visibility,
    isHidden: visibility === 'none',
    children: childrenOf(state.hierarchy, entry.id).map((child) => treeNode(child, mapId, state, myId)),
  };
}

function layerNode({ id, text, visible }: HierarchyEntry, mapId: string, state: MapState, myId: string): MapTreeNode {
  const load = state.loaded[id]?.load;
  const [raster, failure] = [state.rasters[id], state.rasterFailures[id]];
  const editor = state.editors[id];
  const isPlaceless = isTable(state.data[id]);
  return {
    kind: isPlaceless ? 'table' : 'layer',
    id,
    mapId,
    name: text,
    count: raster || state.photos[id] || state.solids[id] ? null : featureCount(state, id),
    visibility: isPlaceless ? null : visible ? 'all' : 'none',
    isHidden: !isPlaceless && !visible,
    swatch: raster
      ? null
      : {
          shape: state.photos[id] ? 'photo' : state.solids[id] ? 'solid' : shapeOf(state.data[id]),
          style: completeVectorStyle(state.styles[id] ?? {}),
        },
    ...(state.styles[id]?.filter?.length && { isFiltered: true }),
    ...(raster && { raster: raster.style }),
    ...(failure && { failure: failure.text }),
    ...(load?.status === 'loading' && { loading: load.percent || true }),
    ...(load?.status === 'failed' && { failure: load.failure }),
    ...(editor && editor.userId !== myId && { lockedBy: { id: editor.userId, name: editor.username } }),
  };
}

function editingNode({ id, title, features }: EditingLayer, mapId: string): MapTreeNode {
  return {
    kind: 'editing',
    id: `${mapId} ${id}`,
    mapId,
    name: title,
    count: features.length,
    visibility: null,
    swatch: null,
  };
}

function importNode({ id, mapId, name, state, percent, failure }: ImportItem): MapTreeNode {
  return {
    kind: 'import',
    id,
    mapId,
    name,
    count: null,
    visibility: null,
    swatch: null,
    ...(state === 'failed' ? { failure } : { loading: percent || true }),
  };
}

/** A drop as a move of the tree: the new parent, and the place among its children without the node itself. */
export function moveTarget(
  hierarchy: Hierarchy,
  id: string,
  targetId: string,
  mapId: string,
  position: DropPosition,
): { parentId: string; index: number } | null {
  if (targetId === mapId) return { parentId: rootParent, index: position === 'inside' ? Number.MAX_SAFE_INTEGER : 0 };
  const target = hierarchy[targetId];
  if (!target) return null;
  if (position === 'inside')
    return target.type === 'Group' ? { parentId: targetId, index: Number.MAX_SAFE_INTEGER } : null;
  const siblings = childrenOf(hierarchy, target.parent_id).filter((each) => each.id !== id);
  const at = siblings.findIndex((each) => each.id === targetId);
  return { parentId: target.parent_id, index: position === 'before' ? at : at + 1 };
}

/**
 * The tree after a move, or why it may not be (MAP-072, MAP-073). Dropped where it lies, the same tree comes back
 * (MAP-075).
 */
export function moveInTree(
  hierarchy: Hierarchy,
  id: string,
  to: { parentId: string; index: number },
): Hierarchy | 'too-deep' | 'refused' {
  if (canMove(hierarchy, id, to.parentId)) return moveNode(hierarchy, id, to.parentId, to.index);
  const isInItself = id === to.parentId || descendantsOf(hierarchy, id).some((below) => below.id === to.parentId);
  return !isInItself && depthOf(hierarchy, id) + levelOf(hierarchy, to.parentId) >= limit.layerLevels
    ? 'too-deep'
    : 'refused';
}

/** The tree after several nodes were moved to one place, in the order they stand in; or why it may not be. */
export function moveSeveral(
  hierarchy: Hierarchy,
  ids: ReadonlySet<string>,
  place: { targetId: string; mapId: string; position: DropPosition },
): Hierarchy | 'too-deep' | 'refused' {
  // What lies in a group that moves goes along with it.
  const isBelow = (id: string): boolean =>
    hierarchy[id] !== undefined && (ids.has(hierarchy[id].parent_id) || isBelow(hierarchy[id].parent_id));
  const moved = descendantsOf(hierarchy, rootParent)
    .filter(({ id }) => ids.has(id) && !isBelow(id))
    .map(({ id }) => id);
  let next = hierarchy;
  let at = place;
  for (const id of moved) {
    const to = id === at.targetId ? null : moveTarget(next, id, at.targetId, at.mapId, at.position);
    const after = to ? moveInTree(next, id, to) : next;
    if (typeof after === 'string') return after;
    next = after;
    if (at.position !== 'inside') at = { ...at, targetId: id, position: 'after' };
  }
  return next;
}

/** Every layer hidden but one and what it lies in, or the other way round (MAP-038, MAP-039). */
export function withOnly(hierarchy: Hierarchy, id: string, isShown: boolean): Hierarchy {
  return Object.fromEntries(
    Object.values(hierarchy).map((entry) => [
      entry.id,
      {
        ...entry,
        visible:
          isWithin(hierarchy, entry.id, id) === isShown || (entry.type === 'Group' && !isShown && entry.id !== id),
      },
    ]),
  );
}

function isWithin(hierarchy: Hierarchy, id: string, ancestorId: string): boolean {
  const isAbove = (from: string, sought: string): boolean =>
    from === sought || (hierarchy[from] !== undefined && isAbove(hierarchy[from].parent_id, sought));
  return isAbove(id, ancestorId) || isAbove(ancestorId, id);
}
