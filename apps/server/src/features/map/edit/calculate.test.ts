import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VectorUpdateInput } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let own: TestMap;
let layerId: string;
beforeAll(async () => {
  server = await startTestServer();
  own = await TestMap.make(await server.signUp());
  await own.upload(
    'fields.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [1, 2, 3].map((n) => ({
        type: 'Feature',
        properties: { n, name: `field ${n}`, 'a.b "c"': n === 2 ? null : n * 10 },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [n, 0],
              [n, 1],
              [0, 1],
              [0, 0],
            ],
          ],
        },
      })),
    }),
  );
  layerId = (await own.import('/data/fields.geojson')).Layer[0]!.id;
});
afterAll(() => server.close());

const edit = (update: VectorUpdateInput) =>
  own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: update } });
const values = async (name: string) =>
  [...(await own.features(layerId))]
    .sort(([one], [other]) => one - other)
    .map(([, { properties }]) => properties[name]);

test('[VEC-022] [VEC-026] [MAP-090] a column added with a formula has the values of each feature, and the type that follows from them', async () => {
  await edit({ type: 'Add_Column', column: { name: 'doubled' }, formula: '=${a.b "c"} * 2' });
  await edit({ type: 'Add_Column', column: { name: 'label' }, formula: '$name / $n' });
  await edit({ type: 'Add_Column', column: { name: 'km2' }, formula: "=round(area('km2'))" });
  await edit({ type: 'Add_Column', column: { name: 'is large' }, formula: '=$km2 > 20000' });
  expect([await values('doubled'), await values('label'), await values('is large')]).toEqual([
    [20, null, 60],
    ['field 1 / 1', 'field 2 / 2', 'field 3 / 3'],
    [false, true, true],
  ]);
  const operations = (await own.edits(layerId)).map(({ operation }) => operation);
  expect(operations.map((operation) => 'column' in operation && operation.column)).toEqual([
    { name: 'doubled', type: 'integer' },
    { name: 'label', type: 'text' },
    { name: 'km2', type: 'integer' },
    { name: 'is large', type: 'boolean' },
  ]);
});

test('[VEC-023] a column added with an empty formula has empty cells', async () => {
  await edit({ type: 'Add_Column', column: { name: 'nothing' }, formula: '  ' });
  expect(await values('nothing')).toEqual([null, null, null]);
});

test('[VEC-026] [MAP-090] a calculation changes only the chosen features, is one edit, and can be undone', async () => {
  const {
    layers: { [layerId]: edited },
  } = await edit({ type: 'Calculate', column: 'name', formula: '=upper($name)', fids: [1, 3] });
  expect(await values('name')).toEqual(['FIELD 1', 'field 2', 'FIELD 3']);
  const again = await edit({ type: 'Calculate', column: 'name', formula: '=upper($name)', fids: [1, 3] });
  expect(again.layers[layerId]!.edits).toEqual([]);
  await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: edited!.edits.map(({ seq }) => seq) });
  expect(await values('name')).toEqual(['field 1', 'field 2', 'field 3']);
});

test('[VEC-026] [VEC-021] what cannot be calculated is refused with its place, and changes nothing', async () => {
  const before = (await own.edits(layerId)).length;
  await expect(edit({ type: 'Add_Column', column: { name: 'x' }, formula: '=$n + process(1)' })).rejects.toMatchObject({
    code: 'EXPRESSION_WRONG',
    details: { position: 6, end: 13, problem: 'unknown-function' },
  });
  await expect(edit({ type: 'Calculate', column: 'nowhere', formula: '1' })).rejects.toMatchObject({
    code: 'COLUMN_NOT_FOUND',
  });
  await expect(edit({ type: 'Calculate', column: 'n', formula: '=1', fids: [99] })).rejects.toMatchObject({
    code: 'FEATURE_NOT_FOUND',
  });
  await expect(edit({ type: 'Add_Column', column: { name: ' ' }, formula: '1' })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  expect(await own.edits(layerId)).toHaveLength(before);
});
