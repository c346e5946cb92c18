import type { BaseMapType } from '@groma/model';
import type { StyleSpecification } from 'maplibre-gl';
import { datavizStyle } from './dataviz-style.ts';
import { labelLayers } from './label-layers.ts';
import { readMapColours, type Theme } from './map-colours.ts';
import { loadPlaceLabels, type PlaceLabel } from './place-labels.ts';

/** Where the files of `public/basemap` are served. */
const ownUrl = '/basemap';

interface TileSet { tiles: string; attribution: string; maxZoom: number }

/** Tile servers of the base maps that need a network, by URL template; a build may name others. */
const tileSets: Record<Exclude<BaseMapType, 'dataviz'>, TileSet> = {
  openStreetMap: {
    tiles: import.meta.env['VITE_GROMA_STREET_TILES'] ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: import.meta.env['VITE_GROMA_STREET_ATTRIBUTION'] ?? '© OpenStreetMap contributors', maxZoom: 19,
  },
  satellite: {
    tiles: import.meta.env['VITE_GROMA_SATELLITE_TILES'] ?? 'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless-2020_3857/default/g/{z}/{y}/{x}.jpg',
    attribution: import.meta.env['VITE_GROMA_SATELLITE_ATTRIBUTION'] ?? 'Sentinel-2 cloudless by EOX, contains modified Copernicus Sentinel data 2020', maxZoom: 16,
  },
};

/** The id of the source whose failures mean that the base map cannot be reached. */
export const tileSource = 'tiles';

/** Whom the picture comes from. */
export function baseMapAttribution(type: BaseMapType): string {
  return type === 'dataviz' ? 'Natural Earth' : tileSets[type].attribution;
}

/** The style of a base map, whole: its names are in it, so that it is set at once. */
export async function baseMapStyle(type: BaseMapType, theme: Theme): Promise<StyleSpecification> {
  const labels = await loadPlaceLabels(ownUrl).catch(() => []);
  const names = {
    sources: { labels: { type: 'geojson' as const, data: asGeoJson(labels) } },
    layers: labelLayers(readMapColours(theme)),
  };
  const base = datavizStyle(theme, ownUrl);
  if (type === 'dataviz') return { ...base, sources: { ...base.sources, ...names.sources }, layers: [...base.layers, ...names.layers] };
  return tileStyle(base, tileSets[type], names);
}

/** Tiles lie over the offline map, so that something is there until they come, and where they do not. */
function tileStyle(base: StyleSpecification, { tiles, maxZoom }: TileSet, names: Pick<StyleSpecification, 'sources' | 'layers'>): StyleSpecification {
  const hidden = names.layers.map((layer) => ({ ...layer, layout: { ...layer.layout, visibility: 'none' as const } })) as StyleSpecification['layers'];
  return {
    ...base,
    sources: { ...base.sources, ...names.sources, [tileSource]: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: maxZoom } },
    layers: [...base.layers, { id: 'tiles', type: 'raster', source: tileSource, paint: { 'raster-fade-duration': 120 } }, ...hidden],
  };
}

function asGeoJson(labels: readonly PlaceLabel[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: labels.map(({ longitude, latitude, ...properties }) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [longitude, latitude] } })),
  };
}
