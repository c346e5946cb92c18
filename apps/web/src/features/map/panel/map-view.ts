import { MapboxOverlay } from '@deck.gl/mapbox';
import type { PickingInfo } from '@deck.gl/core';
import type { Bbox } from '@groma/geo';
import type { ViewState } from '@groma/model';
import { Map as LibreMap, type StyleSpecification } from 'maplibre-gl';
import { firstLabelLayer } from '../basemap/label-layers.ts';
import { tileSource } from '../basemap/base-map.ts';
import { pickedFeature, type BatchData } from '../draw/batch-layers.ts';
import { dataLayers, isWhole } from '../draw/data-layers.ts';
import { ProgressPace } from '../draw/progress-pace.ts';
import type { MapState } from '../session/map-state.ts';
import { fitPadding, mercatorBox, wrapLongitude } from './map-maths.ts';

/** A feature under the pointer. */
export interface Hit { layerId: string; fid: number; x: number; y: number }

export interface MapViewHandlers {
  onHover(hit: Hit | null): void;
  onClick(hit: Hit | null, event: { isAdding: boolean }): void;
  onContextMenu(place: { x: number; y: number; clientX: number; clientY: number; lng: number; lat: number }, hit: Hit | null): void;
  onPointer(place: { lng: number; lat: number } | null): void;
  /** Whether the tiles of a base map could not be had. */
  onTiles(isReachable: boolean): void;
}

const pickRadius = 4;
const fitMs = 600;

/** MapLibre with the data drawn by deck.gl into the same picture. */
export class MapView {
  readonly map: LibreMap;
  readonly #overlay: MapboxOverlay;
  readonly #pace: ProgressPace;
  #isStyled = false;
  #isRemoved = false;
  #isCameraTold = false;
  #drawn: MapState | null = null;
  #frame: number | null = null;

  constructor(container: HTMLElement, style: StyleSpecification, view: ViewState, handlers: MapViewHandlers) {
    this.map = new LibreMap({
      container, style, center: [view.longitude, view.latitude], zoom: view.zoom, pitch: view.pitch, bearing: view.bearing,
      attributionControl: false, fadeDuration: 0, maxPitch: 70, doubleClickZoom: false,
    });
    this.#overlay = new MapboxOverlay({
      interleaved: true, layers: [], pickingRadius: pickRadius,
      onAfterRender: () => this.#tellCamera(),
      onHover: (info) => handlers.onHover(hitOf(info)),
      onClick: (info, event) => {
        const { shiftKey, ctrlKey, metaKey } = event.srcEvent as unknown as PointerEvent;
        handlers.onClick(hitOf(info), { isAdding: shiftKey || ctrlKey || metaKey });
      },
      getCursor: ({ isHovering, isDragging }) => (isDragging ? 'grabbing' : isHovering ? 'pointer' : 'default'),
    });
    this.map.addControl(this.#overlay);
    this.#pace = new ProgressPace(this.map.getCanvas().getContext('webgl2'));
    this.map.on('style.load', () => {
      this.#isStyled = true;
      this.#drawSoon();
    });
    this.map.on('mousemove', ({ lngLat }) => handlers.onPointer({ lng: wrapLongitude(lngLat.lng), lat: lngLat.lat }));
    this.map.on('mouseout', () => {
      handlers.onPointer(null);
      handlers.onHover(null);
    });
    this.map.on('contextmenu', ({ point, lngLat, originalEvent }) => {
      const { clientX, clientY } = originalEvent;
      handlers.onContextMenu({ x: point.x, y: point.y, clientX, clientY, lng: wrapLongitude(lngLat.lng), lat: lngLat.lat }, this.pick(point.x, point.y));
    });
    this.map.on('error', (event) => {
      if ((event as { sourceId?: string }).sourceId === tileSource) handlers.onTiles(false);
    });
    this.map.on('sourcedata', ({ sourceId, tile }) => { if (sourceId === tileSource && tile !== undefined) handlers.onTiles(true); });
  }

  setStyle(style: StyleSpecification): void {
    this.#isStyled = false;
    this.map.setStyle(style, { diff: false });
  }

  /** Draws the state in the next frame, however often it changes until then. */
  draw(state: MapState): void {
    this.#drawn = state;
    this.#drawSoon();
  }

  pick(x: number, y: number): Hit | null {
    const info = this.#overlay.pickObject({ x, y, radius: pickRadius });
    return info && hitOf(info);
  }

  fit(box: Bbox): void {
    const { clientWidth, clientHeight } = this.map.getContainer();
    this.map.fitBounds(mercatorBox(box), { padding: fitPadding(box, clientWidth, clientHeight), maxZoom: 16, duration: fitMs, essential: false });
  }

  get view(): ViewState {
    const { lng, lat } = this.map.getCenter();
    return { longitude: wrapLongitude(lng), latitude: lat, zoom: this.map.getZoom(), pitch: this.map.getPitch(), bearing: this.map.getBearing() };
  }

  remove(): void {
    this.#isRemoved = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.map.remove();
  }

  /** deck.gl follows the camera only once it has begun: had the camera moved before, things would be picked where they were. */
  #tellCamera(): void {
    if (this.#isCameraTold) return;
    this.#isCameraTold = true;
    setTimeout(() => { if (!this.#isRemoved) this.map.fire('move'); });
  }

  #drawSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      if (!this.#drawn || !this.#isStyled) return;
      if (!this.#pace.mayDraw(isWhole(this.#drawn))) return this.#drawSoon();
      this.#overlay.setProps({ layers: dataLayers(this.#drawn, this.map.getLayer(firstLabelLayer) ? firstLabelLayer : undefined) });
    });
  }
}

function hitOf(info: PickingInfo): Hit | null {
  if (!info.layer || info.index < 0) return null;
  const fid = pickedFeature(info.layer.props.data as unknown as BatchData, info.index);
  return fid === null ? null : { layerId: info.layer.id.slice(0, info.layer.id.indexOf('/')), fid, x: info.x, y: info.y };
}
