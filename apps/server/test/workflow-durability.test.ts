import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newGeneralNode, type WorkflowStep } from '@groma/model';
import { workflow } from '@groma/protocol';
import { KillableServer } from './killable-server.ts';
import { signUp } from './test-server.ts';

test('[WFL-157] a workflow of ten steps that is killed again and again ends with the same bytes, once', async () => {
  const server = await KillableServer.start();
  onTestFinished(() => server.remove());
  const owner = await signUp(server.origin);
  const projectId = await owner.makeProject();
  const squares = Array.from({ length: 1_000 }, (_, n) => {
    const [x, y] = [(n % 60) / 2, Math.floor(n / 60) / 2];
    const ring = [
      [x, y],
      [x + 0.7, y],
      [x + 0.7, y + 0.7],
      [x, y + 0.7],
      [x, y],
    ];
    return { type: 'Feature', properties: { n }, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  await owner.upload(
    projectId,
    '/data/squares.geojson',
    JSON.stringify({ type: 'FeatureCollection', features: squares }),
  );
  const at = { x: 0, y: 0 };
  const chain = Array.from({ length: 8 }, (_, index) =>
    newGeneralNode('tool', `t${index}`, at, {
      label: `t${index}`,
      tool: index % 2 === 0 ? 'buffer' : 'simplify',
      parameters: index % 2 === 0 ? { radius: 10 + index } : { tolerance: 0.000_1 },
    }),
  );
  const ids = ['from', ...chain.map(({ id }) => id), 'save'];
  const graph = (path: string) => ({
    nodes: [
      newGeneralNode('data', 'from', at, { label: 'from', reference: 'file:/data/squares.geojson' }),
      ...chain,
      newGeneralNode('save', 'save', at, { label: 'save', to: 'file', path }),
    ],
    edges: ids.slice(1).map((id, index) => ({ id, source: ids[index]!, target: id, type: 'default', data: {} })),
  });
  const { data: made } = await owner.client.call(workflow.createWorkflow, {
    params: { projectId },
    body: { name: 'Durable', nodes: [], edges: [] },
  });
  const params = { projectId, workflowId: made.id };
  const read = (runId: string) => owner.client.call(workflow.readWorkflowRun, { params: { ...params, runId } });
  const run = async (path: string, kills: number, again?: string): Promise<WorkflowStep[]> => {
    const operation_id = crypto.randomUUID();
    const body = { operation_id, ...graph(path), ...(again && { again_from: again }) };
    await owner.client.call(workflow.beginWorkflowRun, { params, body });
    // A run that was killed goes on when its lease has run out; the next kill meets it at a later step.
    const done = async () => (await read(operation_id)).data.steps.filter(({ state }) => state === 'done').length;
    for (let killed = 0; killed < kills; killed++) {
      await expect.poll(done, { timeout: 90_000, interval: 20 }).toBeGreaterThan(2 * killed);
      await wait(Math.random() * 200);
      await server.kill();
      await server.start();
    }
    for (;;) {
      const { data } = await read(operation_id);
      if (data.status === 'success') return data.steps;
      if (data.status === 'error') throw new Error(data.message);
      await wait(200);
    }
  };
  // A GeoJSON begins with the name of its file.
  const features = async (name: string) => {
    const text = await readFile(join(server.folder, 'files', projectId, 'data', name), 'utf8');
    return text.slice(text.indexOf('"features"'));
  };
  expect((await run('/data/killed.geojson', 3)).at(-1)).toMatchObject({ state: 'done', rows: 1_000 });
  const whole = await run('/data/whole.geojson', 0, 'from');
  expect(whole.every(({ state }) => state === 'done')).toBe(true);
  expect(await features('killed.geojson')).toBe(await features('whole.geojson'));
  const names = await readdir(join(server.folder, 'files', projectId, 'data'));
  expect(names.filter((name) => name.startsWith('killed'))).toEqual(['killed.geojson']);
}, 400_000);
