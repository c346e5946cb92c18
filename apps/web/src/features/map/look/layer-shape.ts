import type { VectorLayerData } from '@groma/protocol';

export type SwatchShape = 'point' | 'line' | 'polygon' | 'mixed' | 'none' | 'photo' | 'solid';

/** What a layer is made of, for its mark in the tree and the legend. */
export function shapeOf(data: VectorLayerData | undefined): SwatchShape {
  const kinds = new Set(
    (data?.manifest.parts ?? [])
      .filter(({ rows }) => rows > 0)
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'none'),
  );
  const [first] = kinds;
  if (first === undefined) return data?.manifest.isTable || (data?.manifest.featureCount ?? 0) > 0 ? 'none' : 'mixed';
  return kinds.size > 1 ? 'mixed' : first;
}

/** Whether a layer has, or had last, rows without geometry alone: a table, of which there is nothing on the map. */
export function isTable(data: VectorLayerData | undefined): boolean {
  return shapeOf(data) === 'none';
}
