import { rasterReach, rasterTileSize, rasterTileZoom, type RasterStyle } from '@groma/model';
import type { Map as LibreMap, RasterTileSource } from 'maplibre-gl';
import type { MapState, RasterLayer } from '../session/map-state.ts';
import { partOf, rastersInSight, rasterSight, type RasterPart } from '../session/raster-sight.ts';
import { RasterClips } from './raster-clips.ts';
import { tileTemplate } from './raster-tiles.ts';

interface Drawn {
  template: string;
  hasFailed: boolean;
}

/** The layer of the map's style that draws a raster. */
export const rasterLayerId = (layerId: string): string => `raster-${layerId}`;

/** Keeps the images of a map as sources and layers of MapLibre's style, in the order of the tree. */
export class RasterLayers {
  readonly #map: LibreMap;
  readonly #mapId: string;
  readonly #drawn = new Map<string, Drawn>();
  readonly #clips: RasterClips;

  constructor(map: LibreMap, mapId: string) {
    this.#map = map;
    this.#mapId = mapId;
    this.#clips = new RasterClips(map, () => rasterSight(mapId).getState().sight?.at ?? 1);
  }

  /** A new style has nothing of this one's. */
  forget(): void {
    this.#drawn.clear();
  }

  /** Draws the rasters of `order`, the topmost first, below `beforeId`. */
  draw(
    { hierarchy, rasters, rasterFailures }: Pick<MapState, 'hierarchy' | 'rasters' | 'rasterFailures'>,
    order: readonly string[],
    beforeId: string | undefined,
  ): void {
    const { sight } = rasterSight(this.#mapId).getState();
    const wanted = rastersInSight({ hierarchy, rasters }, order, sight).filter((id) => !rasterFailures[id]?.isLost);
    for (const id of this.#drawn.keys()) if (!wanted.includes(id)) this.#remove(id);
    for (const id of wanted) this.#put(id, rasters[id]!, id in rasterFailures, beforeId);
    this.#arrange(wanted, beforeId);
    for (const id of wanted) this.#look(id, rasters[id]!.style, partOf(sight, id));
    this.#clips.put(wanted.map((id) => ({ name: rasterLayerId(id), part: partOf(sight, id) })));
  }

  #remove(id: string): void {
    this.#drawn.delete(id);
    const name = rasterLayerId(id);
    if (this.#map.getLayer(name)) this.#map.removeLayer(name);
    if (this.#map.getSource(name)) this.#map.removeSource(name);
  }

  #put(id: string, { titiler_url: url, style }: RasterLayer, hasFailed: boolean, beforeId: string | undefined): void {
    const name = rasterLayerId(id);
    const template = tileTemplate(this.#mapId, id, url);
    const before = this.#drawn.get(id);
    if (!before) {
      this.#map.addSource(name, {
        type: 'raster',
        tiles: [template],
        tileSize: rasterTileSize,
        minzoom: 0,
        maxzoom: rasterTileZoom(style),
        ...boundsOf(style),
      });
      this.#map.addLayer(
        {
          id: name,
          type: 'raster',
          source: name,
          paint: {
            'raster-fade-duration': 0,
            'raster-opacity': 0,
            'raster-opacity-transition': { duration: 0, delay: 0 },
            'raster-resampling': resamplingOf(style),
          },
        },
        beforeId,
      );
    } else {
      // What is asked again after a failure has the same address.
      if (before.template !== template || (before.hasFailed && !hasFailed))
        this.#map.getSource<RasterTileSource>(name)?.setTiles([template]);
      this.#map.setPaintProperty(name, 'raster-resampling', resamplingOf(style));
    }
    this.#drawn.set(id, { template, hasFailed });
  }

  /** What is hidden stays in the style, for what lies below it; what comes next is loaded and not painted. */
  #look(id: string, { opacity }: RasterStyle, part: RasterPart): void {
    const name = rasterLayerId(id);
    this.#map.setLayoutProperty(name, 'visibility', part === 'hidden' ? 'none' : 'visible');
    this.#map.setPaintProperty(name, 'raster-opacity', part === 'ahead' ? 0 : opacity);
  }

  /** Moves only what does not lie right: what deck.gl draws between them follows with its next drawing. */
  #arrange(wanted: readonly string[], beforeId: string | undefined): void {
    const names = wanted.map(rasterLayerId);
    const stand = this.#map
      .getLayersOrder()
      .filter((name) => names.includes(name))
      .toReversed();
    if (stand.join() === names.join()) return;
    names.forEach((name, index) => this.#map.moveLayer(name, index === 0 ? beforeId : names[index - 1]));
  }
}

/** Pixels stay squares where they are taken as they are. */
function resamplingOf({ resampling }: RasterStyle): 'nearest' | 'linear' {
  return resampling === 'nearest' || resampling === 'mode' ? 'nearest' : 'linear';
}

/** No tile beyond the raster is asked for, unless it crosses the antimeridian: MapLibre knows no box that does. */
function boundsOf(style: RasterStyle): { bounds?: [number, number, number, number] } {
  const bounds = rasterReach(style);
  if (!bounds) return {};
  const [west, south, east, north] = bounds;
  return west < east && south < north && (style.bounds?.[2] ?? 0) <= 180
    ? { bounds: [Math.max(-180, west), Math.max(-85.06, south), Math.min(180, east), Math.min(85.06, north)] }
    : {};
}
