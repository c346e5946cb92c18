import { layerReference } from '@groma/model';
import type { ChatView } from '@groma/protocol';
import type { NewAttachment } from '../../registry/gaia-attachments.ts';
import type { OpenPanel } from '../../registry/panel.ts';
import { currentMapId, readTablePanelId } from './maps/map-panels.ts';
import { findMapSession } from './session/use-map-session.ts';
import { findPicture } from './view/open-pictures.ts';

/** The most selected features that the assistant is told of. */
const mostFeatures = 1_000;

/** The map that is open, what it shows and what is selected on it, for the assistant. */
export function readMapView(): ChatView {
  const id = currentMapId();
  if (id === null) return {};
  const map = findPicture(id)?.view.map;
  const state = findMapSession(id)?.state;
  const selected = Object.entries(state?.selection ?? {}).find(([, fids]) => fids.size > 0);
  const layer = selected?.[0] ?? state?.boundLayerId ?? undefined;
  return {
    map: {
      id,
      ...(map && { bounds: boundsOf(map.getBounds().toArray().flat()), zoom: map.getZoom() }),
      ...(layer !== undefined && { layer }),
      ...(selected && { features: [...selected[1]].slice(0, mostFeatures) }),
    },
  };
}

function boundsOf([west = -180, south = -90, east = 180, north = 90]: number[]): [number, number, number, number] {
  return [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
}

/** The layer of an attribute table, to go along with a question. */
export function tableAttachment({ kind, id, title }: OpenPanel): NewAttachment | null {
  return kind === 'attribute-table'
    ? { type: 'layer', filename: title, url: layerReference(readTablePanelId(id)) }
    : null;
}
