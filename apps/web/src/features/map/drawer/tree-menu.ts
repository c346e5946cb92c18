import type { MenuEntry } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { entryOfCommand, line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import type { MapImports } from '../maps/map-imports.ts';
import type { MapSession } from '../session/map-session.ts';
import type { MapTreeNode } from './build-map-tree.ts';
import {
  cancelEditing,
  deleteMap,
  duplicateMap,
  finishEditing,
  lockByFeature,
  lockByLayer,
  openMapPanel,
  renameMap,
} from './map-row-commands.ts';
import type { MapsDrawerParts } from './maps-drawer-parts.ts';
import { deleteLayers, groupLayers, hideLayers, showLayers, zoomToLayers } from './node-commands.ts';

/** What can be done to a row of the tree; what the role forbids is left out (MAP-036, MAP-120). */
export function treeMenu(node: MapTreeNode, session: MapSession | null, parts: MapsDrawerParts): MenuEntry[] {
  if (node.kind === 'map') return mapMenu(node.id, session, parts);
  if (node.kind === 'import') return importMenu(node, parts.imports);
  if (node.kind === 'editing') return session ? editingMenu(session) : [];
  return session ? parts.layerMenu(session, node.id) : [];
}

function mapMenu(
  mapId: string,
  session: MapSession | null,
  { mapEntries }: Pick<MapsDrawerParts, 'mapEntries'>,
): MenuEntry[] {
  return menuOf([
    menuEntry(openMapPanel, { mapId }),
    ...(session
      ? [
          menuEntry(groupLayers, { mapId, layerIds: [] }),
          ...mapEntries(session),
          menuEntry(lockByLayer, { mapId }),
          menuEntry(lockByFeature, { mapId }),
        ]
      : []),
    menuEntry(duplicateMap, { mapId }),
    menuEntry(renameMap, { mapId }),
    entryOfCommand('template.publish', { type: 'MAP', id: mapId }),
    line('line'),
    menuEntry(deleteMap, { mapId }),
  ]);
}

function importMenu({ id: importId }: MapTreeNode, { retry, stop }: MapImports): MenuEntry[] {
  return menuOf([menuEntry(retry, { importId }), menuEntry(stop, { importId })]);
}

function editingMenu({ mapId }: MapSession): MenuEntry[] {
  return menuOf([menuEntry(finishEditing, { mapId }), menuEntry(cancelEditing, { mapId })]);
}

/** What is done to several layers and groups at once. */
export function severalMenu({ mapId, state: { hierarchy } }: MapSession, ids: ReadonlySet<string>): MenuEntry[] {
  const layerIds = [...ids].filter((id) => hierarchy[id]);
  const these = { mapId, layerIds };
  return menuOf([
    { key: 'heading', kind: 'heading', label: t('map.several', { count: layerIds.length }) },
    menuEntry(showLayers, these),
    menuEntry(hideLayers, these),
    menuEntry(zoomToLayers, these),
    menuEntry(groupLayers, these),
    line('line'),
    menuEntry(deleteLayers, these),
  ]);
}
