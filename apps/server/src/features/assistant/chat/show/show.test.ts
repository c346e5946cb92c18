import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistant, shownChart, shownMap } from '@groma/protocol';
import { startChatServer, type ChatServer } from '../../../../../test/chat-server.ts';
import type { ModelServer } from '../../../../../test/model-server.ts';
import { TestMap } from '../../../../../test/test-map.ts';
import type { Person } from '../../../../../test/test-server.ts';
import { checkSandbox } from '../../../../platform/kernel/sandbox.ts';

const { isAvailable } = await checkSandbox();
let chat: ChatServer;
let model: ModelServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  chat = await startChatServer();
  ({ model, ann } = chat);
  own = await TestMap.make(ann);
});
afterAll(() => chat.close());

/** The step of an answer that a tool became, and what the model was told of it. */
async function step(name: string, given: object): Promise<{ part: Record<string, unknown>; told: string }> {
  const params = { projectId: own.projectId };
  const { id: threadId } = (await ann.client.call(assistant.createChatThread, { params, body: {} })).data;
  model.next({ kind: 'call', name, arguments: JSON.stringify(given) }, { kind: 'text', pieces: ['There it is.'] });
  const body = { id: 'q', parent: null, text: 'Show it.' };
  await (await ann.client.open(assistant.sendChatMessage, { params: { ...params, threadId }, body })).text();
  const { messages } = (await ann.client.call(assistant.readChatThread, { params: { ...params, threadId } })).data;
  const part = messages.at(-1)!.parts.find(({ toolCallId }) => toolCallId !== undefined)!;
  return { part, told: String(model.asked.at(-1)!.request.messages.at(-1)!['content']) };
}
const chartOf = async (given: object) => {
  const { part, told } = await step('create_chart', { type: 'bar', xCol: 'x', yCol: 'y', ...given });
  expect(part['errorText']).toBe(undefined);
  return { ...shownChart.parse(part['output']), told };
};

test.skipIf(!isAvailable)(
  '[AIA-161] a chart of a layer is in the answer, and the model learns its values',
  async () => {
    await own.draw('rivers', [
      { name: 'Aar', basin: 'Rhine', length: 288 },
      { name: 'Reuss', basin: 'Rhine', length: 164 },
      { name: 'Inn', basin: 'Danube', length: 517 },
      { name: 'Rhone', basin: 'Rhone', length: 812 },
    ]);
    const filters = [{ column: 'length', operator: 'lte', value: 600 }];
    const { part, told } = await step('create_chart', {
      layer: 'layer:A map/rivers',
      type: 'pie',
      xCol: 'basin',
      yCol: 'length',
      title: 'Basins',
      filters,
    });
    expect(shownChart.parse(part['output'])).toEqual({
      chart: { type: 'pie', xCol: 'basin', yCol: 'length', aggregate: 'sum', title: 'Basins', filters },
      data: [
        { label: 'Danube', value: 517, count: 1 },
        { label: 'Rhine', value: 452, count: 2 },
      ],
      features: 3,
      leftOut: 0,
    });
    expect(told).toContain('Rhine: 452');
  },
);

test.skipIf(!isAvailable)(
  '[SHL-157] [VEC-034] times of a query are joined by day, month or year, and points stay apart',
  async () => {
    const days = `SELECT DATE '2000-01-01' + CAST(i AS INTEGER) AS x, 1 AS y FROM range(1000) AS r(i)`;
    const months = await chartOf({ sql: days });
    expect(months.data.slice(0, 2)).toEqual([
      { label: '2000-01', value: 31, count: 31 },
      { label: '2000-02', value: 29, count: 29 },
    ]);
    const points = await chartOf({ sql: 'SELECT i % 3 AS x, i AS y FROM range(6) AS r(i)', type: 'scatter' });
    expect(points.data.slice(0, 2)).toEqual([
      { label: 0, value: 0, count: 1 },
      { label: 0, value: 3, count: 1 },
    ]);
    const cells = await chartOf({ sql: 'SELECT i AS x, i AS y FROM range(5000) AS r(i)', type: 'scatter' });
    expect(cells).toMatchObject({ features: 5_000, leftOut: 0 });
    expect(cells.data.length).toBeLessThan(100);
  },
);

