import type { Deck } from '@deck.gl/core';
import { MapboxOverlay } from '@deck.gl/mapbox';
import type { Bbox, SearchPlace, SimpleGeometry } from '@groma/geo';
import type { ViewState } from '@groma/model';
import { Map as LibreMap, type StyleSpecification } from 'maplibre-gl';
import { RestingLoop } from '../../../platform/scene/resting-loop.ts';
import { firstLabelLayer } from '../basemap/name-layers.ts';
import { fineScaleUrl, tileSource } from '../basemap/base-map.ts';
import { fetchFineScale } from '../basemap/fine-scale.ts';
import { dataLayers, drawnKey, isWhole } from '../render/data-layers.ts';
import type { DeckDrawing, DrawnKind, StyleLayers } from '../render/drawn-kind.ts';
import { isGroundDark } from '../basemap/base-map.ts';
import { GroupFinder } from '../render/group-finder.ts';
import { groupAt, singleAt, type GroupHit } from '../render/group-at.ts';
import { LabelFinder } from '../render/label-finder.ts';
import { labelLayers } from '../render/label-layers.ts';
import { LoadedShapes } from '../render/loaded-shapes.ts';
import { ProgressPace } from '../render/progress-pace.ts';
import type { PlacedLabels } from '../layer/place-labels.ts';
import { drawnLayers, unseenClasses } from '../session/drawn-layers.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { MapState } from '../session/map-state.ts';
import { fitPadding, mercatorBox, wrapLongitude } from './map-maths.ts';
import type { PointerPlace } from './map-pointer.ts';
import { OverlayCanvas } from './overlay-canvas.ts';

/** A feature under the pointer; its shape unless that is very large. */
export interface Hit {
  layerId: string;
  fid: number;
  x: number;
  y: number;
  shape: SimpleGeometry | null;
  /** Points that are drawn together, in the place of a feature. */
  group?: GroupHit;
}

/** Stands for the whole of a layer that has no features. */
const noFeature = -1;
/** How far beside a feature a click still means it: a mark of a point is larger than its place. */
const pickPixels = 7;
const fitMs = 600;
const travelMs = 1_400;
/** Of one side of a picture that is not for the screen. */
const mostPixels = 8192;
/** The zoom that fitting a box goes to at most; photos and what stands in space cover little. */
const closest = { place: 16, photo: 20 };

/** MapLibre with the data drawn by deck.gl into the same picture. */
export class MapView {
  readonly map: LibreMap;
  /** What is drawn above the layers and the names. */
  readonly overlay: OverlayCanvas;
  readonly #session: ReadMap;
  readonly #overlay: MapboxOverlay;
  readonly #loop: RestingLoop;
  readonly #pace: ProgressPace;
  readonly #shapes: LoadedShapes;
  readonly #labelFinder: LabelFinder;
  readonly #groups: GroupFinder;
  /** The kinds of layers that it draws beside those of features. */
  readonly kinds: readonly DrawnKind[];
  readonly #styleLayers: readonly StyleLayers[];
  readonly #drawings: ReadonlyMap<DrawnKind, DeckDrawing>;
  #labels: readonly PlacedLabels[] = [];
  /** The layers that were drawn last: at another zoom they may be others. */
  #drawnKey = '';
  #isStyled = false;
  #styleName: string | undefined;
  #isGroundDark: boolean;
  /** Where the camera is on its way to. */
  #fitting: Bbox | null = null;
  #isRemoved = false;
  #isCameraTold = false;
  #drawn: MapState | null = null;
  #frame: number | null = null;

