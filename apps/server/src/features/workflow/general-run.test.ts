import { eq } from '../../platform/database/drizzle.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  layerReference,
  newGeneralNode,
  newWorkflowNode,
  workflowParameter,
  type WorkflowEdge,
  type WorkflowGraph,
} from '@groma/model';
import { operation, origin, workflow, type BodyOf } from '@groma/protocol';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';
import type { Person, TestServer } from '../../../test/test-server.ts';
import { keptResults, operations } from '../../platform/database/tables/index.ts';

// Many steps, each in a thread of its own.
vi.setConfig({ testTimeout: 180_000 });

let server: TestServer;
let ann: Person;
let own: TestMap;
let workflowId: string;
let fields: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  const { data } = await ann.client.call(workflow.createWorkflow, {
    params: { projectId: own.projectId },
    body: { name: 'Floods', nodes: [], edges: [] },
  });
  workflowId = data.id;
  const square = (x: number) => ({
    type: 'Feature',
    properties: { x },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [x, 0],
          [x + 2, 0],
          [x + 2, 2],
          [x, 2],
          [x, 0],
        ],
      ],
    },
  });
  await own.upload('fields.geojson', JSON.stringify({ type: 'FeatureCollection', features: [0, 1, 9].map(square) }));
  const { Layer } = await own.import('/data/fields.geojson');
  fields = layerReference({ mapId: own.mapId, layerId: Layer[0]!.id });
});
afterAll(() => server.close());

const at = { x: 0, y: 0 };
const data = (id: string, reference = fields) => newGeneralNode('data', id, at, { label: id, reference });
const tool = (id: string, name: string, parameters: Record<string, unknown> = {}) =>
  newGeneralNode('tool', id, at, { label: id, tool: name, parameters });
const layer = (id: string, name: string) =>
  newGeneralNode('save', id, at, { label: id, to: 'layer', map: own.mapId, name });
const file = (id: string, path: string) => newGeneralNode('save', id, at, { label: id, to: 'file', path });
const wire = (source: string, target: string, targetHandle?: string, sourceHandle?: string): WorkflowEdge => ({
  id: `${source} ${target} ${targetHandle ?? ''} ${sourceHandle ?? ''}`,
  source,
  target,
  ...(sourceHandle && { sourceHandle }),
  ...(targetHandle && { targetHandle }),
  type: 'default',
  data: {},
});

type Body = BodyOf<typeof workflow.beginWorkflowRun>;

async function begin({ nodes, edges, parameters }: WorkflowGraph, more: Partial<Body> = {}, person = ann) {
  const operation_id = crypto.randomUUID();
  await person.client.call(workflow.beginWorkflowRun, {
    params: { projectId: own.projectId, workflowId },
    body: {
      operation_id,
      nodes: [...nodes],
      edges: [...edges],
      ...(parameters && { parameters: [...parameters] }),
      ...more,
    },
  });
  return operation_id;
}

const read = async (runId: string) =>
  (
    await ann.client.call(workflow.readWorkflowRun, {
      params: { projectId: own.projectId, workflowId, runId },
    })
  ).data;

async function ended(runId: string) {
  for (;;) {
    const found = await read(runId);
    if (found.status === 'success' || found.status === 'error') return found;
    await wait(100);
  }
}

async function run(graph: WorkflowGraph, more: Partial<Body> = {}) {
  const done = await ended(await begin(graph, more));
  const states = Object.fromEntries(done.steps.map(({ nodeId, state }) => [nodeId, state]));
  return { ...done, states, step: (id: string) => done.steps.find(({ nodeId }) => nodeId === id)! };
}

const parameters = [workflowParameter.parse({ name: 'far', type: 'number', default: 5 })];
/** Fields with a margin, cut by themselves, as a layer and as a file. */
const flood = (): WorkflowGraph => ({
  nodes: [
    data('fields'),
    tool('margin', 'buffer', { radius: { $parameter: 'far' } }),
    tool('cut', 'layer_intersection'),
    layer('shown', 'Wet'),
    file('written', '/data/wet.geojson'),
  ],
  edges: [
    wire('fields', 'margin', 'features'),
    wire('margin', 'cut', 'features'),
    wire('fields', 'cut', 'other'),
    wire('cut', 'shown'),
    wire('cut', 'written'),
  ],
  parameters,
});

