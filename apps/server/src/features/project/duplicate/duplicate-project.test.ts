import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  GromaError,
  isId,
  layerReference,
  newGeneralNode,
  newId,
  notebookCells,
  parseDataPath,
  readBlocks,
  readCellState,
  setCell,
  type ProjectId,
} from '@groma/model';
import {
  database,
  dataset,
  map,
  notebook,
  operation,
  origin,
  project,
  projectTool,
  tool,
  workflow,
  type ToolOutput,
} from '@groma/protocol';
import type * as Y from 'yjs';
import { attempts, documents, operations, projects } from '../../../platform/database/tables/index.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestMap } from '../../../../test/test-map.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let own: TestMap;
let notebookId: string;
beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  own = await TestMap.make(ann, await ann.makeProject('Low flow'));
  await server.share(ann, own.projectId, ben, 'PROJECT_COMMENTATOR');
  await own.upload(
    'towns.geojson',
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Ávila"},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
  );
  await own.upload('deep/er/note.txt', 'some words');
  await own.upload('empty.txt', '');
  await server.platform.files.makeFolder(own.projectId as ProjectId, parseDataPath('/data/nothing in it'));
  const {
    Layer: [layer],
  } = await own.import('/data/towns.geojson');
  const [fid = 0] = (await own.features(layer!.id)).keys();
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layer!.id]: [{ type: 'Edit_Property', edits: [{ fid, column: 'name', value: 'Segovia' }] }] },
  });
  const template = [
    { id: 'b1', type: 'paragraph', content: 'Words.' },
    { id: 'b2', type: 'code', props: { code: 'x = 1', output: [{ kind: 'text/plain', text: 'long'.repeat(50_000) }] } },
  ];
  ({
    data: { id: notebookId },
  } = await ann.client.call(notebook.createNotebook, {
    params: { projectId: own.projectId },
    body: { name: 'Study', initialTemplate: template },
  }));
  await ann.client.call(workflow.createWorkflow, { params: { projectId: own.projectId }, body: { name: 'Convert' } });
  const {
    data: { id: databaseId },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId: own.projectId },
    body: { name: 'Gauges', dbType: 'managed-duckdb' },
  });
  const folder = join(await server.platform.files.databaseFolder(own.projectId as ProjectId), databaseId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'database.duckdb'), 'rows');
  writeFileSync(join(folder, 'database.duckdb.wal'), 'rows of the log');
  const page = ann.live('main', notebookId);
  await page.whenSynced();
  const cell = [...notebookCells(page.doc).values()][0]!;
  (cell.get('outputs') as Y.Array<unknown>).push([{ kind: 'text', text: 'an output' }]);
  setCell(cell, { status: 'running' });
  await page.whenSaved();
  page.close();
});
afterAll(() => server.close());

const duplicate = async (person = ann, name?: string) =>
  (
    await person.client.call(project.duplicateProject, {
      params: { projectId: own.projectId },
      body: { ...(name !== undefined && { name }) },
    })
  ).data;
const statusOf = async (id: string, person = ann) =>
  (await person.client.call(operation.readOperation, { params: { operationId: id } })).data;
