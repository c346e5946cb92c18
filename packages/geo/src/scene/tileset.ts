import { toGeocentric } from './globe.ts';
import { identity, largestScale, placed, product, type Matrix, type Triple } from './matrix.ts';

/** A ball around everything of a tile, in the coordinates of its tileset. */
export interface Ball {
  center: Triple;
  radius: number;
}

/** A tile of 3D Tiles. */
export interface SceneTile {
  /** Address of its content, relative to its tileset; null for one without. */
  uri: string | null;
  /** From the coordinates of the content to those of the tileset. */
  matrix: Matrix;
  ball: Ball;
  /** How far what is shown may be from the truth without the tiles below, in metres. */
  error: number;
  /** Whether the tiles below take the place of this one, instead of adding to it. */
  isReplaced: boolean;
  children: SceneTile[];
}

export interface Tileset {
  root: SceneTile;
  isGltfUpright: boolean;
}

interface TileJson {
  boundingVolume?: { box?: number[]; sphere?: number[]; region?: number[] };
  geometricError?: number;
  refine?: string;
  transform?: number[];
  content?: { uri?: string; url?: string };
  contents?: { uri?: string }[];
  children?: TileJson[];
}

const mostDeep = 64;

/**
 * Reads a tileset of 3D Tiles 1.0 (OGC 18-053r2).
 * @param outer from the coordinates of the tileset to those of the one that it stands in
 * @throws Error with what is wrong, in a few words
 */
export function readTileset(json: unknown, outer: Matrix = identity): Tileset {
  const { root, asset } = (json ?? {}) as { root?: TileJson; asset?: { gltfUpAxis?: string } };
  if (typeof root !== 'object' || root === null) throw new Error('it is no tileset of 3D Tiles');
  return { root: readTile(root, outer, 'REPLACE', 0), isGltfUpright: asset?.gltfUpAxis?.toUpperCase() === 'Z' };
}

function readTile(tile: TileJson, outer: Matrix, inherited: string, depth: number): SceneTile {
  if (depth > mostDeep) throw new Error(`its tiles stand more than ${mostDeep} deep in each other`);
  if (tile.contents && !tile.content) throw new Error('its tiles have several contents (3D Tiles 1.1)');
  const matrix = tile.transform?.length === 16 ? product(outer, tile.transform) : outer;
  const refine = tile.refine?.toUpperCase() ?? inherited;
  return {
    uri: tile.content?.uri ?? tile.content?.url ?? null,
    matrix,
    ball: ballOf(tile.boundingVolume ?? {}, matrix),
    error: (tile.geometricError ?? 0) * largestScale(matrix),
    isReplaced: refine === 'REPLACE',
    children: (tile.children ?? []).map((child) => readTile(child, matrix, refine, depth + 1)),
  };
}

function ballOf({ box, sphere, region }: NonNullable<TileJson['boundingVolume']>, matrix: Matrix): Ball {
  if (box?.length === 12) {
    const halves = [3, 6, 9].map((at) => Math.hypot(box[at]!, box[at + 1]!, box[at + 2]!));
    const radius = Math.hypot(...halves) * largestScale(matrix);
    return { center: placed(matrix, box.slice(0, 3) as unknown as Triple), radius };
  }
  if (sphere?.length === 4)
    return {
      center: placed(matrix, sphere.slice(0, 3) as unknown as Triple),
      radius: sphere[3]! * largestScale(matrix),
    };
  if (region?.length === 6) return ballOfRegion(region);
  throw new Error('one of its tiles does not say where it lies');
}

/** Regions lie on the globe, whatever their tiles are moved by. */
function ballOfRegion(region: readonly number[]): Ball {
  const [west, south, east, north, low, high] = region as [number, number, number, number, number, number];
  const degrees = 180 / Math.PI;
  const at = (x: number, y: number, z: number) => toGeocentric([x * degrees, y * degrees, z]);
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const center = at(middleX, middleY, (low + high) / 2);
  const corners = [west, middleX, east].flatMap((x) =>
    [south, middleY, north].flatMap((y) => [at(x, y, low), at(x, y, high)]),
  );
  return { center, radius: Math.max(...corners.map((each) => straightDistance(each, center))) };
}

/** How far two places are apart along a straight line, in their unit. */
export function straightDistance([x1, y1, z1]: Triple, [x2, y2, z2]: Triple): number {
  return Math.hypot(x1 - x2, y1 - y2, z1 - z2);
}

/** How a scene is looked at. */
export interface SceneSight {
  /** Whether any of a ball may be in sight. */
  sees(ball: Ball): boolean;
  /** Pixels that a metre takes where a ball is nearest. */
  pixelsPerMetre(ball: Ball): number;
}

interface Choice {
  /** Pixels that what is shown may be from the truth. */
  tolerance: number;
  /** Whether the content of a tile is there, or there is none to wait for. */
  isLoaded(tile: SceneTile): boolean;
}

/**
 * Which tiles are drawn and which are to be fetched, the most needed first. A tile that is replaced is drawn until all
 * that replace it are there, so that nothing has holes.
 */
export function chooseTiles(
  root: SceneTile,
  sight: SceneSight,
  { tolerance, isLoaded }: Choice,
): { drawn: SceneTile[]; wanted: SceneTile[] } {
  const wanted = new Map<SceneTile, number>();
  const drawn: SceneTile[] = [];
  const want = (tile: SceneTile, need: number) => {
    if (!isLoaded(tile)) wanted.set(tile, need);
  };
  /** Whether everything that is in sight of a tile is there. */
  const isWhole = (tile: SceneTile): boolean =>
    !sight.sees(tile.ball) || (tile.uri === null ? tile.children.every(isWhole) : isLoaded(tile));
  const visit = (tile: SceneTile): void => {
    if (!sight.sees(tile.ball)) return;
    const need = tile.error * sight.pixelsPerMetre(tile.ball);
    const isDeep = tile.children.length > 0 && (need > tolerance || tile.uri === null);
    if (!isDeep) {
      want(tile, need + tolerance);
      if (isLoaded(tile)) drawn.push(tile);
      return;
    }
    if (tile.isReplaced && tile.uri !== null && !tile.children.every(isWhole)) {
      want(tile, need * 2);
      if (isLoaded(tile)) drawn.push(tile);
      for (const child of tile.children) if (sight.sees(child.ball)) wantBelow(child, need);
      return;
    }
    if (!tile.isReplaced) {
      want(tile, need * 2);
      if (isLoaded(tile)) drawn.push(tile);
    }
    tile.children.forEach(visit);
  };
  const wantBelow = (tile: SceneTile, need: number): void => {
    if (tile.uri !== null) return want(tile, need);
    for (const child of tile.children) if (sight.sees(child.ball)) wantBelow(child, need);
  };
  visit(root);
  return {
    drawn: drawn.filter(({ uri }) => uri !== null),
    wanted: [...wanted]
      .filter(([{ uri }]) => uri !== null)
      .toSorted(([, a], [, b]) => b - a)
      .map(([tile]) => tile),
  };
}
