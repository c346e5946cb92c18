import { createStore } from 'zustand';
import { wrapLongitude } from './map-maths.ts';
import { MapPointer, type PointerHandlers, type PointerPlace } from './map-pointer.ts';
import type { MapTool, ToolPlace } from './map-tool.ts';
import type { Hit, MapView } from './map-view.ts';
import type { Brush } from './overlay-canvas.ts';
import { paintShape } from './paint-shape.ts';

export interface MapToolsHandlers {
  onChosen(hit: Hit | null): void;
  onMenu(place: PointerPlace, hit: Hit | null): void;
  /** Where the pointer is; null off the map. */
  onPointer?(place: { lng: number; lat: number } | null): void;
}

/** Makes a tool for the place that it is given. */
type PlaceTool = (place: Omit<ToolPlace, 'session'>) => MapTool;

/** What the pointer is over. It changes with every move, so only the parts that show it draw it anew. */
export interface SeenState {
  pointer: { lng: number; lat: number } | null;
  hover: Hit | null;
}

/** All that the pointer can do on one map: each event goes to the first tool that takes it. */
export class MapTools implements PointerHandlers {
  readonly seen = createStore<SeenState>(() => ({ pointer: null, hover: null }));
  readonly #tools: readonly MapTool[];
  readonly #view: MapView;
  readonly #handlers: MapToolsHandlers;
  readonly #pointer: MapPointer;
  readonly #stop: () => void;
  #dragging: MapTool | null = null;
  #isPicking = false;
  #waiting: PointerPlace | null = null;

  /** @param makers in the order in which the tools are offered what the pointer does; the first paints on top. */
  constructor(view: MapView, handlers: MapToolsHandlers, makers: readonly PlaceTool[]) {
    [this.#view, this.#handlers] = [view, handlers];
    const place = {
      view,
      stopTools: () => this.stop(),
      onChosen: (hit: Hit | null) => handlers.onChosen(hit),
    };
    this.#tools = makers.map((make) => make(place));
    view.overlay.add((brush) => this.#paint(brush));
    for (const tool of this.#tools.toReversed()) view.overlay.add((brush) => tool.paint?.(brush));
    this.#stop = this.subscribe(() => this.#changed());
    this.#pointer = new MapPointer(view.map, this);
    view.map.getCanvas().addEventListener('keydown', this.#onKey);
    for (const event of ['focus', 'blur'] as const) view.map.getCanvas().addEventListener(event, view.overlay.redraw);
  }

  find(id: string): MapTool | null {
    return this.#tools.find((tool) => tool.id === id) ?? null;
  }

  /** The tool of a class. @throws RangeError where the map was made without. */
  get<Tool extends MapTool>(type: new (...given: never[]) => Tool): Tool {
    const found = this.#tools.find((tool) => tool instanceof type);
    if (!found) throw new RangeError(`There is no ${type.name}.`);
    return found as Tool;
  }

  /** Whether a tool is on that has a button of its own. */
  get isAnyOn(): boolean {
    return this.#tools.some(({ isOn }) => isOn === true);
  }

  /** Switches every tool off. */
  stop(): void {
    for (const tool of this.#tools) if (tool.isOn) tool.turn?.(false);
  }

  /** Has somebody told of each change of a tool; returns how to stop. */
  subscribe(listener: () => void): () => void {
    const stops = this.#tools.map((tool) => tool.subscribe?.(listener));
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  /** Space presses at the middle of the map, which the arrows move: drawing and choosing without a pointer. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#pressMiddle();
  };

  remove(): void {
    this.#stop();
    this.#pointer.remove();
    this.#view.map.getCanvas().removeEventListener('keydown', this.#onKey);
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
    this.#seeSomething();
  }

  onLeave(): void {
    this.#seePointer(null);
    this.#waiting = null;
    this.#setHover(null);
    this.#seeSomething();
    for (const tool of this.#tools) tool.onLeave?.();
  }

  takesDrag(place: PointerPlace): boolean {
    this.#dragging = this.#tools.find((tool) => tool.takesDrag?.(place) === true) ?? null;
    return this.#dragging !== null;
  }

  onDrag(place: PointerPlace, from: PointerPlace): void {
    this.#seePointer(place);
    this.#setHover(null);
    this.#seeSomething();
    this.#dragging?.onDrag?.(place, from);
  }

  onDragEnd(place: PointerPlace, from: PointerPlace): void {
    this.#dragging?.onDragEnd?.(place, from);
    this.#dragging = null;
  }

  onClick(place: PointerPlace): void {
    if (!this.isAnyOn && !place.isAdding && this.#view.openGroup(place)) return;
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
        const now = this.#waiting ?? place;
        const hit = feature ?? this.#view.groupAt(now) ?? this.#view.imageAt(now);
        this.#isPicking = false;
        const newer = this.#waiting;
        if (newer) this.#setHover(hit);
        if (newer && hit) this.#seeSomething();
        else if (newer) for (const tool of this.#tools) tool.onNothing?.(newer);
        if (newer && newer !== place) this.#pickSoon(newer);
      });
  }

  #seeSomething(): void {
    for (const tool of this.#tools) tool.onSomething?.();
  }

  #seePointer(place: PointerPlace | null): void {
    const pointer = place && { lng: wrapLongitude(place.lng), lat: place.lat };
    this.seen.setState({ pointer });
    this.#handlers.onPointer?.(pointer);
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
    const { hover } = this.seen.getState();
    if (hover?.shape)
      paintShape(brush, hover.shape, {
        line: brush.token('--accent'),
        fill: brush.token('--draw-fill'),
        casing: brush.token('--draw-case'),
        width: 2,
        radius: 6,
      });
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
