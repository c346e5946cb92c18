import type { Column } from '@groma/geo';
import type { VectorUpdateInput } from '@groma/protocol';
import type { EditedFeature, EditingLayer } from './drawing-state.ts';

/**
 * What merges an editing layer back into its source (MAP-054): features that were taken come back under their ids,
 * drawn ones are new. A column for labels is made where the source has none.
 */
export function mergeUpdates({ features }: EditingLayer, columns: readonly Column[]): VectorUpdateInput[] {
  if (features.length === 0) return [];
  const isLabelled = features.some(({ properties }) => 'positive' in properties);
  const hasColumn = columns.some(({ name }) => name === 'positive');
  return [
    ...(isLabelled && !hasColumn
      ? [{ type: 'Add_Column' as const, column: { name: 'positive', type: 'boolean' as const } }]
      : []),
    { type: 'Add', features: features.map(wireFeature) },
  ];
}

/** A feature as it travels. */
export function wireFeature({
  fid,
  geometry,
  properties,
}: EditedFeature): Extract<VectorUpdateInput, { type: 'Add' }>['features'][number] {
  return { fid, geometry, properties };
}
