import { eq } from '../../platform/database/drizzle.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { newGeneralNode, newWorkflowEdge, parseDataPath, workflowParameter, type WorkflowGraph } from '@groma/model';
import { notebook, operation, projectTool, workflow, workflowStart, type BodyOf } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { TestMap } from '../../../test/test-map.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';
import { operations } from '../../platform/database/tables/index.ts';

let notebooks: TestNotebooks;
TestNotebooks.ofFile((started) => {
  notebooks = started;
});

const at = { x: 0, y: 0 };
const making = [
  'import groma, geopandas, shapely',
  'open("/data/runs.txt", "a").write("x")',
  'frame = geopandas.GeoDataFrame({"n": list(range(int(count)))},',
  '  geometry=[shapely.Point(x, 1) for x in range(int(count))], crs=4326)',
  'groma.publish(frame, name="Points")',
].join('\n');
const noting = 'open("/tmp/note.txt", "w").write("how it went")\ngroma.publish("/tmp/note.txt")';

describe.skipIf(skipReason)(kernelGroup('tools of people in workflows'), { timeout: 90_000 }, () => {
  let own: TestMap;
  beforeAll(async () => {
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
  });

  async function offered(codes: string[]): Promise<string> {
    const { client } = notebooks.owner;
    const slider = {
      type: 'slider',
      props: { value: 3, label: 'How many', varName: 'count', min: 1, max: 9, step: 1 },
    };
    const { data } = await client.call(notebook.createNotebook, {
      params: { projectId: own.projectId },
      body: { name: 'Tool', initialTemplate: [slider, ...codes.map((code) => ({ type: 'code', props: { code } }))] },
    });
    await client.call(projectTool.offerNotebook, {
      params: { notebookId: data.id },
      body: { title: 'Make points', description: '', heading: '' },
    });
    return data.id;
  }

  const graphOf = (notebookId: string): WorkflowGraph => {
    const parameters = { count: { $parameter: 'many' } };
    return {
      nodes: [
        newGeneralNode('tool', 'make', at, { label: 'Make points', tool: `notebook:${notebookId}`, parameters }),
        newGeneralNode('save', 'save', at, { label: 'save', to: 'layer', map: own.mapId, name: 'Points' }),
      ],
      edges: [newWorkflowEdge('make', 'save')],
      parameters: [workflowParameter.parse({ name: 'many', type: 'number', default: 2 })],
    };
  };

  async function make(graph: WorkflowGraph) {
    const { data } = await notebooks.owner.client.call(workflow.createWorkflow, {
      params: { projectId: own.projectId },
      body: {
        name: 'With a notebook',
        nodes: [...graph.nodes],
        edges: [...graph.edges],
        parameters: [...graph.parameters!],
      },
    });
    return { projectId: own.projectId, workflowId: data.id };
  }

  type Place = Awaited<ReturnType<typeof make>>;

  async function begin(params: Place, more: Partial<BodyOf<typeof workflow.beginWorkflowRun>> = {}) {
    const runId = crypto.randomUUID();
    await notebooks.owner.client.call(workflow.beginWorkflowRun, { params, body: { operation_id: runId, ...more } });
    return runId;
  }

  async function ended(params: Place, runId: string) {
    for (;;) {
      const { data } = await notebooks.owner.client.call(workflow.readWorkflowRun, { params: { ...params, runId } });
      if (data.status === 'success' || data.status === 'error') return data;
      await wait(100);
    }
  }

  const run = async (params: Place, more: Parameters<typeof begin>[1] = {}) => {
    const done = await ended(params, await begin(params, more));
    return { ...done, made: done.steps.find(({ nodeId }) => nodeId === 'make')! };
  };
  const timesRun = async () =>
    (await notebooks.server.platform.files.stat(own.projectId as never, parseDataPath('/data/runs.txt')))?.bytes ?? 0;

  test('[WFL-168, WFL-158] a notebook is a step: its rows go on, are reused for the same values, and one withdrawn is named', async () => {
    const id = await offered([making]);
    const place = await make(graphOf(id));
    const first = await run(place);
    expect(first).toMatchObject({ status: 'success', made: { state: 'done', rows: 2, files: [] } });
    const layers = (await own.state()).layers.filter(({ text }) => text === 'Points');
    expect(layers).toHaveLength(1);
    expect((await own.features(layers[0]!.id)).size).toBe(2);
    expect(await timesRun()).toBe(1);
    expect((await run(place)).made.state).toBe('reused');
    expect(await timesRun()).toBe(1);
    expect((await run(place, { values: { many: 4 } })).made).toMatchObject({ state: 'done', rows: 4 });
    expect(await timesRun()).toBe(2);
    await expect(begin(place, { values: { many: 99 } })).rejects.toMatchObject({ code: 'WORKFLOW_NOT_READY' });
    await notebooks.owner.client.call(projectTool.withdrawNotebook, { params: { notebookId: id } });
    await expect(begin(place)).rejects.toMatchObject({
      code: 'WORKFLOW_NOT_READY',
      message: expect.stringContaining('“Make points” is no longer offered as a tool') as string,
    });
  });

  test('[WFL-168] files that a notebook gives are written each time', async () => {
    const id = await offered([making, noting]);
    const place = await make(graphOf(id));
    expect((await run(place)).made).toMatchObject({ state: 'done', rows: 2, files: ['/data/note.txt'] });
    expect((await run(place)).made).toMatchObject({ state: 'done', files: ['/data/note 2.txt'] });
  });

  test('[WFL-168] a run is canceled while its notebook runs', async () => {
    const id = await offered(['import time\ntime.sleep(60)']);
    const place = await make(graphOf(id));
    const runId = await begin(place);
    const { query } = notebooks.server.platform.database;
    const status = async () => (await query.select().from(operations).where(eq(operations.id, runId)))[0]?.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('In Progress');
    await wait(3_000);
    const since = performance.now();
    await notebooks.owner.client.call(operation.cancelOperation, { params: { operationId: runId } });
    await expect.poll(status, { timeout: 5_000, interval: 20 }).toBe('Canceled');
    expect(performance.now() - since).toBeLessThan(1_500);
  });

  test('[WFL-166] a notebook that writes the file by which its workflow is started begins no circle', async () => {
    const id = await offered([making]);
    const place = await make(graphOf(id));
    await notebooks.owner.upload(own.projectId, '/data/runs.txt', '');
    await notebooks.owner.client.call(workflowStart.createWorkflowStart, {
      params: place,
      body: { kind: 'change', watched: 'file:/data/runs.txt', values: { many: 7 } },
    });
    await notebooks.owner.upload(own.projectId, '/data/runs.txt', 'y');
    const runs = async () =>
      (await notebooks.owner.client.call(workflow.listWorkflowRuns, { params: place, query: {} })).data;
    await expect.poll(async () => (await runs())[0]?.status, { timeout: 30_000 }).toBe('success');
    expect(await timesRun()).toBe(2);
    // Somebody looks at all files: what the run itself has changed is not seen as a change.
    await notebooks.owner.upload(own.projectId, '/data/other.txt', 'z');
    await wait(6_000);
    expect(await runs()).toHaveLength(1);
  });
});
