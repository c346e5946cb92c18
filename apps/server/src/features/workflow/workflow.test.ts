import { and, eq, inArray } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Y from 'yjs';
import {
  addToWorkflow,
  mostWorkflowNodes,
  newGeneralNode,
  newWorkflowGraph,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  workflowNodes,
  type WorkflowGraph,
  type WorkflowNode,
} from '@groma/model';
import { conversion, file, operation, workflow, type ProjectRoomMessage } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { operations, workflowRuns } from '../../platform/database/tables/index.ts';

const patient = { timeout: 30_000 };
let server: TestServer;
let ann: Person;
let ben: Person;
let commenter: Person;
let viewer: Person;
let projectId: string;

beforeAll(async () => {
  server = await startTestServer();
  [ann, ben, commenter, viewer] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  projectId = await ann.makeProject();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  await server.share(ann, projectId, commenter, 'PROJECT_COMMENTATOR');
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
  for (const name of ['towns', 'rivers', 'roads'])
    await ann.upload(
      projectId,
      `/data/${name}.geojson`,
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: { name: 'Győr' }, geometry: { type: 'Point', coordinates: [17.63, 47.68] } },
        ],
      }),
    );
});
afterAll(() => server.close());

/** The graph of a conversion of vectors that can be run, with changes of its three nodes. */
function graphOf(
  includePath: string,
  format = 'geopackage',
  changes: { input?: object; conversion?: object; output?: object } = {},
): WorkflowGraph {
  const fields: Record<string, object> = {
    input: { includePath, dataType: 'vector', format: 'geojson', ...changes.input },
    conversion: {
      inputType: 'vector',
      inputFormat: 'geojson',
      outputType: 'vector',
      outputFormat: format,
      ...changes.conversion,
    },
    output: { dataType: 'vector', format, ...changes.output },
  };
  const { nodes, edges } = newWorkflowGraph(() => crypto.randomUUID());
  return {
    nodes: nodes.map((node) => ({ ...node, data: { ...node.data, ...fields[node.type] } }) as WorkflowNode),
    edges,
  };
}

const make = async (name = 'Convert', graph?: WorkflowGraph, person = ann) =>
  (
    await person.client.call(workflow.createWorkflow, {
      params: { projectId },
      body: { name, ...(graph && { nodes: [...graph.nodes], edges: [...graph.edges] }) },
    })
  ).data.id;
const read = async (workflowId: string) =>
  (await ann.client.call(workflow.readWorkflow, { params: { projectId, workflowId } })).data;
const runsOf = async (workflowId: string, person = ann, limit?: number) =>
  (
    await person.client.call(workflow.listWorkflowRuns, {
      params: { projectId, workflowId },
      query: limit === undefined ? {} : { limit },
    })
  ).data;
const begin = (workflowId: string, person = ann, graph?: WorkflowGraph, operation_id: string = crypto.randomUUID()) =>
  person.client.call(workflow.beginWorkflowRun, {
    params: { projectId, workflowId },
    body: { operation_id, ...(graph && { nodes: [...graph.nodes], edges: [...graph.edges] }) },
  });
const names = async () =>
  (await ann.client.call(workflow.listWorkflows, { params: { projectId } })).data.map(({ name }) => name);

/** What the room of the project tells somebody. */
async function listen(person: Person) {
  const messages: ProjectRoomMessage[] = [];
  const socket = person.socket(`/parties/project/${projectId}?username=${person.username}&email=${person.email}`);
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ProjectRoomMessage));
  await new Promise((resolve, reject) => {
    socket.once('message', resolve).once('close', reject);
  });
  return { messages, close: () => socket.close() };
}

