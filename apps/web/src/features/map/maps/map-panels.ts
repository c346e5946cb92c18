import type { Bbox } from '@groma/geo';
import { t } from '../../../platform/text.ts';
import { openPanel, readActivePanel, readOpenPanels, type OpenPanel } from '../../../registry/panel.ts';

export interface MapPanelParams {
  mapId: string;
}

/** The id of a map's panel in the dock. */
export const mapPanelId = (mapId: string): string => `map:${mapId}`;

const tableMarker = '-attribute-table-';

/** The id of a layer's attribute table in the dock (SHL-024). */
export const tablePanelId = (mapId: string, layerId: string): string => `${mapId}${tableMarker}${layerId}`;

/** The map and the layer of a table's panel id; a part that is missing is empty. */
export function readTablePanelId(id: string): { mapId: string; layerId: string } {
  const at = id.indexOf(tableMarker);
  return at < 0 ? { mapId: id, layerId: '' } : { mapId: id.slice(0, at), layerId: id.slice(at + tableMarker.length) };
}

export function openMap({ id, name }: { id: string; name: string }): void {
  openPanel<MapPanelParams>({ kind: 'map', id: mapPanelId(id), title: name, params: { mapId: id } });
}

export function openTable(mapId: string, layer: { id: string; text: string }): void {
  openPanel({
    kind: 'attribute-table',
    id: tablePanelId(mapId, layer.id),
    title: layer.text,
  });
}

/** The id of the panel in which the story of a map is written. */
const storyPanelId = (mapId: string): string => `story:${mapId}`;

export function openStoryPanel(mapId: string, title: string): void {
  openPanel<MapPanelParams>({
    kind: 'map-story',
    id: storyPanelId(mapId),
    title,
    params: { mapId },
  });
}

/** The map that a command without a map means: the active panel's, else the one opened last. */
export function currentMapId(): string | null {
  const active = readActivePanel();
  const open = readOpenPanels().findLast(({ kind }) => kind === 'map');
  return (active && mapOf(active)) ?? (open ? mapOf(open) : null);
}

function mapOf({ kind, id, params }: OpenPanel): string | null {
  if (kind === 'map' || kind === 'map-story') return (params as MapPanelParams).mapId;
  return kind === 'attribute-table' ? readTablePanelId(id).mapId : null;
}

type View = (box: Bbox) => void;
const views = new Map<string, View>();
const waiting = new Map<string, Bbox>();

/** The map panel says how it is brought to a place; what was asked for before it was there is done now. */
export function lendView(mapId: string, view: View): () => void {
  views.set(mapId, view);
  const box = waiting.get(mapId);
  if (box) view(box);
  waiting.delete(mapId);
  return () => {
    if (views.get(mapId) === view) views.delete(mapId);
  };
}

/** Shows a box on a map, opening its panel where it is not open. */
export function showOnMap(mapId: string, name: string, box: Bbox): void {
  const view = views.get(mapId);
  openMap({ id: mapId, name: name === '' ? t('map.map') : name });
  if (view) view(box);
  else waiting.set(mapId, box);
}
