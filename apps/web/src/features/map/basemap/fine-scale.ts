import type { GeoJSONSource, Map as LibreMap, MapSourceDataEvent } from 'maplibre-gl';

/** The sources of the offline base map. */
export const coarse = 'world-110m';
export const fine = 'world-50m';
/** The zoom from which the finer scale is drawn; it is fetched a little before. */
export const fineFromZoom = 3.5;
const fetchFromZoom = 3;
const kinds = ['graticule', 'land', 'coast', 'border'];

/** The layer that draws a kind of thing at a scale. */
export const scaleLayer = (kind: string, scale: string): string => `${kind}-${scale}`;

/**
 * Fetches the finer scale of the offline base map once somebody comes near enough to see it: it is ten times as large
 * as the coarse one, which is shown until it is there.
 * @param url where the finer scale is served
 */
export function fetchFineScale(map: LibreMap, url: string): void {
  let isAsked = false;
  const look = () => {
    const source = map.getSource<GeoJSONSource>(fine);
    if (isAsked || !source || map.getZoom() < fetchFromZoom) return;
    isAsked = true;
    source.setData(url);
  };
  map.on('zoom', look);
  map.on('style.load', () => {
    isAsked = false;
    look();
  });
  map.on('sourcedata', ({ sourceId, sourceDataType }: MapSourceDataEvent) => {
    if (sourceId !== fine || !isAsked || sourceDataType === 'metadata' || !map.isSourceLoaded(fine)) return;
    for (const kind of kinds) map.setLayerZoomRange(scaleLayer(kind, coarse), 0, fineFromZoom);
  });
}
