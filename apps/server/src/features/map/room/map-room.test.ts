import { and, eq } from '../../../platform/database/drizzle.ts';
import { expect, test } from 'vitest';
import { closeForGood, map } from '@groma/protocol';
import { projectShares, sessions } from '../../../platform/database/tables/index.ts';
import type { TestVisitor } from '../../../../test/test-map.ts';
import { withMapRoom } from '../../../../test/map-room.ts';

const room = withMapRoom();

test('[MAP-080] [MAP-081] [MAP-004] who is in the room is told to all, by the session and not by the address', async () => {
  const { ann, viewer } = room;
  const [one] = await room.enter(ann, viewer);
  await one!.until(() => one!.last('Presence')!.users.length === 2);
  expect(one!.last('Presence')!.users).toEqual(
    expect.arrayContaining([
      { id: ann.id, username: ann.username, email: ann.email, lng: null, lat: null, zoom: null },
      { id: viewer.id, username: viewer.username, email: viewer.email, lng: null, lat: null, zoom: null },
    ]),
  );
  room.visitors[1]!.socket.close();
  await one!.until(() => one!.last('Presence')!.users.length === 1);
});

test('[MAP-080] somebody without a role in the project is sent away for good', async () => {
  const { server, own } = room;
  const stranger = await own.as(await server.signUp()).enter();
  expect(stranger.closed).toEqual({ code: closeForGood, reason: 'NOT_FOUND' });
});

test('[MAP-082] [MAP-083] [MAP-084] cursors reach the others, the newest of many', async () => {
  const { ann, bob } = room;
  const [one, other] = await room.enter(ann, bob);
  for (let n = 1; n <= 200; n++) one!.send({ type: 'Cursor_Coordinate_On_Map_Sync', lng: n / 10, lat: 5, zoom: 3 });
  await other!.until(() => other!.last('Cursor_Coordinate')?.lng === 20);
  expect(other!.last('Cursor_Coordinate')).toEqual({
    type: 'Cursor_Coordinate',
    userId: ann.id,
    lng: 20,
    lat: 5,
    zoom: 3,
  });
  expect(other!.told.filter(({ type }) => type === 'Cursor_Coordinate').length).toBeLessThan(100);
  expect(one!.last('Cursor_Coordinate')).toBeUndefined();
});

test('[MAP-064] [MAP-065] [MAP-066] [MAP-067] [MAP-085] [MAP-099] a layer that one person edits is shown as such and closed to others', async () => {
  const { ann, bob, viewer, own, layerId } = room;
  const [one, other] = await room.enter(ann, bob);
  one!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  const editors = { [layerId]: { userId: ann.id, username: ann.username } };
  await other!.until(() => layerId in other!.last('Layer_Editor_Changed')!.layer_editors);
  expect(other!.last('Layer_Editor_Changed')!.layer_editors).toEqual(editors);
  expect(await own.as(viewer).post({ type: 'Request_Layer_Editor', senderId: 'whoever' })).toEqual(editors);
  expect(await own.post({ type: 'Request_Layer_Editor', sender_id: 'whoever' })).toEqual(editors);
  expect((await own.state()).layer_editors).toEqual(editors);

  other!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await other!.until(() => other!.last('Refused') !== undefined);
  expect(other!.last('Refused')).toMatchObject({
    about: 'Add_Layer_Editor',
    layer_id: layerId,
    code: 'LAYER_LOCKED',
    message: expect.stringContaining(ann.username) as string,
  });
  other!.send({ type: 'Remove_Layer_Editor', layer_id: layerId });
  const rename = { type: 'Edit_Property' as const, edits: [{ fid: 1, column: 'name', value: 'b' }] };
  const bobs = own.as(bob);
  await expect(
    bobs.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: rename } }),
  ).rejects.toMatchObject({ code: 'LAYER_LOCKED' });
  await expect(
    bobs.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { lineWidth: 3 } }),
  ).rejects.toMatchObject({ code: 'LAYER_LOCKED' });
  await expect(bobs.post({ type: 'Delete_Layers', layer_ids: [layerId] })).rejects.toMatchObject({
    code: 'LAYER_LOCKED',
  });
  await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: rename } });

  one!.send({ type: 'Remove_Layer_Editor', layer_id: layerId });
  await other!.until(() => !(layerId in other!.last('Layer_Editor_Changed')!.layer_editors));
  await bobs.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: rename } });
});

