import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newGeneralNode, type WorkflowStep } from '@groma/model';
import { workflow } from '@groma/protocol';
import { KillableServer } from './killable-server.ts';
import { signUp } from './test-server.ts';

const fileCount = 10;
const eachCount = 200;
const at = { x: 0, y: 0 };
const square = (file: number, n: number) => {
  const [x, y] = [file * 4 + (n % 20) / 5, Math.floor(n / 20) / 5];
  const ring = [
    [x, y],
    [x + 0.1, y],
    [x + 0.1, y + 0.1],
    [x, y + 0.1],
    [x, y],
  ];
  return { type: 'Feature', properties: { n }, geometry: { type: 'Polygon', coordinates: [ring] } };
};
const tool = (id: string, name: string, parameters: Record<string, unknown>) =>
  newGeneralNode('tool', id, at, { label: id, tool: name, parameters });
const ids = ['each', 'wide', 'plain', 'all', 'save'];
const graph = (path: string) => ({
  nodes: [
    newGeneralNode('files', 'each', at, { label: 'each', pattern: '/data/in/*.geojson', atOnce: 2 }),
    tool('wide', 'buffer', { radius: 5 }),
    tool('plain', 'simplify', { tolerance: 0.000_1 }),
    newGeneralNode('collect', 'all', at, { label: 'all', to: 'merge' }),
    newGeneralNode('save', 'save', at, { label: 'save', to: 'file', path }),
  ],
  edges: ids.slice(1).map((id, index) => ({ id, source: ids[index]!, target: id, type: 'default', data: {} })),
});

test('[WFL-206, WFL-211] a loop that is killed at random goes on with the files that had not ended, and ends with the same bytes', async () => {
  const server = await KillableServer.start();
  onTestFinished(() => server.remove());
  const owner = await signUp(server.origin);
  const projectId = await owner.makeProject();
  for (let file = 0; file < fileCount; file++) {
    const features = Array.from({ length: eachCount }, (_, n) => square(file, n));
    await owner.upload(projectId, `/data/in/${file}.geojson`, JSON.stringify({ type: 'FeatureCollection', features }));
  }
  const { data: made } = await owner.client.call(workflow.createWorkflow, {
    params: { projectId },
    body: { name: 'Durable', nodes: [], edges: [] },
  });
  const params = { projectId, workflowId: made.id };
  const read = async (runId: string) =>
    (await owner.client.call(workflow.readWorkflowRun, { params: { ...params, runId } })).data;
  const run = async (path: string, kills: number, again?: string): Promise<WorkflowStep[]> => {
    const operation_id = crypto.randomUUID();
    const body = { operation_id, ...graph(path), ...(again && { again_from: again }) };
    await owner.client.call(workflow.beginWorkflowRun, { params, body });
    const files = async () => (await read(operation_id)).steps.find(({ nodeId }) => nodeId === 'each')?.items ?? [];
    const passed = async () => (await files()).filter(({ state }) => state === 'done').length;
    for (let killed = 0; killed < kills; killed++) {
      await expect.poll(passed, { timeout: 90_000, interval: 20 }).toBeGreaterThan(2 * killed);
      await wait(Math.random() * 150);
      await server.kill();
      await server.start();
    }
    for (;;) {
      const data = await read(operation_id);
      if (data.status === 'success') return data.steps;
      if (data.status === 'error') throw new Error(data.message);
      await wait(100);
    }
  };
  // A GeoJSON begins with the name of its file.
  const features = async (name: string) => {
    const text = await readFile(join(server.folder, 'files', projectId, 'data', name), 'utf8');
    return text.slice(text.indexOf('"features"'));
  };
  const killed = await run('/data/killed.geojson', 2);
  expect(killed.at(-1)).toMatchObject({ state: 'done', rows: fileCount * eachCount });
  const loop = killed.find(({ nodeId }) => nodeId === 'each')!;
  expect(loop.items!.map(({ state, rows }) => [state, rows])).toEqual(
    Array.from({ length: fileCount }, () => ['done', eachCount]),
  );
  // No file counts twice at a step, however often it was begun.
  for (const { done, reused, running } of loop.body!) expect([done + reused, running]).toEqual([fileCount, 0]);
  await run('/data/whole.geojson', 0, 'each');
  expect(await features('killed.geojson')).toBe(await features('whole.geojson'));
  const names = await readdir(join(server.folder, 'files', projectId, 'data'));
  expect(names.filter((name) => name.startsWith('killed'))).toEqual(['killed.geojson']);
}, 300_000);
