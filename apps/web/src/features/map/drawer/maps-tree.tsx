import { quoteIdentifier } from '@groma/model';
import type { MapInfo } from '@groma/protocol';
import {
  EyeIcon,
  EyeMinusIcon,
  EyeOffIcon,
  FileImportIcon,
  FolderIcon,
  FolderOpenIcon,
  IconButton,
  PencilIcon,
  RefreshIcon,
  TableIcon,
  toast,
  TreeView,
  useNumberFormat,
  WorldIcon,
  type DropPosition,
} from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { useCan, useSession } from '../../../platform/session.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';
import { t, useText } from '../../../platform/text.ts';
import { drawerStore, openDrawer } from '../../../registry/drawer.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import { act } from '../../../registry/menu-entry.ts';
import { putLayer } from '../../../registry/layer-drag.ts';
import { putTable, type DraggedTable } from '../../../registry/table-drag.ts';
import { importItems } from '../maps/import-items.ts';
import { openMap, openTable } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { sayLocked } from '../session/say-lock.tsx';
import { useMapSessions } from '../session/use-map-session.ts';
import { toggleVisible } from './layer-actions.tsx';
import { LayerSwatch } from '../look/layer-swatch.tsx';
import { buildMapTree, moveSeveral, tablesId, type MapTreeNode } from './build-map-tree.ts';
import { FilteredMark } from '../filter/filtered-mark.tsx';
import { RasterSwatch } from '../look/raster-swatch.tsx';
import { cancelEditing, deleteMap, finishEditing, renameMap } from './map-row-commands.ts';
import type { MapsDrawerParts } from './maps-drawer-parts.ts';
import { deleteLayer, deleteLayers, renameLayer } from './node-commands.ts';
import { severalMenu, treeMenu } from './tree-menu.ts';

/** The time in which a second click makes a double click (MAP-060). */
const doubleClickMs = 250;

const noneChosen: ReadonlySet<string> = new Set();
/** Drawers that follow the layer that is selected. */
const followers: ReadonlySet<string> = new Set(['layer-styles', 'layer-functions']);

const isLayer = ({ kind }: MapTreeNode) => kind === 'layer' || kind === 'table';

const openKey = (projectId: string) => `groma.maps.${projectId}`;

/** A layer as SQL over the project names it. */
function layerTable({ name }: MapTreeNode, mapName: string): DraggedTable {
  return {
    databaseId: '',
    databaseName: 'This project',
    reference: ['layers', ...[mapName, name].map(quoteIdentifier)].join('.'),
    name,
  };
}

interface MapsTreeProps {
  projectId: string;
  maps: readonly MapInfo[];
  currentMapId: string | null;
  parts: MapsDrawerParts;
}