test('[WFL-157, WFL-160, WFL-161] a general graph is run as one operation: its steps, what it saves, and where that is from', async () => {
  const done = await run(flood());
  expect(done.message).toBe('Workflow completed successfully');
  expect(done.states).toEqual({ fields: 'done', margin: 'done', cut: 'done', shown: 'done', written: 'done' });
  expect(done.values).toEqual({ far: 5 });
  expect(done.step('margin')).toMatchObject({ rows: 3, message: null });
  expect(done.step('written').files).toEqual(['/data/wet.geojson']);
  const made = done.step('shown').layer!;
  expect((await own.features(made.split('/')[1]!)).size).toBe(done.step('cut').rows);
  const where = await ann.client.call(origin.readOrigin, {
    params: { projectId: own.projectId },
    query: { thing: made },
  });
  expect(where.data.origin).toMatchObject({
    kind: 'workflow',
    doer: workflowId,
    operation_id: done.id,
    parameters: { name: 'Floods', run: done.id, tools: [{ tool: 'buffer' }, { tool: 'layer_intersection' }] },
    inputs: [{ reference: fields, version: expect.any(Number) }],
  });
  const { data: peeked } = await ann.client.call(workflow.peekWorkflowStep, {
    params: { projectId: own.projectId, workflowId, runId: done.id, nodeId: 'cut' },
    query: { limit: 1 },
  });
  expect(peeked).toMatchObject({ count: done.step('cut').rows, geometryTypes: ['polygon'], rows: [expect.any(Array)] });
  expect(peeked.columns.at(-1)).toEqual({ name: 'geometry', type: 'geometry' });
});

test('[WFL-158] a second run does only what has changed, and numbers the names that are taken', async () => {
  await run(flood());
  const before = await run(flood());
  expect(before.states).toMatchObject({ margin: 'reused', cut: 'reused' });
  expect(before.step('written').files[0]).toMatch(/^\/data\/wet \(\d\)\.geojson$/);
  const wider = await run(flood(), { values: { far: 7 } });
  expect(wider.states).toMatchObject({ margin: 'done', cut: 'done' });
  const again = await run(flood(), { again_from: 'cut' });
  expect(again.states).toMatchObject({ margin: 'reused', cut: 'done' });
  const [fid] = [...(await own.features(fields.split('/')[1]!)).keys()];
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [fields.split('/')[1]!]: [{ type: 'Delete', fids: [fid!] }] },
  });
  const changed = await run(flood());
  expect(changed.states).toMatchObject({ margin: 'done', cut: 'done' });
  expect(changed.step('margin').rows).toBe(2);
});

test('[WFL-158] what is kept is made again when it is gone, and is given to nobody who may not read what it is made of', async () => {
  const graph = { nodes: [data('fields'), tool('middle', 'centroid')], edges: [wire('fields', 'middle', 'features')] };
  const [first, second] = [await run(graph), await run(graph)];
  expect([first.states['middle'], second.states['middle']]).toEqual(['done', 'reused']);
  const { query } = server.platform.database;
  const id = first.step('middle').result!.slice('result:'.length);
  const [kept] = await query.select().from(keptResults).where(eq(keptResults.id, id));
  const table = {
    ...kept!.sources[0]!,
    sourceMapId: null,
    sourceLayerId: null,
    sourceReference: 'table:of/nobody/here',
  };
  await query
    .update(keptResults)
    .set({ sources: [table] })
    .where(eq(keptResults.id, id));
  expect((await run(graph)).states['middle']).toBe('done');
  const [newest] = await query.select().from(keptResults).where(eq(keptResults.key, kept!.key));
  await server.platform.blobs.removeAll(`${newest!.snapshotKey}/`);
  expect((await run(graph)).states['middle']).toBe('done');
});

test('[WFL-159] a condition leads one way, a merge takes what comes, and a failure takes along what follows it', async () => {
  const graph = (value: number): WorkflowGraph => ({
    nodes: [
      data('fields'),
      newGeneralNode('condition', 'if', at, { label: 'if', operator: '>', value }),
      tool('many', 'centroid'),
      tool('few', 'bounding_box'),
      newGeneralNode('merge', 'both', at, { label: 'both' }),
    ],
    edges: [
      wire('fields', 'if'),
      wire('if', 'many', 'features', 'yes'),
      wire('if', 'few', 'features', 'no'),
      wire('many', 'both'),
      wire('few', 'both'),
    ],
  });
  expect((await run(graph(1))).states).toMatchObject({ many: 'done', few: 'skipped', both: 'done' });
  const no = await run(graph(1_000));
  expect(no.states).toMatchObject({ many: 'skipped', few: 'done', both: 'done' });
  const failing = await run({
    nodes: [
      data('fields'),
      data('gone', 'file:/data/gone.csv'),
      tool('bad', 'centroid'),
      tool('after', 'explode'),
      tool('good', 'centroid'),
    ],
    edges: [wire('gone', 'bad', 'features'), wire('bad', 'after', 'features'), wire('fields', 'good', 'features')],
  });
  expect(failing.status).toBe('error');
  expect(failing.states).toMatchObject({ gone: 'failed', bad: 'skipped', after: 'skipped' });
  expect(['done', 'reused']).toContain(failing.states['good']);
});

