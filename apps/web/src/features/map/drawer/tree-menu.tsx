import {
  CheckIcon,
  CopyPlusIcon,
  ExternalLinkIcon,
  EyeIcon,
  EyeOffIcon,
  FolderPlusIcon,
  LockIcon,
  PencilIcon,
  RefreshIcon,
  TrashIcon,
  UsersIcon,
  XIcon,
  ZoomInAreaIcon,
  type MenuEntry,
} from '@groma/ui';
import { setVisible } from '@groma/model';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import type { MapImports } from '../maps/map-imports.ts';
import { openMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import type { MapTreeNode } from './build-map-tree.ts';
import { askDeleteMap, askDeleteNodes, askMapName, changeTree, copyMap, newGroup, zoomTo } from './layer-actions.tsx';
import type { MapsDrawerParts } from './maps-drawer-parts.ts';

/** What can be done to a row of the tree; what the role forbids is left out (MAP-036, MAP-120). */
export function treeMenu(
  node: MapTreeNode,
  session: MapSession | null,
  projectId: string,
  parts: MapsDrawerParts,
): MenuEntry[] {
  if (node.kind === 'map') return mapMenu(node, session, projectId, parts);
  if (node.kind === 'import') return importMenu(node, parts.imports);
  if (node.kind === 'editing') return session ? editingMenu(session) : [];
  return session ? parts.layerMenu(session, node.id) : [];
}

function mapMenu(
  node: MapTreeNode,
  session: MapSession | null,
  projectId: string,
  { mapEntries }: Pick<MapsDrawerParts, 'mapEntries'>,
): MenuEntry[] {
  return [
    { key: 'open', label: t('map.open'), icon: <ExternalLinkIcon />, shortcut: 'Enter', onSelect: () => openMap(node) },
    ...(session && can('update', 'map')
      ? [{ key: 'group', label: t('map.newGroup'), icon: <FolderPlusIcon />, onSelect: () => newGroup(session) }]
      : []),
    ...(session ? mapEntries(session) : []),
    ...(session && can('update', 'map') ? [lockingEntry(session)] : []),
    ...(can('duplicate', 'map')
      ? [
          {
            key: 'copy',
            label: t('map.duplicate'),
            icon: <CopyPlusIcon />,
            onSelect: () => {
              void copyMap(projectId, node.id);
            },
          },
        ]
      : []),
    ...(can('update', 'map')
      ? [
          {
            key: 'rename',
            label: t('map.rename'),
            icon: <PencilIcon />,
            shortcut: 'F2',
            onSelect: () => askMapName(projectId, node),
          },
        ]
      : []),
    ...deletion(() => {
      void askDeleteMap(projectId, node);
    }),
  ];
}

/** Whether several people may edit a layer at once (MAP-122). */
function lockingEntry(session: MapSession): MenuEntry {
  const isShared = session.state.locking === 'feature';
  return {
    key: 'locking',
    label: t(isShared ? 'map.lock.byLayer' : 'map.lock.byFeature'),
    icon: isShared ? <LockIcon /> : <UsersIcon />,
    onSelect: () => {
      void session.setLocking(isShared ? 'layer' : 'feature');
    },
  };
}

function importMenu({ id, failure }: MapTreeNode, { retry, stop }: MapImports): MenuEntry[] {
  if (!failure) return [{ key: 'stop', label: t('map.cancelImport'), icon: <XIcon />, onSelect: () => stop(id) }];
  return [
    {
      key: 'retry',
      label: t('map.retry'),
      icon: <RefreshIcon />,
      onSelect: () => {
        void retry(id);
      },
    },
    { key: 'dismiss', label: t('map.dismiss'), icon: <XIcon />, onSelect: () => stop(id) },
  ];
}

function editingMenu({ drawing }: MapSession): MenuEntry[] {
  return [
    {
      key: 'finish',
      label: t('map.draw.finish'),
      icon: <CheckIcon />,
      onSelect: () => {
        void drawing.finish();
      },
    },
    {
      key: 'cancel',
      label: t('map.draw.cancel'),
      icon: <XIcon />,
      onSelect: () => {
        void drawing.cancel();
      },
    },
  ];
}

/** What is done to several layers and groups at once. */
export function severalMenu(session: MapSession, ids: ReadonlySet<string>): MenuEntry[] {
  const own = [...ids].filter((id) => session.state.hierarchy[id]);
  const show = (isVisible: boolean) => () => changeTree(session, (tree) => setVisible(tree, own, isVisible));
  return [
    { key: 'heading', kind: 'heading', label: t('map.several', { count: own.length }) },
    { key: 'show', label: t('map.showThese'), icon: <EyeIcon />, onSelect: show(true) },
    { key: 'hide', label: t('map.hideThese'), icon: <EyeOffIcon />, onSelect: show(false) },
    { key: 'zoom', label: t('map.zoomToThese'), icon: <ZoomInAreaIcon />, onSelect: () => zoomTo(session, ...own) },
    ...(can('update', 'map')
      ? [
          {
            key: 'group',
            label: t('map.groupThese'),
            icon: <FolderPlusIcon />,
            onSelect: () => newGroup(session, own),
          },
          { key: 'line', kind: 'divider' as const },
          {
            key: 'delete',
            label: t('map.delete'),
            icon: <TrashIcon />,
            shortcut: 'Delete',
            danger: true,
            onSelect: () => {
              void askDeleteNodes(session, ids);
            },
          },
        ]
      : []),
  ];
}

function deletion(onSelect: () => void): MenuEntry[] {
  if (!can('delete', 'map')) return [];
  return [
    { key: 'line', kind: 'divider' },
    { key: 'delete', label: t('map.delete'), icon: <TrashIcon />, shortcut: 'Delete', danger: true, onSelect },
  ];
}
