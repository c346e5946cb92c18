import { beforeEach, describe, expect, test } from 'vitest';
import { mapHistory, notebook as notebookEndpoints } from '@groma/protocol';
import { withMapRoom } from '../../../../test/map-room.ts';
import { TestTurn } from '../../../../test/test-turn.ts';

const room = withMapRoom();
let turn: TestTurn;
let layer: string;
let layerId: string;
beforeEach(async () => {
  turn = await TestTurn.begin(room.server, room.ann, room.own.projectId);
  layerId = await room.own.draw('rivers', [
    { name: 'Aar', length: 1 },
    { name: 'Rhine', length: 2 },
    { name: 'Inn', length: 3 },
  ]);
  layer = `layer:${room.own.mapId}/${layerId}`;
});

const features = async () =>
  [...(await room.own.features(layerId))].map(([fid, { geometry, properties }]) => [
    fid,
    properties['name'],
    properties['length'],
    (geometry as { coordinates: number[] }).coordinates[0],
  ]);

/** An edit of Bob's. */
const write = (fid: number, column: string, value: string | number) =>
  room.own.as(room.bob).post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: [{ type: 'Edit_Property', edits: [{ fid, column, value }] }] },
  });

describe('features of layers', () => {
  const given = () => ({
    layer,
    update: [
      { id: 1, properties: { name: 'Aare', length: 288 } },
      { id: 2, geometry: { type: 'Point', coordinates: [40, 10] } },
    ],
    add: [{ geometry: { type: 'Point', coordinates: [50, 10] }, properties: { name: 'Reuss', length: 4 } }],
    delete: [3],
  });

  test('[AIA-040, AIA-042] are proposed with before and after, applied, and reverted value by value after another’s edits', async () => {
    expect(await turn.call('edit_features', given())).toMatchObject({ changes: [{ state: 'proposed' }] });
    expect(await turn.list()).toMatchObject([
      {
        kind: 'features',
        title: 'A map / rivers',
        target: { map: room.own.mapId, layer: layerId },
        before: [{ properties: { name: 'Aar' } }, { properties: { name: 'Rhine' } }, { properties: { groma_fid: 3 } }],
        after: [
          { properties: { name: 'Aare' } },
          { geometry: { coordinates: [40, 10] } },
          { properties: { name: 'Reuss' } },
        ],
      },
    ]);
    expect((await features())[0]).toEqual([1, 'Aar', 1, 0]);
    await turn.decide('apply');
    expect(await features()).toEqual([
      [1, 'Aare', 288, 0],
      [2, 'Rhine', 2, 40],
      [4, 'Reuss', 4, 50],
    ]);
    await write(1, 'length', 295);
    const [reverted] = await turn.decide('revert');
    expect(reverted).toMatchObject({ state: 'reverted', error: { code: 'CHANGE_CONFLICT' } });
    expect((await features()).toSorted()).toEqual([
      [1, 'Aar', 295, 0],
      [2, 'Rhine', 2, 1],
      [3, 'Inn', 3, 2],
    ]);
  });

  test('[AIA-042] where all of it was changed since, nothing is taken back', async () => {
    await turn.call('edit_features', { layer, update: [{ id: 1, properties: { name: 'Aare' } }] });
    await turn.decide('apply');
    await write(1, 'name', 'Bob’s');
    expect(await turn.decide('revert')).toMatchObject([{ state: 'applied', error: { code: 'CHANGE_CONFLICT' } }]);
    expect((await features())[0]![1]).toBe('Bob’s');
  });

  test('[AIA-100] a proposal goes beside what was written elsewhere in a feature, and not over the same value', async () => {
    await turn.call('edit_features', { layer, update: [{ id: 1, properties: { name: 'Aare' } }] });
    await turn.call('edit_features', { layer, update: [{ id: 2, properties: { name: 'Rhein' } }] });
    await write(1, 'length', 288);
    await write(2, 'name', 'Rijn');
    expect(await turn.decide('apply')).toMatchObject([
      { state: 'applied', problem: null },
      { state: 'proposed', error: { code: 'CHANGE_CONFLICT' } },
    ]);
    expect((await features()).slice(0, 2)).toEqual([
      [1, 'Aare', 288, 0],
      [2, 'Rijn', 2, 1],
    ]);
  });

  test('what is not there is told to the model, with what is', async () => {
    await expect(turn.call('edit_features', { layer, delete: [77] })).rejects.toThrow('no features 77');
    await expect(turn.call('edit_features', { layer, update: [{ id: 1, properties: { nam: 'x' } }] })).rejects.toThrow(
      'columns are name, length',
    );
    const ring = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [2, 0],
        ],
      ],
    };
    await expect(turn.call('edit_features', { layer, update: [{ id: 1, geometry: ring }] })).rejects.toThrow(
      'geometry',
    );
  });

  test('[AIA-060] a layer that another person has locked waits', async () => {
    const visitor = await room.own.as(room.bob).enter();
    visitor.send({ type: 'Add_Layer_Editor', layer_id: layerId });
    await visitor.until(() => layerId in (visitor.last('Layer_Editor_Changed')?.layer_editors ?? {}));
    await turn.call('edit_features', { layer, delete: [1] });
    expect(await turn.decide('apply')).toMatchObject([{ state: 'proposed', error: { code: 'LAYER_LOCKED' } }]);
    visitor.socket.close();
    await visitor.until(() => visitor.closed !== null);
  });
});