test('[MAP-118] a viewer can neither lock nor change, and hears why', async () => {
  const { server, viewer, own, layerId } = room;
  const [visitor] = await room.enter(viewer);
  visitor!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await visitor!.until(() => visitor!.last('Refused') !== undefined);
  expect(visitor!.last('Refused')).toMatchObject({ code: 'FORBIDDEN' });
  const theirs = own.as(viewer);
  const posts = [
    { type: 'Delete_Layers', layer_ids: [layerId] },
    { type: 'Update_Map_Locking', locking: 'feature' },
    { type: 'Update_Base_Map', base_map_type: 'satellite' },
    { type: 'Update_Layer_Info', hierarchy_info: {} },
    { type: 'Save_View_State', view_state: { longitude: 1, latitude: 1, zoom: 1, pitch: 0, bearing: 0 } },
    { type: 'Create_Vector_Layer', vector_data: {}, new_layers_hierarchy_info: {} },
    { type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [1] },
    { type: 'Update_Vector_Layer_Data', vector_update: {} },
    { type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: {} },
  ] as const;
  for (const post of posts)
    await expect(theirs.post(post as never), post.type).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(own.as(await server.signUp()).post(posts[2])).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[MAP-081] a role that ends while the socket is open ends what it may do', async () => {
  const { ann, bob, own } = room;
  const [visitor] = await room.enter(bob);
  await ann.fetch(`/api/projects/${own.projectId}/shares/${bob.id}`, { method: 'DELETE' });
  await visitor!.until(() => visitor!.closed !== null);
  expect(visitor!.closed?.code).toBe(closeForGood);
});

test('[MAP-090] edits of few characters but many bytes, and many small ones of one request, are told like all others', async () => {
  const { bob, own } = room;
  const scriptsId = await own.draw('scripts', [{ name: 'a' }]);
  const [visitor] = await room.enter(bob);
  const edit = (...values: string[]) =>
    own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [scriptsId]: values.map((value) => ({ type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value }] })),
      },
    });
  const before = (await own.edits(scriptsId)).at(-1)!.seq;
  await edit('字'.repeat(2_400));
  await edit(...Array.from({ length: 60 }, (_, n) => `${n}`));
  await edit('last');
  const told = () =>
    visitor!.told.flatMap((message) =>
      message.type === 'Layer_Edits' && message.layer_id === scriptsId ? [message] : [],
    );
  await expect.poll(() => told().length).toBe(3);
  expect(told().flatMap(({ edits }) => edits)).toEqual(await own.edits(scriptsId, before));
  expect(told().map(({ after }) => after)).toEqual([
    before,
    ...told()
      .slice(0, 2)
      .map(({ seq }) => seq),
  ]);
});

