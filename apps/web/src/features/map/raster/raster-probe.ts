import { rasterReach, rasterValueQuery } from '@groma/model';
import { raster } from '@groma/protocol';
import { createStore } from 'zustand';
import { api } from '../../../platform/api.ts';
import { seenRasters } from '../session/raster-sight.ts';
import { wrapLongitude } from '../view/map-maths.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { MapView } from '../view/map-view.ts';
import type { MapSession } from '../session/map-session.ts';

/** Values of a raster under the pointer. */
export interface RasterReading {
  layerId: string;
  x: number;
  y: number;
  values: readonly { name: string; value: number | null }[];
}

const restMs = 80;

/**
 * Asks for the values of the topmost raster under the pointer (MAP-042): the newest place alone, once the pointer rests
 * a moment.
 */
export class RasterProbe implements MapTool {
  readonly id = 'raster-probe';
  readonly store = createStore<{ reading: RasterReading | null }>(() => ({ reading: null }));
  readonly #session: MapSession;
  readonly #view: MapView;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor({ session, view }: Pick<ToolPlace, 'session' | 'view'>) {
    [this.#session, this.#view] = [session, view];
  }

  onNothing(place: PointerPlace): void {
    this.#stop();
    const longitude = wrapLongitude(place.lng);
    const { map } = this.#view;
    const seen = { zoom: map.getZoom(), across: place.x / map.getContainer().clientWidth };
    const layerId = this.#topmost(longitude, place.lat, seen);
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

  #topmost(longitude: number, latitude: number, seen: { zoom: number; across: number }): string | null {
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
    const layer = this.#session.state.rasters[layerId];
    if (!layer) return;
    const abort = new AbortController();
    this.#abort = abort;
    const { style, source } = layer;
    const wanted = rasterValueQuery(style);
    const bands = wanted.flatMap(([name, value]) => (name === 'bidx' ? [value] : []));
    try {
      const { values, band_names: names } = await api.call(raster.cogPoint, {
        params: { place: `${longitude},${lat}` },
        signal: abort.signal,
        query: {
          project_id: this.#session.projectId,
          url: source.url,
          ...(bands.length > 0 && { bidx: bands }),
          ...Object.fromEntries(wanted.filter(([name]) => name !== 'bidx')),
        },
      });
      if (abort.signal.aborted) return;
      const shown = values.map((value, index) => ({
        name: nameOf(names[index] ?? '', style.cogProps?.bandNames ?? [], style.currentAlgebra),
        value,
      }));
      this.store.setState({
        reading: shown.some(({ value }) => value !== null) ? { layerId, x, y, values: shown } : null,
      });
    } catch {
      // Beside the raster there is no value; why tiles fail stands on the layer's row.
      if (!abort.signal.aborted) this.onSomething();
    }
  }
}

function nameOf(name: string, bandNames: readonly string[], algebra: string | null): string {
  const band = Number(/^b(\d+)$/.exec(name)?.[1]);
  return Number.isInteger(band) ? bandNames[band - 1] || name : (algebra ?? name);
}
