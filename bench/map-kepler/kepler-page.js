import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { applyMiddleware, combineReducers, createStore } from 'redux';
import KeplerGl from '@kepler.gl/components';
import keplerGlReducer, { enhanceReduxMiddleware } from '@kepler.gl/reducers';
import { addDataToMap, setPolygonFilterLayer, updateMap, wrapTo } from '@kepler.gl/actions';

const store = createStore(combineReducers({ keplerGl: keplerGlReducer.initialState({ mapStyle: { styleType: 'no_map' } }) }), {}, applyMiddleware(...enhanceReduxMiddleware([])));
createRoot(document.querySelector('#root')).render(createElement(Provider, { store }, createElement(KeplerGl, { id: 'map', width: 1000, height: 700, mapboxApiAccessToken: 'none' })));

const here = () => store.getState().keplerGl.map;
const send = (action) => store.dispatch(wrapTo('map', action));
const frame = () => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });

/** The same features as tables that kepler.gl reads: points by columns, areas as GeoJSON of a column. */
async function openMap({ features, center, zoom }) {
  const points = await (await fetch(features.points)).json();
  const areas = await (await fetch(features.areas)).json();
  const table = (id, fields, rows) => ({ info: { id, label: id }, data: { fields, rows } });
  const field = (name, type, analyzerType) => ({ name, type, analyzerType, format: '' });
  send(addDataToMap({
    datasets: [
      table('points', [field('lng', 'real', 'FLOAT'), field('lat', 'real', 'FLOAT')], points),
      table('areas', [field('_geojson', 'geojson', 'GEOMETRY')], areas.map((geometry) => [{ type: 'Feature', properties: {}, geometry }])),
    ],
    options: { centerMap: false, readOnly: true },
    config: { version: 'v1', config: { visState: { layers: [
      { id: 'p', type: 'point', config: { dataId: 'points', label: 'p', color: [52, 72, 157], columns: { lat: 'lat', lng: 'lng', altitude: null }, isVisible: true, visConfig: { radius: 5, outline: true } } },
      { id: 'a', type: 'geojson', config: { dataId: 'areas', label: 'a', color: [52, 72, 157], columns: { geojson: '_geojson' }, isVisible: true, visConfig: { stroked: true, filled: true, thickness: 0.5 } } },
    ] } } },
  }));
  while (here().visState.layers.length < 2) await frame();
  send(updateMap({ longitude: center[0], latitude: center[1], zoom }));
  for (let count = 0; count < 6; count++) await frame();
}

async function moveMap(frames, { center, zoom }) {
  for (let count = 1; count <= frames; count++) {
    send(updateMap({ longitude: center[0] + count * 0.02, latitude: center[1] + count * 0.01, zoom: zoom + count * 0.004 }));
    await frame();
  }
}

/** Its selection by a drawn area: a polygon filter on both layers. */
async function selectAll(_told, [west, south, east, north]) {
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]];
  const feature = { type: 'Feature', id: 'box', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  for (const layer of here().visState.layers) send(setPolygonFilterLayer(layer, feature));
  await frame();
  return Object.values(here().visState.datasets).reduce((sum, { filteredIndex }) => sum + filteredIndex.length, 0);
}

Object.assign(globalThis, { openMap, moveMap, selectAll });
