import { beforeEach, expect, test } from 'vitest';
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

const symbology = async () => (await room.own.state()).vector_style[layerId]?.symbology;

test('[AIA-166] is proposed as a change of its look, applied, reverted, and taken away again', async () => {
  const filtered = {
    kind: 'categorised',
    column: 'name',
    other: null,
    categories: [{ value: 'Aar' }, { value: 'Inn' }],
  };
  await turn.call('filter_layer', { layer, column: 'name', values: ['Aar', 'Inn'] });
  expect(await turn.list()).toMatchObject([
    { kind: 'style', before: { symbology: { kind: 'single' } }, after: { symbology: filtered } },
  ]);
  await turn.decide('apply');
  expect(await symbology()).toMatchObject(filtered);
  await turn.decide('revert');
  expect((await symbology())?.kind).toBe('single');
  const next = await TestTurn.begin(room.server, room.ann, room.own.projectId);
  await next.call('filter_layer', { layer, column: 'length', range: [2, 3] });
  // A filter that a later step changes is one change, and one that is taken away is none.
  await next.call('filter_layer', { layer, column: 'name', values: ['Inn'] });
  expect(await next.list()).toMatchObject([{ after: { symbology: { column: 'name' } } }]);
  await next.call('filter_layer', { layer, column: 'length', range: [2, 3] });
  await next.decide('apply');
  expect(await symbology()).toMatchObject({ kind: 'graduated', breaks: [2, 3], other: null });
  const last = await TestTurn.begin(room.server, room.ann, room.own.projectId);
  await last.call('filter_layer', { layer });
  await last.decide('apply');
  expect((await symbology())?.kind).toBe('single');
});

test('[AIA-166] of a column that is not there, or a range of none, is answered by why not', async () => {
  const failure = (given: object) =>
    turn.call('filter_layer', { layer, ...given }).catch((error: Error) => error.message);
  expect(await failure({ column: 'none', values: [1] })).toMatch(/has no column “none”. Its columns are name, length/);
  expect(await failure({ column: 'name' })).toMatch(/either values or range/);
  expect(await failure({ column: 'name', range: [1, 2] })).toMatch(/numeric column/);
  expect(await turn.list()).toEqual([]);
});