const ended = async (id: string, person = ann) => {
  await expect
    .poll(async () => (await statusOf(id, person)).status, { timeout: 20_000 })
    .not.toMatch(/Pending|In Progress/);
  return statusOf(id, person);
};
const counts = async () => {
  const { query } = server.platform.database;
  return [
    (await query.select().from(projects)).length,
    (await query.select().from(documents)).length,
    (await server.platform.blobs.list('')).length,
    readdirSync(join(server.platform.config.dataFolder, 'files')).filter(isId).length,
  ];
};
const notes = () => {
  const folder = join(server.platform.config.dataFolder, 'deleting');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('[ACC-119] [ACC-076] [WFL-152] [SAT-046] a project is copied with files, maps with layers and edits, notebooks with outputs, workflows and sources of scenes, and without its shares', async () => {
  await ann.client.call(dataset.addSceneSource, {
    params: { projectId: own.projectId },
    body: { name: 'Mine', address: '/data/towns.geojson' },
  });
  const { operation_id: id, project_id: copyId } = await duplicate();
  expect(await ended(id)).toMatchObject({
    status: 'Completed',
    title: 'Duplicate Low flow',
    task: 'duplicate',
    subject: 'Low flow',
    subtitle: 'Low flow copy',
    progress: 100,
    job_status: 'completed',
  });
  const { data: copy } = await ann.client.call(project.readProject, { params: { id: copyId } });
  expect(copy).toMatchObject({
    name: 'Low flow copy',
    creator: ann.id,
    general_access: 'RESTRICTED',
    tenant_access: 'RESTRICTED',
  });
  await expect(ben.client.call(project.readProject, { params: { id: copyId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });

  const { files } = server.platform;
  const paths = async (folder: string) =>
    (await files.list(copyId as ProjectId, parseDataPath(folder))).map(({ path, isDir }) =>
      isDir ? `${path}/` : path,
    );
  expect(await paths('/data')).toEqual([
    '/data/deep/',
    '/data/nothing in it/',
    '/data/empty.txt',
    '/data/towns.geojson',
  ]);
  expect(await paths('/data/deep/er')).toEqual(['/data/deep/er/note.txt']);
  const note = await files.open(copyId as ProjectId, parseDataPath('/data/deep/er/note.txt'));
  expect(String((await note.read({ start: 0, end: 99 }).toArray())[0])).toBe('some words');

  const {
    data: [copiedMap],
  } = await ann.client.call(map.listMaps, { params: { projectId: copyId } });
  const there = new TestMap(ann, copyId, copiedMap!.id);
  const [layer] = (await there.state()).layers;
  expect([...(await there.features(layer!.id)).values()]).toEqual([
    ...(await own.features((await own.state()).layers[0]!.id)).values(),
  ]);

  const {
    data: [, copiedDatabase],
  } = await ann.client.call(database.listDatabases, { params: { projectId: copyId } });
  const databaseFolder = join(await files.databaseFolder(copyId as ProjectId), copiedDatabase!.id);
  expect(
    ['database.duckdb', 'database.duckdb.wal'].map((name) => readFileSync(join(databaseFolder, name), 'utf8')),
  ).toEqual(['rows', 'rows of the log']);

  const {
    data: [copiedNotebook],
  } = await ann.client.call(notebook.listNotebooks, { params: { projectId: copyId } });
  expect(copiedNotebook).toMatchObject({ name: 'Study' });
  expect(copiedNotebook!.id).not.toBe(notebookId);
  const doc = await server.platform.documents.read(copiedNotebook!.id);
  expect(readBlocks(doc).map(({ text, codeId }) => (codeId === null ? text : 'code'))).toContain('Words.');
  const [cell] = [...notebookCells(doc).values()];
  expect((cell!.get('outputs') as Y.Array<unknown>).toJSON()).toEqual([
    { kind: 'stored', id: expect.any(String) as string, of: 'text/plain', characters: 200_000, lines: 0, pieces: 1 },
    { kind: 'text', text: 'an output' },
  ]);
  const outputId = (cell!.get('outputs') as Y.Array<{ id: string }>).get(0).id;
  const { data: long } = await ann.client.call(notebook.readOutput, {
    params: { notebookId: copiedNotebook!.id, projectId: copyId, outputId },
  });
  expect(long).toEqual({ kind: 'text/plain', text: 'long'.repeat(50_000) });
  expect(readCellState(cell!).status).toBe('idle');
  const {
    data: [copiedWorkflow],
  } = await ann.client.call(workflow.listWorkflows, { params: { projectId: copyId } });
  const copied = await ann.client.call(workflow.readWorkflow, {
    params: { projectId: copyId, workflowId: copiedWorkflow!.id },
  });
  expect([copied.data.name, copied.data.nodes.length, copied.data.edges.length]).toEqual(['Convert', 3, 2]);
  const sources = await ann.client.call(dataset.listSceneSources, { params: { projectId: copyId } });
  expect(sources.data[0]).toMatchObject({ name: 'Mine', kind: 'folder', address: '/data/towns.geojson' });
  expect(notes()).toEqual([]);
});

test('[RES-012, TOL-020, TOL-021] in a copy everything refers to the copies: origins, tools of people, data blocks and workflows', async () => {
  const params = { projectId: own.projectId };
  const towns = (await own.state()).layers.find(({ text }) => text === 'towns')!.id;
  const reference = layerReference({ mapId: own.mapId, layerId: towns });
  const run = async (output: ToolOutput) =>
    (
      await ann.client.call(tool.runTool, {
        params: { ...params, toolId: 'buffer' },
        body: { layer: reference, parameters: {}, output },
      })
    ).data;
  const around = (await run({ kind: 'layer', map_id: own.mapId })).layer!.id;
  await run({ kind: 'file', path: '/data/around.csv', replace: false });
  const [fid = 0] = (await own.features(towns)).keys();
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [towns]: [{ type: 'Edit_Property', edits: [{ fid, column: 'name', value: 'Soria' }] }] },
  });
  await run({ kind: 'file', path: '/data/new.csv', replace: false });
  const props = { label: 'Places', varName: 'places', data: reference, name: 'layer:A map/towns' };
  const { data: reader } = await ann.client.call(notebook.createNotebook, {
    params,
    body: { name: 'Reader', initialTemplate: [{ type: 'dataInput', props }] },
  });
  const texts = { title: 'Read', description: '', heading: 'Ours' };
  await ann.client.call(projectTool.offerNotebook, { params: { notebookId: reader.id }, body: texts });
  const { data: all } = await ann.client.call(database.listDatabases, { params });
  const gauges = all.find(({ name }) => name === 'Gauges')!.id;
  const { data: asking } = await ann.client.call(projectTool.offerQuery, {
    params: { databaseId: gauges },
    body: { ...texts, title: 'Ask', query: 'SELECT 1', fields: [] },
  });
  const at = { x: 0, y: 0 };
  const nodes = [
    newGeneralNode('data', 'a', at, { label: 'a', reference }),
    newGeneralNode('save', 'b', at, { label: 'b', map: own.mapId }),
  ];
  const { data: taking } = await ann.client.call(workflow.createWorkflow, {
    params,
    body: { name: 'Take', nodes, edges: [] },
  });
  const { data: flow } = await ann.client.call(projectTool.offerWorkflow, {
    params: { ...params, workflowId: taking.id },
    body: { ...texts, title: 'Flow' },
  });
  const using = [flow.id, asking.id].map((id, number) =>
    newGeneralNode('tool', `${number}`, at, { label: id, tool: id }),
  );
  await ann.client.call(workflow.createWorkflow, { params, body: { name: 'Use', nodes: using, edges: [] } });

  const { operation_id: id, project_id: copyId } = await duplicate();
  expect(await ended(id)).toMatchObject({ status: 'Completed' });
  const of = { params: { projectId: copyId } };
  const [copiedMap] = (await ann.client.call(map.listMaps, of)).data;
  const there = new TestMap(ann, copyId, copiedMap!.id);
  const { layers: copies } = await there.state();
  const copied = (name: string) =>
    layerReference({ mapId: there.mapId, layerId: copies.find(({ text }) => text === name)!.id });
  const origins = (await ann.client.call(origin.listOrigins, { ...of, query: {} })).data;
  expect(origins.map(({ thing, kind }) => [thing, kind]).toSorted()).toEqual(
    [
      [copied('towns'), 'import'],
      [copied('towns (Buffer)'), 'tool'],
      ['file:/data/around.csv', 'tool'],
      ['file:/data/new.csv', 'tool'],
    ].toSorted(),
  );
  const originOf = (thing: string) => origins.find((each) => each.thing === thing)!;
  expect(originOf(copied('towns (Buffer)'))).toMatchObject({
    username: null,
    operation_id: null,
    inputs: [{ reference: copied('towns'), name: 'towns' }],
  });
  // What was out of date is, and what was not is not.
  const isStale = (thing: string) => originOf(thing).inputs.some(({ version, current }) => version !== current);
  expect(
    [copied('towns'), copied('towns (Buffer)'), 'file:/data/around.csv', 'file:/data/new.csv'].map(isStale),
  ).toEqual([false, true, true, false]);
  expect(origins.some(({ is_written: isWritten }) => isWritten)).toBe(false);
  await there.again(copies.find(({ text }) => text === 'towns (Buffer)')!.id);
  expect((await own.state()).layers.some(({ id: each }) => each === around)).toBe(true);

  const tools = (await ann.client.call(projectTool.listProjectTools, of)).data;
  expect(tools.map(({ title, heading, query, fields }) => [title, heading, query, fields])).toEqual([
    ['Ask', 'Ours', 'SELECT 1', []],
    ['Flow', 'Ours', null, []],
    ['Read', 'Ours', null, [{ name: 'places', label: 'Places', type: 'data', default: copied('towns') }]],
  ]);
  const [reading] = (await ann.client.call(notebook.listNotebooks, of)).data.filter(({ name }) => name === 'Reader');
  expect(tools[2]).toMatchObject({ id: `notebook:${reading!.id}`, notebook_id: reading!.id });
  const databases = (await ann.client.call(database.listDatabases, of)).data;
  expect(tools[0]!.database_id).toBe(databases.find(({ name }) => name === 'Gauges')!.id);
  const [take] = (await ann.client.call(workflow.listWorkflows, of)).data.filter(({ name }) => name === 'Take');
  const graph = await ann.client.call(workflow.readWorkflow, { params: { ...of.params, workflowId: take!.id } });
  expect(graph.data.nodes.map(({ data }) => data)).toMatchObject([
    { reference: copied('towns') },
    { map: there.mapId },
  ]);
  expect(tools[1]).toMatchObject({ id: `workflow:${take!.id}`, workflow_id: take!.id });
  const [use] = (await ann.client.call(workflow.listWorkflows, of)).data.filter(({ name }) => name === 'Use');
  const used = await ann.client.call(workflow.readWorkflow, { params: { ...of.params, workflowId: use!.id } });
  expect(used.data.nodes.map(({ data }) => 'tool' in data && data.tool)).toEqual([tools[1]!.id, tools[0]!.id]);
  // The original keeps its own.
  expect((await ann.client.call(projectTool.listProjectTools, { params })).data[2]!.fields).toMatchObject([
    { default: reference },
  ]);
});

