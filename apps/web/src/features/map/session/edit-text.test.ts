import { expect, test } from 'vitest';
import { textOfEdit } from './edit-text.ts';

const nameOf = (layerId: string) => (layerId === 'l' ? 'Wells' : '?');

test('[MAP-126] a change is told by its layer, what was done, and its values or shapes', () => {
  const text = textOfEdit(
    {
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        l: [
          {
            type: 'Add',
            features: [
              { fid: 2_000_000_001, geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'new' } },
            ],
          },
          { type: 'Edit_Property', edits: [{ fid: 3, column: 'name', value: 'Source' }] },
          { type: 'Delete', fids: [4, 5] },
        ],
      },
    },
    nameOf,
  );
  const [, geoJson] = /^Wells: features drawn or changed\n([\s\S]*?\n\})\n/.exec(text)!;
  expect(JSON.parse(geoJson!)).toEqual({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'new' } }],
  });
  expect(text).toContain('Wells: values changed\n3  name = "Source"\nWells: features deleted: 4, 5');
});

test('[MAP-126] a style is told by its layer and its fields', () => {
  expect(
    textOfEdit({ type: 'Update_Vector_Layer_Style', layer_id: 'l', vector_style: { opacity: 0.5 } as never }, nameOf),
  ).toMatch(/^Wells: map changed\n[\s\S]*"opacity": 0.5/);
});

test('[MAP-126] [MAP-136] a change of the layer tree is told by the names in it', () => {
  const group = { id: 'g', text: 'Rivers', type: 'Group', parent_id: '0', level: 1, order: 0, visible: true } as const;
  expect(textOfEdit({ type: 'Update_Layer_Info', hierarchy_info: { g: group } }, nameOf)).toBe(
    'Rivers: changed in the layer tree',
  );
});
