import type { SolidExtent } from '@groma/model';
import { isOnGlobe, toGeodetic } from './globe.ts';
import { gltfBounds } from './gltf-bounds.ts';
import { identity, placed, product, uprightTurn, type Matrix, type Triple } from './matrix.ts';
import { readTileset } from './tileset.ts';

interface Volume {
  box?: number[];
  sphere?: number[];
  region?: number[];
}

const widestMetres = 2_000_000;

/**
 * Where a scene lies, by the JSON of its tileset (3D Tiles 1.0) or of its glTF.
 * @throws Error with what is wrong, in a few words
 */
export function sceneExtent(json: unknown): SolidExtent {
  const { root, asset, scenes } = (json ?? {}) as {
    root?: { boundingVolume?: Volume; transform?: number[] };
    asset?: unknown;
    scenes?: unknown;
  };
  if (root) return tilesetExtent(json, root);
  if (!asset || !Array.isArray(scenes)) throw new Error('it is neither a tileset of 3D Tiles nor a model');
  const bounds = gltfBounds(json as Parameters<typeof gltfBounds>[0]);
  if (!bounds) throw new Error('nothing in it can be drawn');
  const upright = boxOf(cornersOf(bounds.low, bounds.high).map((each) => placed(uprightTurn, each)));
  const middle = middleOf(upright);
  if (!isOnGlobe(middle)) return { kind: 'own', ...bounds };
  return onGlobe(middle, cornersOf(upright.low, upright.high));
}

function tilesetExtent(json: unknown, root: { boundingVolume?: Volume; transform?: number[] }): SolidExtent {
  const { ball } = readTileset(json).root;
  if (ball.radius > widestMetres) throw new Error('it covers too much of the globe to stand on a map');
  const { boundingVolume = {}, transform } = root;
  const matrix = transform?.length === 16 ? product(identity, transform) : identity;
  if (boundingVolume.region?.length === 6)
    return { kind: 'globe', center: toGeodetic(ball.center), radius: ball.radius, low: boundingVolume.region[4]! };
  const corners = volumeCorners(boundingVolume, matrix);
  if (isOnGlobe(ball.center)) return { ...onGlobe(ball.center, corners), radius: ball.radius };
  return { kind: 'own', ...boxOf(corners) };
}

function onGlobe(center: Triple, corners: readonly Triple[]): SolidExtent & { kind: 'globe' } {
  const radius = Math.max(...corners.map((each) => Math.hypot(...each.map((value, axis) => value - center[axis]!))));
  const low = Math.min(...corners.map((each) => toGeodetic(each)[2]));
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
