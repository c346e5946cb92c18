import type { Bbox } from '@groma/geo';
import { defaultLayerColor, type Hierarchy } from '@groma/model';
import type { ShownMap } from '@groma/protocol';
import { Map as LibreMap, type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import { baseMapStyle, fineScaleUrl } from '../basemap/base-map.ts';
import { fetchFineScale } from '../basemap/fine-scale.ts';
import type { Theme } from '../basemap/map-colours.ts';
import { firstLabelLayer } from '../basemap/name-layers.ts';
import type { DrawnKind } from '../render/drawn-kind.ts';
import type { MapSession } from '../session/map-session.ts';
import type { MapState } from '../session/map-state.ts';
import { inFrame } from '../view/in-frame.ts';
import { mercatorBox } from '../view/map-maths.ts';
import { MapView } from '../view/map-view.ts';

/** A small map while it is drawn. */
export interface OpenedMap {
  map: LibreMap;
  /** What it shows once all of it is there, as the address of an image. */
  picture(): Promise<string>;
  remove(): void;
}

const padding = 24;
const closest = 15;

/** Draws the geometries of a result over the built-in base map. */
export async function openFeatures(
  container: HTMLElement,
  theme: Theme,
  { geometries, bounds }: ShownMap & { kind: 'features' },
): Promise<OpenedMap> {
  const map = new LibreMap({
    container,
    style: withFeatures(await baseMapStyle('dataviz', theme), geometries as GeoJSON.Geometry[]),
    bounds: mercatorBox(bounds as Bbox),
    fitBoundsOptions: { padding, maxZoom: closest },
    attributionControl: false,
    fadeDuration: 0,
  });
  fetchFineScale(map, fineScaleUrl);
  return { map, picture: () => pictureOf(map), remove: () => map.remove() };
}

/** Draws a layer as its map does, alone. */
export async function openLayer(
  container: HTMLElement,
  theme: Theme,
  { session, kinds }: { session: MapSession; kinds: readonly DrawnKind[] },
  { layer, bounds }: ShownMap & { kind: 'layer' },
): Promise<OpenedMap> {
  const style = await baseMapStyle('dataviz', theme);
  const view = new MapView(container, style, session, () => undefined, kinds);
  const { map } = view;
  map.jumpTo({ pitch: 0, bearing: 0 });
  map.jumpTo(map.cameraForBounds(mercatorBox(bounds as Bbox), { padding, maxZoom: closest }) ?? {});
  const draw = (state: MapState): void => view.draw({ ...state, hierarchy: onlyLayer(state.hierarchy, layer) });
  session.loadLayer(layer);
  draw(session.state);
  const stop = session.store.subscribe(draw);
  return {
    map,
    async picture() {
      await loaded(session, layer);
      return pictureOf(map);
    },
    remove() {
      stop();
      view.remove();
    },
  };
}

/** The tree with one layer switched on, whatever is in it. */
function onlyLayer(hierarchy: Hierarchy, layerId: string): Hierarchy {
  return Object.fromEntries(
    Object.entries(hierarchy).map(([id, entry]) => [
      id,
      { ...entry, visible: entry.type === 'Group' || id === layerId },
    ]),
  );
}

/** Resolves when the features of a layer are read, or could not be; others have none. */
function loaded({ store }: MapSession, layerId: string): Promise<void> {
  const isLoaded = ({ data, loaded: layers }: MapState): boolean =>
    data[layerId] === undefined || (layers[layerId] !== undefined && layers[layerId].load.status !== 'loading');
  return new Promise((resolve) => {
    if (isLoaded(store.getState())) return resolve();
    const stop = store.subscribe((state) => {
      if (!isLoaded(state)) return;
      stop();
      resolve();
    });
  });
}

async function pictureOf(map: LibreMap): Promise<string> {
  // What was just told to be drawn is drawn in the next frame, and more of the base map may come for it.
  for (let round = 0; round < 2; round++) {
    const idle = new Promise((resolve) => void map.once('idle', resolve));
    requestAnimationFrame(() => map.triggerRepaint());
    await idle;
  }
  let picture = '';
  await inFrame(map, () => {
    picture = map.getCanvas().toDataURL('image/webp', 0.9);
  });
  return picture;
}

const colour = `rgb(${defaultLayerColor.join(',')})`;

function withFeatures(base: StyleSpecification, geometries: readonly GeoJSON.Geometry[]): StyleSpecification {
  const of = (...kinds: string[]) => ['in', ['geometry-type'], ['literal', kinds]] as never;
  const source = 'result';
  const areas = of('Polygon', 'MultiPolygon');
  const lines = of('Polygon', 'MultiPolygon', 'LineString', 'MultiLineString');
  const points = of('Point', 'MultiPoint');
  const drawn: LayerSpecification[] = [
    {
      id: 'result-areas',
      type: 'fill',
      source,
      filter: areas,
      paint: { 'fill-color': colour, 'fill-opacity': 0.4 },
    },
    { id: 'result-lines', type: 'line', source, filter: lines, paint: { 'line-color': colour, 'line-width': 1.5 } },
    {
      id: 'result-points',
      type: 'circle',
      source,
      filter: points,
      paint: { 'circle-color': colour, 'circle-radius': 4, 'circle-stroke-color': '#fff', 'circle-stroke-width': 1 },
    },
  ];
  const at = base.layers.findIndex(({ id }) => id === firstLabelLayer);
  return {
    ...base,
    sources: { ...base.sources, [source]: { type: 'geojson', data: collectionOf(geometries) } },
    layers: base.layers.toSpliced(at < 0 ? base.layers.length : at, 0, ...drawn),
  };
}

function collectionOf(geometries: readonly GeoJSON.Geometry[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  };
}
