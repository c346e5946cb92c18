import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  addToWorkflow,
  layerReference,
  moveNodes,
  newGeneralNode,
  setToolParameter,
  workflowParameter,
  type WorkflowEdge,
  type WorkflowGraph,
} from '@groma/model';
import { operation, origin, projectTool, tool as tools, workflow, type BodyOf } from '@groma/protocol';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';
import type { Person, TestServer } from '../../../test/test-server.ts';
import { operations, workflowRuns } from '../../platform/database/tables/index.ts';
import { newCheckpoint, type GraphCheckpoint } from './course-parts.ts';

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let ann: Person;
let own: TestMap;
let places: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  const features = [0, 1, 2].map((x) => ({
    type: 'Feature',
    properties: { x },
    geometry: { type: 'Point', coordinates: [x, 0] },
  }));
  await own.upload('places.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const { Layer } = await own.import('/data/places.geojson');
  places = layerReference({ mapId: own.mapId, layerId: Layer[0]!.id });
}, 120_000);
afterAll(() => server.close());

const at = { x: 0, y: 0 };
const data = (id: string, reference: string, input = '') =>
  newGeneralNode('data', id, at, { label: id, reference, input });
const step = (id: string, name: string, parameters: Record<string, unknown> = {}) =>
  newGeneralNode('tool', id, at, { label: id, tool: name, parameters });
const result = (id: string, y = 0) => newGeneralNode('save', id, { x: 0, y }, { label: id, to: 'result' });
const wire = (source: string, target: string, targetHandle?: string, sourceHandle?: string): WorkflowEdge => ({
  id: `${source} ${target} ${targetHandle ?? ''}`,
  source,
  target,
  ...(sourceHandle && { sourceHandle }),
  ...(targetHandle && { targetHandle }),
  type: 'default',
  data: {},
});
const far = workflowParameter.parse({ name: 'far', type: 'number', required: true });

async function make(name: string, { nodes, edges, parameters = [] }: WorkflowGraph): Promise<string> {
  const { data: made } = await ann.client.call(workflow.createWorkflow, {
    params: { projectId: own.projectId },
    body: { name, nodes: [...nodes], edges: [...edges], parameters: [...parameters] },
  });
  return made.id;
}

async function offer(workflowId: string, title: string, person = ann) {
  const { data: made } = await person.client.call(projectTool.offerWorkflow, {
    params: { projectId: own.projectId, workflowId },
    body: { title, description: '', heading: '' },
  });
  return made;
}

/** Places with a margin of so many kilometres, and the places themselves. */
const margins = (): WorkflowGraph => ({
  nodes: [
    data('taken', '', 'around'),
    step('margin', 'buffer', { radius: { $parameter: 'far' } }),
    result('Margins'),
    result('Places', 1),
  ],
  edges: [wire('taken', 'margin'), wire('margin', 'Margins'), wire('taken', 'Places')],
  parameters: [far],
});

async function begin(workflowId: string, more: Partial<BodyOf<typeof workflow.beginWorkflowRun>> = {}) {
  const runId = crypto.randomUUID();
  const params = { projectId: own.projectId, workflowId };
  await ann.client.call(workflow.beginWorkflowRun, { params, body: { operation_id: runId, ...more } });
  return runId;
}

async function ended(workflowId: string, runId: string) {
  for (;;) {
    const params = { projectId: own.projectId, workflowId, runId };
    const { data: found } = await ann.client.call(workflow.readWorkflowRun, { params });
    if (found.status === 'success' || found.status === 'error') return found;
    await wait(50);
  }
}

