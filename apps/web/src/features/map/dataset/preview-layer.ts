import { rasterTileSize } from '@groma/model';
import type { RasterTileSource } from 'maplibre-gl';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import { catalogueStore } from './catalogue-store.ts';

const name = 'composite-preview';

/** Draws a composite that is not ordered yet above a map: it is made for what is in sight, and nowhere kept. */
export class PreviewLayer implements MapTool {
  readonly id = name;
  readonly subscribe = (listener: () => void): (() => void) => catalogueStore.subscribe(listener);
  readonly #mapId: string;
  readonly #map: ToolPlace['view']['map'];
  #shown: string | null = null;

  constructor({ session, view }: Pick<ToolPlace, 'session' | 'view'>) {
    [this.#mapId, this.#map] = [session.mapId, view.map];
  }

  /** Asked at each picture: a new base map has nothing of what was drawn on the one before. */
  paint(): void {
    const { preview } = catalogueStore.getState();
    const template = preview?.mapId === this.#mapId ? `${location.origin}${preview.template}` : null;
    const source = this.#map.getSource<RasterTileSource>(name);
    if (template === null) {
      if (this.#map.getLayer(name)) this.#map.removeLayer(name);
      if (source) this.#map.removeSource(name);
    } else if (!source) this.#add(template, preview!.bounds);
    else if (template !== this.#shown) source.setTiles([template]);
    this.#shown = template;
  }

  #add(template: string, bounds: readonly [number, number, number, number] | null): void {
    // A style that is still on its way takes nothing.
    if (this.#map.getLayersOrder().length === 0) return;
    const isPlain = bounds !== null && bounds[2] <= 180;
    this.#map.addSource(name, {
      type: 'raster',
      tiles: [template],
      tileSize: rasterTileSize,
      ...(isPlain && { bounds: [...bounds] as [number, number, number, number] }),
    });
    this.#map.addLayer({ id: name, type: 'raster', source: name, paint: { 'raster-fade-duration': 0 } });
  }
}
