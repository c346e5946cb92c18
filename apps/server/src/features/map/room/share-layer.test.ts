import { expect, test } from 'vitest';
import { withMapRoom } from '../../../../test/map-room.ts';

const room = withMapRoom();

test('[MAP-121] whoever is kept out of a layer can ask its holder for it, and nobody else is asked', async () => {
  const { ann, bob, viewer, layerId } = room;
  const [one, other, reader] = await room.enter(ann, bob, viewer);
  one!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await other!.until(() => layerId in other!.last('Layer_Editor_Changed')!.layer_editors);
  other!.send({ type: 'Ask_For_Layer', layer_id: layerId });
  await one!.until(() => one!.last('Layer_Asked_For') !== undefined);
  expect(one!.last('Layer_Asked_For')).toEqual({
    type: 'Layer_Asked_For',
    layer_id: layerId,
    userId: bob.id,
    username: bob.username,
  });
  reader!.send({ type: 'Ask_For_Layer', layer_id: layerId });
  await reader!.until(() => reader!.last('Refused') !== undefined);
  expect(reader!.last('Refused')).toMatchObject({ code: 'FORBIDDEN' });
  one!.send({ type: 'Ask_For_Layer', layer_id: layerId });
  await one!.until(() => one!.last('Refused') !== undefined);
  expect(one!.last('Refused')).toMatchObject({ code: 'LAYER_FREE' });
  expect([other, reader].map((each) => each!.last('Layer_Asked_For'))).toEqual([undefined, undefined]);
});

test('[MAP-122] in a map that locks features only, two people edit one layer, and a feature one has taken out is not to be had by the other', async () => {
  const { ann, bob, viewer, own, layerId } = room;
  const edits = own.as(bob);
  expect((await own.state()).locking).toBe('layer');
  await expect(own.as(viewer).post({ type: 'Update_Map_Locking', locking: 'feature' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const [one, other] = await room.enter(ann, bob);
  one!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await other!.until(() => layerId in other!.last('Layer_Editor_Changed')!.layer_editors);
  await own.post({ type: 'Update_Map_Locking', locking: 'feature' });
  await other!.until(
    () =>
      other!.last('Map_Locking_Changed')?.locking === 'feature' &&
      !(layerId in other!.last('Layer_Editor_Changed')!.layer_editors),
  );
  expect((await edits.state()).locking).toBe('feature');

  other!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  const take = { type: 'Delete' as const, fids: [1] };
  const { layers } = await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: take } });
  await expect(
    edits.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: take } }),
  ).rejects.toMatchObject({ code: 'FEATURE_NOT_FOUND' });
  await expect(own.post({ type: 'Update_Map_Locking', locking: 'layer' })).rejects.toMatchObject({
    code: 'LAYER_SHARED',
    details: { name: 'roads' },
  });
  await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [layers[layerId]!.seq] });
  await edits.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'both' }] } },
  });
  other!.send({ type: 'Remove_Layer_Editor', layer_id: layerId });
  await expect
    .poll(() => own.post({ type: 'Update_Map_Locking', locking: 'layer' }).catch(() => null))
    .toEqual({ status: 'ok' });
  await other!.until(() => other!.last('Layer_Editor_Changed')!.layer_editors[layerId]?.userId === ann.id);
});

test('[VEC-071] a filter is part of the style: bounded, told to all, and nothing in older styles', async () => {
  const { ann, own } = room;
  const layerId = await own.draw('filtered');
  const visitor = await own.as(ann).enter();
  const post = (filter: unknown) =>
    own.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { filter } as never });
  expect((await own.state()).vector_style[layerId]).toMatchObject({ filter: [] });
  const filter = [
    { column: 'n', operator: 'less', value: 5 },
    { column: 'kind', operator: 'oneOf', values: ['a', null] },
    { column: 'kind', operator: 'isNotNull' },
  ];
  await post(filter);
  await visitor.until(() => visitor.last('Vector_Style_Changed') !== undefined);
  expect(visitor.last('Vector_Style_Changed')).toMatchObject({ layer_id: layerId, vector_style: { filter } });
  expect((await own.state()).vector_style[layerId]).toMatchObject({ filter });
  const refused = [
    [{ column: 'n', operator: 'like', value: 5 }],
    [{ column: 'n', operator: 'less' }],
    [{ column: 'n', operator: 'isNull', value: 5 }],
    [{ column: 'n', operator: 'oneOf', values: [] }],
    [{ column: 'n', operator: 'equals', value: 'x'.repeat(1_001) }],
    Array.from({ length: 21 }, (_, value) => ({ column: 'n', operator: 'less', value })),
  ];
  for (const each of refused) await expect(post(each)).rejects.toMatchObject({ code: 'BAD_INPUT' });
});