test('[MAP-005] [MAP-087] [MAP-088] [MAP-089] [MAP-090] [MAP-091] [MAP-096] [MAP-097] two people follow each other live', async () => {
  const { ann, bob, own, layerId } = room;
  const [one, other] = await room.enter(ann, bob);
  const told = async <Type extends Parameters<TestVisitor['last']>[0]>(type: Type) => {
    await other!.until(() => other!.last(type) !== undefined);
    const message = other!.last(type)!;
    other!.told.splice(0);
    return message;
  };
  const by = { senderId: ann.id, request_id: 'r1' };
  const tag = { request_id: 'r1' };
  const {
    layers: { [layerId]: edited },
  } = await own.post({
    type: 'Update_Vector_Layer_Data',
    ...tag,
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'live' }] } },
  });
  expect(await told('Layer_Edits')).toMatchObject({
    layer_id: layerId,
    seq: edited!.seq,
    ...by,
    edits: [
      {
        seq: edited!.seq,
        author_id: ann.id,
        operation: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'live' }] },
      },
    ],
  });
  expect(one!.last('Layer_Edits')).toMatchObject(by);

  const text =
    Array.from({ length: 12_000 }, (_, n) => Math.sin(n).toString(36))
      .join(' ')
      .slice(0, 500_000) + Array.from({ length: 30_000 }, (_, n) => Math.cos(n).toString(36)).join(' ');
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: text }] } },
  });
  const large = await told('Layer_Edits');
  expect(large).toMatchObject({ edits: null });
  expect((await own.as(bob).edits(layerId, edited!.seq))[0]!.operation).toMatchObject({ edits: [{ value: text }] });

  await own.post({
    type: 'Update_Vector_Layer_Style',
    ...tag,
    layer_id: layerId,
    vector_style: { fillColor: [1, 2, 3] },
  });
  expect(await told('Vector_Style_Changed')).toMatchObject({
    layer_id: layerId,
    vector_style: { fillColor: [1, 2, 3], lineColor: [52, 72, 157] },
    ...by,
  });
  await own.post({ type: 'Update_Base_Map', ...tag, base_map_type: 'satellite' });
  expect(await told('Base_Map_Changed')).toEqual({ type: 'Base_Map_Changed', base_map_type: 'satellite', ...by });
  const viewState = { longitude: 13, latitude: 52, zoom: 9, pitch: 30, bearing: -10 };
  await own.post({ type: 'Save_View_State', ...tag, view_state: viewState });
  expect(await told('View_State_Saved')).toEqual({ type: 'View_State_Saved', view_state: viewState, ...by });
  const second = await own.draw('second');
  expect((await told('Layers_Changed')).hierarchy_info).toMatchObject({
    [layerId]: { text: 'roads' },
    [second]: { text: 'second' },
  });
  await own.post({ type: 'Delete_Layers', ...tag, layer_ids: [layerId] });
  expect(Object.keys((await told('Layers_Changed')).hierarchy_info)).toEqual([second]);
  expect(await own.as(bob).state()).toMatchObject({
    base_map_type: 'satellite',
    view_state: viewState,
    layers: [{ id: second }],
  });
  await ann.client.call(map.deleteMap, { params: { projectId: own.projectId, mapId: own.mapId } });
  await other!.until(() => other!.closed !== null);
  expect(other!.closed).toEqual({ code: closeForGood, reason: 'NOT_FOUND' });
});

