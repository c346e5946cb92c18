import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestMap } from '../../../../test/test-map.ts';
import { foldLayer } from './fold-layer.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let own: TestMap;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
});
afterAll(() => server.close());

const point = (x: number) => ({ type: 'Point' as const, coordinates: [x, 1] });
const values = async (layerId: string, name: string) =>
  new Map([...(await own.features(layerId))].map(([fid, { properties }]) => [fid, properties[name]]));
const edit = (layerId: string, ...updates: Parameters<typeof own.post>[0][] | object[]) =>
  own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: updates as never } });

test('[MAP-090] an undo takes back one edit of its author and leaves those of others', async () => {
  const layerId = await own.draw('undone', [
    { name: 'a', size: 1 },
    { name: 'b', size: 2 },
  ]);
  const {
    layers: { [layerId]: mine },
  } = await edit(layerId, {
    type: 'Edit_Property',
    edits: [
      { fid: 1, column: 'name', value: 'mine' },
      { fid: 2, column: 'name', value: 'mine' },
    ],
  });
  await own.as(bob).post({
    type: 'Update_Vector_Layer_Data',
    vector_update: {
      [layerId]: [
        { type: 'Edit_Property', edits: [{ fid: 1, column: 'size', value: 9 }] },
        { type: 'Delete', fids: [2] },
      ],
    },
  });
  await expect(
    own.as(bob).post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [mine!.seq] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const {
    layers: { [layerId]: undo },
  } = await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [mine!.seq] });
  expect([...(await own.features(layerId)).values()].map(({ properties }) => properties)).toEqual([
    { name: 'a', size: 9 },
  ]);
  await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [undo!.seq] });
  expect(await values(layerId, 'name')).toEqual(new Map([[1, 'mine']]));
});

test('[MAP-090] an undo leaves values that others have written since, also where a shape goes back', async () => {
  const layerId = await own.draw('later', [
    { name: 'a', size: 1 },
    { name: 'b', size: 2 },
  ]);
  const undo = async (of: TestMap, seq: number) =>
    (await of.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [seq] })).layers[layerId]!;
  const rename = (name: string) => ({
    type: 'Edit_Property' as const,
    edits: [
      { fid: 1, column: 'name', value: name },
      { fid: 2, column: 'name', value: name },
    ],
  });
  const {
    layers: { [layerId]: mine },
  } = await edit(layerId, rename('mine'));
  const theirs = own.as(bob);
  const {
    layers: { [layerId]: later },
  } = await theirs.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'theirs' }] } },
  });
  await undo(own, mine!.seq);
  expect(await values(layerId, 'name')).toEqual(
    new Map([
      [1, 'theirs'],
      [2, 'b'],
    ]),
  );
  // What the undo of another brings back is what was there before it.
  await undo(theirs, later!.seq);
  expect(await values(layerId, 'name')).toEqual(
    new Map([
      [1, 'mine'],
      [2, 'b'],
    ]),
  );
  const {
    layers: { [layerId]: moved },
  } = await edit(layerId, {
    type: 'Add',
    features: [{ fid: 2, geometry: point(8), properties: { name: 'moved', size: 2 } }],
  });
  await theirs.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 2, column: 'size', value: 7 }] } },
  });
  await undo(own, moved!.seq);
  expect((await own.features(layerId)).get(2)!.properties).toEqual({ name: 'b', size: 7 });
  const {
    layers: { [layerId]: last },
  } = await edit(layerId, { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'last' }] });
  await theirs.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'after' }] } },
  });
  expect((await undo(own, last!.seq)).edits).toEqual([]);
  expect(await values(layerId, 'name')).toEqual(
    new Map([
      [1, 'after'],
      [2, 'b'],
    ]),
  );
  await edit(layerId, { type: 'Add_Column', column: { name: 'about', type: 'json' } });
  const {
    layers: { [layerId]: told },
  } = await edit(layerId, {
    type: 'Edit_Property',
    edits: [{ fid: 1, column: 'about', value: { name: 1, a: [{ bb: 2, b: 3 }] } }],
  });
  await undo(own, told!.seq);
  expect(await values(layerId, 'about')).toEqual(
    new Map([
      [1, null],
      [2, null],
    ]),
  );
});

