import type { MapInfo } from '@groma/protocol';
import {
  CheckIcon,
  CopyPlusIcon,
  ExternalLinkIcon,
  LockIcon,
  PencilIcon,
  PlusIcon,
  toast,
  TrashIcon,
  UsersIcon,
  XIcon,
} from '@groma/ui';
import { can, readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { findMap } from '../maps/map-calls.ts';
import { openMap } from '../maps/map-panels.ts';
import { defineMapCommand } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';
import { askDeleteMap, askMapName, copyMap, newMap } from './layer-actions.tsx';

const mapArgument = async () => (await import('../maps/map-arguments.ts')).mapArgument;

/** Does something with a map of the project that is open, whether the map is open or not. */
async function withMap(mapId: string, act: (map: MapInfo, projectId: string) => void | Promise<void>): Promise<void> {
  const project = readProject();
  if (!project) return;
  const found = await findMap(project.id, mapId);
  if (found) await act(found, project.id);
  else toast.error(t('map.gone'));
}

export const createMap = defineCommand({
  id: 'map.create',
  title: 'map.newMap',
  icon: PlusIcon,
  isEnabled: () => can('create', 'map'),
  run: () => {
    const project = readProject();
    if (project) newMap(project.id);
  },
});

export const openMapPanel = defineCommand({
  id: 'map.open',
  title: 'map.open',
  icon: ExternalLinkIcon,
  listKey: 'Enter',
  isHidden: true,
  argument: mapArgument,
  run: ({ mapId }) => withMap(mapId, openMap),
});

export const duplicateMap = defineCommand({
  id: 'map.duplicate',
  title: 'map.duplicate',
  icon: CopyPlusIcon,
  isHidden: true,
  argument: mapArgument,
  isEnabled: () => can('duplicate', 'map'),
  run: ({ mapId }) => withMap(mapId, ({ id }, projectId) => copyMap(projectId, id)),
});

export const renameMap = defineCommand({
  id: 'map.rename',
  title: 'map.rename',
  icon: PencilIcon,
  listKey: 'F2',
  isHidden: true,
  argument: mapArgument,
  isEnabled: () => can('update', 'map'),
  run: ({ mapId }) => withMap(mapId, (map, projectId) => askMapName(projectId, map)),
});

export const deleteMap = defineCommand({
  id: 'map.delete',
  title: 'map.delete',
  icon: TrashIcon,
  listKey: 'Delete',
  danger: true,
  isHidden: true,
  argument: mapArgument,
  isEnabled: () => can('delete', 'map'),
  run: ({ mapId }) => withMap(mapId, (map, projectId) => askDeleteMap(projectId, map)),
});

/** Whether several people may edit a layer at once (MAP-122): each is offered where the other is. */
export const lockByLayer = defineMapCommand({
  id: 'map.lock-by-layer',
  title: 'map.lock.byLayer',
  icon: LockIcon,
  argument: mapArgument,
  isEnabled: ({ state }) => can('update', 'map') && state.locking === 'feature',
  run: (session) => session.setLocking('layer'),
});

export const lockByFeature = defineMapCommand({
  id: 'map.lock-by-feature',
  title: 'map.lock.byFeature',
  icon: UsersIcon,
  argument: mapArgument,
  isEnabled: ({ state }) => can('update', 'map') && state.locking !== 'feature',
  run: (session) => session.setLocking('feature'),
});

const isEditing = ({ drawing }: MapSession): boolean => drawing.state.editing !== null;

export const finishEditing = defineMapCommand({
  id: 'map.finish-editing',
  title: 'map.draw.finish',
  icon: CheckIcon,
  argument: mapArgument,
  isEnabled: isEditing,
  run: async ({ drawing }) => void (await drawing.finish()),
});

export const cancelEditing = defineMapCommand({
  id: 'map.cancel-editing',
  title: 'map.draw.cancel',
  icon: XIcon,
  argument: mapArgument,
  isEnabled: isEditing,
  run: async ({ drawing }) => void (await drawing.cancel()),
});

/** What is done to maps as a whole. */
export const mapRowCommands = [
  createMap,
  openMapPanel,
  duplicateMap,
  renameMap,
  deleteMap,
  lockByLayer,
  lockByFeature,
  finishEditing,
  cancelEditing,
];
