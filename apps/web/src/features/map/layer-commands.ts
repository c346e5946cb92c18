import {
  CopyPlusIcon,
  DownloadIcon,
  GitForkIcon,
  HistoryIcon,
  InfoCircleIcon,
  LockIcon,
  MarqueeIcon,
  MathFunctionIcon,
  PaletteIcon,
  PlugIcon,
  RefreshIcon,
  RestoreIcon,
  SwitchHorizontalIcon,
  TableIcon,
  toast,
  VectorIcon,
  WandIcon,
  ZoomInIcon,
} from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { can } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { fetchSoon } from '../../platform/when-idle.ts';
import { openDrawer } from '../../registry/drawer.ts';
import { isTable } from './look/layer-shape.ts';
import { takeInHand } from './function/tool-shelf.ts';
import { defineLayerCommand, defineMapCommand, lockedReason } from './session/map-command.ts';
import type { MapSession } from './session/map-session.ts';
import { nothingSelected } from './session/map-state.ts';

const layerArgument = async () => (await import('./maps/map-arguments.ts')).layerArgument;
const acts = () => import('./layer-acts.ts');

/** Fetches what the commands do before they are run. */
export const fetchLayerActs = () => fetchSoon(acts, () => import('./maps/map-arguments.ts'));

/** What a layer is: of features, of rows without geometry, an image, a photo, something in space; null is a group. */
function kindOf({ state }: MapSession, id: string): 'features' | 'table' | 'image' | 'photo' | 'solid' | null {
  if (state.hierarchy[id]?.type !== 'Layer') return null;
  if (state.solids[id]) return 'solid';
  return state.rasters[id] ? 'image' : state.photos[id] ? 'photo' : isTable(state.data[id]) ? 'table' : 'features';
}
const hasPlaces = (session: MapSession, id: string) => kindOf(session, id) === 'features';
const hasFeatures = (session: MapSession, id: string) => hasPlaces(session, id) || kindOf(session, id) === 'table';
const hasStyle = (session: MapSession, id: string) =>
  hasPlaces(session, id) || ['image', 'solid'].includes(kindOf(session, id) ?? '');
const selectedOf = ({ state }: MapSession, id: string) => state.selection[id] ?? nothingSelected;
const layerOf = ({ state }: MapSession, id: string) => ({ id, text: state.hierarchy[id]?.text ?? '' });

const askForLayer = defineLayerCommand({
  id: 'map.ask-for-layer',
  title: 'map.lock.ask',
  icon: LockIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => can('update', 'map') && lockedReason(session, id) !== undefined,
  run: (session, { layerId }) => session.askFor(layerId),
});

/** What opens beside the map for a layer (MAP-034). */
const openAttributes = defineLayerCommand({
  id: 'map.open-attributes',
  title: 'map.attributes',
  icon: TableIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasFeatures(session, id),
  run: async (session, { layerId }) => (await acts()).openTableToUse(session.mapId, layerOf(session, layerId)),
});

const openStyles = defineLayerCommand({
  id: 'map.open-styles',
  title: 'map.styles',
  icon: PaletteIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasStyle(session, id),
  run: (session, { layerId }) => {
    session.bind(layerId);
    openDrawer('layer-styles');
  },
});

const openFunctions = defineLayerCommand({
  id: 'map.open-functions',
  title: 'map.functions',
  icon: MathFunctionIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasFeatures(session, id),
  run: (session, { layerId }) => {
    takeInHand(session.mapId, layerId, session);
    openDrawer('layer-functions');
  },
});

/**
 * What is done with the features of a layer (MAP-035). Without a selection the feature under the pointer is edited,
 * else the whole layer.
 */
const editFeatures = defineLayerCommand({
  id: 'map.edit-features',
  title: 'map.editLayer',
  icon: VectorIcon,
  argument: async () => (await import('./maps/map-arguments.ts')).featureArgument,
  titleOf: (session, { id }, { fid }) =>
    t(selectedOf(session, id).size > 0 || fid !== undefined ? 'map.editSelected' : 'map.editLayer'),
  isEnabled: (session, { id }) => can('update', 'map') && hasPlaces(session, id) && (lockedReason(session, id) ?? true),
  run: async (session, { layerId, fid }) => {
    const selected = [...selectedOf(session, layerId)];
    const fids = selected.length > 0 ? selected : fid === undefined ? null : [fid];
    const { editLayer, editFeatures: edit } = await acts();
    await (fids ? edit(session, layerId, fids) : editLayer(session, layerId));
  },
});

const selectAllFeatures = defineLayerCommand({
  id: 'map.select-all',
  title: 'map.selectAll',
  icon: MarqueeIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasFeatures(session, id),
  run: async (session, { layerId }) => (await acts()).selectAll(session, layerId),
});

const selectByExpression = defineLayerCommand({
  id: 'map.select-by-expression',
  title: 'layer.selectBy.menu',
  icon: WandIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasFeatures(session, id),
  run: async (session, { layerId }) => (await acts()).askSelection(session, layerId),
});