test('[ACC-119] [SHL-042] a duplicate that is canceled leaves nothing behind', async () => {
  const large = Readable.from(
    (function* () {
      for (let i = 0; i < 120; i++) yield randomBytes(1_000_000);
    })(),
  );
  await server.platform.files.write(own.projectId as ProjectId, parseDataPath('/data/large.bin'), large);
  const before = await counts();
  const { operation_id: id, project_id: copyId } = await duplicate(ann, 'Never');
  await ann.client.call(operation.cancelOperation, { params: { operationId: id } });
  expect(await ended(id)).toMatchObject({ status: 'Canceled', job_status: 'failed' });
  expect(await counts()).toEqual(before);
  expect(existsSync(join(server.platform.config.dataFolder, 'files', copyId))).toBe(false);
  expect(notes()).toEqual([]);
  await server.platform.files.remove(own.projectId as ProjectId, parseDataPath('/data/large.bin'));
});

test('[ACC-119] a duplicate whose databases cannot be copied leaves nothing behind', async () => {
  const before = await counts();
  const { files } = server.platform;
  const { requireSpace } = files;
  files.requireSpace = (bytes, name) =>
    name === 'Gauges' ? Promise.reject(new GromaError('DATABASE_BUSY')) : requireSpace.call(files, bytes, name);
  const { operation_id: id, project_id: copyId } = await duplicate();
  expect(await ended(id)).toMatchObject({
    status: 'Failed',
    failedMessage: 'Queries are running in this database. Try again when they have finished.',
  });
  files.requireSpace = requireSpace;
  expect([await counts(), existsSync(join(server.platform.config.dataFolder, 'files', copyId)), notes()]).toEqual([
    before,
    false,
    [],
  ]);
});

