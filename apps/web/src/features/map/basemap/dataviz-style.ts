import type { StyleSpecification } from 'maplibre-gl';
import { readMapColours, type Theme } from './map-colours.ts';

const SCALE_CHANGE_ZOOM = 3.5;

/**
 * The offline base map (MAP-111): Natural Earth land, coasts and borders in the product's own colours. Names are not
 * part of it, since MapLibre draws text only from glyph files: see `place-labels.ts`.
 * @param theme whose colours to use
 * @param baseUrl where the files of `public/basemap` are served, without a slash at the end
 */
export function datavizStyle(theme: Theme, baseUrl: string): StyleSpecification {
  const colours = readMapColours(theme);
  return {
    version: 8,
    name: `dataviz ${theme}`,
    sources: {
      ...sources('land', baseUrl),
      ...sources('coast', baseUrl),
      ...sources('border', baseUrl),
      graticule: { type: 'geojson', data: graticule(15) },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      {
        id: 'graticule',
        type: 'line',
        source: 'graticule',
        maxzoom: 7,
        paint: { 'line-color': colours.graticule, 'line-width': 0.75 },
      },
      ...scales('land', (zooms) => ({
        type: 'fill',
        ...zooms,
        paint: { 'fill-color': colours.land, 'fill-antialias': false },
      })),
      ...scales('coast', (zooms) => ({
        type: 'line',
        ...zooms,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.coast, 'line-width': 0.6 },
      })),
      ...scales('border', (zooms) => ({
        type: 'line',
        ...zooms,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.1] },
      })),
    ],
  };
}

type Layer = StyleSpecification['layers'][number];
type Zooms = { id: string; source: string; minzoom?: number; maxzoom?: number };

/** The coarse scale for the world, the finer one from where its detail shows. */
function scales(name: string, make: (zooms: Zooms) => Layer): Layer[] {
  return [
    make({ id: `${name}-110m`, source: `${name}-110m`, maxzoom: SCALE_CHANGE_ZOOM }),
    make({ id: `${name}-50m`, source: `${name}-50m`, minzoom: SCALE_CHANGE_ZOOM }),
  ];
}

function sources(name: string, baseUrl: string): StyleSpecification['sources'] {
  const source = (scale: string): StyleSpecification['sources'][string] => ({
    type: 'geojson',
    data: `${baseUrl}/${name}-${scale}.json`,
    attribution: 'Natural Earth',
    tolerance: 0.4,
    maxzoom: 10,
  });
  return { [`${name}-110m`]: source('110m'), [`${name}-50m`]: source('50m') };
}

/** Meridians and parallels every `step` degrees, to the edge of the Mercator square. */
function graticule(step: number): { type: 'MultiLineString'; coordinates: [number, number][][] } {
  const coordinates: [number, number][][] = [];
  for (let longitude = -180; longitude <= 180; longitude += step)
    coordinates.push([
      [longitude, -85.05],
      [longitude, 85.05],
    ]);
  for (let latitude = -75; latitude <= 75; latitude += step)
    coordinates.push([
      [-180, latitude],
      [180, latitude],
    ]);
  return { type: 'MultiLineString', coordinates };
}
