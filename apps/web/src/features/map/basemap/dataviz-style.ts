import type { StyleSpecification } from 'maplibre-gl';
import { readMapColours, type Theme } from './map-colours.ts';
import { coarse, fine, fineFromZoom, scaleLayer } from './fine-scale.ts';

/**
 * The offline base map (MAP-111): Natural Earth land, coasts and borders in the product's own colours. Names are not
 * part of it, since MapLibre draws text only from glyph files: see `place-labels.ts`.
 *
 * One source has all that is drawn at a scale, since every source of a map is cut into tiles, and masked tile by tile
 * in every frame, by itself.
 * @param theme whose colours to use
 * @param baseUrl where the files of `public/basemap` are served, without a slash at the end
 */
export function datavizStyle(theme: Theme, baseUrl: string): StyleSpecification {
  const colours = readMapColours(theme);
  return {
    version: 8,
    // Colours change at once: fading would draw every layer of data again for each of its frames.
    transition: { duration: 0, delay: 0 },
    sources: {
      [coarse]: source(`${baseUrl}/world-110m.json`),
      [fine]: source({ type: 'FeatureCollection', features: [] }),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      ...scales('graticule', (layer) => ({
        ...layer,
        maxzoom: 7,
        type: 'line',
        paint: { 'line-color': colours.graticule, 'line-width': 0.75 },
      })),
      ...scales('land', (layer) => ({
        ...layer,
        type: 'fill',
        paint: { 'fill-color': colours.land, 'fill-antialias': false },
      })),
      ...scales('coast', (layer) => ({
        ...layer,
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.coast, 'line-width': 0.6 },
      })),
      ...scales('border', (layer) => ({
        ...layer,
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.1] },
      })),
    ],
  };
}

type Layer = StyleSpecification['layers'][number];
type Part = { id: string; source: string; filter: ['==', ['get', 'kind'], string]; minzoom?: number };

/** The coarse scale, and the finer one from where its detail shows. */
function scales(kind: string, make: (part: Part) => Layer): Layer[] {
  const filter: Part['filter'] = ['==', ['get', 'kind'], kind];
  return [
    make({ id: scaleLayer(kind, coarse), source: coarse, filter }),
    make({ id: scaleLayer(kind, fine), source: fine, filter, minzoom: fineFromZoom }),
  ];
}

function source(data: string | GeoJSON.FeatureCollection): StyleSpecification['sources'][string] {
  return { type: 'geojson', data, attribution: 'Natural Earth', tolerance: 0.4, maxzoom: 10 };
}
