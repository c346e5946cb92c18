import {
  chooseTiles,
  gltfBounds,
  identity,
  isOnGlobe,
  localFrame,
  moved,
  placed,
  product,
  readContent,
  readGltfJson,
  readTileset,
  straightDistance,
  toGeodetic,
  turnedBack,
  uprightTurn,
  type Ball,
  type Matrix,
  type SceneContent,
  type ScenePoints,
  type SceneSight,
  type SceneTile,
  type Triple,
} from '@groma/geo';
import { readGltf, type Gltf } from './read-gltf.ts';
import { noRange, widened, type SceneRange } from './point-colors.ts';
import { besidePath, readPart, type ScenePlace } from './scene-files.ts';

/** Something of a tile that can be drawn. `matrix` takes its coordinates to metres around the middle of the scene. */
export type ScenePart = { id: string; matrix: Matrix } & (
  | { kind: 'points'; points: ScenePoints }
  | { kind: 'model'; gltf: Gltf }
);

type Loaded = { parts: ScenePart[]; bytes: number; used: number } | 'loading' | 'failed';

const tolerancePixels = 4;
const mostAtOnce = 6;
/** What is kept of tiles that are out of sight. */
const mostBytes = 400 * 1024 ** 2;

/** A scene that is open: which of its tiles are there, and what is fetched next. */
export class SceneStore {
  /** Longitude, latitude and height of its middle; null for what has no place on the globe. */
  readonly origin: Triple | null;
  readonly radius: number;
  /** Of the points that have been there so far. */
  range: SceneRange = noRange;
  /** Why tiles are missing. */
  failure: unknown = null;
  readonly #place: ScenePlace;
  readonly #root: SceneTile;
  readonly #frame: Matrix;
  readonly #isUpright: boolean;
  readonly #onChange: () => void;
  readonly #loaded = new Map<SceneTile, Loaded>();
  readonly #paths = new Map<SceneTile, string>();
  readonly #ids = new Map<SceneTile, number>();
  readonly #stop = new AbortController();
  #turn = 0;
  #wanted: SceneTile[] = [];
  #running = 0;

  private constructor(place: ScenePlace, root: SceneTile, isUpright: boolean, onChange: () => void) {
    this.#place = place;
    this.#root = root;
    this.#isUpright = isUpright;
    this.#onChange = onChange;
    const { center, radius } = root.ball;
    this.radius = Math.max(radius, 1e-6);
    this.origin = isOnGlobe(center) ? toGeodetic(center) : null;
    this.#frame = this.origin ? turnedBack(localFrame(center)) : moved([-center[0], -center[1], -center[2]]);
  }

  /** Opens a tileset, or one file of points or a model. `isTurned` is what has its height along z already. */
  static async open(place: ScenePlace, onChange: () => void, isTurned = false): Promise<SceneStore> {
    const bytes = await readPart(place, place.path);
    const contents = readContent(bytes);
    const [first] = contents;
    if (first?.kind === 'tileset') {
      const { root, isGltfUpright } = readTileset(first.json);
      return new SceneStore(place, root, isGltfUpright, onChange);
    }
    const root: SceneTile = {
      uri: place.path.slice(place.path.lastIndexOf('/') + 1),
      matrix: identity,
      ball: ballAround(contents, isTurned),
      error: 0,
      isReplaced: true,
      children: [],
    };
    const store = new SceneStore(place, root, isTurned, onChange);
    await store.#take(root, place.path, contents, bytes.length);
    return store;
  }