test('[AIA-101] what a turn changes twice is one change, from how it was; changed back it is none', async () => {
  const edit = (given: object) => turn.call('edit_features', { layer, ...given });
  const look = (style: object) => turn.call('style_layer', { layer, style });
  const style = async () => (await room.own.state()).vector_style[layerId]!;
  await edit({ update: [{ id: 1, properties: { name: 'Aare' } }] });
  expect(await edit({ update: [{ id: 1, properties: { name: 'Aar' } }] })).toEqual({
    state: 'Taken back: nothing of it is proposed any more.',
  });
  expect(await turn.list()).toEqual([]);
  await edit({ update: [{ id: 1, properties: { name: 'Aare' } }] });
  await edit({ update: [{ id: 2, properties: { name: 'Rhein' } }] });
  const [first, second] = [
    { id: 1, properties: { name: 'Aare', length: 288 } },
    { id: 2, properties: { name: 'Rhine' } },
  ];
  await edit({ update: [first, second], delete: [3] });
  const { fillColor } = await style();
  await look({ fillColor: [255, 0, 0, 255], lineWidth: 4 });
  await look({ fillColor: [0, 0, 255, 255] });
  await look({ opacity: 0.5 });
  expect(await turn.list()).toMatchObject([
    { kind: 'features', before: [{ properties: { name: 'Aar' } }, { properties: { name: 'Inn' } }] },
    { before: { fillColor, lineWidth: 1 }, after: { fillColor: [0, 0, 255, 255], lineWidth: 4 } },
    { after: { opacity: 0.5 } },
  ]);
  const decided = await turn.decide('apply');
  expect(decided.map(({ state, problem }) => [state, problem])).toEqual(decided.map(() => ['applied', null]));
  expect(await features()).toEqual([
    [1, 'Aare', 288, 0],
    [2, 'Rhine', 2, 1],
  ]);
  expect(await style()).toMatchObject({ fillColor: [0, 0, 255, 255], lineWidth: 4, opacity: 0.5 });
});

