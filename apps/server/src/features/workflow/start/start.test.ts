import { eq } from '../../../platform/database/drizzle.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { layerReference, newGeneralNode, workflowParameter, type WorkflowGraph } from '@groma/model';
import { project, workflow, workflowStart, type BodyOf, type WorkflowStartInfo } from '@groma/protocol';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { attempts, workflowRuns, workflowStarts } from '../../../platform/database/tables/index.ts';

const patient = { timeout: 20_000 };
vi.setConfig({ testTimeout: 60_000 });
let server: TestServer;
let ann: Person;
let own: TestMap;
let layerId: string;
let watched: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  layerId = await own.draw('towns', [{ n: 1 }]);
  watched = layerReference({ mapId: own.mapId, layerId });
});
afterAll(() => server.close());

const at = { x: 0, y: 0 };
type Wanted = BodyOf<typeof workflowStart.createWorkflowStart>;

/** Counts the features of a layer and saves nothing: what matters is that it runs. */
async function make(): Promise<{ projectId: string; workflowId: string }> {
  const graph: WorkflowGraph = {
    nodes: [
      newGeneralNode('data', 'towns', at, { label: 'towns', reference: watched }),
      newGeneralNode('condition', 'many', at, {
        label: 'many',
        subject: 'count',
        operator: '>',
        value: { $parameter: 'far' },
      }),
    ],
    edges: [{ id: 'wire', source: 'towns', target: 'many', type: 'default', data: {} }],
    parameters: [workflowParameter.parse({ name: 'far', type: 'number', default: 5 })],
  };
  const { data } = await ann.client.call(workflow.createWorkflow, {
    params: { projectId: own.projectId },
    body: {
      name: 'By itself',
      nodes: [...graph.nodes],
      edges: [...graph.edges],
      parameters: [...graph.parameters!],
    },
  });
  return { projectId: own.projectId, workflowId: data.id };
}

type Place = Awaited<ReturnType<typeof make>>;

const create = (params: Place, body: Wanted, person = ann) =>
  person.client.call(workflowStart.createWorkflowStart, { params, body });
const list = async (params: Place) => (await ann.client.call(workflowStart.listWorkflowStarts, { params })).data;
const runsOf = async (params: Place) =>
  (await ann.client.call(workflow.listWorkflowRuns, { params, query: { limit: 100 } })).data;
const daily = { kind: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' } as const;

async function makeDue(...ids: string[]): Promise<void> {
  for (const id of ids)
    await server.platform.database.query
      .update(workflowStarts)
      .set({ nextAt: new Date(Date.now() - 3 * 86_400_000) })
      .where(eq(workflowStarts.id, id));
}

async function started(place: Place, count = 1) {
  await expect
    .poll(async () => (await runsOf(place)).filter(({ status }) => status === 'success').length, patient)
    .toBe(count);
  return runsOf(place);
}

test('[WFL-163, WFL-164] a schedule that a stop of the server has missed begins one run, with the rights of who has set it', async () => {
  const place = await make();
  const { data, secret } = await create(place, { ...daily, values: { far: 7 } });
  expect([secret, data.user_id, data.next_times.length]).toEqual([null, ann.id, 3]);
  expect(data.next_times.every((time) => new Date(time).getUTCHours() < 6)).toBe(true);
  await makeDue(data.id);
  const [run] = await started(place);
  expect(run).toMatchObject({
    requestedByUserId: ann.id,
    start: { id: data.id, kind: 'schedule' },
    values: { far: 7 },
  });
  await wait(1_500);
  expect(await runsOf(place)).toHaveLength(1);
  const [after] = await list(place);
  expect(after).toMatchObject({ last_run_id: run!.id, problem: null, is_paused: false });
  expect(new Date(after!.next_times[0]!).getTime()).toBeGreaterThan(Date.now());
});

test('[WFL-164] several processes begin each run once, and one that was killed in between has its run begun by another', async () => {
  const { databaseUrl, dataFolder, secret } = server.platform.config;
  const other = await startTestServer({ services: new Set(['jobs']), databaseUrl, dataFolder, secret });
  try {
    const place = await make();
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push((await create(place, daily)).data.id);
    await makeDue(...ids);
    const runs = await started(place, 12);
    expect(new Set(runs.map(({ start }) => start!.id))).toEqual(new Set(ids));
    // Claimed by a process that is gone: its run is in the history, and its operation was never made.
    const runId = crypto.randomUUID();
    const { query } = server.platform.database;
    await query
      .insert(workflowRuns)
      .values({ id: runId, workflowId: place.workflowId, userId: ann.id, nodes: [], edges: [] });
    await query
      .update(workflowStarts)
      .set({ dueRun: runId, claimedUntil: new Date(Date.now() - 1_000) })
      .where(eq(workflowStarts.id, ids[0]!));
    await expect
      .poll(async () => (await runsOf(place)).find(({ id }) => id === runId)?.status, patient)
      .toBe('success');
    await wait(1_500);
    expect(await runsOf(place)).toHaveLength(13);
  } finally {
    await other.close();
  }
});

async function callHook(path: string, secret: string | null, body: unknown = {}) {
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret !== null && { 'x-groma-secret': secret }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('[WFL-165] a webhook begins a run with the values of its body; its secret is told once, hashed and replaced', async () => {
  const place = await make();
  const { data, secret } = await create(place, { kind: 'webhook', values: { far: 1 } });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await list(place))).not.toContain(secret);
  const [row] = await server.platform.database.query
    .select()
    .from(workflowStarts)
    .where(eq(workflowStarts.id, data.id));
  expect(JSON.stringify(row)).not.toContain(secret);

  const { status, body } = await callHook(data.path!, secret, { far: 12 });
  expect(status).toBe(200);
  const [run] = await started(place);
  expect(run).toMatchObject({
    id: (body['data'] as { run_id: string }).run_id,
    start: { id: data.id, kind: 'webhook' },
    values: { far: 12 },
  });
  expect(await callHook(data.path!, secret, { unknown: 1 })).toMatchObject({ status: 400 });

  const missing = await callHook(`/api/workflows/hooks/${crypto.randomUUID()}`, secret);
  const wrong = await callHook(data.path!, `${secret!.slice(0, -1)}!`);
  expect([missing.status, wrong]).toEqual([404, missing]);
  expect(await callHook(data.path!, null)).toEqual(missing);
  const scheduled = await create(place, daily);
  expect(await callHook(`/api/workflows/hooks/${scheduled.data.id}`, '')).toEqual(missing);

  const { secret: next } = await ann.client.call(workflowStart.rotateWorkflowSecret, {
    params: { ...place, startId: data.id },
  });
  expect(await callHook(data.path!, secret)).toEqual(missing);
  expect((await callHook(data.path!, next)).status).toBe(200);
  await ann.client.call(workflowStart.changeWorkflowStart, {
    params: { ...place, startId: data.id },
    body: { is_paused: true },
  });
  expect((await callHook(data.path!, next)).status).toBe(503);
  for (let n = 0; n < 60; n += 1) await callHook(data.path!, 'wrong');
  expect((await callHook(data.path!, next)).status).toBe(429);
});

