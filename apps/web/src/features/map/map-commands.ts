import {
  ArrowBackUpIcon,
  ArrowForwardUpIcon,
  MagnetIcon,
  MarqueeIcon,
  PointerIcon,
  RefreshDotIcon,
  Ruler2Icon,
  toast,
  TrashIcon,
} from '@groma/ui';
import { can } from '../../platform/session.ts';
import { takesText } from '../../platform/takes-text.ts';
import { t } from '../../platform/text.ts';
import { registerCommand } from '../../registry/command.ts';
import { readActivePanel } from '../../registry/panel.ts';
import { drawShapes } from './session/drawing/shape/shape-table.ts';
import { currentMapId } from './maps/map-panels.ts';
import { chooseMode } from './view/choose-mode.ts';
import type { MapTool } from './view/map-tool.ts';
import { findPicture, type MapPicture } from './view/open-pictures.ts';
import { turnSync } from './panel/sync-views.ts';
import type { MapSession } from './session/map-session.ts';
import { turnHistory } from './session/turn-history.ts';
import { findMapSession } from './session/use-map-session.ts';

/** The session of the map or table in front. */
function activeSession(): MapSession | null {
  const kind = readActivePanel()?.kind;
  const mapId = kind === 'map' || kind === 'attribute-table' ? currentMapId() : null;
  return mapId === null ? null : findMapSession(mapId);
}

/** The map in front, while its panel has the dock's focus. */
function activeMap(): { session: MapSession; picture: MapPicture } | null {
  if (readActivePanel()?.kind !== 'map') return null;
  const session = activeSession();
  const picture = session && findPicture(session.mapId);
  return session && picture ? { session, picture } : null;
}

/** Keys that press what has the focus act on the map only while nothing else would take them. */
function hasMapKeys(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.matches('.map-canvas *, .map-panel')
  );
}

/** Whether undo, redo and Delete mean the map in front: not what is being typed, and not where the focus is in a drawer that has nothing to do with it. */
function isAtMap(): boolean {
  const { activeElement } = document;
  if (takesText(activeElement)) return false;
  return !activeElement?.closest('.drawer-column') || activeElement.closest('.maps-drawer, .style-drawer') !== null;
}

const mayUpdate = (): boolean => can('update', 'map');
const onMap = (): boolean => activeMap() !== null;
const isAtWork = ({ session }: { session: MapSession }): boolean =>
  session.drawing.state.mode !== 'select' || session.drawing.state.editing !== null;

function turnTool(id: string): void {
  const tool = activeMap()?.picture.tools.find(id);
  tool?.turn?.(!tool.isOn);
}

/** The way that is being measured on a map, where one is. */
function measureOn({ picture }: { picture: MapPicture }): MapTool | null {
  const tool = picture.tools.find('measure');
  return tool?.isOn ? tool : null;
}

/** What can be done on the map in front by keys and by the palette. */
export function registerMapCommands(): void {
  registerCommand({
    id: 'map.select-tool',
    title: 'map.selectTool',
    icon: PointerIcon,
    shortcut: 'S',
    isEnabled: onMap,
    run: () => {
      const map = activeMap();
      if (map) chooseMode(map.session, 'select');
    },
  });
  for (const { id, shortcut, icon } of drawShapes) {
    registerCommand({
      id: `map.draw-${id}`,
      title: `map.draw.command.${id}`,
      icon,
      shortcut,
      isEnabled: () => mayUpdate() && onMap(),
      run: () => {
        const map = activeMap();
        if (map) chooseMode(map.session, id);
      },
    });
  }
  registerCommand({
    id: 'map.toggle-snapping',
    title: 'map.draw.snapping',
    icon: MagnetIcon,
    shortcut: 'Shift+S',
    isEnabled: () => mayUpdate() && onMap(),
    run: () => activeSession()?.drawing.toggleSnapping(),
  });
  registerCommand({
    id: 'map.box-select',
    title: 'map.boxSelect',
    icon: MarqueeIcon,
    shortcut: 'B',
    isEnabled: onMap,
    run: () => turnTool('box'),
  });
  registerCommand({
    id: 'map.measure',
    title: 'map.measure.tool',
    icon: Ruler2Icon,
    shortcut: 'M',
    isEnabled: onMap,
    run: () => turnTool('measure'),
  });
  registerCommand({
    id: 'map.sync-views',
    title: 'map.syncViews',
    icon: RefreshDotIcon,
    shortcut: 'Y',
    isEnabled: onMap,
    run: () => turnSync(activeMap()?.picture.view.map ?? null),
  });
  registerEnds();
  registerHistory();
}

/** Enter and Escape: how what is at work ends. */
function registerEnds(): void {
  registerCommand({
    id: 'map.finish-edit',
    title: 'map.draw.finish',
    shortcut: 'Enter',
    isHidden: true,
    isEnabled: () => {
      const map = activeMap();
      return map !== null && hasMapKeys() && (isAtWork(map) || measureOn(map) !== null);
    },
    run: () => {
      const map = activeMap();
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
  const map = activeMap();
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

function registerHistory(): void {
  const canTurn = (direction: 'undo' | 'redo') => {
    const session = activeSession();
    if (!session || !mayUpdate() || !isAtMap()) return false;
    const { past, future, editing } = session.drawing.state;
    const own = direction === 'undo' ? past.length > 0 : future.length > 0;
    return own || (editing === null && (direction === 'undo' ? session.state.canUndo : session.state.canRedo));
  };
  const turn = (direction: 'undo' | 'redo') => async () => {
    const session = activeSession();
    if (session) await turnHistory(session, direction);
  };
  registerCommand({
    id: 'map.undo',
    title: 'map.undo',
    icon: ArrowBackUpIcon,
    shortcut: 'Ctrl+Z',
    isEnabled: () => canTurn('undo'),
    run: turn('undo'),
  });
  registerCommand({
    id: 'map.redo',
    title: 'map.redo',
    icon: ArrowForwardUpIcon,
    shortcut: 'Ctrl+Shift+Z',
    isEnabled: () => canTurn('redo'),
    run: turn('redo'),
  });
  registerCommand({
    id: 'map.redo-too',
    title: 'map.redo',
    shortcut: 'Ctrl+Y',
    isHidden: true,
    isEnabled: () => canTurn('redo'),
    run: turn('redo'),
  });
  const remove = { title: 'map.deleteSelected', icon: TrashIcon, isEnabled: canRemove, run: removeChosen };
  registerCommand({ id: 'map.delete-selected', shortcut: 'Delete', ...remove });
  registerCommand({ id: 'map.delete-selected-too', shortcut: 'Backspace', isHidden: true, ...remove });
}

function canRemove(): boolean {
  const [session, map] = [activeSession(), activeMap()];
  if (!mayUpdate() || !session || !isAtMap()) return false;
  return (map !== null && (isAtWork(map) || measureOn(map) !== null)) || selectedOf(session).length > 0;
}

/** Takes away what is at work on the map in front, else what is selected (MAP-030); Ctrl+Z brings it back. */
async function removeChosen(): Promise<void> {
  const [session, map] = [activeSession(), activeMap()];
  if (!session) return;
  const measure = map && measureOn(map);
  if (measure) return measure.back?.();
  if (map && isAtWork(map)) return session.drawing.remove();
  let count = 0;
  for (const [layerId, fids] of selectedOf(session)) count += await session.edits.deleteFeatures(layerId, [...fids]);
  if (count > 0) toast.info(t('map.deletedFeatures', { count }));
}
