import { defaultVectorStyle } from '@groma/model';
import { Deck, MapView, type Layer } from '@deck.gl/core';
import { GeoJsonLayer } from '@deck.gl/layers';
import { batchLayers, type DrawBatch } from 'virtual:layer-path/batch-layers';
import { LayerReader } from 'virtual:layer-path/layer-reader';
import { ProgressPace } from 'virtual:layer-path/progress-pace';

/** What one run gives: the time until everything is drawn, and what was drawn. */
export interface Run { milliseconds: number; output: string }

/** The seeded layer as the page is told of it. */
export interface Seeded { layerId: string; source: object; view: { longitude: number; latitude: number; zoom: number } }

const [width, height] = [1000, 700];
const look = {
  layerId: 'layer', selected: new Set(), beforeId: undefined, withHairlines: true,
  style: defaultVectorStyle,
};

/** One deck.gl in the same state for both sides: begun, empty, and its first frame drawn. */
async function startDeck({ view }: Seeded): Promise<{ deck: Deck<MapView>; drawn: (layerId: string) => Promise<void> }> {
  let onFrame = (): void => undefined;
  const deck = new Deck({
    parent: document.body as HTMLDivElement, width, height, views: new MapView(), viewState: view, controller: false, layers: [], useDevicePixels: false,
    onAfterRender: () => onFrame(),
  });
  const frame = () => new Promise<void>((resolve) => {
    onFrame = resolve;
    deck.redraw('bench');
  });
  while (!deck.isInitialized) await new Promise(requestAnimationFrame);
  await frame();
  /** The first frame in which the last layer and all others are whole. */
  const drawn = async (layerId: string): Promise<void> => {
    // What was set is taken up by deck.gl's own loop.
    while (!isWhole(layersOf(deck), layerId)) await new Promise(requestAnimationFrame);
    await frame();
  };
  return { deck, drawn };
}

function isWhole(layers: Layer[], lastId: string): boolean {
  return layers.some(({ id }) => id === lastId) && layers.every((layer) => layer.isLoaded);
}

function layersOf(deck: Deck<MapView>): Layer[] {
  return (deck as unknown as { layerManager: { getLayers(): Layer[] } }).layerManager.getLayers();
}

/** Our way: the columnar stream, read and prepared in a worker, drawn batch by batch at the product's own pace. */
async function runOurs(seeded: Seeded): Promise<Run> {
  const { deck, drawn } = await startDeck(seeded);
  const pace = new ProgressPace(deck.getCanvas()!.getContext('webgl2'));
  const batches: DrawBatch[] = [];
  let begin = 0;
  const show = () => {
    const layers = batches.flatMap((batch) => batchLayers(batch, look));
    deck.setProps({ layers });
    return layers.at(-1)!.id;
  };
  const reader = new LayerReader((event) => {
    if (event.event !== 'drawn') return;
    batches.push(...event.drawn);
    if (pace.mayDraw(false)) show();
  });
  // A map panel starts its worker when it opens; until the first layer is asked for, the map itself has been.
  await reader.ask(seeded.layerId, 'drop', {});
  begin = performance.now();
  await reader.ask(seeded.layerId, 'load', seeded.source);
  await drawn(show());
  const milliseconds = performance.now() - begin;
  reader.close();
  const sum = batches.reduce((all, { positions }) => all + positions.reduce((part, degrees) => part + Math.round(degrees * 1e7), 0), 0);
  return { milliseconds, output: describe(batches.flatMap(({ fids }) => [...fids]), sum, trianglesOf(deck)) };
}

interface Collection { features: { properties: { id: number }; geometry: { coordinates: number[][][] } }[] }

/** The usual way: GeoJSON by fetch, given to a GeoJsonLayer that looks the same. */
async function runPeer(seeded: Seeded): Promise<Run> {
  const { deck, drawn } = await startDeck(seeded);
  const begin = performance.now();
  const collection = await (await fetch('/features.geojson')).json() as Collection;
  const { style } = look;
  deck.setProps({
    layers: [new GeoJsonLayer({
      id: 'peer', data: collection as never, pickable: true, filled: true, stroked: true, autoHighlight: true,
      getFillColor: style.fillColor as never, getLineColor: style.lineColor as never, getLineWidth: style.lineWidth, lineWidthUnits: 'pixels',
    })],
  });
  await drawn('peer');
  const milliseconds = performance.now() - begin;
  const sum = collection.features.reduce((all, { geometry }) => all + geometry.coordinates.flat(2).reduce((part, degrees) => part + Math.round(degrees * 1e7), 0), 0);
  return { milliseconds, output: describe(collection.features.map(({ properties }) => properties.id), sum, trianglesOf(deck)) };
}

/** Triangles of all fills that deck.gl has on the graphics card. */
function trianglesOf(deck: Deck<MapView>): number {
  const fills = layersOf(deck).filter(({ id }) => id.endsWith('fill')) as unknown as { state: { polygonTesselator: { vertexCount: number } } }[];
  return fills.reduce((sum, { state }) => sum + state.polygonTesselator.vertexCount / 3, 0);
}

function describe(ids: number[], coordinates: number, triangles: number): string {
  const idSum = ids.reduce((sum, id) => (sum + id * (id % 7_919)) % 1_000_000_007, 0);
  return `${ids.length} features, ids ${idSum}, coordinates ${coordinates}, ${triangles} triangles`;
}

Object.assign(globalThis, { runOurs, runPeer });