const edit = (value: number) =>
  own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'n', value }] } },
  });

test('[WFL-166] a layer that is changed several times begins one run', async () => {
  const place = await make();
  await create(place, { kind: 'change', watched });
  for (let n = 0; n < 3; n += 1) {
    await edit(n + 10);
    await wait(300);
  }
  const [run] = await started(place);
  expect(run).toMatchObject({ start: { kind: 'change' } });
  await wait(5_000);
  expect(await runsOf(place)).toHaveLength(1);
});

test('[WFL-166] a file that is changed begins a run', async () => {
  await own.upload('in.csv', 'a\n1\n');
  const files = await make();
  await create(files, { kind: 'change', watched: 'file:/data/in.csv' });
  await own.upload('in.csv', 'a\n2\n');
  expect((await started(files))[0]).toMatchObject({ start: { kind: 'change' } });
});

test('[WFL-167] a start whose person has lost the right is paused and says why; who resumes it gives it their own', async () => {
  const ben = await server.signUp();
  await server.share(ann, own.projectId, ben, 'PROJECT_EDITOR');
  const place = await make();
  const { data } = await create(place, daily, ben);
  await ann.client.call(project.shareProject, {
    params: { projectId: own.projectId },
    body: { email: ben.email, role: 'PROJECT_VIEWER' },
  });
  await makeDue(data.id);
  const read = async (): Promise<WorkflowStartInfo> => (await list(place))[0]!;
  await expect.poll(async () => (await read()).is_paused, patient).toBe(true);
  expect(await read()).toMatchObject({ problem: { code: 'FORBIDDEN' }, user_id: ben.id, next_times: [] });
  expect(await runsOf(place)).toEqual([]);
  const params = { ...place, startId: data.id };
  await expect(
    ben.client.call(workflowStart.changeWorkflowStart, { params, body: { is_paused: false } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { data: resumed } = await ann.client.call(workflowStart.changeWorkflowStart, {
    params,
    body: { is_paused: false },
  });
  expect(resumed).toMatchObject({ is_paused: false, problem: null, user_id: ann.id });
  await makeDue(data.id);
  const [run] = await started(place);
  expect(run!.requestedByUserId).toBe(ann.id);
});

test('[WFL-167] a start of a workflow that cannot be run says what is wrong, and tries again at its next time', async () => {
  const place = await make();
  const { data } = await create(place, { ...daily, values: { gone: 1 } });
  await makeDue(data.id);
  await expect
    .poll(async () => (await list(place))[0]!.problem?.message, patient)
    .toContain('there is no parameter “gone”');
  expect((await list(place))[0]).toMatchObject({ is_paused: false });
  expect(await runsOf(place)).toEqual([]);
});

test('[WFL-167] a start whose data begins too many runs is paused: it may be part of a circle', async () => {
  const place = await make();
  const { data } = await create(place, { kind: 'change', watched });
  const windowEndsAt = new Date(Date.now() + 1_800_000);
  await server.platform.database.query
    .insert(attempts)
    .values({ key: `workflow-start:${data.id}`, count: 100, windowEndsAt });
  await makeDue(data.id);
  await expect.poll(async () => (await list(place))[0]!.is_paused, patient).toBe(true);
  expect((await list(place))[0]!.problem).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect(await runsOf(place)).toEqual([]);
});

test('[WFL-163, WFL-166, WFL-170] what is no schedule, no data or no start is refused', async () => {
  const place = await make();
  await expect(create(place, { ...daily, cron: '61 * * * *' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(create(place, { kind: 'change', watched: 'table:x/y/z' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(create(place, { kind: 'change', watched: 'file:/data/none.csv' })).rejects.toMatchObject({
    status: 404,
  });
  const { data } = await create(place, daily);
  const elsewhere = { ...(await make()), startId: data.id };
  for (const call of [workflowStart.deleteWorkflowStart, workflowStart.rotateWorkflowSecret])
    await expect(ann.client.call(call, { params: elsewhere })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await ann.client.call(workflowStart.deleteWorkflowStart, { params: { ...place, startId: data.id } });
  expect(await list(place)).toEqual([]);
});
