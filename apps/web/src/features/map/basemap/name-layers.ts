import type { LayerSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';

/** Data is drawn below this layer. */
export const firstLabelLayer = 'labels-city';

const font = ['Inter, sans-serif'];

/** Names of countries, capitals and cities. MapLibre draws letters by itself where a style names no glyph files. */
export function nameLayers(colours: MapColours): LayerSpecification[] {
  const halo = { 'text-halo-color': colours.halo, 'text-halo-width': 1.8 };
  const shownFromZoom = ['<=', ['get', 'minZoom'], ['+', ['zoom'], 0.5]] as never;
  return [
    {
      id: firstLabelLayer,
      type: 'symbol',
      source: 'labels',
      filter: ['all', ['!=', ['get', 'kind'], 'country'], shownFromZoom],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10.5, 8, 13],
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 4,
        'text-max-width': 8,
      },
      paint: { 'text-color': colours.city, ...halo },
    },
    {
      id: 'labels-country',
      type: 'symbol',
      source: 'labels',
      maxzoom: 8,
      filter: ['all', ['==', ['get', 'kind'], 'country'], shownFromZoom],
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 9.5, 6, 12],
        'text-letter-spacing': 0.12,
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 6,
        'text-max-width': 7,
      },
      paint: { 'text-color': colours.label, ...halo },
    },
  ];
}
