import type { MenuEntry } from '@groma/ui';
import { formatResource, layerReference } from '@groma/model';
import { entryOfCommand, line, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { deleteLayer, renameLayer, showOnlyLayer, showOtherLayers, zoomToLayer } from './drawer/node-commands.ts';
import { clearFilter } from './filter/filter-commands.ts';
import { joinTable } from './join/join-commands.ts';
import { layerCommands as layer } from './layer-commands.ts';
import type { MapSession } from './session/map-session.ts';

/**
 * The entries of a layer or group, in the tree and on the map; `fid` is the feature under the pointer (MAP-032 to
 * MAP-036).
 */
export function layerMenu({ mapId, state }: MapSession, layerId: string, fid?: number): MenuEntry[] {
  if (!state.hierarchy[layerId]) return [];
  const its = { mapId, layerId };
  return menuOf([
    menuEntry(layer.askForLayer, its),
    menuEntry(zoomToLayer, its),
    menuEntry(layer.openAttributes, its),
    menuEntry(layer.openStyles, its),
    menuEntry(layer.openFunctions, its),
    menuEntry(clearFilter, its),
    menuEntry(joinTable, its),
    menuEntry(layer.exportLayer, its),
    menuEntry(layer.showLayerHistory, its),
    menuEntry(layer.showLayerOrigin, its),
    menuEntry(layer.showLayerDetails, its),
    menuEntry(layer.showTileAddresses, its),
    gaiaEntry(state, its),
    menuEntry(layer.addRasterAgain, its),
    menuEntry(layer.convertRaster, its),
    line('line-show'),
    menuEntry(showOnlyLayer, its),
    menuEntry(showOtherLayers, its),
    line('line-select'),
    menuEntry(layer.editFeatures, { ...its, fid }),
    menuEntry(layer.selectAllFeatures, its),
    menuEntry(layer.selectByExpression, its),
    menuEntry(layer.zoomToSelected, its),
    line('line-change'),
    menuEntry(renameLayer, its),
    menuEntry(deleteLayer, its),
  ]);
}

/** The assistant's feature brings the command. Groups hold no data of their own. */
function gaiaEntry(state: MapSession['state'], its: { mapId: string; layerId: string }): MenuEntry | null {
  const entry = state.hierarchy[its.layerId];
  if (entry?.type !== 'Layer') return null;
  const url = state.rasters[its.layerId]
    ? formatResource({ kind: 'image', parts: [its.mapId, its.layerId] })
    : layerReference(its);
  return entryOfCommand('assistant.add', { type: 'layer', filename: entry.text, url });
}

/** What siblings of the tree do with a map as a whole. */
export function mapEntries({ mapId }: MapSession): MenuEntry[] {
  return menuOf([menuEntry(layer.showDeletedLayers, { mapId }), menuEntry(layer.runOutdated, { mapId })]);
}
