import type { Map as LibreMap } from 'maplibre-gl';

/** Where a press or a pointer is. `lng` runs on over the antimeridian, as the map is shown. */
export interface PointerPlace {
  x: number;
  y: number;
  clientX: number;
  clientY: number;
  lng: number;
  lat: number;
  /** Shift, Ctrl or Cmd: adds to what is chosen. */
  isAdding: boolean;
  isShift: boolean;
  isAlt: boolean;
  isTouch: boolean;
}

/**
 * What is done with the pointer over a map. The map keeps its own drag unless `takesDrag` says that a press is wanted.
 */
export interface PointerHandlers {
  onMove(place: PointerPlace): void;
  onLeave(): void;
  takesDrag(place: PointerPlace): boolean;
  onDrag(place: PointerPlace, from: PointerPlace): void;
  onDragEnd(place: PointerPlace, from: PointerPlace): void;
  onClick(place: PointerPlace): void;
  onDoubleClick(place: PointerPlace): void;
  onMenu(place: PointerPlace): void;
}

const stillPixels = { mouse: 4, touch: 10 };
const doubleMs = 300;
const longPressMs = 550;

interface Press {
  id: number;
  from: PointerPlace;
  isTaken: boolean;
  isDragged: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Mouse, pen and finger over a map as one kind of pointer: moves, clicks, double clicks, drags and the menu. */
export class MapPointer {
  readonly #map: LibreMap;
  readonly #handlers: PointerHandlers;
  readonly #abort = new AbortController();
  #press: Press | null = null;
  #fingers = 0;
  #lastClick: { at: number; x: number; y: number } | null = null;

  constructor(map: LibreMap, handlers: PointerHandlers) {
    this.#map = map;
    this.#handlers = handlers;
    const element = map.getCanvasContainer();
    const { signal } = this.#abort;
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal, capture: true });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    element.addEventListener(
      'pointerleave',
      () => {
        if (!this.#press) handlers.onLeave();
      },
      { signal },
    );
    addEventListener('pointermove', (event) => this.#drag(event), { signal });
    addEventListener('pointerup', (event) => this.#up(event), { signal });
    addEventListener('pointercancel', () => this.#cancel(), { signal });
    element.addEventListener(
      'contextmenu',
      (event) => {
        event.preventDefault();
        this.#cancel();
        handlers.onMenu(this.#place(event));
      },
      { signal },
    );
  }

  remove(): void {
    this.#cancel();
    this.#abort.abort();
  }

  #place(event: MouseEvent): PointerPlace {
    const box = this.#map.getCanvasContainer().getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { lng, lat } = this.#map.unproject([x, y]);
    return {
      x,
      y,
      clientX: event.clientX,
      clientY: event.clientY,
      lng,
      lat: Math.max(-90, Math.min(90, lat)),
      isAdding: event.shiftKey || event.ctrlKey || event.metaKey,
      isShift: event.shiftKey,
      isAlt: event.altKey,
      isTouch: (event as PointerEvent).pointerType === 'touch',
    };
  }

  #down(event: PointerEvent): void {
    this.#fingers += 1;
    // A second finger is the map's: it zooms.
    if (this.#press) return this.#cancel();
    if (event.button !== 0 || event.target !== this.#map.getCanvas()) return;
    const from = this.#place(event);
    const isTaken = this.#handlers.takesDrag(from);
    if (isTaken) this.#map.dragPan.disable();
    const timer = from.isTouch && !isTaken ? setTimeout(() => this.#longPress(from), longPressMs) : null;
    this.#press = { id: event.pointerId, from, isTaken, isDragged: false, timer };
  }

  #longPress(from: PointerPlace): void {
    this.#press = null;
    this.#handlers.onMenu(from);
  }

  #move(event: PointerEvent): void {
    if (this.#press || event.target !== this.#map.getCanvas()) return;
    this.#handlers.onMove(this.#place(event));
  }

  #drag(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const place = this.#place(event);
    const still = stillPixels[place.isTouch ? 'touch' : 'mouse'];
    if (!press.isDragged && Math.hypot(place.x - press.from.x, place.y - press.from.y) < still) return;
    press.isDragged = true;
    if (press.timer) clearTimeout(press.timer);
    if (press.isTaken) this.#handlers.onDrag(place, press.from);
  }

  #up(event: PointerEvent): void {
    this.#fingers = Math.max(0, this.#fingers - 1);
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#cancel();
    const place = this.#place(event);
    if (press.isDragged) return press.isTaken ? this.#handlers.onDragEnd(place, press.from) : undefined;
    // When it happened, not when it is handled: the first press may have had much drawn.
    const now = event.timeStamp;
    const last = this.#lastClick;
    if (last && now - last.at < doubleMs && Math.hypot(place.x - last.x, place.y - last.y) < 8) {
      this.#lastClick = null;
      return this.#handlers.onDoubleClick(place);
    }
    this.#lastClick = { at: now, x: place.x, y: place.y };
    this.#handlers.onClick(place);
  }

  #cancel(): void {
    if (this.#press?.timer) clearTimeout(this.#press.timer);
    if (this.#press?.isTaken) this.#map.dragPan.enable();
    this.#press = null;
  }
}
