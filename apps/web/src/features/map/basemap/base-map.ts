import type { BaseMapType } from '@groma/model';
import type { SettingsReply } from '@groma/protocol';
import type { StyleSpecification } from 'maplibre-gl';
import { readSettings, useSettings } from '../../../platform/settings.ts';
import { datavizStyle } from './dataviz-style.ts';
import { nameLayers } from './name-layers.ts';
import { readMapColours, type Theme } from './map-colours.ts';
import { loadPlaceNames, type PlaceName } from './load-place-names.ts';

/** Where the files of `public/basemap` are served. */
const ownUrl = '/basemap';

/** Where the finer scale of the offline base map is served. */
export const fineScaleUrl = `${ownUrl}/world-50m.json`;

type TileSet = SettingsReply['baseMaps'][keyof SettingsReply['baseMaps']];

/** The id of the source whose failures mean that the base map cannot be reached. */
export const tileSource = 'tiles';

/** Whom the picture comes from; empty until the settings of the server are known. */
export function useBaseMapAttribution(type: BaseMapType): string {
  const settings = useSettings();
  return type === 'dataviz' ? 'Natural Earth' : (settings?.baseMaps[type].attribution ?? '');
}

/**
 * The style of a base map, whole: its names are in it, so that it is set at once. It is called as the base map is,
 * whatever the theme.
 */
export async function baseMapStyle(type: BaseMapType, theme: Theme): Promise<StyleSpecification> {
  const labels = await loadPlaceNames(ownUrl).catch(() => []);
  const names = {
    sources: { labels: { type: 'geojson' as const, data: asGeoJson(labels) } },
    layers: nameLayers(readMapColours(theme)),
  };
  const base = datavizStyle(theme, ownUrl);
  if (type === 'dataviz')
    return {
      ...base,
      name: type,
      metadata: { isDark: theme === 'dark' },
      sources: { ...base.sources, ...names.sources },
      layers: [...base.layers, ...names.layers],
    };
  const metadata = { isDark: type === 'satellite' };
  return tileStyle({ ...base, name: type, metadata }, (await readSettings()).baseMaps[type], names);
}

/** Whether a base map is dark, so that what is written on it is to be light. */
export function isGroundDark({ metadata }: Pick<StyleSpecification, 'metadata'>): boolean {
  return (metadata as { isDark?: boolean } | undefined)?.isDark === true;
}

/** Tiles lie over the offline map, so that something is there until they come, and where they do not. */
function tileStyle(
  base: StyleSpecification,
  { tiles, maxZoom }: TileSet,
  names: Pick<StyleSpecification, 'sources' | 'layers'>,
): StyleSpecification {
  const hidden = names.layers.map((layer) => ({
    ...layer,
    layout: { ...layer.layout, visibility: 'none' as const },
  })) as StyleSpecification['layers'];
  return {
    ...base,
    sources: {
      ...base.sources,
      ...names.sources,
      [tileSource]: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: maxZoom },
    },
    layers: [
      ...base.layers,
      { id: 'tiles', type: 'raster', source: tileSource, paint: { 'raster-fade-duration': 120 } },
      ...hidden,
    ],
  };
}

function asGeoJson(labels: readonly PlaceName[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: labels.map(({ longitude, latitude, ...properties }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
