import {
  CopyPlusIcon,
  DownloadIcon,
  EyeIcon,
  EyeOffIcon,
  HistoryIcon,
  InfoCircleIcon,
  LockIcon,
  MarqueeIcon,
  MathFunctionIcon,
  PaletteIcon,
  PencilIcon,
  RestoreIcon,
  SwitchHorizontalIcon,
  TableIcon,
  TrashIcon,
  VectorIcon,
  ZoomInAreaIcon,
  ZoomInIcon,
  toast,
  type MenuEntry,
} from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { can } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { openDrawer } from '../../registry/drawer.ts';
import { openLayerDetails } from './details/layer-details.tsx';
import { withOnly } from './drawer/build-map-tree.ts';
import { editFeatures, editLayer, selectAll, zoomToFeatures } from './drawer/feature-actions.ts';
import { askDeleteNode, askLayerName, changeTree, zoomTo } from './drawer/layer-actions.tsx';
import { askExport } from './export/export-dialog.tsx';
import { openDeletedLayers } from './history/deleted-layers.tsx';
import { openLayerHistory } from './history/layer-history.tsx';
import { importInOtherEncoding } from './import/import-files.ts';
import { convertLayer } from './import/import-raster.ts';
import { openPhotoDetails } from './photo/photo-card.tsx';
import type { MapSession } from './session/map-session.ts';
import { nothingSelected } from './session/map-state.ts';
import { openTableToUse } from './table/focus-table.ts';

/** The entries of a layer or group, in the tree and on the map; `fid` is the feature under the pointer (MAP-032 to MAP-036). */
export function layerMenu(session: MapSession, id: string, fid?: number): MenuEntry[] {
  const entry = session.state.hierarchy[id];
  if (!entry) return [];
  const isLayer = entry.type === 'Layer';
  const isImage = isLayer && session.state.rasters[id] !== undefined;
  const hasFeatures = isLayer && !isImage && !session.state.photos[id];
  const holder = session.state.editors[id];
  const lockedReason =
    holder && holder.userId !== session.myId ? t('map.editedBy', { name: holder.username }) : undefined;
  return [
    ...(lockedReason !== undefined && can('update', 'map')
      ? [{ key: 'ask', label: t('map.lock.ask'), icon: <LockIcon />, onSelect: () => session.askFor(id) }]
      : []),
    {
      key: 'zoom',
      label: t(isLayer ? 'map.zoomToLayer' : 'map.zoomToGroup'),
      icon: <ZoomInAreaIcon />,
      onSelect: () => zoomTo(session, id),
    },
    ...(hasFeatures || isImage ? toolEntries(session, entry) : []),
    ...(hasFeatures || isImage ? fileEntries(session, id) : []),
    ...(session.state.photos[id]
      ? [
          {
            key: 'details',
            label: t('layer.details.menu'),
            icon: <InfoCircleIcon />,
            onSelect: () => openPhotoDetails(session, id),
          },
        ]
      : []),
    ...(isImage ? rasterEntries(session, id, lockedReason) : []),
    { key: 'line-show', kind: 'divider' },
    {
      key: 'only',
      label: t('map.showOnly'),
      icon: <EyeIcon />,
      onSelect: () => changeTree(session, (tree) => withOnly(tree, id, true)),
    },
    {
      key: 'others',
      label: t('map.hideThisShowOthers'),
      icon: <EyeOffIcon />,
      onSelect: () => changeTree(session, (tree) => withOnly(tree, id, false)),
    },
    ...(hasFeatures
      ? [{ key: 'line-select', kind: 'divider' as const }, ...featureEntries(session, id, lockedReason, fid)]
      : []),
    ...(can('update', 'map')
      ? [
          { key: 'line-change', kind: 'divider' as const },
          {
            key: 'rename',
            label: t(isLayer ? 'map.renameLayer' : 'map.renameGroup'),
            icon: <PencilIcon />,
            shortcut: 'F2',
            disabledReason: lockedReason,
            onSelect: () => askLayerName(session, id),
          },
          {
            key: 'delete',
            label: t('map.delete'),
            icon: <TrashIcon />,
            shortcut: 'Delete',
            danger: true,
            disabledReason: lockedReason,
            onSelect: () => {
              void askDeleteNode(session, id);
            },
          },
        ]
      : []),
  ];
}