test.skipIf(!isAvailable)(
  '[AIA-161] charts of queries join what is too much, and leave out what has no value',
  async () => {
    const few = await chartOf({
      sql: `SELECT * FROM (VALUES ('b "q", c', 1), ('a10', 2), ('a9', 3.5), (NULL, 4), ('a9', NULL)) AS t(x, y);`,
      aggregate: 'mean',
    });
    expect(few.data).toEqual([
      { label: 'a9', value: 3.5, count: 1 },
      { label: 'a10', value: 2, count: 1 },
      { label: 'b "q", c', value: 1, count: 1 },
      { label: null, value: 4, count: 1 },
    ]);
    expect(few).toMatchObject({ features: 4, leftOut: 1 });
    const numbers = await chartOf({ sql: 'SELECT range AS x, 1 AS y FROM range(1000)', type: 'bar' });
    expect(numbers.data).toHaveLength(20);
    expect(numbers.data[1]).toEqual({ label: 50, to: 100, value: 50, count: 50 });
    const texts = await chartOf({ sql: `SELECT 'n' || range AS x, range AS y FROM range(200)`, aggregate: 'count' });
    expect(texts.data).toHaveLength(100);
    expect(texts.data.at(-1)).toEqual({ label: null, value: 101, count: 101, others: 101 });
    expect((await chartOf({ sql: 'SELECT 1 AS x, 2 AS y WHERE false' })).told).toContain('nothing to draw');
  },
);

test.skipIf(!isAvailable)('[AIA-161] the model learns why there is no chart, and a query only reads', async () => {
  const given = { type: 'line', xCol: 'x', yCol: 'y' };
  const failing = async (more: object) => String((await step('create_chart', { ...given, ...more })).part['errorText']);
  expect(await failing({ sql: `SELECT 1 AS x, 'a' AS y` })).toContain('column “y” is not numeric');
  expect(await failing({ sql: 'SELECT 1 AS a' })).toContain('Referenced column');
  expect(await failing({})).toContain('give either layer or sql');
  for (const sql of [
    'DELETE FROM t',
    'SELECT 1 AS x, 2 AS y); CREATE TABLE stolen AS SELECT 1; SELECT * FROM (SELECT 1',
  ])
    expect(await failing({ sql })).not.toBe('undefined');
  expect(await failing({ sql: 'SELECT * FROM stolen' })).toContain('stolen');
});

test.skipIf(!isAvailable)(
  '[AIA-162] a small map shows a layer, or what a query gives, simplified and bounded',
  async () => {
    const layerId = await own.draw('peaks', [{ name: 'Titlis' }, { name: 'Eiger' }]);
    const ofLayer = await step('draw_small_map', { layer: 'layer:A map/peaks', title: 'Peaks' });
    expect(shownMap.parse(ofLayer.part['output'])).toMatchObject({
      kind: 'layer',
      title: 'Peaks',
      map: own.mapId,
      layer: layerId,
    });
    const sql = 'SELECT ST_Buffer(ST_Point(range % 100, range // 100), 0.3) AS area FROM range(1500)';
    const { part, told } = await step('draw_small_map', { sql, column: 'area' });
    const shown = shownMap.parse(part['output']);
    if (shown.kind !== 'features') throw new Error('It is no result.');
    expect(shown).toMatchObject({ sql, column: 'area', features: 1_500 });
    expect(shown.geometries).toHaveLength(1_000);
    expect(shown.bounds.map((value) => value.toFixed(1))).toEqual(['-0.3', '-0.3', '99.3', '14.3']);
    expect(JSON.stringify(shown.geometries).length).toBeLessThan(300_000);
    expect(told).toContain('1000 of 1500 features');
    expect(told.length).toBeLessThan(200);
    const failing = async (given: object) => String((await step('draw_small_map', given)).part['errorText']);
    expect(await failing({ sql: 'SELECT ST_Point(700000, 200000) AS geometry' })).toContain('not in degrees');
    expect(await failing({ sql: 'SELECT ST_Point(1, 2) AS geometry WHERE false' })).toContain('no geometries');
    expect(await failing({ layer: 'layer:A map/none' })).not.toBe('undefined');
  },
);