test('[WFL-031, WFL-141, WFL-147] workflows are made, listed by name, renamed, duplicated and deleted', async () => {
  const first = await make('B first');
  await make('A second');
  expect(await names()).toEqual(['A second', 'B first']);
  const made = await read(first);
  expect(made).toMatchObject({ name: 'B first', project_id: projectId });
  expect([made.nodes.map(({ type }) => type).toSorted(), made.edges.length]).toEqual([
    ['conversion', 'input', 'output'],
    2,
  ]);
  const params = { projectId, workflowId: first };
  await ann.client.call(workflow.renameWorkflow, { params, body: { name: 'C first' } });
  const { data: copy } = await ann.client.call(workflow.duplicateWorkflow, { params, body: {} });
  expect(copy.name).toBe('C first copy');
  expect((await read(copy.id)).nodes).toEqual(made.nodes);
  expect(await names()).toEqual(['A second', 'C first', 'C first copy']);
  await ann.client.call(workflow.deleteWorkflow, { params });
  await expect(read(first)).rejects.toMatchObject({ status: 404 });
  expect(await names()).toEqual(['A second', 'C first copy']);
});

test('[WFL-138, WFL-139] everybody in the project is told of lists that change, and may ask for that', async () => {
  const room = await listen(viewer);
  const told = async (is: (message: ProjectRoomMessage) => boolean) => {
    await expect
      .poll(() => room.messages.some((message) => message.type === 'Workflow_List_Info_Sync' && is(message)))
      .toBe(true);
  };
  const id = await make('Told');
  await told((message) => message['updatedWorkflowId' as never] === id);
  await ann.client.call(workflow.deleteWorkflow, { params: { projectId, workflowId: id } });
  await told((message) => (message['WorkflowListDeleteIds' as never] as string[])[0] === id);
  room.messages.length = 0;
  const post = async (body: object, person = ann) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await person.fetch(`/parties/project/${projectId}`, init);
    return [reply.status, (await reply.text()).slice(0, 2)];
  };
  expect(await post({ type: 'Request_Workflow_List_Sync' })).toEqual([200, 'ok']);
  await told(() => true);
  expect(await post({ type: 'Workflow_List_Info_Sync', updatedWorkflowId: id })).toEqual([200, 'ok']);
  expect((await post({ type: 'Workflow_List_Info_Sync' }, viewer))[0]).toBe(403);
  room.close();
});

test('[WFL-134, WFL-135, WFL-136, WFL-144] two people edit one workflow together, with name, cursor and view, and are sent out when it is deleted', async () => {
  const id = await make('Together');
  const [one, two] = [ann.live('workflow', `${id}?username=ann&email=a@b.cz`), ben.live('workflow', id)];
  await Promise.all([one.whenSynced(), two.whenSynced()]);
  const input = readWorkflowGraph(one.doc).nodes.find(({ type }) => type === 'input')!;
  setNodeData(one.doc, input.id, { label: 'Scenes' });
  setNodeData(two.doc, input.id, { includePath: '/data/a.tif' });
  await Promise.all([one.whenSaved(), two.whenSaved()]);
  const merged = { label: 'Scenes', includePath: '/data/a.tif' };
  await expect
    .poll(() =>
      [one, two].map(({ doc }) => readWorkflowGraph(doc).nodes.find(({ id: each }) => each === input.id)?.data),
    )
    .toMatchObject([merged, merged]);
  one.awareness.setLocalState({
    user: { id: 'forged', name: 'Somebody' },
    color: 'hsl(10, 70%, 55%)',
    cursor: { x: 4, y: 5 },
    viewport: { x: 0, y: 0, zoom: 1 },
  });
  await expect
    .poll(() => [...two.awareness.getStates().values()].find((state) => 'viewport' in state))
    .toMatchObject({
      user: { id: ann.id, name: ann.username },
      cursor: { x: 4, y: 5 },
      viewport: { x: 0, y: 0, zoom: 1 },
      color: 'hsl(10, 70%, 55%)',
    });
  await ann.client.call(workflow.deleteWorkflow, { params: { projectId, workflowId: id } });
  await expect.poll(() => [two.state.connection, two.state.refusal]).toEqual(['refused', 'WORKFLOW_NOT_FOUND']);
  one.close();
  two.close();
});