  /** The parts to draw as the scene is looked at; what is missing is fetched, the most needed first. */
  look(sight: SceneSight): ScenePart[] {
    this.#turn += 1;
    const local: SceneSight = {
      sees: (ball) => sight.sees(this.#local(ball)),
      pixelsPerMetre: (ball) => sight.pixelsPerMetre(this.#local(ball)),
    };
    const { drawn, wanted } = chooseTiles(this.#root, local, {
      tolerance: tolerancePixels,
      isLoaded: (tile) => tile.uri === null || !['loading', undefined].includes(this.#loaded.get(tile) as string),
    });
    this.#wanted = wanted;
    this.#loadNext();
    return drawn.flatMap((tile) => {
      const loaded = this.#loaded.get(tile);
      if (typeof loaded !== 'object') return [];
      loaded.used = this.#turn;
      return loaded.parts;
    });
  }

  get isLoading(): boolean {
    return this.#running > 0;
  }

  close(): void {
    this.#stop.abort();
    this.#loaded.clear();
  }

  #local({ center, radius }: Ball): Ball {
    return { center: placed(this.#frame, center), radius };
  }

  #loadNext(): void {
    for (const tile of this.#wanted) {
      if (this.#running >= mostAtOnce || this.#stop.signal.aborted) return;
      if (this.#loaded.has(tile)) continue;
      this.#loaded.set(tile, 'loading');
      this.#running += 1;
      void this.#load(tile).finally(() => {
        this.#running -= 1;
        if (this.#stop.signal.aborted) return;
        this.#forget();
        this.#onChange();
        this.#loadNext();
      });
    }
  }

  async #load(tile: SceneTile): Promise<void> {
    try {
      const path = besidePath(this.#paths.get(tile) ?? this.#place.path, tile.uri!);
      const bytes = await readPart(this.#place, path, this.#stop.signal);
      await this.#take(tile, path, readContent(bytes), bytes.length);
    } catch (error) {
      this.#loaded.set(tile, 'failed');
      if (!this.#stop.signal.aborted) this.failure ??= error;
    }
  }

  async #take(tile: SceneTile, path: string, contents: readonly SceneContent[], bytes: number): Promise<void> {
    const parts: ScenePart[] = [];
    for (const [at, content] of contents.entries()) {
      if (content.kind === 'tileset') {
        const { root } = readTileset(content.json, tile.matrix);
        this.#name(root, path);
        tile.children.push(root);
        tile.uri = null;
        continue;
      }
      const id = `${this.#idOf(tile)}-${at}`;
      const matrix = product(product(this.#frame, tile.matrix), moved(content.center));
      if (content.kind === 'points') {
        const points = { ...content, center: [0, 0, 0] as Triple };
        this.range = widened(this.range, points, matrix);
        parts.push({ id, kind: 'points', points, matrix });
      } else {
        const gltf = await readGltf(content, this.#place, path);
        parts.push({ id, kind: 'model', gltf, matrix: this.#isUpright ? matrix : product(matrix, uprightTurn) });
      }
    }
    this.#loaded.set(tile, { parts, bytes, used: this.#turn });
  }

  /** Addresses of what stands below are relative to the tileset that names it. */
  #name(tile: SceneTile, path: string): void {
    this.#paths.set(tile, path);
    for (const child of tile.children) this.#name(child, path);
  }

  #idOf(tile: SceneTile): number {
    const id = this.#ids.get(tile) ?? this.#ids.size;
    this.#ids.set(tile, id);
    return id;
  }

  /** Lets go of what has been out of sight for longest, once much is kept. */
  #forget(): void {
    const there = [...this.#loaded].filter((each): each is [SceneTile, Exclude<Loaded, string>] => {
      const [, loaded] = each;
      return typeof loaded === 'object' && loaded.parts.length > 0;
    });
    let kept = there.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    for (const [tile, { bytes, used }] of there.toSorted(([, a], [, b]) => a.used - b.used)) {
      if (kept <= mostBytes || used >= this.#turn - 1) return;
      if (tile === this.#root) continue;
      this.#loaded.delete(tile);
      kept -= bytes;
    }
  }
}

/** The ball around what one file holds. */
function ballAround(contents: readonly SceneContent[], isTurned: boolean): Ball {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const add = (at: readonly number[]) =>
    at.forEach((value, axis) => {
      low[axis] = Math.min(low[axis]!, value);
      high[axis] = Math.max(high[axis]!, value);
    });
  for (const content of contents) {
    if (content.kind === 'points') {
      const { positions, center } = content;
      for (let at = 0; at < positions.length; at += 3)
        add([positions[at]! + center[0], positions[at + 1]! + center[1], positions[at + 2]! + center[2]]);
    } else if (content.kind === 'model') {
      const bounds = gltfBounds(readGltfJson(content.bytes));
      const matrix = product(moved(content.center), isTurned ? identity : uprightTurn);
      if (bounds) for (const corner of [bounds.low, bounds.high]) add(placed(matrix, corner));
    }
  }
  if (!Number.isFinite(low[0])) return { center: [0, 0, 0], radius: 1 };
  const center = low.map((value, axis) => (value + high[axis]!) / 2) as unknown as Triple;
  return { center, radius: straightDistance(high as unknown as Triple, center) };
}
