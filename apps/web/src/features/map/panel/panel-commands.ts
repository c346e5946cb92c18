import {
  ArrowBackUpIcon,
  ArrowForwardUpIcon,
  BookmarkIcon,
  CameraIcon,
  CopyIcon,
  MathFunctionIcon,
  RefreshDotIcon,
  SatelliteIcon,
  toast,
} from '@groma/ui';
import { takesText } from '../../../platform/takes-text.ts';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { defineMapCommand } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';
import { turnHistory } from '../session/turn-history.ts';
import { findMapSession } from '../session/use-map-session.ts';
import { activeSession, shownMap, type SomeMap } from '../view/active-map.ts';
import { wrapLongitude } from '../view/map-maths.ts';
import { onShownMap, withShownMap } from '../view/tool-commands.ts';
import { savePicture } from './save-picture.ts';
import { turnSync } from './sync-views.ts';

const mapArgument = async () => (await import('../maps/map-arguments.ts')).mapArgument;
const someMapArgument = async () => (await import('../maps/map-arguments.ts')).someMapArgument;

/**
 * Whether undo, redo and Delete mean the map in front: not what is being typed, and not where the focus is in a drawer
 * that has nothing to do with it.
 */
export function isAtMap(): boolean {
  const { activeElement } = document;
  if (takesText(activeElement)) return false;
  return (
    !activeElement?.closest('.drawer-column') ||
    activeElement.closest('.maps-drawer, .style-drawer, .function-drawer') !== null
  );
}

function canTurn({ drawing, state }: MapSession, direction: 'undo' | 'redo'): boolean {
  const { past, future, editing } = drawing.state;
  const own = direction === 'undo' ? past.length > 0 : future.length > 0;
  return own || (editing === null && (direction === 'undo' ? state.canUndo : state.canRedo));
}

/** Undo or redo of a map that is named, as its buttons mean it, or by keys of the one in front. */
function turning(direction: 'undo' | 'redo') {
  return {
    argument: someMapArgument,
    isEnabled: (some: SomeMap): boolean | string => {
      if (!can('update', 'map')) return false;
      const session = some ? findMapSession(some.mapId) : activeSession();
      if (!some) return session !== null && isAtMap() && canTurn(session, direction);
      if (!session) return t('map.notOpen');
      return canTurn(session, direction) || t(direction === 'undo' ? 'map.nothingToUndo' : 'map.nothingToRedo');
    },
    run: async (some: SomeMap) => {
      const session = some ? findMapSession(some.mapId) : activeSession();
      if (session) await turnHistory(session, direction);
    },
  };
}

export const undo = defineCommand<SomeMap>({
  id: 'map.undo',
  title: 'map.undo',
  icon: ArrowBackUpIcon,
  shortcut: 'Ctrl+Z',
  ...turning('undo'),
});

export const redo = defineCommand<SomeMap>({
  id: 'map.redo',
  title: 'map.redo',
  icon: ArrowForwardUpIcon,
  shortcut: 'Ctrl+Shift+Z',
  ...turning('redo'),
});

const redoToo = defineCommand<SomeMap>({
  id: 'map.redo-too',
  title: 'map.redo',
  shortcut: 'Ctrl+Y',
  isHidden: true,
  ...turning('redo'),
});

export const syncViews = defineCommand<SomeMap>({
  id: 'map.sync-views',
  title: 'map.syncViews',
  icon: RefreshDotIcon,
  shortcut: 'Y',
  argument: someMapArgument,
  isEnabled: onShownMap,
  run: (some) => turnSync(shownMap(some)?.picture.view.map ?? null),
});

/** The base map of everybody on this map (MAP-006, MAP-109). */
export const setBaseMap = defineMapCommand({
  id: 'map.set-base-map',
  title: 'map.baseMap.label',
  argument: async () => (await import('../maps/map-arguments.ts')).baseMapArgument,
  titleOf: (_, { baseMap }) => t(`map.baseMap.${baseMap}`),
  run: (session, { baseMap }) => session.setBaseMap(baseMap),
});

/** Everybody who opens the map from now on sees what it shows now. */
export const saveView = defineMapCommand({
  id: 'map.save-view',
  title: 'map.setView',
  icon: BookmarkIcon,
  argument: mapArgument,
  isEnabled: () => can('update', 'map'),
  run: (session, some) => withShownMap(some, ({ picture }) => session.saveView(picture.view.view)),
});

export const takePicture = defineMapCommand({
  id: 'map.save-picture',
  title: 'map.savePicture',
  icon: CameraIcon,
  argument: mapArgument,
  run: (session, some) =>
    withShownMap(some, ({ picture: { view, attribution } }) =>
      savePicture(view, session.state, attribution).catch(() => {
        toast.error(t('map.pictureFailed'));
      }),
    ),
});

export const copyPlace = defineCommand({
  id: 'map.copy-place',
  title: 'map.copyCoordinates',
  icon: CopyIcon,
  isHidden: true,
  argument: async () => (await import('../maps/map-arguments.ts')).placeArgument,
  run: async ({ lng, lat }) => {
    const text = `${lat.toFixed(6)}, ${wrapLongitude(lng).toFixed(6)}`;
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('map.copied', { text }));
    } catch {
      toast.error(t('map.notCopied'));
    }
  },
});

export const showFunctions = defineCommand({
  id: 'map.show-functions',
  title: 'map.functions',
  icon: MathFunctionIcon,
  isHidden: true,
  run: () => openDrawer('layer-functions'),
});

export const showCatalogue = defineCommand({
  id: 'map.show-catalogue',
  title: 'shell.drawer.data-catalog',
  icon: SatelliteIcon,
  isHidden: true,
  run: () => openDrawer('data-catalog'),
});

/** What the bar and the menu of a map's panel do. */
export const panelCommands = [
  undo,
  redo,
  redoToo,
  syncViews,
  setBaseMap,
  saveView,
  takePicture,
  copyPlace,
  showFunctions,
  showCatalogue,
];
