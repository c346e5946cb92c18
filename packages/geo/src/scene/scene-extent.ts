import type { SolidExtent } from '@groma/model';
import { isOnGlobe, toGeodetic } from './globe.ts';
import { gltfBounds, readGltfJson } from './gltf-bounds.ts';
import { identity, moved, placed, product, uprightTurn, type Matrix, type Triple } from './matrix.ts';
import { readContent } from './read-content.ts';
import { readTileset } from './tileset.ts';

interface Volume {
  box?: number[];
  sphere?: number[];
  region?: number[];
}

const widestMetres = 2_000_000;

/**
 * Where a scene lies, by the JSON of its tileset (3D Tiles 1.0) or of its glTF.
 * @param content of the root of a tileset: a box whose axes are those of the globe reaches far below what is in it
 * @throws Error with what is wrong, in a few words
 */
export function sceneExtent(json: unknown, content: Uint8Array | null = null): SolidExtent {
  const { root, asset, scenes } = (json ?? {}) as {
    root?: { boundingVolume?: Volume; transform?: number[] };
    asset?: unknown;
    scenes?: unknown;
  };
  if (root) return tilesetExtent(json, root, content);
  if (!asset || !Array.isArray(scenes)) throw new Error('it is neither a tileset of 3D Tiles nor a model');
  const bounds = gltfBounds(json as Parameters<typeof gltfBounds>[0]);
  if (!bounds) throw new Error('nothing in it can be drawn');
  const upright = boxOf(cornersOf(bounds.low, bounds.high).map((each) => placed(uprightTurn, each)));
  const middle = middleOf(upright);
  if (!isOnGlobe(middle)) return { kind: 'own', ...bounds };
  return onGlobe(middle, cornersOf(upright.low, upright.high));
}

/** The address of what the root of a tileset holds; null where that is nothing, or another tileset. */
export function rootContent(json: unknown): string | null {
  const { content } = (json as { root?: { content?: { uri?: string; url?: string } } } | null)?.root ?? {};
  const uri = content?.uri ?? content?.url;
  return uri !== undefined && /\.(?:pnts|b3dm|glb)$/i.test(uri) ? uri : null;
}

function tilesetExtent(
  json: unknown,
  root: { boundingVolume?: Volume; transform?: number[] },
  content: Uint8Array | null,
): SolidExtent {
  const { ball } = readTileset(json).root;
  if (ball.radius > widestMetres) throw new Error('it covers too much of the globe to stand on a map');
  const { boundingVolume = {}, transform } = root;
  const matrix = transform?.length === 16 ? product(identity, transform) : identity;
  if (boundingVolume.region?.length === 6)
    return { kind: 'globe', center: toGeodetic(ball.center), radius: ball.radius, low: boundingVolume.region[4]! };
  const corners = volumeCorners(boundingVolume, matrix);
  if (isOnGlobe(ball.center)) {
    const held = content ? placesIn(content, matrix) : [];
    return { ...onGlobe(ball.center, held.length > 0 ? held : corners), radius: ball.radius };
  }
  return { kind: 'own', ...boxOf(corners) };
}

/** The same, of what can be read. */
function placesIn(content: Uint8Array, matrix: Matrix): Triple[] {
  try {
    return placesOf(content, matrix);
  } catch {
    return [];
  }
}

/** Points of a tile, or the corners of the boxes around its models, in the coordinates of its tileset. */
function placesOf(content: Uint8Array, matrix: Matrix): Triple[] {
  return readContent(content).flatMap((part): Triple[] => {
    if (part.kind === 'tileset') return [];
    const outer = product(matrix, moved(part.center));
    if (part.kind === 'points')
      return Array.from({ length: part.count }, (_, at) => {
        const [x, y, z] = part.positions.subarray(at * 3, at * 3 + 3);
        return placed(outer, [x!, y!, z!]);
      });
    const bounds = gltfBounds(readGltfJson(part.bytes));
    const upright = product(outer, uprightTurn);
    return bounds ? cornersOf(bounds.low, bounds.high).map((each) => placed(upright, each)) : [];
  });
}

function onGlobe(center: Triple, corners: readonly Triple[]): SolidExtent & { kind: 'globe' } {
  let [radius, low] = [0, Infinity];
  for (const each of corners) {
    radius = Math.max(radius, Math.hypot(...each.map((value, axis) => value - center[axis]!)));
    low = Math.min(low, toGeodetic(each)[2]);
  }
  return { kind: 'globe', center: toGeodetic(center), radius, low };
}

function volumeCorners({ box, sphere }: Volume, matrix: Matrix): Triple[] {
  if (box?.length === 12) {
    const at = (signs: Triple): Triple =>
      [0, 1, 2].map((axis) =>
        [0, 1, 2].reduce((sum, edge) => sum + signs[edge]! * box[3 + edge * 3 + axis]!, box[axis]!),
      ) as unknown as Triple;
    return cornersOf([-1, -1, -1], [1, 1, 1]).map((signs) => placed(matrix, at(signs)));
  }
  const [x, y, z, radius] = sphere as [number, number, number, number];
  return cornersOf([x - radius, y - radius, z - radius], [x + radius, y + radius, z + radius]).map((each) =>
    placed(matrix, each),
  );
}

function cornersOf(low: Triple, high: Triple): Triple[] {
  return Array.from(
    { length: 8 },
    (_, corner) => [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high : low)[axis]!) as unknown as Triple,
  );
}

function boxOf(corners: readonly Triple[]): { low: Triple; high: Triple } {
  const end = (of: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => of(...corners.map((each) => each[axis]!))) as unknown as Triple;
  return { low: end(Math.min), high: end(Math.max) };
}

function middleOf({ low, high }: { low: Triple; high: Triple }): Triple {
  return low.map((value, axis) => (value + high[axis]!) / 2) as unknown as Triple;
}
