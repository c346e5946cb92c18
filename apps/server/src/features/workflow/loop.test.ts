import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newGeneralNode, parseDataPath, type WorkflowEdge, type WorkflowGraph } from '@groma/model';
import { workflow, type BodyOf } from '@groma/protocol';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';
import type { Person, TestServer } from '../../../test/test-server.ts';

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let ann: Person;
let own: TestMap;
let workflowId: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  const { data } = await ann.client.call(workflow.createWorkflow, {
    params: { projectId: own.projectId },
    body: { name: 'Loop', nodes: [], edges: [] },
  });
  workflowId = data.id;
  const points = (count: number) => ({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_each, x) => ({
      type: 'Feature',
      properties: { x },
      geometry: { type: 'Point', coordinates: [x, 0] },
    })),
  });
  const files = {
    'a.geojson': JSON.stringify(points(1)),
    'b.geojson': JSON.stringify(points(2)),
    'bad.geojson': '{"type":',
  };
  for (const [name, text] of Object.entries(files)) await ann.upload(own.projectId, `/data/in/${name}`, text);
}, 120_000);
afterAll(() => server.close());

const at = { x: 0, y: 0 };
const wire = (source: string, target: string, targetHandle?: string): WorkflowEdge => ({
  id: `${source} ${target}`,
  source,
  target,
  ...(targetHandle && { targetHandle }),
  type: 'default',
  data: {},
});
const each = (pattern: string) => newGeneralNode('files', 'each', at, { label: 'Each', pattern });
const margin = newGeneralNode('tool', 'margin', at, { label: 'Margin', tool: 'buffer', parameters: { radius: 1 } });
const graph = (pattern: string, to: 'merge' | 'files'): WorkflowGraph => ({
  nodes: [
    each(pattern),
    margin,
    newGeneralNode('collect', 'all', at, { label: 'All', to, folder: '/data/out/', ending: '.geojson' }),
    ...(to === 'merge' ? [newGeneralNode('save', 'shown', at, { label: 'Shown', map: own.mapId, name: to })] : []),
  ],
  edges: [wire('each', 'margin'), wire('margin', 'all'), ...(to === 'merge' ? [wire('all', 'shown')] : [])],
});

async function run({ nodes, edges }: WorkflowGraph, more: Partial<BodyOf<typeof workflow.beginWorkflowRun>> = {}) {
  const runId = crypto.randomUUID();
  const params = { projectId: own.projectId, workflowId };
  await ann.client.call(workflow.beginWorkflowRun, {
    params,
    body: { operation_id: runId, nodes: [...nodes], edges: [...edges], ...more },
  });
  for (;;) {
    const { data } = await ann.client.call(workflow.readWorkflowRun, { params: { ...params, runId } });
    if (data.status === 'success' || data.status === 'error')
      return { ...data, step: (id: string) => data.steps.find(({ nodeId }) => nodeId === id)! };
    await wait(50);
  }
}

test('[WFL-204, WFL-206, WFL-210] each file of a pattern goes through the steps, results are merged, and a file that fails is listed with its reason', async () => {
  const done = await run(graph('/data/in/*.geojson', 'merge'));
  expect(done.message).toBe('Workflow completed successfully');
  expect(done.steps.map(({ nodeId }) => nodeId).toSorted()).toEqual(['all', 'each', 'shown']);
  expect(done.step('each')).toMatchObject({
    state: 'done',
    rows: 3,
    message: '1 of 3 files failed',
    items: [
      { path: '/data/in/a.geojson', state: 'done', rows: 1, message: null },
      { path: '/data/in/b.geojson', state: 'done', rows: 2, message: null },
      { path: '/data/in/bad.geojson', state: 'failed', message: expect.stringMatching(/\w/) as string },
    ],
  });
  expect(done.step('each').body).toEqual([
    { nodeId: 'margin', running: 0, done: 2, reused: 0, failed: 1, skipped: 0, rows: 3 },
  ]);
  expect(done.step('all').rows).toBe(3);
  const [, layerId] = done.step('shown').layer!.split('/');
  expect((await own.features(layerId!)).size).toBe(3);
  // Files that are the same are not done again.
  const again = await run(graph('/data/in/?.geojson'.replace('?', '*'), 'merge'));
  expect(again.step('all').state).toBe('reused');
  expect(again.step('each').body).toMatchObject([{ nodeId: 'margin', done: 0, reused: 2, failed: 1 }]);
});

test('[WFL-204] each result is saved under the name of its file, from a folder', async () => {
  await server.platform.files.remove(own.projectId as never, parseDataPath('/data/in/bad.geojson'));
  const done = await run(graph('/data/in/', 'files'));
  expect(done.step('all')).toMatchObject({
    state: 'done',
    rows: 3,
    files: ['/data/out/a.geojson', '/data/out/b.geojson'],
  });
});

test('[WFL-206] without files, and where all fail, the step fails and says why', async () => {
  const none = await run(graph('/data/in/*.csv', 'merge'));
  expect([none.status, none.step('each').message]).toEqual([
    'error',
    expect.stringContaining('no file matches “/data/in/*.csv”'),
  ]);
  await ann.upload(own.projectId, '/data/broken/bad.geojson', '{"type":');
  const bad = await run(graph('/data/broken/', 'merge'));
  expect(bad.step('each')).toMatchObject({ state: 'failed', items: [{ state: 'failed' }] });
  expect(bad.step('all').state).toBe('skipped');
});
