import { newGeneralNode, newId, newWorkflowGraph, type WorkflowGraph, type WorkflowNode } from '@groma/model';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as ui from '@groma/ui';
import { useTracker } from './run-tracker.ts';
import { runWorkflow } from './run-workflow.ts';

/** Ten seconds (WFL-127). */
const pollMs = 10_000;
/** Dialogs as they were asked for. */
const said: [string, string, unknown][] = [];
/** What the server answers, by the end of the address. */
let answers: Record<string, () => Response>;
const asked: { address: string; body: unknown }[] = [];

beforeEach(() => {
  said.length = 0;
  asked.length = 0;
  for (const kind of ['success', 'error'] as const)
    vi.spyOn(ui.statusDialog, kind).mockImplementation(({ title, body }) => {
      said.push([kind, title, body]);
      return Promise.resolve();
    });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, body: init.body === undefined ? null : (JSON.parse(String(init.body)) as unknown) });
    const found = Object.entries(answers).find(([end]) => address.includes(end));
    return found ? found[1]() : Response.json({}, { status: 500 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const graphOf = (input: object): WorkflowGraph => {
  const graph = newWorkflowGraph(newId);
  return {
    ...graph,
    nodes: graph.nodes.map((node) =>
      node.type === 'input' ? ({ ...node, data: { ...node.data, ...input } } as WorkflowNode) : node,
    ),
  };
};
const begun = (status: number) => () =>
  Response.json({
    status,
    output_paths: ['/data/a (COG).tif'],
    data: {
      id: 'r',
      requestedByUserId: 'u',
      requestedByUsername: 'ann',
      requestedByEmail: 'a@b.cz',
      status: 'started',
      message: '',
      createdAt: '',
      updatedAt: '',
      nodes: [],
      edges: [],
    },
  });
const trackerOf = (workflowId: string) => renderHook(() => useTracker(workflowId)).result.current;
const run = (workflowId: string, input: object = { includePath: '/data/a.tif' }) =>
  runWorkflow({ projectId: 'p', workflowId, graph: graphOf(input) });

test('[WFL-055, WFL-056, WFL-057, WFL-062, WFL-127, WFL-129] a run that is accepted says so, and is followed every ten seconds to its end', async () => {
  vi.useFakeTimers();
  let phase = 'Running';
  answers = {
    '/runs': begun(200),
    '/operations/': () =>
      Response.json({ status: 200, data: { items: [{ status: { phase, message: null, progress: 0, nodes: {} } }] } }),
  };
  const done = run('w1');
  expect(trackerOf('w1')).toMatchObject({ progress: 0, subtitle: 'Submitting new workflow job...' });
  await done;
  expect(said).toEqual([['success', 'Workflow execution started', undefined]]);
  expect(trackerOf('w1')).toMatchObject({ progress: 10, subtitle: 'Workflow submitted successfully' });
  const polls = () => asked.filter(({ address }) => address.includes('/operations/')).length;
  await vi.advanceTimersByTimeAsync(pollMs - 10);
  expect(polls()).toBe(0);
  await vi.advanceTimersByTimeAsync(20);
  expect([polls(), trackerOf('w1')?.progress]).toEqual([1, 20]);
  phase = 'Succeeded';
  await vi.advanceTimersByTimeAsync(pollMs);
  expect(trackerOf('w1')).toMatchObject({ status: 'Completed', subtitle: 'Conversion completed successfully' });
  await vi.advanceTimersByTimeAsync(10 * pollMs);
  expect(polls()).toBe(2);
});

test('[WFL-112, WFL-113] paths elsewhere are said in a dialog, and nothing is sent', async () => {
  answers = {};
  await run('w2', { includePath: 'a.tif' });
  await run('w2', { includePath: '/data/a.tif', excludePath: 'b.tif' });
  expect(said.map(([kind, title]) => `${kind}: ${title}`)).toEqual([
    'error: Invalid input paths',
    'error: Invalid excluded paths',
  ]);
  expect(said[0]![2]).toBe('Invalid input paths: All paths must start with "/data/". Found invalid paths: a.tif');
  expect(asked).toEqual([]);
});

test('[WFL-114, WFL-130, WFL-131, WFL-133] a run that can not be submitted fails with its reason', async () => {
  answers = { '/runs': begun(503) };
  await run('w3');
  expect(said).toEqual([['error', 'Failed to run workflow', 'Failed to submit workflow']]);
  expect(trackerOf('w3')).toMatchObject({ status: 'Failed', progress: 100, subtitle: 'Failed to submit workflow' });
  await run('w3', { includePath: '' });
  expect(said[1]).toEqual(['error', 'Failed to run workflow', 'No input paths specified in input nodes']);
});

test('[WFL-128] a failure to follow a run is logged and not shown', async () => {
  vi.useFakeTimers();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answers = { '/runs': begun(200), '/operations/': () => Response.json({}, { status: 404 }) };
  await run('w4');
  said.length = 0;
  await vi.advanceTimersByTimeAsync(pollMs + 10);
  expect(logged).toHaveBeenCalled();
  expect(said).toEqual([]);
  expect(trackerOf('w4')?.status).toBe('In Progress');
});

test('[WFL-197] a general graph is run as the server has it, and needs no input node', async () => {
  vi.useFakeTimers();
  answers = { '/runs': begun(200) };
  const nodes = [newGeneralNode('data', 'd', { x: 0, y: 0 }, { label: 'Roads', reference: 'layer:World/roads' })];
  await runWorkflow({ projectId: 'p', workflowId: 'w5', graph: { nodes, edges: [] } });
  expect(said).toEqual([['success', 'Workflow execution started', undefined]]);
  expect(asked.map(({ body }) => Object.keys(body as object))).toEqual([['operation_id']]);
});
