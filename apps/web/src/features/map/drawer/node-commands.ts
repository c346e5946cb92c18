import { setVisible } from '@groma/model';
import { EyeIcon, EyeOffIcon, FolderPlusIcon, PencilIcon, TrashIcon, ZoomInAreaIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { isTable } from '../look/layer-shape.ts';
import { defineLayerCommand, defineMapCommand, lockedReason } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';
import { withOnly } from './build-map-tree.ts';
import { askDeleteNode, askDeleteNodes, askLayerName, changeTree, newGroup, zoomTo } from './layer-actions.tsx';

const layerArgument = async () => (await import('../maps/map-arguments.ts')).layerArgument;
const layersArgument = async () => (await import('../maps/map-arguments.ts')).layersArgument;

const mayChange = (session: MapSession, layerId: string): boolean | string =>
  can('update', 'map') && (lockedReason(session, layerId) ?? true);
/** A table has nothing on the map. */
const isOnMap = ({ state }: MapSession, { id }: { id: string }) => !isTable(state.data[id]);
/** Those of several that are there still. */
const presentOf = ({ state: { hierarchy } }: MapSession, layerIds: readonly string[]) =>
  layerIds.filter((id) => hierarchy[id]);

export const zoomToLayer = defineLayerCommand({
  id: 'map.zoom-to-layer',
  title: 'map.zoomToLayer',
  icon: ZoomInAreaIcon,
  argument: layerArgument,
  titleOf: (_, { type }) => t(type === 'Layer' ? 'map.zoomToLayer' : 'map.zoomToGroup'),
  isEnabled: isOnMap,
  run: (session, { layerId }) => zoomTo(session, layerId),
});

export const showOnlyLayer = defineLayerCommand({
  id: 'map.show-only-layer',
  title: 'map.showOnly',
  icon: EyeIcon,
  argument: layerArgument,
  isEnabled: isOnMap,
  run: (session, { layerId }) => changeTree(session, (tree) => withOnly(tree, layerId, true)),
});

export const showOtherLayers = defineLayerCommand({
  id: 'map.show-other-layers',
  title: 'map.hideThisShowOthers',
  icon: EyeOffIcon,
  argument: layerArgument,
  isEnabled: isOnMap,
  run: (session, { layerId }) => changeTree(session, (tree) => withOnly(tree, layerId, false)),
});

export const renameLayer = defineLayerCommand({
  id: 'map.rename-layer',
  title: 'map.renameLayer',
  icon: PencilIcon,
  listKey: 'F2',
  argument: layerArgument,
  titleOf: (_, { type }) => t(type === 'Layer' ? 'map.renameLayer' : 'map.renameGroup'),
  isEnabled: (session, { id }) => mayChange(session, id),
  run: (session, { layerId }) => askLayerName(session, layerId),
});

export const deleteLayer = defineLayerCommand({
  id: 'map.delete-layer',
  title: 'map.delete',
  icon: TrashIcon,
  listKey: 'Delete',
  danger: true,
  argument: layerArgument,
  isEnabled: (session, { id }) => mayChange(session, id),
  run: (session, { layerId }) => askDeleteNode(session, layerId),
});

export const showLayers = defineMapCommand({
  id: 'map.show-layers',
  title: 'map.showThese',
  icon: EyeIcon,
  argument: layersArgument,
  run: (session, { layerIds }) => changeTree(session, (tree) => setVisible(tree, presentOf(session, layerIds), true)),
});

export const hideLayers = defineMapCommand({
  id: 'map.hide-layers',
  title: 'map.hideThese',
  icon: EyeOffIcon,
  argument: layersArgument,
  run: (session, { layerIds }) => changeTree(session, (tree) => setVisible(tree, presentOf(session, layerIds), false)),
});

export const zoomToLayers = defineMapCommand({
  id: 'map.zoom-to-layers',
  title: 'map.zoomToThese',
  icon: ZoomInAreaIcon,
  argument: layersArgument,
  run: (session, { layerIds }) => zoomTo(session, ...presentOf(session, layerIds)),
});

export const groupLayers = defineMapCommand({
  id: 'map.group-layers',
  title: 'map.newGroup',
  icon: FolderPlusIcon,
  argument: async () => (await import('../maps/map-arguments.ts')).groupArgument,
  titleOf: (_, { layerIds }) => t(layerIds.length > 0 ? 'map.groupThese' : 'map.newGroup'),
  isEnabled: () => can('update', 'map'),
  run: (session, { layerIds }) => newGroup(session, presentOf(session, layerIds)),
});

export const deleteLayers = defineMapCommand({
  id: 'map.delete-layers',
  title: 'map.delete',
  icon: TrashIcon,
  listKey: 'Delete',
  danger: true,
  argument: layersArgument,
  isEnabled: () => can('update', 'map'),
  run: (session, { layerIds }) => askDeleteNodes(session, new Set(presentOf(session, layerIds))),
});

/** What is done to layers and groups of the tree. */
export const nodeCommands = [
  zoomToLayer,
  showOnlyLayer,
  showOtherLayers,
  renameLayer,
  deleteLayer,
  showLayers,
  hideLayers,
  zoomToLayers,
  groupLayers,
  deleteLayers,
];
