import { toast, TrashIcon } from '@groma/ui';
import { can } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { registerCommand, registerCommands } from '../../registry/command.ts';
import { mapRowCommands } from './drawer/map-row-commands.ts';
import { nodeCommands } from './drawer/node-commands.ts';
import { clearFilter, filterLayer } from './filter/filter-commands.ts';
import { changeJoin, joinTable, removeJoin } from './join/join-commands.ts';
import { importCommands } from './import/import-commands.ts';
import { layerCommands } from './layer-commands.ts';
import { isAtMap, panelCommands } from './panel/panel-commands.ts';
import type { MapSession } from './session/map-session.ts';
import { printMap } from './print/print-command.ts';
import { drawCommands } from './sketch/draw-commands.ts';
import { storyCommands } from './story/story-commands.ts';
import { tableCommands } from './table/table-commands.ts';
import { imagesOverTime } from './time/time-commands.ts';
import { activeSession, shownMap, type ShownMap } from './view/active-map.ts';
import type { MapTool } from './view/map-tool.ts';
import { boxSelect, measureTool } from './view/tool-commands.ts';

/** Keys that press what has the focus act on the map only while nothing else would take them. */
function hasMapKeys(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.matches('.map-canvas *, .map-panel')
  );
}

const mayUpdate = (): boolean => can('update', 'map');
const onMap = (): boolean => shownMap(undefined) !== null;
const isAtWork = ({ session }: Pick<ShownMap, 'session'>): boolean =>
  session.drawing.state.mode !== 'select' || session.drawing.state.editing !== null;

/** The way that is being measured on a map, where one is. */
function measureOn({ picture }: Pick<ShownMap, 'picture'>): MapTool | null {
  const tool = picture.tools.find('measure');
  return tool?.isOn ? tool : null;
}

/** What can be done on the map in front by keys and by the palette. */
export function registerMapCommands(): void {
  registerCommands([
    ...mapRowCommands,
    ...nodeCommands,
    ...Object.values(layerCommands),
    filterLayer,
    clearFilter,
    joinTable,
    changeJoin,
    removeJoin,
    ...importCommands,
    ...drawCommands,
    boxSelect,
    measureTool,
    imagesOverTime,
    printMap,
    ...storyCommands,
    ...panelCommands,
    ...tableCommands,
  ]);
  registerEnds();
  registerRemoval();
}

/** Enter and Escape: how what is at work ends. */
function registerEnds(): void {
  registerCommand({
    id: 'map.finish-edit',
    title: 'map.draw.finish',
    shortcut: 'Enter',
    isHidden: true,
    isEnabled: () => {
      const map = shownMap(undefined);
      return map !== null && hasMapKeys() && (isAtWork(map) || measureOn(map) !== null);
    },
    run: () => {
      const map = shownMap(undefined);
      const measure = map && measureOn(map);
      if (measure) measure.finish?.();
      else void map?.session.drawing.press();
    },
  });
  registerCommand({
    id: 'map.cancel-edit',
    title: 'map.draw.cancel',
    shortcut: 'Escape',
    isHidden: true,
    isEnabled: () => onMap() && document.querySelector('[role="menu"]') === null,
    run: cancel,
  });
}

/** The innermost of what is at work, else the selection (MAP-028). */
function cancel(): void {
  const map = shownMap(undefined);
  if (!map) return;
  const { session, picture } = map;
  const box = picture.tools.find('box');
  const measure = measureOn(map);
  if (measure) measure.turn?.(false);
  else if (isAtWork(map)) void session.drawing.cancel();
  else if (box?.isOn) box.turn?.(false);
  else session.clearSelection();
}

function selectedOf(session: MapSession | null): [layerId: string, fids: ReadonlySet<number>][] {
  return Object.entries(session?.state.selection ?? {}).filter(([, fids]) => fids.size > 0);
}

function registerRemoval(): void {
  const remove = { title: 'map.deleteSelected', icon: TrashIcon, isEnabled: canRemove, run: removeChosen };
  registerCommand({ id: 'map.delete-selected', shortcut: 'Delete', ...remove });
  registerCommand({ id: 'map.delete-selected-too', shortcut: 'Backspace', isHidden: true, ...remove });
}

function canRemove(): boolean {
  const [session, map] = [activeSession(), shownMap(undefined)];
  // In the drawer of tools Backspace is no wish to delete what is selected.
  const isAtTools = document.activeElement?.closest('.function-drawer') != null;
  if (!mayUpdate() || !session || !isAtMap() || isAtTools) return false;
  return (map !== null && (isAtWork(map) || measureOn(map) !== null)) || selectedOf(session).length > 0;
}

/** Takes away what is at work on the map in front, else what is selected (MAP-030); Ctrl+Z brings it back. */
async function removeChosen(): Promise<void> {
  const [session, map] = [activeSession(), shownMap(undefined)];
  if (!session) return;
  const measure = map && measureOn(map);
  if (measure) return measure.back?.();
  if (map && isAtWork(map)) return session.drawing.remove();
  let count = 0;
  for (const [layerId, fids] of selectedOf(session)) count += await session.edits.deleteFeatures(layerId, [...fids]);
  if (count > 0) toast.info(t('map.deletedFeatures', { count }));
}