/** What opens beside the map for a layer (MAP-034). */
function toolEntries(session: MapSession, entry: { id: string; text: string }): MenuEntry[] {
  const openFor = (drawer: 'layer-styles' | 'layer-functions') => () => {
    session.bind(entry.id);
    openDrawer(drawer);
  };
  const hasFeatures = !session.state.rasters[entry.id];
  return [
    ...(hasFeatures
      ? [
          {
            key: 'table',
            label: t('map.attributes'),
            icon: <TableIcon />,
            onSelect: () => openTableToUse(session.mapId, entry),
          },
        ]
      : []),
    { key: 'styles', label: t('map.styles'), icon: <PaletteIcon />, onSelect: openFor('layer-styles') },
    { key: 'functions', label: t('map.functions'), icon: <MathFunctionIcon />, onSelect: openFor('layer-functions') },
  ];
}

/** What is done with the features of a layer (MAP-035). Without a selection the feature under the pointer is edited, else the whole layer. */
function featureEntries(
  session: MapSession,
  id: string,
  lockedReason: string | undefined,
  fid: number | undefined,
): MenuEntry[] {
  const selected = session.state.selection[id] ?? nothingSelected;
  const isSome = selected.size > 0;
  const edit = () => {
    void (isSome
      ? editFeatures(session, id, [...selected])
      : fid === undefined
        ? editLayer(session, id)
        : editFeatures(session, id, [fid]));
  };
  return [
    ...(can('update', 'map')
      ? [
          {
            key: 'edit',
            label: t(isSome || fid !== undefined ? 'map.editSelected' : 'map.editLayer'),
            icon: <VectorIcon />,
            disabledReason: lockedReason,
            onSelect: edit,
          },
        ]
      : []),
    {
      key: 'all',
      label: t('map.selectAll'),
      icon: <MarqueeIcon />,
      onSelect: () => {
        void selectAll(session, id);
      },
    },
    {
      key: 'zoom-selected',
      label: t('map.zoomToSelectedFeatures'),
      icon: <ZoomInIcon />,
      disabledReason: isSome ? undefined : t('map.nothingSelected'),
      onSelect: () => {
        void zoomToFeatures(session, { [id]: selected });
      },
    },
  ];
}

/** What is about a layer as a file: writing it, and where it came from. */
function fileEntries(session: MapSession, id: string): MenuEntry[] {
  const name = session.state.hierarchy[id]?.text ?? '';
  const data = session.state.data[id];
  return [
    ...(data && (can('download', 'file') || can('upload', 'file'))
      ? [
          {
            key: 'export',
            label: t('layer.export.menu'),
            icon: <DownloadIcon />,
            onSelect: () => askExport(session, { id, text: name }),
          },
        ]
      : []),
    {
      key: 'history',
      label: t('layer.history.menu'),
      icon: <HistoryIcon />,
      onSelect: () => openLayerHistory(session, { id, text: name }),
    },
    ...(data
      ? [
          {
            key: 'details',
            label: t('layer.details.menu'),
            icon: <InfoCircleIcon />,
            onSelect: () =>
              openLayerDetails(
                name,
                data,
                can('update', 'map')
                  ? (path) => {
                      void importInOtherEncoding(session, path, session.state.styles[id]!);
                    }
                  : undefined,
              ),
          },
        ]
      : []),
  ];
}

/** What is done with an image: its copy that is drawn fast, and the same once more in another style. */
function rasterEntries(session: MapSession, id: string, lockedReason: string | undefined): MenuEntry[] {
  const raster = session.state.rasters[id];
  const name = session.state.hierarchy[id]?.text ?? '';
  if (!raster || !can('update', 'map')) return [];
  const {
    style,
    source: { url },
  } = raster;
  return [
    {
      key: 'again',
      label: t('raster.again'),
      icon: <CopyPlusIcon />,
      onSelect: () => {
        session.rasters.add(name, url, style).catch((error: unknown) => toast.error(errorText(error)));
      },
    },
    ...(!style.isCOG && url.startsWith('/data/') && can('upload', 'file')
      ? [
          {
            key: 'convert',
            label: t('raster.makeCog'),
            icon: <SwitchHorizontalIcon />,
            disabledReason: lockedReason,
            onSelect: () => {
              void convertLayer(session, id, name, url);
            },
          },
        ]
      : []),
  ];
}

/** What siblings of the tree do with a map as a whole. */
export function mapEntries(session: MapSession): MenuEntry[] {
  if (!can('update', 'map')) return [];
  return [
    {
      key: 'deleted',
      label: t('layer.deleted.menu'),
      icon: <RestoreIcon />,
      onSelect: () => openDeletedLayers(session),
    },
  ];
}
