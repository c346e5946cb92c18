import { createStore } from 'zustand';
import { DrawTool } from '../sketch/draw-tool.ts';
import { EditTool } from '../sketch/edit-tool.ts';
import { paintDrawing } from '../sketch/paint-drawing.ts';
import { paintShape } from './paint-shape.ts';
import { MeasureTool } from '../measure/measure-tool.ts';
import { RasterProbe } from '../raster/raster-probe.ts';
import type { MapSession } from '../session/map-session.ts';
import { wrapLongitude } from './map-maths.ts';
import { MapPointer, type PointerHandlers, type PointerPlace } from './map-pointer.ts';
import type { MapTool } from './map-tool.ts';
import type { Hit, MapView } from './map-view.ts';
import type { Brush } from './overlay-canvas.ts';
import { SelectTool } from '../panel/select-tool.ts';

export interface MapToolsHandlers {
  onChosen(hit: Hit | null): void;
  onMenu(place: PointerPlace, hit: Hit | null): void;
}

/** What the pointer is over. It changes with every move, so only the parts that show it draw it anew. */
export interface SeenState {
  pointer: { lng: number; lat: number } | null;
  hover: Hit | null;
}

/** All that the pointer can do on one map: each event goes to the first tool that takes it. */
export class MapTools implements PointerHandlers {
  readonly measure = new MeasureTool();
  readonly select: SelectTool;
  readonly seen = createStore<SeenState>(() => ({ pointer: null, hover: null }));
  readonly probe: RasterProbe;
  readonly #draw: DrawTool;
  readonly #tools: readonly MapTool[];
  readonly #session: MapSession;
  readonly #view: MapView;
  readonly #handlers: MapToolsHandlers;
  readonly #pointer: MapPointer;
  readonly #stops: (() => void)[];
  #dragging: MapTool | null = null;
  #isPicking = false;
  #waiting: PointerPlace | null = null;

