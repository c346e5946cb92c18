import {
  BookIcon,
  LayersIntersectIcon,
  Map2Icon,
  MapIcon,
  MapPlusIcon,
  MathFunctionIcon,
  PaletteIcon,
  SatelliteIcon,
  TableIcon,
  WorldIcon,
  type MenuEntry,
} from '@groma/ui';
import { can, readProject } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { registerAssistantView } from '../../registry/assistant-view.ts';
import { registerCommand, registerCommands } from '../../registry/command.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerPanel, type OpenPanel } from '../../registry/panel.ts';
import { registerResourceSource, type Resource } from '../../registry/resource.ts';
import { registerResultView } from '../../registry/result-view.ts';
import { entryOfCommand, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { renameMap } from './drawer/map-row-commands.ts';
import { search } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import { draggedEntries } from './import/files-below.ts';
import { importDragged } from './import/import-files.ts';
import { listMaps, makeMap } from './maps/map-calls.ts';
import { registerSettler } from '../../platform/unsaved/settlers.ts';
import { registerMapCommands } from './map-commands.ts';
import { addResult, openBox } from './shown/shown-commands.ts';
import { printMap } from './print/print-command.ts';
import { openStory } from './story/story-commands.ts';
import { registerToolCommands } from './tool-commands.ts';
import { currentMapId, mapPanelId, openMap, openTable, type MapPanelParams } from './maps/map-panels.ts';
import { readMapView, tableAttachment } from './assistant-view.ts';

/** Adds maps to the workspace: their drawer, the map and table panels, search and commands. */
export function registerMap(): void {
  registerDrawer({
    id: 'maps',
    side: 'left',
    order: 10,
    label: 'map.maps',
    icon: Map2Icon,
    load: () => import('./assemble-drawer.tsx'),
  });
  registerDrawer({
    id: 'data-catalog',
    side: 'right',
    order: 20,
    label: 'shell.drawer.data-catalog',
    icon: SatelliteIcon,
    load: () => import('./assemble-datasets.tsx'),
  });
  registerDrawer({
    id: 'layer-styles',
    side: 'right',
    order: 30,
    label: 'shell.drawer.layer-styles',
    icon: PaletteIcon,
    load: () => import('./assemble-styles.tsx'),
  });
  registerDrawer({
    id: 'layer-functions',
    side: 'right',
    order: 40,
    label: 'shell.drawer.layer-functions',
    icon: MathFunctionIcon,
    load: () => import('./assemble-functions.tsx'),
  });
  // The title of a map's tab begins with a globe (SHL-013).
  registerPanel<MapPanelParams>({
    kind: 'map',
    icon: WorldIcon,
    load: () => import('./assemble-panel.tsx'),
    keepsRendered: true,
    tabMenu: mapTabMenu,
  });
  registerPanel<MapPanelParams>({
    kind: 'map-story',
    icon: BookIcon,
    opensBeside: true,
    load: () => import('./assemble-story.tsx'),
  });
  registerPanel({
    kind: 'attribute-table',
    icon: TableIcon,
    opensBelow: true,
    load: () => import('./assemble-table.tsx'),
  });
  registerResourceSource({
    kind: 'map',
    label: 'map.maps',
    icon: MapIcon,
    list: async (projectId) => (await listMaps(projectId)).map(({ id, name }) => ({ kind: 'map', id, name })),
    open: openMap,
  });
  registerResourceSource({
    kind: 'mapLayer',
    label: 'map.layers',
    icon: LayersIntersectIcon,
    find: findLayers,
    open: openFoundLayer,
  });
  registerCommand({
    id: 'map.show-list',
    title: 'map.showList',
    icon: MapIcon,
    isEnabled: () => readProject() !== null,
    run: () => openDrawer('maps'),
  });
  registerSettler('/parties/map/', async (left) => (await import('./session/settle-edits.ts')).settleMapEdits(left));
  registerSettler('/drawings/', async (left) => (await import('./session/settle-drawings.ts')).settleDrawings(left));
  registerImport();
  registerImportInto();
  registerShown();
  registerAssistantView({ id: 'map', read: readMapView, attachmentOf: tableAttachment });
  registerMapCommands();
  registerToolCommands();
}

/** What the menu of a map's tab offers besides closing and splitting. */
function mapTabMenu({ params }: OpenPanel): MenuEntry[] {
  const { mapId } = params as MapPanelParams;
  return menuOf([
    menuEntry(renameMap, { mapId }),
    menuEntry(openStory, { mapId }),
    menuEntry(printMap, { mapId }),
    entryOfCommand('template.publish', { type: 'MAP', id: mapId }),
  ]);
}

/** Takes `{ path }`, or a list of them, as a drag of project files carries; where no map is open, one is made. */
function registerImport(): void {
  registerCommand({
    id: 'map.import-file',
    title: 'map.addToMap',
    icon: MapPlusIcon,
    isHidden: true,
    argument: async () => (await import('./import/import-arguments.ts')).draggedFilesArgument,
    isEnabled: () => can('update', 'map') && (currentMapId() !== null || can('create', 'map') || t('file.noMapOpen')),
    run: async (dragged) => {
      const project = readProject();
      const entries = draggedEntries(dragged);
      if (!project || entries.length === 0) return;
      const mapId = currentMapId() ?? (await openNewMap(project.id, entries[0]!.path));
      await importDragged({ mapId, projectId: project.id }, entries);
    },
  });
}

/** Makes and opens a map for a file, with its name; answers its id. */
async function openNewMap(projectId: string, path: string): Promise<string> {
  const made = await makeMap(projectId, path.slice(path.lastIndexOf('/') + 1));
  openMap(made);
  return made.id;
}

/** Takes a project file and the map it is to go into; without one a new map is made for it. */
function registerImportInto(): void {
  registerCommand({
    id: 'map.import-into',
    title: 'map.addToMap',
    icon: MapPlusIcon,
    isHidden: true,
    argument: async () => (await import('./import/import-arguments.ts')).importIntoArgument,
    isEnabled: () => can('update', 'map'),
    run: async ({ path, mapId, also = [] }) => {
      const project = readProject();
      if (!project) return;
      const known = mapId === null ? undefined : (await listMaps(project.id)).find(({ id }) => id === mapId);
      const target = known ?? (await makeMap(project.id, path.slice(path.lastIndexOf('/') + 1)));
      openMap(target);
      await importDragged(
        { mapId: target.id, projectId: project.id },
        [path, ...also].map((each) => ({ path: each, isDir: false })),
      );
    },
  });
}

/** What draws the charts and small maps that are in answers of the assistant. */
function registerShown(): void {
  registerCommands([addResult, openBox]);
  registerResultView({
    tool: 'create_chart',
    load: () => import('./chart/shown-chart.tsx'),
  });
  registerResultView({
    tool: 'draw_small_map',
    load: () => import('./assemble-small-map.tsx'),
  });
}

const parted = '\n';

/** Layers of all maps of a project by name, open or not; groups lead to their map. */
async function findLayers(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]> {
  const { data } = await api.call(search.searchLayers, { params: { projectId }, query: { query: typed }, signal });
  return data.map(({ layer_id: layerId, name, type, map_id: mapId, map_name: mapName }) => ({
    kind: type === 'Layer' ? 'mapLayer' : 'mapLayerGroup',
    id: [mapId, layerId, mapName].join(parted),
    name,
    detail: mapName,
  }));
}

/** Opens the map of a layer that was found, and the layer's table below it. */
function openFoundLayer({ kind, id, name }: Resource): string {
  const [mapId = '', layerId = '', mapName = ''] = id.split(parted);
  openMap({ id: mapId, name: mapName });
  if (kind === 'mapLayer') openTable(mapId, { id: layerId, text: name });
  return mapPanelId(mapId);
}