export function MapsTree({ projectId, maps, currentMapId, parts }: MapsTreeProps) {
  const { imports } = parts;
  const words = useText();
  const me = useSession();
  const mayUpdate = useCan('update', 'map');
  const { expanded, toggle } = useExpanded(projectId, currentMapId);
  const openMaps = maps.filter(({ id }) => expanded.has(id)).map(({ id }) => id);
  const sessions = useMapSessions(openMaps);
  const items = importItems((state) => state.items);
  const nodes = buildMapTree(maps, sessions, items, me.id);
  // The tables of a map are listed until somebody closes their heading.
  const shown = new Set([...expanded].filter((id) => !id.startsWith(tablesId(''))));
  for (const { id } of maps) if (!expanded.has(tablesId(id))) shown.add(tablesId(id));
  const sessionOf = (node: MapTreeNode) => sessions.get(node.mapId) ?? null;
  const press = useLayerPress();
  const [several, setSeveral] = useState<ReadonlySet<string>>(noneChosen);
  const bound = [...sessions.values()].flatMap(({ state }) => state.boundLayerId ?? []);
  const selected = several.size > 0 ? several : new Set(bound);
  const choose = (ids: ReadonlySet<string>, node: MapTreeNode) => {
    setSeveral(ids.size > 1 ? ids : noneChosen);
    if (ids.size <= 1) return press.click(node, sessionOf(node));
    press.cancel();
    // Several are handled together; none of them is held for editing.
    for (const session of sessions.values()) session.bind(null);
  };
  const chosenWith = (node: MapTreeNode) => (several.has(node.id) ? several : noneChosen);
  return (
    <TreeView<MapTreeNode>
      label={words('map.maps')}
      nodes={nodes}
      expanded={shown}
      onToggle={(id, isExpanded) => toggle(id, id.startsWith(tablesId('')) ? !isExpanded : isExpanded)}
      selected={selected}
      multiple
      onSelect={choose}
      onSelectMany={setSeveral}
      onActivate={(node) => {
        press.cancel();
        return activate(node, sessionOf(node));
      }}
      activateOn={({ kind }) => (kind === 'layer' || kind === 'table' ? 'double-click' : 'click')}
      renderIcon={(node, { isExpanded }) => <NodeIcon node={node} isExpanded={isExpanded} />}
      renderEnd={(node, { isActive }) => (
        <NodeEnd node={node} session={sessionOf(node)} isActive={isActive} parts={parts} />
      )}
      contextMenu={(node) => {
        // The press that opens the menu is no click on the layer.
        press.cancel();
        const session = sessionOf(node);
        return session && chosenWith(node).size > 1
          ? severalMenu(session, chosenWith(node))
          : treeMenu(node, session, parts);
      }}
      onRename={mayUpdate ? rename : undefined}
      onDelete={
        mayUpdate
          ? (node) => {
              const all = chosenWith(node);
              if (sessionOf(node) && all.size > 1) act(deleteLayers, { mapId: node.mapId, layerIds: [...all] });
              else if (node.kind === 'import') act(imports.stop, { importId: node.id });
              else remove(node);
            }
          : undefined
      }
      onDragStart={(node, data) => {
        const mapName = maps.find(({ id }) => id === node.mapId)?.name;
        if (node.kind === 'tables') return;
        if (isLayer(node) && node.swatch?.shape !== 'photo' && !node.raster && mapName !== undefined)
          putTable(data, layerTable(node, mapName));
        const { id, mapId, name } = node;
        if (isLayer(node)) putLayer(data, { id, mapId, name });
        else
          data.setData(node.kind === 'map' ? 'groma/map' : 'groma/mapLayerGroup', JSON.stringify({ id, mapId, name }));
      }}
      onMove={
        mayUpdate
          ? (id, targetId, position) => {
              const session = [...sessions.values()].find(({ state }) => state.hierarchy[id]);
              if (session) move(session, several.has(id) ? several : new Set([id]), targetId, position);
            }
          : undefined
      }
      canDrop={(node, target, position) => canDrop(node, target, position)}
      onDropData={
        mayUpdate
          ? (data, target) => {
              if (imports.takesDrop(data)) imports.drop({ mapId: target.mapId, projectId }, data);
            }
          : undefined
      }
    />
  );
}

/** Maps that are open in the tree; the map in front opens by itself. */
function useExpanded(projectId: string, currentMapId: string | null) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => {
    const found = readStored(openKey(projectId));
    return new Set([
      ...(Array.isArray(found) ? found.filter((id) => typeof id === 'string') : []),
      ...(currentMapId === null ? [] : [currentMapId]),
    ]);
  });
  const [inFront, setInFront] = useState(currentMapId);
  if (inFront !== currentMapId) {
    setInFront(currentMapId);
    if (currentMapId !== null) setExpanded(new Set([...expanded, currentMapId]));
  }
  useEffect(() => writeStored(openKey(projectId), [...expanded]), [projectId, expanded]);
  const toggle = (id: string, isExpanded: boolean) =>
    setExpanded((open) => (isExpanded ? new Set([...open, id]) : new Set([...open].filter((each) => each !== id))));
  return { expanded, toggle };
}

/** A click selects a layer, or lets go of it, once it can no longer become a double click (MAP-060, MAP-067). */
function useLayerPress() {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const cancel = () => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(() => cancel, []);
  const click = (node: MapTreeNode, session: MapSession | null) => {
    cancel();
    if (!isLayer(node) || !session) return;
    if (node.lockedBy && node.lockedBy !== true) return sayLocked(session, node.id);
    timer.current = setTimeout(
      () => session.bind(session.state.boundLayerId === node.id ? null : node.id),
      doubleClickMs,
    );
  };
  return { click, cancel };
}

function activate(node: MapTreeNode, session: MapSession | null): boolean {
  if (node.kind === 'map') openMap(node);
  else if (node.kind === 'layer' && session) openStyles(session, node);
  else if (node.kind === 'table') openTable(node.mapId, { id: node.id, text: node.name });
  else if (node.kind !== 'editing') return false;
  return true;
}

/**
 * A double click selects the layer and opens its styles, unless a drawer that follows the selection is open already
 * (MAP-061, MAP-062).
 */
function openStyles(session: MapSession, node: MapTreeNode): void {
  if (node.lockedBy && node.lockedBy !== true) return sayLocked(session, node.id);
  session.bind(node.id);
  const open = drawerStore.getState().open.right;
  if (open === null || !followers.has(open)) openDrawer('layer-styles');
}

