import { composed, identity, placed, product, type Matrix, type Triple } from './matrix.ts';

interface GltfJson {
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: {
    children?: number[];
    matrix?: number[];
    translation?: number[];
    rotation?: number[];
    scale?: number[];
    mesh?: number;
  }[];
  meshes?: { primitives?: { attributes?: { POSITION?: number } }[] }[];
  accessors?: { min?: number[]; max?: number[] }[];
  buffers?: { uri?: string }[];
  images?: { uri?: string }[];
  extensionsRequired?: string[];
}

/**
 * The JSON of a glTF file, binary or not.
 * @throws Error with what is wrong, in a few words
 */
export function readGltfJson(file: Uint8Array): GltfJson {
  const isBinary = new TextDecoder().decode(file.subarray(0, 4)) === 'glTF';
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (isBinary && view.getUint32(4, true) !== 2) throw new Error('it is glTF 1.0, and only 2.0 can be shown');
  const text = isBinary ? file.subarray(20, 20 + view.getUint32(12, true)) : file;
  return JSON.parse(new TextDecoder().decode(text)) as GltfJson;
}

/** The box around the scene of a glTF file, in its own coordinates; null where nothing is in it. */
export function gltfBounds(gltf: GltfJson): { low: Triple; high: Triple } | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const visit = (index: number, outer: Matrix, depth: number): void => {
    const node = gltf.nodes?.[index];
    if (!node || depth > 64) return;
    const matrix = product(outer, matrixOf(node));
    for (const { attributes } of gltf.meshes?.[node.mesh ?? -1]?.primitives ?? []) {
      const { min, max } = gltf.accessors?.[attributes?.POSITION ?? -1] ?? {};
      if (min?.length !== 3 || max?.length !== 3) continue;
      for (let corner = 0; corner < 8; corner += 1) {
        const at = placed(matrix, [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? max : min)[axis]!) as never);
        at.forEach((value, axis) => {
          low[axis] = Math.min(low[axis]!, value);
          high[axis] = Math.max(high[axis]!, value);
        });
      }
    }
    for (const child of node.children ?? []) visit(child, matrix, depth + 1);
  };
  for (const index of gltf.scenes?.[gltf.scene ?? 0]?.nodes ?? []) visit(index, identity, 0);
  return Number.isFinite(low[0]) ? { low: low as never, high: high as never } : null;
}

function matrixOf({
  matrix,
  translation = [0, 0, 0],
  rotation = [0, 0, 0, 1],
  scale = [1, 1, 1],
}: NonNullable<GltfJson['nodes']>[number]): Matrix {
  return matrix?.length === 16 ? matrix : composed(translation, rotation, scale);
}