/** A run whose server was killed when it was as far as its checkpoint says. */
async function beginKilled(
  about: { id: string; name: string },
  { nodes, edges }: WorkflowGraph,
  checkpoint: GraphCheckpoint,
): Promise<string> {
  const id = crypto.randomUUID();
  const { query } = server.platform.database;
  const shared = { nodes: [...nodes], edges: [...edges] };
  await query.insert(workflowRuns).values({
    ...shared,
    id,
    workflowId: about.id,
    userId: ann.id,
    status: 'started',
    parameters: [],
    values: {},
    steps: checkpoint.steps,
  });
  await query.insert(operations).values({
    id,
    projectId: own.projectId,
    userId: ann.id,
    title: about.name,
    kind: 'workflow',
    input: {
      ...shared,
      projectId: own.projectId,
      user: { id: ann.id, username: ann.username },
      workflow: about,
      values: {},
      againFrom: null,
    },
    checkpoint,
    status: 'In Progress',
    attempt: 1,
    leasedBy: 'a server that was killed',
    leaseUntil: new Date(Date.now() - 60_000),
  });
  return id;
}

const run = async (workflowId: string, more: Parameters<typeof begin>[1] = {}) =>
  ended(workflowId, await begin(workflowId, more));

const runTool = (toolId: string, parameters: Record<string, unknown>) =>
  ann.client.call(tools.runTool, {
    params: { toolId, projectId: own.projectId },
    body: { parameters, output: { kind: 'layer' as const, map_id: own.mapId } },
  });

