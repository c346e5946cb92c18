import { Deck, OrbitView, type Layer, type OrbitViewState, type PickingInfo } from '@deck.gl/core';
import { LineLayer, ScatterplotLayer } from '@deck.gl/layers';
import { placed, type Ball, type SceneSight, type Triple } from '@groma/geo';
import { RestingLoop } from '../../../../platform/scene/resting-loop.ts';
import { sceneLayers, type SceneLook } from '../../../../platform/scene/scene-layers.ts';
import type { ScenePart, SceneStore } from '../../../../platform/scene/scene-store.ts';

export interface SceneViewState {
  target: [x: number, y: number, z: number];
  zoom: number;
  rotationOrbit: number;
  rotationX: number;
}

type View = OrbitView;

const fieldOfView = 50;
const pickPixels = 6;
const measureColor: [number, number, number] = [255, 70, 150];
/** Looked at from the south-west and from above. */
const firstLook = { rotationOrbit: -30, rotationX: 35 };

/** A scene in a picture of its own, which is turned, moved and zoomed by hand. */
export class SceneView {
  readonly #deck: Deck<View>;
  readonly #loop: RestingLoop;
  readonly #store: SceneStore;
  readonly #onLook: () => void;
  #view: SceneViewState = { target: [0, 0, 0], zoom: 0, ...firstLook };
  #isFitted = true;
  #look: Omit<SceneLook, 'range' | 'opacity'> = { coloring: 'rgb', pointSize: 1.5 };
  #marks: readonly Triple[] = [];
  #parts: readonly ScenePart[] = [];
  #frame: number | null = null;

  constructor(parent: HTMLDivElement, store: SceneStore, onLook: () => void) {
    this.#store = store;
    this.#onLook = onLook;
    this.#deck = new Deck<View>({
      parent,
      width: '100%',
      height: '100%',
      views: new OrbitView({ id: 'scene', orbitAxis: 'Z', fovy: fieldOfView }),
      // Keys are those of the panel.
      controller: { keyboard: false, inertia: false },
      viewState: this.#view as OrbitViewState,
      onViewStateChange: ({ viewState }) => {
        const { target, zoom, rotationOrbit, rotationX } = viewState as unknown as SceneViewState;
        this.#isFitted = false;
        this.#move({ target, zoom, rotationOrbit, rotationX });
      },
      onResize: () => (this.#isFitted ? this.fit() : this.drawSoon()),
      onLoad: () => this.fit(),
      getCursor: ({ isDragging }) => (isDragging ? 'grabbing' : 'inherit'),
      onAfterRender: () => this.#loop.wake(),
      onInteractionStateChange: () => this.#loop.wake(),
      layers: [],
    });
    this.#loop = new RestingLoop(this.#deck as unknown as Deck);
  }

  /** All of the scene, from where it was looked at first. */
  fit(): void {
    const { width, height } = this.#deck;
    const zoom = Math.log2((Math.min(width || 1, height || 1) * 0.8) / (2 * this.#store.radius));
    this.#isFitted = true;
    this.#move({ target: [0, 0, 0], zoom, ...firstLook });
  }

  /** Turns by degrees, and zooms by powers of two. */
  turn({ orbit = 0, tilt = 0, zoom = 0 }: { orbit?: number; tilt?: number; zoom?: number }): void {
    const { target, rotationOrbit, rotationX, zoom: before } = this.#view;
    this.#isFitted = false;
    this.#move({
      target,
      zoom: before + zoom,
      rotationOrbit: rotationOrbit + orbit,
      rotationX: Math.max(-90, Math.min(90, rotationX + tilt)),
    });
  }

  /** How points look, and the places that are measured between. */
  show(look: Omit<SceneLook, 'range' | 'opacity'>, marks: readonly Triple[]): void {
    [this.#look, this.#marks] = [look, marks];
    this.drawSoon();
  }

  /** The place of the scene below a pixel, in metres around its middle; null where nothing is. */
  placeAt(x: number, y: number): Triple | null {
    const info = this.#deck.pickObject({ x, y, radius: pickPixels, unproject3D: true });
    if (!info) return null;
    return this.#pointOf(info) ?? (info.coordinate?.length === 3 ? (info.coordinate as unknown as Triple) : null);
  }

  readonly drawSoon = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#draw();
    });
  };

  remove(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#loop.close();
    this.#deck.finalize();
  }

  get parts(): readonly ScenePart[] {
    return this.#parts;
  }

  /** What was picked of a cloud is exactly one of its points. */
  #pointOf({ layer, index }: PickingInfo): Triple | null {
    const part = this.#parts.find(({ id }) => `scene-${id}` === layer?.id);
    if (part?.kind !== 'points' || index < 0) return null;
    const [x, y, z] = part.points.positions.subarray(index * 3, index * 3 + 3);
    return placed(part.matrix, [x!, y!, z!]);
  }

  #move(view: SceneViewState): void {
    this.#view = view;
    this.#deck.setProps({ viewState: view as OrbitViewState });
    this.#loop.wake();
    this.drawSoon();
  }

  #draw(): void {
    const sight = this.#sight();
    if (!sight) return;
    this.#parts = this.#store.look(sight);
    const look = { ...this.#look, range: this.#store.range, opacity: 1 };
    this.#deck.setProps({
      layers: [...sceneLayers(this.#parts, look, { name: 'scene', origin: null }), ...this.#lines()],
    });
    this.#loop.wake();
    this.#onLook();
  }

  #sight(): SceneSight | null {
    const viewport = this.#deck.isInitialized ? this.#deck.getViewports()[0] : undefined;
    if (!viewport) return null;
    const planes = Object.values(viewport.getFrustumPlanes());
    const eye = viewport.cameraPosition as unknown as Triple;
    const focal = viewport.height / 2 / Math.tan((fieldOfView / 2) * (Math.PI / 180));
    return {
      sees: ({ center: [x, y, z], radius }: Ball) =>
        planes.every(({ normal, distance }) => normal[0]! * x + normal[1]! * y + normal[2]! * z - radius <= distance),
      pixelsPerMetre: ({ center: [x, y, z], radius }: Ball) =>
        focal / Math.max(Math.hypot(eye[0] - x, eye[1] - y, eye[2] - z) - radius, this.#store.radius * 1e-4),
    };
  }

  #lines(): Layer[] {
    const marks = this.#marks.map((each) => [...each] as [number, number, number]);
    return [
      new LineLayer({
        id: 'measured-line',
        data: marks.length === 2 ? [marks] : [],
        getSourcePosition: ([from]) => from!,
        getTargetPosition: ([, to]) => to!,
        getColor: measureColor,
        getWidth: 3,
        parameters: { depthCompare: 'always' },
      }),
      new ScatterplotLayer({
        id: 'measured-ends',
        data: marks,
        getPosition: (each) => each,
        getFillColor: measureColor,
        getRadius: 5,
        radiusUnits: 'pixels',
        billboard: true,
        parameters: { depthCompare: 'always' },
      }),
    ];
  }
}
