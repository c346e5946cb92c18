import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addToWorkflow,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  type WorkflowGraph,
  type WorkflowNode,
} from '@groma/model';
import { map, workflow, type LiveConnection } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestTurn } from '../../../../test/test-turn.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let projectId: string;
let turn: TestTurn;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = await Promise.all([server.signUp(), server.signUp()]);
  projectId = await ann.makeProject();
  await server.share(ann, projectId, bob, 'PROJECT_EDITOR');
});
afterAll(() => server.close());
beforeEach(async () => {
  turn = await TestTurn.begin(server, ann, projectId);
});

const nodes: WorkflowNode[] = [
  {
    id: 'roads',
    type: 'data',
    position: { x: 40, y: 120 },
    data: { label: 'Roads', reference: 'layer:a/b', input: '' },
  },
  {
    id: 'wide',
    type: 'tool',
    position: { x: 340, y: 120 },
    data: { label: 'Wide', tool: 'buffer', parameters: { radius: 10 } },
  },
];

/** A workflow as Bob has it open, beside Ann, whose assistant changes it. */
async function openWorkflow(): Promise<{ id: string; live: LiveConnection; graph: () => WorkflowGraph }> {
  const edges = [{ id: 'one', source: 'roads', target: 'wide', type: 'default', data: {} }];
  const body = { name: 'Corridors', nodes, edges };
  const { data } = await ann.client.call(workflow.createWorkflow, { params: { projectId }, body });
  const live = bob.live('workflow', data.id);
  await live.whenSynced();
  return { id: data.id, live, graph: () => readWorkflowGraph(live.doc) };
}
const nodeOf = ({ nodes: all }: WorkflowGraph, id: string) => all.find((node) => node.id === id);
const parametersOf = (graph: WorkflowGraph) => (nodeOf(graph, 'wide')!.data as { parameters: object }).parameters;

const widen = [
  { do: 'set', node: 'wide', data: { parameters: { radius: 25 } } },
  { do: 'add', id: 'keep', type: 'save', label: 'Keep', data: { to: 'file', path: '/data/wide.parquet' } },
  { do: 'connect', from: 'wide', to: 'keep' },
  { do: 'parameter', name: 'reach', type: 'number', default: 5 },
];

test('[AIA-093] a workflow is changed as one proposal, which says what would stop a run, and applied before the eyes of who has it open', async () => {
  const { id, live, graph } = await openWorkflow();
  const before = graph();
  const answer = await turn.call('edit_workflow', { workflow: id, steps: widen.slice(0, 2) });
  expect(answer).toMatchObject({ problems: [expect.stringContaining('Keep: ')] });
  expect(await turn.call('edit_workflow', { workflow: id, steps: widen.slice(2) })).toMatchObject({ problems: [] });
  const proposed = await turn.list();
  expect(proposed).toMatchObject([{ kind: 'workflow', title: 'Corridors', target: { workflow: id }, before }]);
  expect(graph()).toEqual(before);
  await turn.decide('apply');
  await expect.poll(() => graph().nodes.length).toBe(3);
  expect(graph()).toMatchObject({
    edges: expect.arrayContaining([expect.objectContaining({ source: 'wide', target: 'keep' })]),
    parameters: [{ name: 'reach', type: 'number', default: 5 }],
  });
  expect(parametersOf(graph())).toEqual({ radius: 25 });
  live.close();
});

test('[AIA-093] [AIA-100] what another changes meanwhile stays; where both changed the same, nothing is overwritten', async () => {
  const { id, live, graph } = await openWorkflow();
  await turn.call('edit_workflow', { workflow: id, steps: widen });
  setNodeData(live.doc, 'roads', { label: 'Streets' });
  await live.whenSaved();
  expect(await turn.decide('apply')).toMatchObject([{ state: 'applied', problem: null }]);
  await expect.poll(() => parametersOf(graph())).toEqual({ radius: 25 });
  expect(nodeOf(graph(), 'roads')!.data.label).toBe('Streets');
  // Bob goes on where the assistant has made something: that stays, the rest is taken back.
  setNodeData(live.doc, 'keep', { label: 'Bob keeps it' });
  await live.whenSaved();
  expect(await turn.decide('revert')).toMatchObject([
    { state: 'reverted', problem: expect.stringContaining('changed') },
  ]);
  await expect.poll(() => parametersOf(graph())).toEqual({ radius: 10 });
  expect(nodeOf(graph(), 'keep')!.data.label).toBe('Bob keeps it');
  expect(graph().parameters).toBe(undefined);
  // And what is proposed for what Bob has changed since waits.
  const other = await TestTurn.begin(server, ann, projectId);
  await other.call('edit_workflow', {
    workflow: id,
    steps: [{ do: 'set', node: 'roads', data: { reference: 'layer:a/c' } }],
  });
  removeFromWorkflow(live.doc, { nodes: ['roads'] });
  await live.whenSaved();
  expect(await other.decide('apply')).toMatchObject([{ state: 'proposed', error: { code: 'CHANGE_CONFLICT' } }]);
  addToWorkflow(live.doc, { nodes: nodes.slice(0, 1), edges: [] });
  await live.whenSaved();
  expect(await other.decide('apply')).toMatchObject([{ state: 'applied' }]);
  live.close();
});

test('[AIA-093] [AIA-043] a workflow is built anew, and what a step says wrong is told in words', async () => {
  const mapId = (await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'World' } })).data.id;
  const steps = [
    { do: 'add', id: 'in', type: 'data', label: 'In', data: { reference: 'layer:World/roads' } },
    { do: 'add', id: 'mid', type: 'tool', label: 'Middle', data: { tool: 'centroid' } },
    { do: 'add', id: 'out', type: 'save', label: 'Out', data: { to: 'layer', map: mapId, name: 'Middles' } },
    { do: 'connect', from: 'in', to: 'mid' },
    { do: 'connect', from: 'mid', to: 'out' },
  ];
  expect(await turn.call('create_workflow', { name: 'Middles', steps })).toMatchObject({ problems: [] });
  await turn.decide('apply');
  const { data } = await ann.client.call(workflow.listWorkflows, { params: { projectId } });
  const made = data.find(({ name }) => name === 'Middles')!;
  const params = { projectId, workflowId: made.id };
  const read = (await ann.client.call(workflow.readWorkflow, { params })).data;
  expect(read.nodes.map(({ id, type }) => [id, type]).toSorted()).toEqual([
    ['in', 'data'],
    ['mid', 'tool'],
    ['out', 'save'],
  ]);
  expect((await turn.decide('revert'))[0]).toMatchObject({ state: 'applied', error: { code: 'CREATED_STAYS' } });
  for (const [wrong, words] of [
    [{ do: 'connect', from: 'in', to: 'nowhere' }, 'no node nowhere'],
    [{ do: 'add', id: 'in', type: 'data', label: 'Again' }, 'a node in already'],
    [{ do: 'add', id: 'x', type: 'save', label: 'x', data: { to: 'moon' } }, 'node x'],
    [{ do: 'disconnect', from: 'in', to: 'out' }, 'nothing connects'],
  ] as const)
    await expect(turn.call('edit_workflow', { workflow: made.id, steps: [wrong] })).rejects.toThrow(words);
  await expect(turn.call('edit_workflow', { workflow: 'none', steps })).rejects.toMatchObject({ status: 404 });
});
