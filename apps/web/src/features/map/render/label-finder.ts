import type { Map as LibreMap } from 'maplibre-gl';
import { completeVectorStyle } from '@groma/model';
import type { LabelledLayer, PlacedLabels } from '../layer/place-labels.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { MapState } from '../session/map-state.ts';
import { drawnLayers, unseenClasses } from '../session/drawn-layers.ts';
import { labelLift } from './label-layers.ts';

/** Time without a move after which labels are placed anew; while the map moves, those that are there go with it. */
const restMs = 80;

/** Keeps the labels of a map in step with what is seen and how it looks. */
export class LabelFinder {
  readonly #map: LibreMap;
  readonly #session: ReadMap;
  readonly #onPlaced: (labels: readonly PlacedLabels[]) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #key = '';
  #isAsking = false;

  constructor(map: LibreMap, session: ReadMap, onPlaced: (labels: readonly PlacedLabels[]) => void) {
    this.#map = map;
    this.#session = session;
    this.#onPlaced = onPlaced;
    map.on('moveend', () => this.look());
  }

  /** Places labels, once things rest, unless nothing that they follow has changed. */
  look(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#place();
    }, restMs);
  }

  /** Whether labels may still be placed otherwise. */
  get isWaiting(): boolean {
    return this.#timer !== null || this.#isAsking;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #place(): Promise<void> {
    const { state } = this.#session;
    const zoom = this.#map.getZoom();
    const layers = wanted(state, zoom);
    const { lng, lat } = this.#map.getCenter();
    const view = { bounds: boundsOf(this.#map), center: [lng, lat] as const, zoom, bearing: this.#map.getBearing() };
    const key =
      layers.length === 0
        ? ''
        : JSON.stringify([layers, view, layers.map(({ layerId }) => state.loaded[layerId]?.version)]);
    if (key === this.#key || this.#isAsking) return;
    this.#key = key;
    if (layers.length === 0) return this.#onPlaced([]);
    this.#isAsking = true;
    try {
      this.#onPlaced((await this.#session.askNow(layers[0]!.layerId, 'labels', { layers, view })) ?? []);
    } finally {
      this.#isAsking = false;
      this.look();
    }
  }
}

function wanted(state: MapState, zoom: number): LabelledLayer[] {
  return drawnLayers(state, zoom).flatMap((layerId) => {
    const { labels, pointDrawing, pointSize } = completeVectorStyle(state.styles[layerId] ?? {});
    // Names of points that are not drawn for themselves would belong to nothing.
    if (
      !labels ||
      pointDrawing.kind !== 'points' ||
      zoom < labels.minZoom ||
      state.loaded[layerId]?.load.status !== 'ready'
    )
      return [];
    return {
      layerId,
      text: labels.text,
      size: labels.size,
      lift: labelLift(state, layerId),
      sizedBy: pointSize?.column ?? null,
      withCollisions: labels.withCollisions,
      unseen: unseenClasses(state, layerId),
    };
  });
}

function boundsOf(map: LibreMap): [number, number, number, number] {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}