  constructor(
    container: HTMLElement,
    style: StyleSpecification,
    session: ReadMap,
    onTiles: (isReachable: boolean) => void,
    kinds: readonly DrawnKind[] = [],
    /** Pixels of the picture for each of the page, where they are not those of the screen. */
    pixelRatio?: number,
  ) {
    const view = session.state.viewState;
    this.#session = session;
    this.map = new LibreMap({
      container,
      style,
      center: [view.longitude, view.latitude],
      zoom: view.zoom,
      pitch: view.pitch,
      bearing: view.bearing,
      attributionControl: false,
      fadeDuration: 0,
      maxPitch: 70,
      doubleClickZoom: false,
      boxZoom: false,
      ...(pixelRatio !== undefined && { pixelRatio, maxCanvasSize: [mostPixels, mostPixels] as [number, number] }),
    });
    this.#styleName = style.name;
    this.#isGroundDark = isGroundDark(style);
    this.#settle(container);
    fetchFineScale(this.map, fineScaleUrl);
    // Nothing is picked by drawing: places are searched in the columns, in the worker.
    this.#overlay = new MapboxOverlay({
      interleaved: true,
      layers: [],
      onAfterRender: () => this.#rendered(),
      getCursor: () => '',
    });
    this.map.addControl(this.#overlay);
    const deck = Reflect.get(this.map, '__deck') as Deck;
    this.#loop = new RestingLoop(deck);
    this.overlay = new OverlayCanvas(this.map);
    this.kinds = kinds;
    this.#styleLayers = kinds.flatMap((kind) => kind.styleLayers?.(this.map, session.mapId) ?? []);
    this.#drawings = new Map(
      kinds.flatMap((kind) => {
        const drawing = kind.deckDrawing?.(this.map, session, () => this.#drawSoon());
        return drawing ? [[kind, drawing] as const] : [];
      }),
    );
    const gl = this.map.getCanvas().getContext('webgl2');
    this.#pace = new ProgressPace(gl);
    this.#shapes = new LoadedShapes(gl, session, () => this.#drawSoon());
    this.#labelFinder = new LabelFinder(this.map, session, (labels) => {
      this.#labels = labels;
      this.#drawSoon();
    });
    this.#groups = new GroupFinder(this.map, session, () => this.#drawSoon());
    this.map.on('zoom', () => {
      if (this.#drawn && drawnKey(this.#drawn, this.map.getZoom(), kinds) !== this.#drawnKey) this.#drawSoon();
    });
    this.map.on('style.load', () => {
      this.#isStyled = true;
      this.#drawSoon();
    });
    this.map.on('moveend', () => {
      this.#fitting = null;
    });
    // A flight keeps its end at the pixel that was the middle when it began.
    this.map.on('resize', () => {
      syncDrawingBuffer(deck, this.map.getCanvas());
      if (this.#fitting) this.fit(this.#fitting);
    });
    this.map.on('error', (event) => {
      if ((event as { sourceId?: string }).sourceId === tileSource) onTiles(false);
    });
    this.map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === tileSource && tile !== undefined) onTiles(true);
    });
  }

  /**
   * The same base map in another theme differs in its colours only, and keeps what it has fetched and cut into tiles.
   */
  setStyle(style: StyleSpecification): void {
    this.#isGroundDark = isGroundDark(style);
    if (this.#isStyled && style.name === this.#styleName) return this.#recolour(style);
    this.#isStyled = false;
    this.#styleName = style.name;
    for (const layers of this.#styleLayers) layers.forget();
    // What lies below an image cannot be put into a style that has it not yet.
    this.#overlay.setProps({ layers: [] });
    this.map.setStyle(style, { diff: false });
  }

  #recolour(style: StyleSpecification): void {
    for (const { id, paint } of style.layers)
      for (const [property, value] of Object.entries(paint ?? {}))
        this.map.setPaintProperty(id, property as never, value as never);
    this.overlay.forgetTokens();
    this.#drawSoon();
  }

  /** Draws the state in the next frame, however often it changes until then. */
  draw(state: MapState): void {
    this.#drawn = state;
    this.#labelFinder.look();
    this.#groups.look();
    this.#drawSoon();
  }

  /** The topmost feature at a place; null where there is none. */
  async pick(place: PointerPlace): Promise<Hit | null> {
    const layerIds = this.#layersOf(this.#session.state);
    const { styles } = this.#session.state;
    const found = await Promise.all(
      layerIds.map((layerId) => {
        const { pointRadius = 0, pointSize: size = null, pointDrawing } = styles[layerId] ?? {};
        if (pointDrawing && pointDrawing.kind !== 'points') return this.#pickAlone(layerId, place);
        const reach = Math.max(pickPixels, size?.mostRadius ?? pointRadius);
        return this.#session.askNow(layerId, 'pick', {
          ...this.searchAt(place, reach),
          unseen: unseenClasses(this.#session.state, layerId),
          sized: size && { size, reach, least: pickPixels },
        });
      }),
    );
    const top = found.findIndex((hit) => hit !== null);
    const hit = found[top];
    return hit ? { layerId: layerIds[top]!, ...hit, x: place.x, y: place.y } : null;
  }

  /** A point that stands for itself where others are drawn together. */
  #pickAlone(layerId: string, place: PointerPlace): Pick<Hit, 'fid' | 'shape'> | null {
    const { pointRadius = 0 } = this.#session.state.styles[layerId] ?? {};
    return singleAt(this.#groups.groupOf(layerId), this.#projected(place), Math.max(pickPixels, pointRadius));
  }

  /** Points that are drawn together at a place, of the topmost such layer; null where there are none. */
  groupAt(place: PointerPlace): Hit | null {
    const { state } = this.#session;
    for (const layerId of this.#layersOf(state)) {
      const group = groupAt(this.#groups.groupOf(layerId), state.styles[layerId]?.pointDrawing, this.#projected(place));
      if (group) return { layerId, fid: noFeature, x: place.x, y: place.y, shape: null, group };
    }
    return null;
  }

  /** Zooms to where the cluster at a place comes apart; false where there is none. */
  openGroup(place: PointerPlace): boolean {
    const zoom = this.groupAt(place)?.group?.opensAt;
    if (!zoom) return false;
    this.map.easeTo({ ...zoom, duration: fitMs, essential: false });
    return true;
  }

  #projected({ x, y, lng, lat }: PointerPlace) {
    return { x, y, lng, lat, project: (place: [number, number]) => this.map.project(place) };
  }

  /** The topmost layer without features at a place that is drawn as an image; null where there is none. */
  imageAt(place: PointerPlace): Hit | null {
    const { state } = this.#session;
    const at = { lng: wrapLongitude(place.lng), lat: place.lat };
    const layerId = this.#layersOf(state).find((id) => this.#kindOf(state, id)?.covers?.(state, id, at));
    return layerId === undefined ? null : { layerId, fid: noFeature, x: place.x, y: place.y, shape: null };
  }

  /** The degrees of some pixels at a place. */
  reachAt({ lat }: { lat: number }, pixels: number): { acrossReach: number; upReach: number } {
    const acrossReach = (pixels * 360) / (512 * 2 ** this.map.getZoom());
    return { acrossReach, upReach: acrossReach * Math.max(0.01, Math.cos((lat * Math.PI) / 180)) };
  }

  /** A place as the columns are searched for it: its longitude within ±180. */
  searchAt({ lng, lat }: { lng: number; lat: number }, pixels: number): SearchPlace {
    return { longitude: wrapLongitude(lng), latitude: lat, ...this.reachAt({ lat }, pixels) };
  }

  fit(box: Bbox): void {
    const { clientWidth, clientHeight } = this.map.getContainer();
    this.map.fitBounds(mercatorBox(box), {
      padding: fitPadding(box, clientWidth, clientHeight),
      maxZoom: this.#closestTo(box),
      duration: fitMs,
      essential: false,
    });
    this.#fitting = this.map.isMoving() ? box : null;
  }

  /** A single place is shown with what lies around it; a photo covers less than that. */
  #closestTo([west, , east]: Bbox): number {
    const { photos, solids } = this.#session.state;
    const isNear = Object.keys(photos).length + Object.keys(solids).length > 0;
    return east > west && isNear ? closest.photo : closest.place;
  }

  look({ longitude, latitude, ...view }: ViewState): void {
    this.map.jumpTo({ center: [longitude, latitude], ...view });
  }

  /**
   * Flies to a view, or is there at once for who wants no motion. The map's `moveend` says `isTravel` then: nobody has
   * moved the map.
   */
  travel({ longitude, latitude, ...view }: ViewState): void {
    this.map.flyTo(
      { center: [longitude, latitude], ...view, duration: travelMs, essential: false },
      { isTravel: true },
    );
  }

  get view(): ViewState {
    const { lng, lat } = this.map.getCenter();
    return {
      longitude: wrapLongitude(lng),
      latitude: lat,
      zoom: this.map.getZoom(),
      pitch: this.map.getPitch(),
      bearing: this.map.getBearing(),
    };
  }

  /** The box of degrees that the picture reaches over. */
  get sight(): Bbox {
    const bounds = this.map.getBounds();
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  }

  /** Whether all that is in sight is in the picture, as far as it could be had. */
  get isDrawn(): boolean {
    return (
      this.#isStyled &&
      this.#frame === null &&
      this.#drawn !== null &&
      isWhole(this.#drawn) &&
      !this.#shapes.isWaiting &&
      !this.#labelFinder.isWaiting &&
      !this.#groups.isWaiting &&
      this.map.areTilesLoaded()
    );
  }

  remove(): void {
    this.#isRemoved = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#labelFinder.stop();
    this.#groups.stop();
    for (const drawing of this.#drawings.values()) drawing.close();
    this.overlay.remove();
    this.#loop.close();
    this.map.remove();
  }

  /** MapLibre takes the size of its container as it is made, and heeds no change before the frame after that. */
  #settle(container: HTMLElement): void {
    const settled = new ResizeObserver(() => {
      settled.disconnect();
      const canvas = this.map.getCanvas();
      if (
        !this.#isRemoved &&
        (canvas.clientWidth !== container.clientWidth || canvas.clientHeight !== container.clientHeight)
      )
        this.map.resize();
    });
    settled.observe(container);
  }

  #rendered(): void {
    this.#loop.wake();
    this.#publishCamera();
  }

  /**
   * deck.gl follows the camera only once it has begun: had the camera moved before, things would be picked where they
   * were.
   */
  #publishCamera(): void {
    if (this.#isCameraTold) return;
    this.#isCameraTold = true;
    setTimeout(() => {
      if (!this.#isRemoved) this.map.fire('move');
    });
  }

  /** Also for what comes when the picture is gone. */
  #drawSoon(): void {
    if (this.#isRemoved) return;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      if (!this.#drawn || !this.#isStyled) return;
      if (!this.#pace.mayDraw(isWhole(this.#drawn))) return this.#drawSoon();
      const beforeId = this.map.getLayer(firstLabelLayer) ? firstLabelLayer : undefined;
      const zoom = this.map.getZoom();
      this.#drawnKey = drawnKey(this.#drawn, zoom, this.kinds);
      for (const layers of this.#styleLayers) layers.draw(this.#drawn, this.#layersOf(this.#drawn), beforeId);
      const { mapId, projectId } = this.#session;
      const place = { mapId, projectId, zoom, beforeId };
      const layers = dataLayers(this.#drawn, {
        pixelRatio: this.map.getPixelRatio(),
        ...place,
        store: this.#shapes.store,
        groups: this.#groups,
        kinds: this.kinds,
        drawings: this.#drawings,
      });
      const drawnIds = new Set(this.#layersOf(this.#drawn));
      for (const drawing of this.#drawings.values()) drawing.keep(drawnIds);
      this.#shapes.keepLoaded(this.#drawn, this.#groups.batches);
      this.#overlay.setProps({ layers: [...layers, ...labelLayers(this.#drawn, this.#labels, this.#isGroundDark)] });
      this.#loop.wake();
    });
  }

  #kindOf(state: MapState, layerId: string): DrawnKind | undefined {
    return this.kinds.find(({ has }) => has(state, layerId));
  }

  #layersOf(state: MapState): string[] {
    return drawnLayers(state, this.map.getZoom());
  }
}

/** What deck.gl draws with, of which it tells its own alone. */
interface HeldDevice {
  getDefaultCanvasContext(): { setDrawingBufferSize(width: number, height: number): void };
}

/**
 * Tells deck.gl the size that MapLibre has just given the canvas. By itself it heeds that later: a frame before then
 * would set the canvas back to the size before, and leave it there.
 */
function syncDrawingBuffer(deck: Deck, { width, height }: HTMLCanvasElement): void {
  const device = Reflect.get(deck, 'device') as HeldDevice | null;
  device?.getDefaultCanvasContext().setDrawingBufferSize(width, height);
}