test('[MAP-082] [MAP-090] [MAP-099] a change over the socket is one like a call: to all, on disk, and refused for the same reasons; what the room cannot read is refused too, and the room stays', async () => {
  const { server, ann, bob, viewer, own, layerId } = room;
  const [anns, bobs, viewers] = await room.enter(ann, bob, viewer);
  for (const text of [
    'no json',
    '{"type":"Explode"}',
    '{"type":"Add_Layer_Editor","layer_id":"../x"}',
    '{"type":"Cursor_Coordinate_On_Map_Sync","lng":"1"}',
    `{"type":"${'x'.repeat(10_000)}"}`,
  ]) {
    anns!.told.splice(0);
    anns!.socket.send(text);
    await anns!.until(() => anns!.last('Refused')?.code === 'BAD_INPUT');
  }
  anns!.send({ type: 'Add_Layer_Editor', layer_id: crypto.randomUUID() });
  await anns!.until(() => anns!.last('Refused')?.code === 'LAYER_NOT_FOUND');
  expect(anns!.closed).toBeNull();

  const rename = (value: string, more = {}) => ({
    ...more,
    type: 'Update_Vector_Layer_Data',
    request_id: 'r2',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value }] } },
  });
  const posted = await anns!.post(rename('by socket'));
  const [edit] = (await own.edits(layerId)).slice(-1);
  expect(posted).toEqual({
    type: 'Posted',
    n: 1,
    reply: { status: 'ok', layers: { [layerId]: { seq: edit!.seq, edits: [{ seq: edit!.seq, fids: [] }] } } },
  });
  expect(edit).toMatchObject({ author_id: ann.id, operation: { edits: [{ value: 'by socket' }] } });
  await bobs!.until(() => bobs!.last('Layer_Edits')?.seq === edit!.seq);
  expect(bobs!.last('Layer_Edits')).toMatchObject({
    senderId: ann.id,
    request_id: 'r2',
    edits: [{ operation: { edits: [{ value: 'by socket' }] } }],
  });
  expect(await anns!.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [edit!.seq] })).toMatchObject({
    type: 'Posted',
    reply: { status: 'ok' },
  });

  expect(await viewers!.post(rename('x'))).toMatchObject({
    type: 'Refused',
    about: 'Update_Vector_Layer_Data',
    code: 'FORBIDDEN',
    details: { action: 'update', subject: 'map' },
  });
  anns!.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await bobs!.until(() => layerId in (bobs!.last('Layer_Editor_Changed')?.layer_editors ?? {}));
  expect(await bobs!.post(rename('x'))).toMatchObject({ code: 'LAYER_LOCKED', details: { username: ann.username } });
  expect(await anns!.post(rename('x', { project_id: crypto.randomUUID() }))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await anns!.post({ type: 'Update_Vector_Layer_Data' })).toMatchObject({ code: 'BAD_INPUT' });
  expect(await anns!.post({ type: 'Create_Cloud_Layer' })).toMatchObject({ code: 'UNKNOWN_MESSAGE' });
  expect(await anns!.post(rename('\0'))).toMatchObject({ code: 'BAD_INPUT' });
  anns!.send({ type: 'Post', n: 9, post: rename('x'.repeat(70_000)) } as never);
  await anns!.until(() => anns!.last('Refused')?.about === 'message');

  anns!.send({ type: 'Remove_Layer_Editor', layer_id: layerId });
  await bobs!.until(() => !(layerId in bobs!.last('Layer_Editor_Changed')!.layer_editors));
  expect(await bobs!.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, seqs: [edit!.seq] })).toMatchObject({
    code: 'NOT_FOUND',
  });

  // Roles and sessions are asked for with each change: here nobody is told that they are over.
  const { query } = server.platform.database;
  const shareOfBob = and(eq(projectShares.projectId, own.projectId), eq(projectShares.userId, bob.id));
  await query.update(projectShares).set({ role: 'PROJECT_VIEWER' }).where(shareOfBob);
  expect(await bobs!.post(rename('late'))).toMatchObject({ type: 'Refused', code: 'FORBIDDEN' });
  await query.delete(projectShares).where(shareOfBob);
  expect(await bobs!.post(rename('late'))).toMatchObject({
    type: 'Refused',
    code: 'NOT_FOUND',
    details: { noun: 'map' },
  });
  const guest = await server.signUp();
  await server.share(ann, own.projectId, guest, 'PROJECT_EDITOR');
  const guests = (await room.enter(guest)).at(-1)!;
  expect(await guests.post(rename('a'))).toMatchObject({ type: 'Posted' });
  await query
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.userId, guest.id));
  // Who is behind a session is kept for some seconds.
  await server.platform.bus.publish('user-changed', { userId: guest.id });
  expect(await guests.post(rename('late'))).toMatchObject({ type: 'Refused', code: 'UNAUTHENTICATED' });
  expect((await own.edits(layerId)).at(-1)!.operation).toMatchObject({ edits: [{ value: 'a' }] });
});

test('[MAP-086] [MAP-092] [MAP-094] posts of other tenants, projects and kinds are refused', async () => {
  const { bob, own } = room;
  const foreign = { type: 'Update_Base_Map', base_map_type: 'satellite' } as const;
  await expect(own.post({ ...foreign, project_id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(own.post({ ...foreign, tenant_id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(own.post({ ...foreign, project_id: own.projectId, sender_id: bob.id })).resolves.toEqual({
    status: 'ok',
  });
  await expect(own.post({ type: 'Create_Raster_Layer' } as never)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(own.post({ type: 'Create_Jpg_Layer' } as never)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(own.post({ type: 'Create_Cloud_Layer' } as never)).rejects.toMatchObject({
    code: 'UNKNOWN_MESSAGE',
    details: { type: 'Create_Cloud_Layer' },
  });
  await expect(own.post({ type: 'Update_Base_Map', base_map_type: 'mars' } as never)).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
});