function rename({ kind, id, mapId }: MapTreeNode): void {
  if (kind === 'map') act(renameMap, { mapId });
  else if (kind === 'group' || kind === 'layer' || kind === 'table') act(renameLayer, { mapId, layerId: id });
}

function remove({ kind, id, mapId }: MapTreeNode): void {
  if (kind === 'editing') act(cancelEditing, { mapId });
  else if (kind === 'map') act(deleteMap, { mapId });
  else if (kind !== 'tables') act(deleteLayer, { mapId, layerId: id });
}

/** A move that would lie too deep may be dropped, so that it can be said why it is not done. */
function canDrop(node: MapTreeNode, target: MapTreeNode, position: DropPosition): boolean {
  if (
    node.mapId !== target.mapId ||
    (!isLayer(node) && node.kind !== 'group') ||
    target.kind === 'tables' ||
    target.kind === 'import' ||
    target.kind === 'editing'
  )
    return false;
  if (target.kind === 'map') return position === 'inside';
  return position !== 'inside' || target.kind === 'group';
}

function move(session: MapSession, ids: ReadonlySet<string>, targetId: string, position: DropPosition): void {
  const moved = moveSeveral(session.state.hierarchy, ids, { targetId, mapId: session.mapId, position });
  if (moved === 'too-deep') toast.error(t('map.tooDeep'));
  else if (moved !== 'refused') void session.tree.change(moved);
}

function NodeIcon({ node, isExpanded }: { node: MapTreeNode; isExpanded: boolean }) {
  if (node.kind === 'map') return <WorldIcon />;
  if (node.kind === 'import') return <FileImportIcon />;
  if (node.kind === 'tables') return <TableIcon size={14} />;
  if (node.kind === 'editing') return <PencilIcon />;
  if (node.raster) return <RasterSwatch style={node.raster} />;
  if (node.swatch) return <LayerSwatch swatch={node.swatch} />;
  return isExpanded ? <FolderOpenIcon /> : <FolderIcon />;
}

const eyes = { all: EyeIcon, some: EyeMinusIcon, none: EyeOffIcon };

function NodeEnd({
  node,
  session,
  isActive,
  parts: { imports, LayerMark },
}: {
  node: MapTreeNode;
  session: MapSession | null;
  isActive: boolean;
  parts: MapsDrawerParts;
}) {
  const words = useText();
  const number = useNumberFormat();
  const tabIndex = isActive ? 0 : -1;
  const look = { size: 's', iconSize: 14, tabIndex } as const;
  if (node.kind === 'import') {
    const argument = { importId: node.id };
    return (
      <>
        <CommandButton command={imports.retry} argument={argument} {...look} />
        <CommandButton command={imports.stop} argument={argument} {...look} />
      </>
    );
  }
  if (node.kind === 'editing') {
    const argument = { mapId: node.mapId };
    return (
      <>
        <span className="g-tree-count">{number.format(node.count ?? 0)}</span>
        <CommandButton command={finishEditing} argument={argument} {...look} />
        <CommandButton command={cancelEditing} argument={argument} {...look} />
      </>
    );
  }
  const Eye = node.visibility && eyes[node.visibility];
  return (
    <>
      {isLayer(node) && node.failure !== undefined && session && (
        <IconButton
          size="s"
          tabIndex={tabIndex}
          label={words('map.retry')}
          icon={<RefreshIcon size={14} />}
          onClick={() => {
            void session.retryLayer(node.id);
          }}
        />
      )}
      {isLayer(node) && node.swatch && session && (
        <span
          className="map-tree-eye"
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <LayerMark session={session} layerId={node.id} tabIndex={tabIndex} />
        </span>
      )}
      {node.isFiltered === true && session && (
        <span
          className="map-tree-eye"
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <FilteredMark mapId={node.mapId} layerId={node.id} name={node.name} tabIndex={tabIndex} />
        </span>
      )}
      {node.count !== null && node.loading === undefined && (
        <span className="g-tree-count">
          {node.kind === 'map' ? words('map.layerCount', { count: node.count }) : number.format(node.count)}
        </span>
      )}
      {Eye && session && (
        <span
          className="map-tree-eye"
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <IconButton
            size="s"
            tabIndex={tabIndex}
            label={words(node.visibility === 'all' ? 'map.hide' : 'map.show', { name: node.name })}
            icon={<Eye size={15} />}
            onClick={() => toggleVisible(session, node.id, node.visibility !== 'all')}
          />
        </span>
      )}
    </>
  );
}