test('[WFL-162] a query reads what comes in by the names of its ports, and parameters by theirs', async () => {
  const query = 'SELECT a.x, a.geometry FROM fields a JOIN middle USING (x) WHERE a.x >= $least';
  const graph = (least: number): WorkflowGraph => ({
    nodes: [
      data('fields'),
      tool('middle', 'centroid'),
      newGeneralNode('query', 'asked', at, { label: 'asked', query }),
      tool('boxes', 'bounding_box'),
    ],
    edges: [
      wire('fields', 'middle', 'features'),
      wire('fields', 'asked', 'fields'),
      wire('middle', 'asked', 'middle'),
      wire('asked', 'boxes', 'features'),
    ],
    parameters: [workflowParameter.parse({ name: 'least', type: 'number', default: least })],
  });
  const done = await run(graph(1));
  expect([done.message, done.step('asked').message]).toEqual(['Workflow completed successfully', null]);
  const xs = [...(await own.features(fields.split('/')[1]!)).values()].map(({ properties }) => Number(properties['x']));
  const count = (least: number): number => xs.filter((x) => x >= least).length;
  expect([done.step('asked').rows, done.step('boxes').rows]).toEqual([count(1), count(1)]);
  expect((await run(graph(1))).states).toMatchObject({ asked: 'reused', boxes: 'reused' });
  expect((await run(graph(9))).step('asked')).toMatchObject({ state: 'done', rows: count(9) });
  const writing = {
    ...graph(1),
    nodes: [newGeneralNode('query', 'asked', at, { label: 'asked', query: 'DROP TABLE x; SELECT 1' })],
    edges: [],
  };
  expect((await run(writing)).message).toContain('write one statement that reads');
});

test('[WFL-171] the history says of each file what a conversion lost of it', async () => {
  const feature = {
    type: 'Feature',
    properties: { a_very_long_column: 1 },
    geometry: { type: 'Point', coordinates: [1, 2] },
  };
  await own.upload('long.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
  const [from, convert, to] = [
    newWorkflowNode('input', 'from', at),
    newWorkflowNode('conversion', 'convert', at),
    newWorkflowNode('output', 'to', at),
  ];
  Object.assign(from.data, { includePath: '/data/long.geojson', dataType: 'vector', format: 'geojson' });
  const types = { inputType: 'vector', outputType: 'vector' };
  Object.assign(convert.data, { ...types, inputFormat: 'geojson', outputFormat: 'shapefile' });
  Object.assign(to.data, { path: '/data/losses/', dataType: 'vector', format: 'shapefile' });
  const edges = [wire('from', 'convert'), wire('convert', 'to')];
  const lost = [{ kind: 'renamed', columns: [expect.stringMatching(/^a_very_long_column → /)], file: 'long.geojson' }];
  const general = await run({
    nodes: [from, convert, to, newGeneralNode('note', 'note', at, { label: 'note' })],
    edges,
  });
  expect(general.step('convert').remarks).toEqual(lost);
  const basic = await run({ nodes: [from, convert, to], edges });
  expect([basic.message, basic.remarks]).toEqual(['Conversion completed successfully', lost]);
});

test('[WFL-154] a graph that is wrong is refused before anything begins', async () => {
  const alone = { nodes: [tool('lost', 'buffer')], edges: [] };
  await expect(begin(alone)).rejects.toThrow('lost: “features” needs a connection');
  await expect(begin(flood(), { values: { fa: 1 } })).rejects.toThrow('there is no parameter “fa”');
  await expect(begin(flood(), { again_from: 'nowhere' })).rejects.toThrow('there is no node “nowhere”');
});

test('[WFL-157] a run is canceled at once, and nothing of it appears', async () => {
  // Hours of work, so that the run is under way when it is canceled, however quick the machine is.
  const query =
    'SELECT f.x, f.geometry, n FROM f, (SELECT sum(a.i * b.i) AS n FROM range(10000000) a(i), range(10000000) b(i))';
  const graph = {
    nodes: [
      data('fields'),
      tool('simple', 'simplify', { tolerance: 0.001 }),
      newGeneralNode('query', 'endless', at, { label: 'endless', query }),
      tool('boxes', 'bounding_box'),
      layer('shown', 'Never'),
    ],
    edges: [
      wire('fields', 'simple', 'features'),
      wire('simple', 'endless', 'f'),
      wire('endless', 'boxes', 'features'),
      wire('boxes', 'shown'),
    ],
  };
  const runId = await begin(graph);
  await expect
    .poll(async () => (await read(runId)).steps.find(({ nodeId }) => nodeId === 'endless')?.state, { timeout: 60_000 })
    .toBe('running');
  await ann.client.call(operation.cancelOperation, { params: { operationId: runId } });
  const done = await ended(runId);
  expect(done.message).toBe('The operation was canceled.');
  expect(done.steps.map(({ nodeId, state }) => [nodeId, state])).toEqual([
    ['fields', 'done'],
    ['simple', 'done'],
    ['endless', 'skipped'],
    ['boxes', 'skipped'],
    ['shown', 'skipped'],
  ]);
  expect((await own.state()).layers.some(({ text }) => text === 'Never')).toBe(false);
  const [row] = await server.platform.database.query.select().from(operations).where(eq(operations.id, runId));
  expect(row!.status).toBe('Canceled');
});
