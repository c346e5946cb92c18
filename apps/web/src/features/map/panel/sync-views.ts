import type { Map as LibreMap } from 'maplibre-gl';
import { create } from 'zustand';

/** Whether all maps that are open show the same place (MAP-021, MAP-022). */
export const syncStore = create<{ isOn: boolean }>(() => ({ isOn: false }));

const open = new Set<LibreMap>();
let leading: LibreMap | null = null;
let lastMoved: LibreMap | null = null;

/** Lets a map lead the others, and follow them, while views are synchronised; returns how it leaves. */
export function joinViews(map: LibreMap): () => void {
  const onMove = () => {
    // What follows does not lead.
    if (leading !== null) return;
    lastMoved = map;
    if (syncStore.getState().isOn) lead(map);
  };
  open.add(map);
  map.on('move', onMove);
  if (syncStore.getState().isOn && lastMoved && lastMoved !== map) lead(lastMoved);
  return () => {
    open.delete(map);
    if (lastMoved === map) lastMoved = null;
    map.off('move', onMove);
  };
}

/** Turns it on or off. On, the others go at once to where the map was last moved, or to `from`. */
export function turnSync(from: LibreMap | null): void {
  const isOn = !syncStore.getState().isOn;
  syncStore.setState({ isOn });
  const first = from ?? lastMoved;
  if (isOn && first) lead(first);
}

function lead(map: LibreMap): void {
  leading = map;
  const view = { center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch() };
  for (const other of open) if (other !== map) other.jumpTo(view);
  leading = null;
}