  constructor(session: MapSession, view: MapView, handlers: MapToolsHandlers) {
    [this.#session, this.#view, this.#handlers] = [session, view, handlers];
    this.probe = new RasterProbe(session);
    this.select = new SelectTool(session, view, (hit) => handlers.onChosen(hit));
    this.#draw = new DrawTool(session, view);
    this.#tools = [this.measure, this.#draw, new EditTool(session, view), this.select];
    view.overlay.add((brush) => this.#paint(brush));
    view.overlay.add((brush) => paintDrawing(brush, session.drawing.state));
    view.overlay.add(this.measure.paint);
    this.#stops = [
      session.drawing.store.subscribe(() => this.#changed()),
      this.measure.store.subscribe(() => this.#changed()),
      this.select.store.subscribe(() => this.#changed()),
    ];
    this.#pointer = new MapPointer(view.map, this);
    view.map.getCanvas().addEventListener('keydown', this.#onKey);
    for (const event of ['focus', 'blur'] as const) view.map.getCanvas().addEventListener(event, view.overlay.redraw);
  }

  /** Space presses at the middle of the map, which the arrows move: drawing and choosing without a pointer. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#pressMiddle();
  };

  remove(): void {
    for (const stop of this.#stops) stop();
    this.#pointer.remove();
    this.#view.map.getCanvas().removeEventListener('keydown', this.#onKey);
  }

  turnMeasure(isOn: boolean): void {
    if (isOn) void this.#session.drawing.choose('select');
    if (isOn || this.measure.store.getState().isOn) this.measure.turn(isOn);
  }

  turnBox(isBox: boolean): void {
    if (isBox) {
      void this.#session.drawing.choose('select');
      this.measure.turn(false);
    }
    this.select.store.setState({ isBox });
  }

  #pressMiddle(): void {
    const { clientWidth, clientHeight } = this.#view.map.getCanvas();
    const { lng, lat } = this.#view.map.getCenter();
    this.onClick({
      x: clientWidth / 2,
      y: clientHeight / 2,
      clientX: 0,
      clientY: 0,
      lng,
      lat,
      isAdding: false,
      isShift: false,
      isAlt: false,
      isTouch: false,
    });
  }

  onMove(place: PointerPlace): void {
    this.#seePointer(place);
    const isTaken = this.#tools.some((tool) => tool.onMove?.(place) === true);
    this.#setCursor();
    if (!isTaken) return this.#pickSoon(place);
    this.#setHover(null);
    this.probe.clear();
  }

  onLeave(): void {
    this.#seePointer(null);
    this.#waiting = null;
    this.#setHover(null);
    this.probe.clear();
    for (const tool of this.#tools) tool.onLeave?.();
  }

  takesDrag(place: PointerPlace): boolean {
    this.#dragging = this.#tools.find((tool) => tool.takesDrag?.(place) === true) ?? null;
    return this.#dragging !== null;
  }

  onDrag(place: PointerPlace, from: PointerPlace): void {
    this.#seePointer(place);
    this.#setHover(null);
    this.probe.clear();
    this.#dragging?.onDrag?.(place, from);
  }

  onDragEnd(place: PointerPlace, from: PointerPlace): void {
    this.#dragging?.onDragEnd?.(place, from);
    this.#dragging = null;
  }

  onClick(place: PointerPlace): void {
    this.#tools.find((tool) => tool.onClick?.(place) === true);
  }

  onDoubleClick(place: PointerPlace): void {
    this.#tools.find((tool) => tool.onDoubleClick?.(place) === true);
  }

  onMenu(place: PointerPlace): void {
    this.#setHover(null);
    void this.#view.pick(place).then((hit) => this.#handlers.onMenu(place, hit));
  }

  /** One search at a time, for the newest place. */
  #pickSoon(place: PointerPlace): void {
    this.#waiting = place;
    if (this.#isPicking) return;
    this.#isPicking = true;
    void this.#view
      .pick(place)
      .catch(() => null)
      .then((feature) => {
        const hit = feature ?? this.#view.photoAt(this.#waiting ?? place);
        this.#isPicking = false;
        const newer = this.#waiting;
        if (newer) this.#setHover(hit);
        if (newer && hit) this.probe.clear();
        else if (newer) this.probe.look(newer, wrapLongitude(newer.lng), this.#view.map.getZoom());
        if (newer && newer !== place) this.#pickSoon(newer);
      });
  }

  #seePointer(place: PointerPlace | null): void {
    const pointer = place && { lng: wrapLongitude(place.lng), lat: place.lat };
    this.seen.setState({ pointer });
    if (pointer) this.#session.shareCursor({ ...pointer, zoom: this.#view.map.getZoom() });
    else this.#session.hideCursor();
  }

  #setHover(hit: Hit | null): void {
    const before = this.seen.getState().hover;
    if (hit === before) return;
    this.seen.setState({ hover: hit });
    this.#setCursor();
    if (hit?.fid !== before?.fid || hit?.layerId !== before?.layerId) this.#view.overlay.redraw();
  }

  #setCursor(): void {
    const found = this.#tools.map((tool) => tool.cursor?.() ?? null).find((cursor) => cursor !== null);
    this.#view.map.getCanvas().style.cursor = found ?? (this.seen.getState().hover ? 'pointer' : 'default');
  }

  #changed(): void {
    this.#setCursor();
    this.#view.overlay.redraw();
  }

  #paint(brush: Brush): void {
    const casing = brush.token('--draw-case');
    const { hover } = this.seen.getState();
    if (hover?.shape)
      paintShape(brush, hover.shape, {
        line: brush.token('--accent'),
        fill: brush.token('--draw-fill'),
        casing,
        width: 2,
        radius: 6,
      });
    const { box } = this.select.store.getState();
    if (box) {
      const [west, south, east, north] = box;
      paintShape(
        brush,
        {
          type: 'Polygon',
          coordinates: [
            [
              [west, south],
              [east, south],
              [east, north],
              [west, north],
              [west, south],
            ],
          ],
        },
        { line: brush.token('--accent'), fill: brush.token('--draw-fill'), casing, width: 1, radius: 0, dash: [4, 3] },
      );
    }
    const canvas = this.#view.map.getCanvas();
    // Whoever points at the map presses there, and not in its middle.
    if (this.seen.getState().pointer === null && document.activeElement === canvas && canvas.matches(':focus-visible'))
      paintCrosshair(brush);
  }
}

/** Where Space presses. */
function paintCrosshair({ context, width, height, token, mark }: Brush): void {
  mark();
  for (const [color, thick] of [
    [token('--draw-case'), 4],
    [token('--draw-line'), 1.5],
  ] as const) {
    context.beginPath();
    context.moveTo(width / 2 - 12, height / 2);
    context.lineTo(width / 2 + 12, height / 2);
    context.moveTo(width / 2, height / 2 - 12);
    context.lineTo(width / 2, height / 2 + 12);
    context.strokeStyle = color;
    context.lineWidth = thick;
    context.stroke();
  }
}
