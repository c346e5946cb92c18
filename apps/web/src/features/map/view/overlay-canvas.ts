import type { Position } from '@groma/geo';
import type { Map as LibreMap } from 'maplibre-gl';

/** Where things lie in pixels. */
export interface Gauge {
  width: number;
  height: number;
  /** Degrees to be added to the longitudes of a shape so that it lies where the map is looked at. */
  turnOf(longitude: number): number;
  project(position: Position, turn: number): { x: number; y: number };
}

/** What is painted with over the map. */
export interface Brush extends Gauge {
  context: CanvasRenderingContext2D;
  /** A colour or size of the tokens. */
  token(name: string): string;
  /** Says that something is painted without `project`: the canvas is not blank then. */
  mark(): void;
}

export type Painter = (brush: Brush) => void;

/**
 * A plain canvas above the map for what changes with every move of the pointer: handles, shapes being drawn, marks. To
 * redraw it costs nothing of the layers below, however large they are.
 */
export class OverlayCanvas {
  readonly canvas = document.createElement('canvas');
  readonly #map: LibreMap;
  readonly #painters: Painter[] = [];
  readonly #tokens = new Map<string, string>();
  #frame: number | null = null;
  #isBlank = true;

  constructor(map: LibreMap) {
    this.#map = map;
    this.canvas.className = 'map-overlay-canvas';
    this.canvas.setAttribute('aria-hidden', 'true');
    map.getCanvasContainer().append(this.canvas);
    // With the map's own frames, so that nothing swims.
    map.on('render', this.#paint);
    map.on('style.load', () => this.forgetTokens());
  }

  /** The tokens are others in another theme. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  add(painter: Painter): void {
    this.#painters.push(painter);
  }

  /** Draws in the next frame, however often it is asked for until then. */
  readonly redraw = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#paint();
    });
  };

  remove(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#map.off('render', this.#paint);
    this.canvas.remove();
  }

  readonly #paint = (): void => {
    const { clientWidth: width, clientHeight: height } = this.#map.getCanvas();
    const context = this.canvas.getContext('2d');
    if (!context || width === 0) return;
    const ratio = devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== high)
      Object.assign(this.canvas, { width: wide, height: high });
    else if (!this.#isBlank) context.clearRect(0, 0, wide, high);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#isBlank = true;
    const brush = {
      ...this.gauge,
      context,
      token: this.#token,
      mark: () => {
        this.#isBlank = false;
      },
    };
    for (const painter of this.#painters) painter(brush);
    // A canvas that is only cleared may go on being shown as it was before, where the browser draws without a graphics
    // card.
    this.canvas.style.visibility = this.#isBlank ? 'hidden' : 'visible';
  };

  readonly #token = (name: string): string => {
    const known = this.#tokens.get(name) ?? getComputedStyle(this.canvas).getPropertyValue(name).trim();
    this.#tokens.set(name, known);
    return known;
  };

  /** Where things lie in pixels as the map stands now. */
  get gauge(): Gauge {
    const map = this.#map;
    const middle = map.getCenter().lng;
    const { clientWidth: width, clientHeight: height } = map.getCanvas();
    return {
      width,
      height,
      turnOf: (longitude) => 360 * Math.round((middle - longitude) / 360),
      project: ([longitude, latitude], turn) => {
        this.#isBlank = false;
        return map.project([longitude! + turn, latitude!]);
      },
    };
  }
}