test('[TOL-021, TOL-022] a workflow that is offered is listed with its fields, runs as a tool, and its results say what they are made of', async () => {
  const workflowId = await make('Margins', margins());
  const offered = await offer(workflowId, 'Make margins');
  expect(offered).toMatchObject({
    id: `workflow:${workflowId}`,
    workflow_id: workflowId,
    outputs: ['Margins', 'Places'],
    uses: [],
    fields: [
      { name: 'around', type: 'data', isRequired: true, isInput: true },
      { name: 'far', type: 'number', isRequired: true },
    ],
    parameters: { required: ['around', 'far'] },
  });
  await expect(runTool(offered.id, { around: places })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('far') as string,
  });
  const { data: made } = await runTool(offered.id, { around: places, far: 2 });
  expect(made.outputs?.map(({ name, kind }) => [name, kind])).toEqual([
    ['Margins', 'layer'],
    ['Places', 'layer'],
  ]);
  expect((await own.features(made.layer!.id)).size).toBe(3);
  const thing = layerReference({ mapId: own.mapId, layerId: made.layer!.id });
  const about = async () =>
    (await ann.client.call(origin.readOrigin, { params: { projectId: own.projectId }, query: { thing } })).data.origin!;
  expect(await about()).toMatchObject({
    kind: 'tool',
    doer: offered.id,
    inputs: [{ reference: places }],
    is_tool_changed: false,
  });
  // Where nodes stand is no difference; what they do is.
  const live = ann.live('workflow', workflowId);
  await live.whenSynced();
  moveNodes(live.doc, new Map([['margin', { x: 50, y: 60 }]]));
  await live.whenSaved();
  expect((await about()).is_tool_changed).toBe(false);
  setToolParameter(live.doc, 'margin', 'segments', 4);
  await live.whenSaved();
  expect((await about()).is_tool_changed).toBe(true);
  live.close();
  // A basic workflow, and one that gives nothing, are no tools.
  const empty = await make('Nothing', { nodes: [data('taken', places)], edges: [] });
  await expect(offer(empty, 'Nothing')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await ann.client.call(projectTool.withdrawWorkflow, { params: { projectId: own.projectId, workflowId } });
  await expect(runTool(offered.id, { around: places, far: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[WFL-202, WFL-203] a workflow is a step of another: it takes wires, gives each output, shows its steps, and is reused', async () => {
  const inner = await offer(await make('Inner', margins()), 'Inner');
  const outer = await make('Outer', {
    nodes: [
      data('all', places),
      step('make', inner.id, { far: { $parameter: 'wide' } }),
      step('centre', 'centroid'),
      result('centres'),
      result('same', 1),
    ],
    edges: [
      wire('all', 'make', 'around'),
      wire('make', 'centre', 'features', 'Margins'),
      wire('centre', 'centres'),
      wire('make', 'same', 'in', 'Places'),
    ],
    parameters: [workflowParameter.parse({ name: 'wide', type: 'number', default: 3 })],
  });
  const first = await run(outer);
  expect(first.message).toBe('Workflow completed successfully');
  const stepOf = ({ steps }: typeof first, id: string) => steps.find(({ nodeId }) => nodeId === id)!;
  expect(stepOf(first, 'make')).toMatchObject({ state: 'done', rows: 3 });
  expect(
    stepOf(first, 'make')
      .inner?.map(({ nodeId, state, depth }) => [nodeId, state, depth])
      .toSorted(),
  ).toEqual([
    ['Margins', 'done', 1],
    // It takes what a run before has kept.
    ['Places', 'reused', 1],
    ['margin', 'done', 1],
    ['taken', 'done', 1],
  ]);
  expect(stepOf(first, 'same').rows).toBe(3);
  const { data: peeked } = await ann.client.call(workflow.peekWorkflowStep, {
    params: { projectId: own.projectId, workflowId: outer, runId: first.id, nodeId: 'make/margin' },
    query: {},
  });
  expect(peeked.geometryTypes).toEqual(['polygon']);
  const again = await run(outer);
  expect(stepOf(again, 'make').state).toBe('reused');
  const wider = await run(outer, { values: { wide: 5 } });
  expect(stepOf(wider, 'make').state).toBe('done');
  expect(stepOf(wider, 'make').inner?.find(({ nodeId }) => nodeId === 'Places')?.state).toBe('reused');
});

test('[WFL-201] a circle of workflows is refused when a run begins, and named; an edit of a tool is told', async () => {
  const one = await make('One', { nodes: [data('d', places), result('r')], edges: [wire('d', 'r')] });
  const oneTool = await offer(one, 'Tool one');
  const two = await make('Two', {
    nodes: [step('use', oneTool.id), result('r')],
    edges: [wire('use', 'r')],
  });
  const twoTool = await offer(two, 'Tool two');
  expect((await run(two)).status).toBe('success');
  await expect(
    begin(one, { nodes: [step('back', twoTool.id), result('r')], edges: [wire('back', 'r')] }),
  ).rejects.toMatchObject({
    code: 'WORKFLOW_NOT_READY',
    message: expect.stringContaining('circle: One → Tool two → One') as string,
  });
  // Somebody closes the circle while a page shows the tools: it is told.
  const told: string[] = [];
  const end = server.platform.bus.subscribe('tools-changed', ({ projectId }: { projectId: string }) => {
    told.push(projectId);
  });
  const live = ann.live('workflow', one);
  await live.whenSynced();
  addToWorkflow(live.doc, { nodes: [step('back', twoTool.id)], edges: [wire('back', 'r')] });
  await live.whenSaved();
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([own.projectId]);
  live.close();
  end();
  await expect(begin(two)).rejects.toThrow('circle: Two → Tool one → Two');
});

test('[WFL-202] what fails within names the step, and a run within is canceled with the one around it', async () => {
  const failing = await make('Failing', {
    nodes: [
      data('taken', places, 'around'),
      newGeneralNode('query', 'ask', at, { label: 'Ask', query: 'SELECT nothing FROM taken' }),
      result('r'),
    ],
    edges: [wire('taken', 'ask', 'taken'), wire('ask', 'r')],
  });
  const offered = await offer(failing, 'Failing');
  await expect(runTool(offered.id, {})).rejects.toMatchObject({ code: 'TOOL_STEP_FAILED', details: { label: 'Ask' } });
  const slow = await make('Slow', {
    nodes: [
      newGeneralNode('query', 'long', at, {
        label: 'Long',
        query: 'SELECT sum(a.range * b.range) AS n FROM range(3000000) AS a, range(300000) AS b',
      }),
      result('r'),
    ],
    edges: [wire('long', 'r')],
  });
  const slowTool = await offer(slow, 'Slow');
  const around = await make('Around', { nodes: [step('use', slowTool.id), result('r')], edges: [wire('use', 'r')] });
  const runId = await begin(around);
  const within = async () => {
    const params = { projectId: own.projectId, workflowId: around, runId };
    const { data: found } = await ann.client.call(workflow.readWorkflowRun, { params });
    return found.steps.find(({ nodeId }) => nodeId === 'use')?.inner?.find(({ nodeId }) => nodeId === 'long')?.state;
  };
  await expect.poll(within, { timeout: 30_000 }).toBe('running');
  await ann.client.call(operation.cancelOperation, { params: { operationId: runId } });
  expect(await ended(around, runId)).toMatchObject({ status: 'error', message: 'The operation was canceled.' });
});

test('[WFL-202] after a kill a run within goes on at the steps that were not done', async () => {
  const inner = await offer(await make('Cut off', margins()), 'Cut off');
  const graph: WorkflowGraph = {
    nodes: [data('all', places), step('make', inner.id, { far: 7 }), result('made')],
    edges: [wire('all', 'make', 'around'), wire('make', 'made', 'in', 'Margins')],
  };
  const outer = await make('Around it', graph);
  const whole = await run(outer);
  const known = whole.steps.find(({ nodeId }) => nodeId === 'make')!.inner!;
  const reference = known.find(({ nodeId }) => nodeId === 'margin')!.result!;
  const then = '2020-01-01T00:00:00.000Z';
  const made = { reference, paths: [], excluded: [], branch: null, sources: [], tools: [] };
  const { nodes, edges } = margins();
  const within = { nodes: nodes.map((node) => (node.type === 'data' ? data('taken', places, 'around') : node)), edges };
  const half = newCheckpoint(within);
  for (const each of half.steps)
    if (each.nodeId === 'margin' || each.nodeId === 'taken') Object.assign(each, { state: 'done', startedAt: then });
  half.made = { margin: made, taken: { ...made, reference: places } };
  const outputs = ['Margins', 'Places'].map((name) => ({ name, nodeId: name }));
  const about = { tool: inner.id, name: 'Cut off', values: { far: 7 }, given: {}, settled: ['taken'], outputs };
  const checkpoint = newCheckpoint(graph);
  Object.assign(
    checkpoint.steps.find(({ nodeId }) => nodeId === 'all')!,
    { state: 'done', startedAt: then },
  );
  checkpoint.made = { all: { ...made, reference: places } };
  checkpoint.inner = { make: { ...about, ...within, ...half } };
  const id = await beginKilled({ id: outer, name: 'Around it' }, graph, checkpoint);
  const done = await ended(outer, id);
  expect(done.message).toBe('Workflow completed successfully');
  const after = done.steps.find(({ nodeId }) => nodeId === 'make')!.inner!;
  expect(after.find(({ nodeId }) => nodeId === 'margin')!.startedAt).toBe(then);
  expect(after.find(({ nodeId }) => nodeId === 'Margins')!.startedAt).not.toBe(then);
});

test('[WFL-201] a step whose workflow has come to use the running one since the run began fails, and names the circle', async () => {
  const used = await make('Used', { nodes: [data('d', places), result('r')], edges: [wire('d', 'r')] });
  const usedTool = await offer(used, 'Used');
  const graph: WorkflowGraph = { nodes: [step('use', usedTool.id), result('r')], edges: [wire('use', 'r')] };
  const user = await make('User', graph);
  const userTool = await offer(user, 'User');
  // The run was begun while there was no circle; its step comes when somebody has closed one.
  const live = ann.live('workflow', used);
  await live.whenSynced();
  addToWorkflow(live.doc, { nodes: [step('back', userTool.id)], edges: [] });
  await live.whenSaved();
  live.close();
  const done = await ended(user, await beginKilled({ id: user, name: 'User' }, graph, newCheckpoint(graph)));
  expect(done.status).toBe('error');
  const stepOf = (id: string) => done.steps.find(({ nodeId }) => nodeId === id)!;
  expect(stepOf('use')).toMatchObject({ state: 'failed' });
  expect(stepOf('use').message).toMatch(/circle: (User → Used → User|Used → User → Used)/);
  expect(stepOf('r').state).toBe('skipped');
});