test('[MAP-090] an undo leaves the shapes, the features and the columns that others have changed since, and says so', async () => {
  const layerId = await own.draw('shapes', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  const theirs = own.as(bob);
  const undo = async (edited: { edits: { seq: number }[] } | undefined) =>
    (await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: edited!.edits.map(({ seq }) => seq) }))
      .layers[layerId]!;
  const put = async (by: TestMap, ...updates: object[]) =>
    (await by.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: updates as never } })).layers[
      layerId
    ];
  const shape = (fid: number, x: number, name: string) => ({
    type: 'Add',
    features: [{ fid, geometry: point(x), properties: { name } }],
  });
  const at = async (fid: number) => {
    const found = (await own.features(layerId)).get(fid);
    return found ? [(found.geometry as { coordinates: number[] }).coordinates[0], found.properties['name']] : null;
  };

  // Moved by one, moved on by the other: the place of the other stays, also where a fold has written it anew.
  const moved = await put(own, shape(1, 20, 'moved'));
  await put(theirs, shape(1, 30, 'moved'));
  await foldLayer(server.platform, layerId);
  expect(await undo(moved)).toMatchObject({ is_less: true });
  expect(await at(1)).toEqual([30, 'a']);

  // As the drawing tools do it: taken out of the layer and put back with another shape.
  const taken = await put(own, { type: 'Delete', fids: [2] }, shape(2, 21, 'b'));
  await put(theirs, { type: 'Edit_Property', edits: [{ fid: 2, column: 'name', value: 'theirs' }] });
  const back = await undo(taken);
  expect(back).toMatchObject({ is_less: true });
  expect(await at(2)).toEqual([1, 'theirs']);
  await undo(back);
  expect(await at(2)).toEqual([21, 'theirs']);

  // Deleted by the other since: it does not come back.
  const again = await put(own, shape(3, 22, 'c'));
  await put(theirs, { type: 'Delete', fids: [3] });
  expect((await undo(again)).edits).toEqual([]);
  expect(await at(3)).toBeNull();
  const two = await put(own, {
    type: 'Add',
    features: [...shape(1, 23, 'a').features, ...shape(2, 23, 'theirs').features],
  });
  await put(theirs, { type: 'Delete', fids: [2] });
  expect(await undo(two)).toMatchObject({ is_less: true, edits: [{}] });
  expect([await at(1), await at(2)]).toEqual([[30, 'a'], null]);

  // Left wholly is the older edit of a step, of which the newer is taken back.
  const step = await put(
    own,
    { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'mine' }] },
    { type: 'Add_Column', column: { name: 'new', type: 'text' } },
  );
  await put(theirs, { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'theirs' }] });
  expect(await undo(step)).toMatchObject({ is_less: true, edits: [{}] });
  expect(await at(1)).toEqual([30, 'theirs']);

  const drawn = await put(
    own,
    {
      type: 'Add',
      features: [
        { geometry: point(-0), properties: { name: 'd' } },
        { geometry: { type: 'MultiPoint', coordinates: [[5, 5]] }, properties: { name: 'e' } },
      ],
    },
    { type: 'Add_Column', column: { name: 'note', type: 'text' }, fill: '-' },
  );
  const [fourth, fifth] = drawn!.edits[0]!.fids as [number, number];
  await put(theirs, { type: 'Edit_Property', edits: [{ fid: fourth, column: 'note', value: 'theirs' }] });
  expect((await undo(drawn)).edits).toEqual([]);
  const left = await own.features(layerId);
  expect([left.get(fourth)?.properties, left.has(fifth)]).toEqual([{ name: 'd', note: 'theirs' }, true]);

  const alone = await put(
    own,
    {
      type: 'Add',
      features: [
        { geometry: point(-0), properties: { name: 'f' } },
        { geometry: { type: 'MultiPoint', coordinates: [[5, 5]] }, properties: { name: 'g' } },
      ],
    },
    { type: 'Add_Column', column: { name: 'mine', type: 'text' }, fill: '-' },
  );
  await foldLayer(server.platform, layerId);
  expect(await undo(alone)).not.toHaveProperty('is_less');
  expect((await own.features(layerId)).size).toBe(left.size);
});