const zoomToSelected = defineLayerCommand({
  id: 'map.zoom-to-selected',
  title: 'map.zoomToSelectedFeatures',
  icon: ZoomInIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) =>
    hasPlaces(session, id) && (selectedOf(session, id).size > 0 || t('map.nothingSelected')),
  run: async (session, { layerId }) =>
    (await acts()).zoomToFeatures(session, { [layerId]: selectedOf(session, layerId) }),
});

/** What is about a layer as a file: writing it, and where it came from. */
const exportLayer = defineLayerCommand({
  id: 'map.export-layer',
  title: 'layer.export.menu',
  icon: DownloadIcon,
  argument: layerArgument,
  isEnabled: ({ state }, { id }) => state.data[id] !== undefined && (can('download', 'file') || can('upload', 'file')),
  run: async (session, { layerId }) => (await acts()).askExport(session, layerOf(session, layerId)),
});

const showLayerHistory = defineLayerCommand({
  id: 'map.show-layer-history',
  title: 'layer.history.menu',
  icon: HistoryIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasFeatures(session, id) || hasStyle(session, id),
  run: async (session, { layerId }) => (await acts()).openLayerHistory(session, layerOf(session, layerId)),
});

const showLayerOrigin = defineLayerCommand({
  id: 'map.show-layer-origin',
  title: 'origin.menu',
  icon: GitForkIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => hasFeatures(session, id),
  run: async (session, { layerId }) => (await acts()).openLayerOrigin(session, layerId),
});

const showLayerDetails = defineLayerCommand({
  id: 'map.show-layer-details',
  title: 'layer.details.menu',
  icon: InfoCircleIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => session.state.data[id] !== undefined || kindOf(session, id) === 'photo',
  run: async (session, { layerId }) => {
    const { openPhotoDetails, openLayerDetails, importInOtherEncoding } = await acts();
    const data = session.state.data[layerId];
    if (!data) return openPhotoDetails(session, layerId);
    openLayerDetails(
      layerOf(session, layerId).text,
      data,
      can('update', 'map')
        ? (path) => {
            void importInOtherEncoding(session, path, session.state.styles[layerId]!);
          }
        : undefined,
    );
  },
});

const showTileAddresses = defineLayerCommand({
  id: 'map.show-tile-addresses',
  title: 'layer.addresses.menu',
  icon: PlugIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => kindOf(session, id) === 'image',
  run: async (session, { layerId }) =>
    (await acts()).openTileAddresses(session.mapId, layerId, layerOf(session, layerId).text),
});

/** What is done with an image: its copy that is drawn fast, and the same once more in another style. */
const addRasterAgain = defineLayerCommand({
  id: 'map.add-raster-again',
  title: 'raster.again',
  icon: CopyPlusIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => can('update', 'map') && kindOf(session, id) === 'image',
  run: async (session, { layerId }) => {
    const { style, source } = session.state.rasters[layerId]!;
    await session.rasters
      .add(layerOf(session, layerId).text, source.url, style)
      .catch((error: unknown) => toast.error(errorText(error)));
  },
});

const convertRaster = defineLayerCommand({
  id: 'map.convert-raster',
  title: 'raster.makeCog',
  icon: SwitchHorizontalIcon,
  argument: layerArgument,
  isEnabled: (session, { id }) => {
    const raster = session.state.rasters[id];
    const isOwn = raster !== undefined && !raster.style.isCOG && raster.source.url.startsWith('/data/');
    return isOwn && can('update', 'map') && can('upload', 'file') && (lockedReason(session, id) ?? true);
  },
  run: async (session, { layerId }) => {
    const { url } = session.state.rasters[layerId]!.source;
    await (await acts()).convertLayer(session, layerId, layerOf(session, layerId).text, url);
  },
});

const showDeletedLayers = defineMapCommand({
  id: 'map.show-deleted-layers',
  title: 'layer.deleted.menu',
  icon: RestoreIcon,
  argument: async () => (await import('./maps/map-arguments.ts')).mapArgument,
  isEnabled: () => can('update', 'map'),
  run: async (session) => (await acts()).openDeletedLayers(session),
});

/** The whole workspace is a command of its own, which needs no map. */
const runOutdated = defineMapCommand({
  id: 'map.run-outdated',
  title: 'origin.runOutdated',
  icon: RefreshIcon,
  argument: async () => (await import('./maps/map-arguments.ts')).mapArgument,
  isEnabled: () => can('update', 'map'),
  run: async ({ projectId, mapId }) => (await acts()).runOutdated(projectId, mapId),
});

/** What is done to a layer by several folders of the map. */
export const layerCommands = {
  askForLayer,
  openAttributes,
  openStyles,
  openFunctions,
  editFeatures,
  selectAllFeatures,
  selectByExpression,
  zoomToSelected,
  exportLayer,
  showLayerHistory,
  showLayerOrigin,
  showLayerDetails,
  showTileAddresses,
  addRasterAgain,
  convertRaster,
  showDeletedLayers,
  runOutdated,
};