test('[WFL-188] a text of an earlier document holds what two people type into it first, at the same moment', async () => {
  const id = await make('Earlier');
  const { document, release } = await server.realtime.documents.open(id);
  const input = readWorkflowGraph(document.doc).nodes.find(({ type }) => type === 'input')!;
  document.transact((doc) => (workflowNodes(doc).get(input.id)!.get('data') as Y.Map<unknown>).set('label', 'Scenes'));
  release();
  const people = [ann.live('workflow', id), ben.live('workflow', id)] as const;
  await Promise.all(people.map((each) => each.whenSynced()));
  setNodeData(people[0].doc, input.id, { label: 'All Scenes' });
  setNodeData(people[1].doc, input.id, { label: 'Scenes of May' });
  await Promise.all(people.map((each) => each.whenSaved()));
  const labelOf = async () => (await read(id)).nodes.find((node) => node.id === input.id)?.data.label;
  await expect.poll(labelOf).toBe('All Scenes of May');
  for (const each of people) each.close();
});

test('[WFL-032, WFL-050, WFL-051, WFL-054, WFL-057, WFL-122, WFL-123, WFL-124] a run begins a conversion of its id, and the server writes its success', async () => {
  const id = await make('Run', graphOf('/data/towns.geojson, /data/rivers.geojson'));
  const room = await listen(viewer);
  const runId = crypto.randomUUID();
  const reply = await begin(id, ann, undefined, runId);
  expect(reply).toMatchObject({
    status: 200,
    output_paths: ['/data/towns.gpkg', '/data/rivers.gpkg'],
    data: {
      id: runId,
      requestedByUserId: ann.id,
      requestedByUsername: ann.username,
      requestedByEmail: ann.email,
    },
  });
  await expect.poll(async () => (await runsOf(id, viewer))[0]!.status, patient).toBe('success');
  const [run] = await runsOf(id, viewer);
  expect(run).toMatchObject({ id: runId, message: 'Conversion completed successfully' });
  const { nodes, edges } = await read(id);
  expect([run!.nodes, run!.edges]).toEqual([nodes, edges]);
  expect(room.messages.filter(({ type }) => type === 'Workflow_Runs_Changed').length).toBeGreaterThan(1);
  expect(await ann.client.call(operation.readOperation, { params: { operationId: runId } })).toMatchObject({
    data: {
      status: 'Completed',
      subject: 'Run',
      progress: 100,
      subtitle: 'Conversion completed successfully',
    },
  });
  const listed = (await ann.client.call(file.listFiles, { params: { projectId } })).data.map(({ path }) => path);
  expect(listed).toEqual(expect.arrayContaining(reply.output_paths));
  await expect(begin(id, ann, undefined, runId)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  room.close();
});

test('[WFL-125, WFL-126] the operation of a run has a step for each file', async () => {
  const operationId = crypto.randomUUID();
  const from = ['/data/a.tif', '/data/b.tif', '/data/c.tif'];
  await server.platform.database.query.insert(operations).values({
    id: operationId,
    projectId,
    userId: ann.id,
    title: 'Convert',
    kind: 'convert',
    input: { steps: from.map((path) => ({ from: path, to: path })) },
    checkpoint: { steps: [], made: null, done: 1 },
    status: 'In Progress',
    attempt: 1,
    leasedBy: 'somebody',
    leaseUntil: new Date(Date.now() + 60_000),
  });
  const { data } = await ann.client.call(conversion.readFunctionOperation, { params: { operationId } });
  expect(data.items[0]!.status).toMatchObject({ phase: 'Running', message: null });
  expect(Object.values(data.items[0]!.status.nodes)).toEqual([
    { displayName: 'a.tif', phase: 'Succeeded' },
    { displayName: 'b.tif', phase: 'Running' },
    { displayName: 'c.tif', phase: 'Pending' },
  ]);
});

test.each([
  ['In Progress', 'Running'],
  ['Completed', 'Succeeded'],
  ['Failed', 'Failed'],
  ['Canceled', 'Error'],
] as const)('[WFL-038] the phase of an operation that is %s is %s', async (status, phase) => {
  const operationId = crypto.randomUUID();
  const leased = { attempt: 1, leasedBy: 'somebody', leaseUntil: new Date(Date.now() + 60_000) };
  await server.platform.database.query
    .insert(operations)
    .values({ id: operationId, projectId, userId: ann.id, title: 'x', status, ...leased });
  const { data } = await ann.client.call(conversion.readFunctionOperation, { params: { operationId } });
  expect(data.items.map((item) => item.status.phase)).toEqual([phase]);
});

test('[WFL-052, WFL-058, WFL-132, WFL-142] a run that can not begin, or fails, is an error in the history; a success stays one', async () => {
  const id = await make('Fail', graphOf('/data/none.geojson'));
  await expect(begin(id)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(await runsOf(id)).toMatchObject([{ status: 'error', message: 'Failed to submit workflow' }]);
  await ann.upload(projectId, '/data/broken.geojson', '{"type":"FeatureCollection","features":[');
  await begin(id, ann, graphOf('/data/broken.geojson'));
  await expect.poll(async () => (await runsOf(id))[0]!.status, patient).toBe('error');
  expect((await runsOf(id))[0]!.message).toMatch(/broken\.geojson/);
  const meshes = graphOf('/data/a.obj', 'i3s', {
    input: { dataType: 'mesh', format: 'obj' },
    conversion: { inputType: 'mesh', inputFormat: 'obj', outputType: 'tiled-3d' },
  });
  await expect(begin(id, ann, meshes)).rejects.toMatchObject({
    code: 'NO_CONVERTER',
    message: expect.stringContaining('This server can’t convert to I3S (SLPK): no program') as string,
  });
});

test('[WFL-054] a run whose end was missed is settled when its history is read', async () => {
  const id = await make('Missed', graphOf('/data/towns.geojson'));
  const { query } = server.platform.database;
  const [ended, lost] = [crypto.randomUUID(), crypto.randomUUID()];
  const graph = graphOf('/data/towns.geojson');
  const common = { workflowId: id, userId: ann.id, nodes: [...graph.nodes], edges: [...graph.edges] };
  const longAgo = new Date(Date.now() - 3_600_000);
  await query.insert(operations).values({ id: ended, projectId, userId: ann.id, title: 'x', status: 'Canceled' });
  await query.insert(workflowRuns).values([
    { ...common, id: ended, status: 'started' },
    { ...common, id: lost, status: 'submitted', createdAt: longAgo, updatedAt: longAgo },
  ]);
  expect((await runsOf(id)).map(({ status, message }) => [status, message])).toEqual([
    ['error', 'The operation was canceled.'],
    ['error', 'Failed to submit workflow'],
  ]);
});

test('[WFL-016, WFL-019, WFL-033, WFL-035, WFL-036] the history has the newest first, ten or all, at most 1,000, and entries can be deleted', async () => {
  const id = await make('History', graphOf('/data/roads.geojson'));
  const { query } = server.platform.database;
  const graph = graphOf('/data/roads.geojson');
  await query.insert(workflowRuns).values(
    Array.from({ length: 1_000 }, (_, at) => ({
      id: crypto.randomUUID(),
      workflowId: id,
      userId: null,
      status: 'success' as const,
      nodes: at === 0 ? [...graph.nodes] : [],
      edges: [],
      createdAt: new Date(Date.UTC(2020, 0, 1) + at * 1_000),
    })),
  );
  const { data: newest } = await begin(id);
  const shown = await runsOf(id);
  expect([shown.length, shown[0]!.id]).toEqual([10, newest.id]);
  expect(shown.map(({ createdAt }) => createdAt)).toEqual(
    shown
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  const all = await runsOf(id, ann, 1_000);
  expect([all.length, all.at(-1)!.createdAt]).toEqual([1_000, '2020-01-01T00:00:01.000Z']);
  expect(shown[1]).toMatchObject({
    requestedByUserId: 'unknown',
    requestedByUsername: 'unknown',
    requestedByEmail: 'unknown',
  });
  const params = { projectId, workflowId: id, runId: shown[1]!.id };
  await ann.client.call(workflow.deleteWorkflowRun, { params });
  expect((await runsOf(id))[1]!.id).toBe(shown[2]!.id);
  await expect(ann.client.call(workflow.deleteWorkflowRun, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[WFL-140] commenters and viewers look on; commenters may duplicate', async () => {
  const id = await make('Looked at', graphOf('/data/towns.geojson'));
  for (const person of [commenter, viewer]) {
    const page = person.live('workflow', id);
    await page.whenSynced();
    expect([readWorkflowGraph(page.doc).nodes.length, page.state.canWrite]).toEqual([3, false]);
    page.close();
    expect(await runsOf(id, person)).toEqual([]);
    await expect(begin(id, person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(make('Mine', undefined, person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  const duplicate = (person: Person) =>
    person.client.call(workflow.duplicateWorkflow, { params: { projectId, workflowId: id }, body: {} });
  expect((await duplicate(commenter)).data.name).toBe('Looked at copy');
  await expect(duplicate(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

const need = 'Need exactly 1 input, 1 output, and 1 conversion node for now';
const connect = 'Need input to conversion and conversion to output connections';
const outside = 'All paths must start with "/data/". Found invalid paths:';
const hostile: [name: string, graph: () => WorkflowGraph, message: string][] = [
  ['nothing', () => ({ nodes: [], edges: [] }), 'No input paths specified in input nodes'],
  ['two inputs', () => both(graphOf('/data/a.geojson'), graphOf('/data/b.geojson')), need],
  ['no connections', () => ({ ...graphOf('/data/a.geojson'), edges: [] }), connect],
  ['connections of nodes that are not there', () => wired(['x', 'y'], ['y', 'z']), connect],
  ['input straight to output', () => wired(['input', 'output'], ['conversion', 'output']), connect],
  ['a loop', () => wired(['conversion', 'conversion'], ['input', 'conversion']), 'Circular dependency detected'],
  ['backwards', () => wired(['output', 'conversion'], ['conversion', 'input']), 'cannot have incoming connections'],
  ['one connection twice', () => wired(['input', 'conversion'], ['input', 'conversion']), connect],
  ['an empty list', () => graphOf(' , ,'), 'No input paths specified in input nodes'],
  ['another root', () => graphOf('/etc/passwd.geojson'), `Invalid input paths: ${outside} /etc/passwd.geojson`],
  ['an address', () => graphOf('http://x/a.geojson'), `Invalid input paths: ${outside} http://x/a.geojson`],
  [
    'an excluded path elsewhere',
    () => graphOf('/data/a.geojson', 'kml', { input: { excludePath: 'b.geojson\n/data/c.geojson' } }),
    `Invalid excluded paths: ${outside} b.geojson`,
  ],
  ['a path upwards', () => graphOf('/data/../x.geojson'), 'It leads outside the folder'],
  ['another ending', () => graphOf('/data/a.exe'), 'Invalid file extension for GeoJSON. Expected: .geojson, .json'],
  ['a star in a folder', () => graphOf('/data/*/a.geojson'), 'Path 1: Only one * is allowed'],
  [
    'a folder elsewhere',
    () => graphOf('/data/a.geojson', 'kml', { output: { path: '/etc/' } }),
    'Output folder path must start with /data/, end with /, and cannot have consecutive slashes',
  ],
  [
    'no format',
    () => graphOf('/data/a.geojson', 'kml', { conversion: { outputFormat: null } }),
    'No output format specified in conversion nodes',
  ],
  [
    'kinds that do not fit',
    () => graphOf('/data/a.geojson', '3dtiles', { conversion: { outputType: 'tiled-3d' } }),
    'Unsupported conversion: Vector → Tiled 3D',
  ],
  ['no such format', () => graphOf('/data/towns.geojson', 'exe'), 'output_format: there is no format "exe".'],
  [
    'a raster for a vector',
    () =>
      graphOf('/data/scene.tif', 'kml', { input: { dataType: 'any', format: null }, conversion: { inputType: 'any' } }),
    'This server can’t convert to KML: "scene.tif" is a raster, and rasters become GeoTIFF or COG only.',
  ],
];

/** A workflow whose connections lead between kinds of nodes, or between nothing. */
function wired(...pairs: [string, string][]): WorkflowGraph {
  const { nodes } = graphOf('/data/towns.geojson');
  const idOf = (type: string) => nodes.find((node) => node.type === type)?.id ?? type;
  return {
    nodes,
    edges: pairs.map(([from, to], at) => ({
      id: `e${at}`,
      source: idOf(from),
      target: idOf(to),
      type: 'default',
      data: {},
    })),
  };
}

function both(first: WorkflowGraph, second: WorkflowGraph): WorkflowGraph {
  return { nodes: [...first.nodes, ...second.nodes], edges: first.edges };
}

test('[WFL-074, WFL-075, WFL-076, WFL-078, WFL-084, WFL-091, WFL-096, WFL-098, WFL-105, WFL-111, WFL-112, WFL-113, WFL-114, WFL-115, WFL-142] twenty hostile graphs are refused by the server, each with its message, and nothing is made', async () => {
  expect(hostile).toHaveLength(20);
  const id = await make('Hostile');
  await ann.upload(projectId, '/data/scene.tif', 'not read here');
  const before = (await ann.client.call(file.listFiles, { params: { projectId } })).data;
  for (const [name, graph, message] of hostile) {
    const failure = await begin(id, ann, graph()).then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect([name, failure?.message]).toEqual([name, expect.stringContaining(message) as string]);
  }
  const { query } = server.platform.database;
  const runs = (await runsOf(id)).map((run) => run.id);
  expect(
    await query
      .select()
      .from(operations)
      .where(and(eq(operations.projectId, projectId), inArray(operations.id, [...runs, 'none']))),
  ).toEqual([]);
  expect((await ann.client.call(file.listFiles, { params: { projectId } })).data).toEqual(before);
});

test('[WFL-134] what somebody writes into the document that is no node or connection is not run', async () => {
  const id = await make('Malformed', graphOf('/data/towns.geojson'));
  const page = ann.live('workflow', id);
  await page.whenSynced();
  page.doc.getMap('nodes').set('x', { type: 'input' });
  page.doc.getMap('edges').set('y', 7);
  addToWorkflow(page.doc, { nodes: [], edges: [] });
  await page.whenSaved();
  expect((await read(id)).nodes).toHaveLength(3);
  removeFromWorkflow(page.doc, { nodes: [(await read(id)).nodes[0]!.id] });
  await page.whenSaved();
  await expect(begin(id)).rejects.toMatchObject({ code: 'WORKFLOW_NOT_READY', status: 422 });
  page.close();
});

test('[WFL-219] the largest graph is made by one call, and comes with a run', async () => {
  const note = (at: number): WorkflowNode =>
    newGeneralNode('note', `note-${at}`, { x: 0, y: at }, { label: `Note ${at}`, text: 'x'.repeat(200) });
  const graph = { nodes: Array.from({ length: mostWorkflowNodes }, (_, at) => note(at)), edges: [] };
  const workflowId = await make('Large', graph);
  expect((await read(workflowId)).nodes).toHaveLength(mostWorkflowNodes);
  const begun = ann.client
    .call(workflow.beginWorkflowRun, {
      params: { projectId, workflowId },
      body: { operation_id: crypto.randomUUID(), ...graph },
    })
    .then(
      () => 'begun',
      ({ code }: { code: string }) => code,
    );
  expect(await begun).not.toBe('TOO_LARGE');
});
