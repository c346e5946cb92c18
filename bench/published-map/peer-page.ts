import { Map as LibreMap, type GeoJSONSource } from 'maplibre-gl';

/** The view of the published map, and the same features as GeoJSON. */
const box = new URLSearchParams(location.search).get('box')!.split(',').map(Number);
const map = new LibreMap({
  container: 'map',
  bounds: box as [number, number, number, number],
  fitBoundsOptions: { padding: 40, animate: false },
  style: {
    version: 8,
    sources: { parcels: { type: 'geojson', data: '/parcels.geojson' } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#d3dee0' } },
      { id: 'fill', type: 'fill', source: 'parcels', paint: { 'fill-color': '#34489d', 'fill-opacity': 0.6 } },
      { id: 'line', type: 'line', source: 'parcels', paint: { 'line-color': '#34489d', 'line-width': 1 } },
    ],
  },
});
const drawn = new Promise<number>((resolve) => {
  map.once('idle', () => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
  });
});

async function countFeatures(): Promise<number> {
  const data = await map.getSource<GeoJSONSource>('parcels')!.getData();
  return data.type === 'FeatureCollection' ? data.features.length : 0;
}

Object.assign(globalThis, { drawn, countFeatures });
