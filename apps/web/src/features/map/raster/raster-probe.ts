import { rasterReach } from '@groma/model';
import { createStore } from 'zustand';
import { seenRasters } from '../session/raster-sight.ts';
import type { ReadMap } from '../session/read-map.ts';
import { wrapLongitude } from '../view/map-maths.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapTool } from '../view/map-tool.ts';
import type { MapView } from '../view/map-view.ts';
import type { Brush } from '../view/overlay-canvas.ts';
import { paintShape } from '../view/paint-shape.ts';
import { readRasterValues, type RasterValues } from './raster-values.ts';

type Place = [longitude: number, latitude: number];

/** Values of a raster under the pointer. */
export interface RasterReading {
  layerId: string;
  x: number;
  y: number;
  values: RasterValues;
}

/** What a raster holds where somebody has pressed: nothing yet while it is asked for. */
export interface PressedValues {
  layerId: string;
  place: Place;
  values: RasterValues | null;
  failure: unknown;
}

const restMs = 80;

/**
 * Asks for the values of the topmost raster under the pointer (MAP-042): the newest place alone, once the pointer rests
 * a moment.
 */
export class RasterProbe implements MapTool {
  readonly id = 'raster-probe';
  readonly store = createStore<{ reading: RasterReading | null; pressed: PressedValues | null }>(() => ({
    reading: null,
    pressed: null,
  }));
  readonly #session: Pick<ReadMap, 'mapId' | 'projectId' | 'state'>;
  readonly #view: MapView;
  #abort: AbortController | null = null;
  #pressing: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor({ session, view }: { session: Pick<ReadMap, 'mapId' | 'projectId' | 'state'>; view: MapView }) {
    [this.#session, this.#view] = [session, view];
  }

  onNothing(place: PointerPlace): void {
    this.#stop();
    const longitude = wrapLongitude(place.lng);
    const layerId = this.#topmost(longitude, place);
    if (layerId === null) return this.onSomething();
    this.#timer = setTimeout(() => {
      void this.#ask(layerId, place, longitude);
    }, restMs);
  }

  onSomething(): void {
    this.#stop();
    if (this.store.getState().reading) this.store.setState({ reading: null });
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#abort?.abort();
  }

  /** Asks for the values where somebody presses; they stay until another press, or `release`. */
  press(pointer: PointerPlace): void {
    this.release();
    const place: Place = [wrapLongitude(pointer.lng), pointer.lat];
    const layerId = this.#topmost(place[0], pointer);
    if (layerId === null) return;
    this.onSomething();
    const abort = new AbortController();
    this.#pressing = abort;
    const tell = (values: RasterValues | null, failure: unknown) => {
      if (!abort.signal.aborted) this.store.setState({ pressed: { layerId, place, values, failure } });
    };
    tell(null, null);
    this.#valuesAt(layerId, place, abort.signal).then(
      (values) => tell(values, null),
      (error: unknown) => tell(null, error),
    );
  }

  /** Forgets where somebody has pressed. */
  release(): void {
    this.#pressing?.abort();
    if (this.store.getState().pressed) this.store.setState({ pressed: null });
  }

  readonly paint = (brush: Brush): void => {
    const place = this.store.getState().pressed?.place;
    if (!place) return;
    const look = { line: brush.token('--accent'), fill: brush.token('--accent'), casing: brush.token('--draw-case') };
    paintShape(brush, { type: 'Point', coordinates: place }, { ...look, width: 2, radius: 6 });
  };

  readonly subscribe = (listener: () => void): (() => void) =>
    this.store.subscribe(({ pressed }, before) => {
      if (pressed !== before.pressed) listener();
    });

  #topmost(longitude: number, { x, lat: latitude }: PointerPlace): string | null {
    const { map } = this.#view;
    const seen = { zoom: map.getZoom(), across: x / map.getContainer().clientWidth };
    const { rasters, rasterFailures } = this.#session.state;
    return (
      seenRasters(this.#session.mapId, this.#session.state, seen).find((id) => {
        const bounds = rasters[id] && rasterReach(rasters[id].style);
        const isBetween = (each: number): boolean =>
          bounds !== null && bounds !== undefined && each >= bounds[0] && each <= bounds[2];
        // East lies beyond 180 where a raster crosses the antimeridian.
        return (
          bounds &&
          !rasterFailures[id]?.isLost &&
          (isBetween(longitude) || isBetween(longitude + 360)) &&
          latitude >= bounds[1] &&
          latitude <= bounds[3]
        );
      }) ?? null
    );
  }

  async #ask(layerId: string, { x, y, lat }: PointerPlace, longitude: number): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const values = await this.#valuesAt(layerId, [longitude, lat], abort.signal);
      if (abort.signal.aborted) return;
      this.store.setState({
        reading: values.some(({ value }) => value !== null) ? { layerId, x, y, values } : null,
      });
    } catch {
      // Beside the raster there is no value; why tiles fail stands on the layer's row.
      if (!abort.signal.aborted) this.onSomething();
    }
  }

  #valuesAt(layerId: string, place: Place, signal: AbortSignal): Promise<RasterValues> {
    const { projectId, state } = this.#session;
    return readRasterValues(projectId, state.rasters[layerId]!, place, signal);
  }
}
