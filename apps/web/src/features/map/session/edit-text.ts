import type { MapPost, VectorUpdateInput } from '@groma/protocol';
import { t } from '../../../platform/text.ts';
import { featuresOf, updatesOf } from './waiting-edit.ts';

/**
 * A change as people read it who could not save it: the layer, what was done, and the values or the shapes as GeoJSON.
 */
export function textOfEdit(post: MapPost, nameOf: (layerId: string) => string): string {
  switch (post.type) {
    case 'Update_Vector_Layer_Data':
      return Object.entries(updatesOf(post))
        .flatMap(([id, updates]) => updates.map((update) => `${nameOf(id)}: ${textOfUpdate(update)}`))
        .join('\n');
    case 'Undo_Vector_Layer_Data':
      return `${nameOf(post.layer_id)}: ${t('map.offline.did.undo')}`;
    case 'Create_Vector_Layer':
      return Object.entries(post.vector_data)
        .map(
          ([id, { features }]) =>
            `${post.new_layers_hierarchy_info[id]?.text ?? ''}: ${t('map.offline.did.layer')}\n${geoJson(features ?? [])}`,
        )
        .join('\n');
    case 'Update_Layer_Info':
      return Object.values(post.hierarchy_info)
        .map(({ text }) => `${text}: ${t('map.offline.did.tree')}`)
        .join('\n');
    default: {
      const { type: _type, sender_id: _sender, ...rest } = post;
      const name = 'layer_id' in post ? `${nameOf(post.layer_id)}: ` : '';
      return `${name}${t('map.offline.did.other')}\n${JSON.stringify(rest, null, 2)}`;
    }
  }
}

function textOfUpdate(update: VectorUpdateInput): string {
  const did = t(`map.offline.did.${update.type}`);
  switch (update.type) {
    case 'Add':
      return `${did}\n${geoJson(update.features)}`;
    case 'Delete':
      return `${did}: ${update.fids.join(', ')}`;
    case 'Edit_Property':
      return `${did}\n${update.edits.map(({ fid, column, value }) => `${fid}  ${column} = ${JSON.stringify(value)}`).join('\n')}`;
    case 'Add_Column':
      return `${did}: ${update.column.name}`;
    case 'Calculate':
      return `${did}: ${update.column} = ${update.formula}`;
    case 'Delete_Column':
      return `${did}: ${update.columns.join(', ')}`;
  }
}

/** Shapes as a feature collection that other programs read. */
export function geoJson(features: readonly unknown[]): string {
  return JSON.stringify(
    {
      type: 'FeatureCollection',
      features: featuresOf({ features }).map(({ geometry, properties }) => ({
        type: 'Feature',
        geometry: geometry ?? null,
        properties: properties ?? {},
      })),
    },
    null,
    2,
  );
}