test('[AIA-104] the history of a layer says what the assistant did, for whom', async () => {
  await turn.call('edit_features', { layer, update: [{ id: 1, properties: { name: 'Aare' } }] });
  await turn.call('style_layer', { layer, style: { lineWidth: 4 } });
  await turn.decide('apply');
  await turn.decide('revert');
  await write(2, 'name', 'Rhein');
  const { data } = await room.ann.client.call(mapHistory.readLayerHistory, {
    params: { layerId },
    query: room.own.query,
  });
  const said = data.entries.map(({ kind, username, assistant }) => [kind, username, assistant]);
  expect(said.slice(5).every(([, , assistant]) => assistant === null)).toBe(true);
  expect(said.slice(0, 5)).toEqual([
    ['Edit_Property', room.bob.username, null],
    ['Edit_Property', room.ann.username, 'GAIA'],
    ['style', room.ann.username, 'GAIA'],
    ['style', room.ann.username, 'GAIA'],
    ['Edit_Property', room.ann.username, 'GAIA'],
  ]);
});

describe('the look of layers', () => {
  const style = async () => (await room.own.state()).vector_style[layerId]!;
  const isVisible = async () => (await room.own.state()).layers.find(({ id }) => id === layerId)!.visible;

  test('[AIA-042] is proposed, applied, and reverted property by property', async () => {
    const { fillColor } = await style();
    await turn.call('style_layer', { layer, style: { fillColor: [255, 0, 0, 128], lineWidth: 4 }, visible: false });
    expect(await turn.list()).toMatchObject([
      {
        kind: 'style',
        before: { fillColor, lineWidth: 1, visible: true },
        after: { fillColor: [255, 0, 0, 128], lineWidth: 4, visible: false },
      },
    ]);
    await turn.decide('apply');
    expect(await style()).toMatchObject({ fillColor: [255, 0, 0, 128], lineWidth: 4 });
    expect(await isVisible()).toBe(false);
    await room.own.as(room.bob).post({
      type: 'Update_Vector_Layer_Style',
      layer_id: layerId,
      vector_style: { lineWidth: 7, opacity: 0.5 },
    });
    expect(await turn.decide('revert')).toMatchObject([{ state: 'reverted', error: { code: 'CHANGE_CONFLICT' } }]);
    expect(await style()).toMatchObject({ fillColor, lineWidth: 7, opacity: 0.5 });
    expect(await isVisible()).toBe(true);
  });

  test('[AIA-100] a property that was changed since is not overwritten', async () => {
    await turn.call('style_layer', { layer, style: { lineWidth: 4 } });
    await room.own.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { lineWidth: 7 } });
    expect(await turn.decide('apply')).toMatchObject([{ state: 'proposed', error: { code: 'CHANGE_CONFLICT' } }]);
    expect(await style()).toMatchObject({ lineWidth: 7 });
  });
});

test('[AIA-043] [AIA-055] a new map and a new notebook are made when they are applied, and stay', async () => {
  await turn.call('create_map', { name: 'Floods' });
  await turn.call('create_notebook', {
    name: 'Levels',
    cells: [
      { language: 'markdown', source: '# Levels' },
      { language: 'python', source: 'level = 1' },
    ],
  });
  const [map, notebook] = await turn.decide('apply');
  expect(map).toMatchObject({ state: 'applied', target: { map: expect.any(String) as string } });
  expect(notebook).toMatchObject({
    state: 'applied',
    check: 'PASSED',
    target: { notebook: expect.any(String) as string },
  });
  expect(await turn.call('notebook_cells', { notebook: notebook!.target.notebook })).toMatchObject([
    { source: '# Levels', language: null },
    { source: 'level = 1', language: 'python' },
  ]);
  const params = { projectId: room.own.projectId };
  expect((await room.ann.client.call(notebookEndpoints.listNotebooks, { params })).data).toMatchObject([
    { id: notebook!.target.notebook, name: 'Levels' },
  ]);
  expect(await turn.decide('revert')).toMatchObject([
    { state: 'applied', error: { code: 'CREATED_STAYS' } },
    { state: 'applied', error: { code: 'CREATED_STAYS' } },
  ]);
});