test('[ACC-119] a duplicate that fails at the last step leaves nothing behind', async () => {
  const before = await counts();
  const { pool } = server.platform.database;
  await pool.query(`CREATE FUNCTION refuse_copy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse_copy BEFORE INSERT ON notebooks FOR EACH ROW EXECUTE FUNCTION refuse_copy()`);
  const { operation_id: id } = await duplicate();
  expect(await ended(id)).toMatchObject({ status: 'Failed', failedMessage: 'Unknown error' });
  await pool.query('DROP TRIGGER refuse_copy ON notebooks');
  expect(await counts()).toEqual(before);
  expect(notes()).toEqual([]);
});

test('[ACC-076] [ACC-085] [ACC-117] editors may duplicate, a commentator may not, and the plan counts the copy before anything is copied', async () => {
  await expect(duplicate(ben)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await server.share(ann, own.projectId, ben, 'PROJECT_EDITOR');
  const { query } = server.platform.database;
  const { tenant } = (await ann.client
    .call(project.readProject, { params: { id: await ben.makeProject() } })
    .catch(async () => (await ben.client.call(project.listProjects)).data[0]!)) as { tenant: string };
  const taken = (await ben.client.call(project.listProjects)).data.filter((each) => each.creator === ben.id).length;
  for (let count = taken; count < 10; count++)
    await query.insert(projects).values({ id: newId(), name: 'p', creatorId: ben.id, tenantId: tenant });
  await expect(duplicate(ben)).rejects.toMatchObject({ code: 'PROJECT_LIMIT' });
  expect((await query.select().from(operations)).filter(({ userId }) => userId === ben.id)).toEqual([]);
});

test('[FIL-008] [ACC-119] copies count towards what the files of a tenant may take up, also several at once, and few are made at a time', async () => {
  const small = await startTestServer({ storage: { url: undefined, projectBytes: 2_000_000, tenantBytes: 5_000_000 } });
  const eve = await small.signUp();
  const projectId = await eve.makeProject('Full');
  await small.platform.files.write(
    projectId as ProjectId,
    parseDataPath('/data/a.bin'),
    Readable.from([randomBytes(1_500_000)]),
  );
  const begin = async () =>
    (await eve.client.call(project.duplicateProject, { params: { projectId }, body: {} })).data.operation_id;
  const statusesOf = async (begun: string[]) => Promise.all(begun.map(async (id) => (await statusOf(id, eve)).status));
  const folders = () => readdirSync(join(small.platform.config.dataFolder, 'files')).filter(isId).length;
  const begun = await Promise.all([begin(), begin(), begin(), begin()]);
  let most = 0;
  await expect
    .poll(
      async () => {
        most = Math.max(most, folders());
        return (await statusesOf(begun)).toSorted();
      },
      { timeout: 20_000, interval: 5 },
    )
    .toEqual(['Completed', 'Completed', 'Failed', 'Failed']);
  const failed = (await Promise.all(begun.map((id) => statusOf(id, eve)))).flatMap(
    ({ failedMessage }) => failedMessage ?? [],
  );
  expect(failed).toEqual(
    Array<string>(2).fill(
      'Not enough storage for "Full copy": the files of this tenant use 4.3 MB of 4.8 MB. Empty the trash or delete files.',
    ),
  );
  // The original, the two that were made, and at most one that was begun before there was no room.
  expect(most).toBeLessThanOrEqual(4);
  expect([folders(), (await eve.client.call(project.listProjects)).data.length]).toEqual([3, 3]);
  await small.platform.database.query
    .insert(attempts)
    .values({ key: `duplicate:${eve.id}`, count: 30, windowEndsAt: new Date(Date.now() + 60_000) })
    .onConflictDoUpdate({ target: attempts.key, set: { count: 30 } });
  await expect(begin()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  await small.close();
});
