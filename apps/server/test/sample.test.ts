import { afterAll, beforeAll, expect, test } from 'vitest';
import { file, map, notebook, project, workflow } from '@groma/protocol';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ makesSample: true });
});
afterAll(() => server.close());

test('[WFL-152] a new person finds a project with files, a map of real layers, a notebook and a workflow that runs, made without a network', async () => {
  const ann = await server.signUp();
  const {
    data: [sample, ...others],
  } = await ann.client.call(project.listProjects);
  expect([sample?.name, others]).toEqual(['Countries and places', []]);
  const params = { projectId: sample!.id };
  expect((await ann.client.call(file.listFiles, { params })).data.map(({ path }) => path)).toEqual([
    '/data/countries.geojson',
    '/data/country-statistics.csv',
    '/data/places.csv',
  ]);
  expect((await ann.client.call(notebook.listNotebooks, { params })).data).toHaveLength(1);
  const {
    data: [convert],
  } = await ann.client.call(workflow.listWorkflows, { params });
  const run = await ann.client.call(workflow.beginWorkflowRun, {
    params: { ...params, workflowId: convert!.id },
    body: { operation_id: crypto.randomUUID() },
  });
  expect(run).toMatchObject({ status: 200, output_paths: ['/data/countries.parquet'] });
  const {
    data: [world],
  } = await ann.client.call(map.listMaps, { params });
  const { data: state } = await ann.client.call(map.readMapState, {
    query: { map_id: world!.id, project_id: sample!.id },
  });
  expect(
    state.layers
      .map(({ text, data }) => [text, data?.kind === 'vector' ? data.manifest.featureCount : null])
      .toSorted(),
  ).toEqual([
    ['countries', 177],
    ['places', 243],
  ]);
});
