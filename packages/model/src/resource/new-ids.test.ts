import { expect, test } from 'vitest';
import { withNewIds } from './new-ids.ts';

const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const ids = new Map([
  [one, 'new'],
  ['map', 'map2'],
  ['roads', 'roads2'],
  ['city', 'city2'],
]);

test('[RES-012] references, ids of tools and ids by themselves take new ids, at any depth', () => {
  expect(
    withNewIds(
      {
        layer: 'layer:map/roads',
        table: ['table:city/a%2Fb/parcels', 'table:town/public/parcels'],
        tool: { doer: `notebook:${one}`, gone: `query:${other}` },
        save: 'map',
        count: 3,
        none: null,
      },
      ids,
    ),
  ).toEqual({
    layer: 'layer:map2/roads2',
    table: ['table:city2/a%2Fb/parcels', 'table:town/public/parcels'],
    tool: { doer: 'notebook:new', gone: `query:${other}` },
    save: 'map2',
    count: 3,
    none: null,
  });
});

test('[RES-012] text that only mentions an id stays as it is', () => {
  const texts = ['SELECT * FROM layers."map"."roads"', 'file:/data/map/roads.csv', 'groma.layers["map/roads"]'];
  expect(withNewIds(texts, ids)).toEqual(texts);
});
