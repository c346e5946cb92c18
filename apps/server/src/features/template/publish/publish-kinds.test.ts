import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGeneralNode, newId, notebookCells, readBlocks } from '@groma/model';
import { database, hub, notebook, operation, project, template, workflow, type TemplatePayload } from '@groma/protocol';
import { eq, isNull } from '../../../platform/database/drizzle.ts';
import {
  databases,
  layers,
  maps,
  notebooks,
  outputPieces,
  projects,
  templates,
  templateUses,
  templateVersions,
  tenants,
  workflows,
} from '../../../platform/database/tables/index.ts';
import { addMember, tenantOf } from '../../../../test/test-tenant.ts';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let reader: Person;
let own: TestMap;
let notebookId: string;
let workflowId: string;
const point = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}';

beforeAll(async () => {
  server = await startTestServer();
  [ann, reader] = [await server.signUp(), await server.signUp()];
  own = await TestMap.make(ann, await ann.makeProject('Low flow'));
  await own.draw('Used', [{ depth: 3 }]);
  await own.draw('Unused', [{ depth: 4 }]);
  for (const [name, content] of [
    ['gauges.csv', 'a,b\n1,2'],
    ['in/one.csv', 'a\n1'],
    ['in/two.csv', 'a\n2'],
    ['unused.csv', 'a\n3'],
    ['flow.geojson', point],
  ] as const)
    await own.upload(name, content);
  ({
    data: { id: notebookId },
  } = await ann.client.call(notebook.createNotebook, {
    params: { projectId: own.projectId },
    body: {
      name: 'Study',
      initialTemplate: [
        { type: 'paragraph', content: `By ${ann.username}.` },
        {
          type: 'code',
          props: {
            code: 'import groma, pandas\npandas.read_csv("gauges.csv")\nfor name in glob("/data/in/*.csv"): pass\ngroma.layers["A map/Used"]',
            output: [{ kind: 'text/plain', text: 'an output' }],
          },
        },
      ],
    },
  }));
  ({
    data: { id: workflowId },
  } = await ann.client.call(workflow.createWorkflow, {
    params: { projectId: own.projectId },
    body: {
      name: 'Take',
      nodes: [
        newGeneralNode('data', 'a', { x: 0, y: 0 }, { label: 'a', reference: 'file:/data/flow.geojson' }),
        newGeneralNode('save', 'b', { x: 9, y: 0 }, { label: 'b', map: own.mapId }),
      ],
      edges: [],
    },
  }));
});
afterAll(() => server.close());

const fields = (more: Partial<TemplatePayload> = {}): TemplatePayload => ({
  title: 'Low flow',
  access: 'public',
  version: '1.0.0',
  categories: ['Marine'],
  ...more,
});
const ended = async (id: string | null) => {
  const read = async () => (await ann.client.call(operation.readOperation, { params: { operationId: id! } })).data;
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).not.toMatch(/Pending|In Progress/);
  expect(await read()).toMatchObject({ status: 'Completed', failedMessage: null });
};
const frozenOf = async (templateId: string) => {
  const { query } = server.platform.database;
  const [version] = await query.select().from(templateVersions).where(eq(templateVersions.templateId, templateId));
  const id = version!.frozenProjectId;
  const named = async (table: typeof maps | typeof notebooks | typeof workflows | typeof databases) =>
    (await query.select({ name: table.name }).from(table).where(eq(table.projectId, id))).map(({ name }) => name);
  const { files } = await server.platform.files.tree(id as never, '/data' as never);
  return {
    id,
    contentId: version!.contentId,
    maps: await named(maps),
    notebooks: await named(notebooks),
    workflows: await named(workflows),
    databases: await named(databases),
    files: files.flatMap(({ path, isDir }) => (isDir ? [] : [path as string])).toSorted(),
  };
};

test('[PUB-035, PUB-036, PUB-037, PUB-038, PUB-055] a notebook is published with its outputs, and what its code names', async () => {
  const { load, create, update, remove } = template.notebookTemplates;
  const params = { baseId: notebookId, projectId: own.projectId };
  expect((await ann.client.call(load, { params })).data).toBeNull();
  const { query } = server.platform.database;
  await query.insert(outputPieces).values({ notebookId, outputId: 'replaced', index: 0, firstLine: 0, text: 'secret' });
  const begun = await ann.client.call(create, { params, body: fields() });
  await ended(begun.operation_id);
  expect((await ann.client.call(load, { params })).data).toMatchObject({
    type: 'NOTEBOOK',
    path: `/hub/notebooks/${begun.data.id}`,
  });
  const frozen = await frozenOf(begun.data.id);
  expect(frozen).toMatchObject({
    maps: ['A map'],
    notebooks: ['Study'],
    workflows: [],
    databases: [],
    files: ['/data/gauges.csv', '/data/in/one.csv', '/data/in/two.csv'],
  });
  const [copied] = await server.platform.database.query.select().from(maps).where(eq(maps.projectId, frozen.id));
  const { layers: frozenLayers } = await new TestMap(reader, frozen.id, copied!.id).state();
  expect(frozenLayers.map(({ text }) => text)).toEqual(['Used']);
  // What was shown before, and nobody has looked through, stays behind.
  expect(await query.select().from(outputPieces).where(eq(outputPieces.notebookId, frozen.contentId!))).toEqual([]);
  const doc = await server.platform.documents.read(frozen.contentId!);
  expect(readBlocks(doc).map(({ text }) => text)).toContain(`By ${ann.username}.`);
  expect(JSON.stringify([...notebookCells(doc).values()])).toContain('an output');
  const { data } = await ann.client.call(update, {
    params: { ...params, templateId: begun.data.id },
    body: fields({ title: 'Study' }),
  });
  expect(data.version).toBe('1.0.0');
  await ann.client.call(remove, { params: { ...params, templateId: begun.data.id } });
  expect((await ann.client.call(load, { params })).data).toBeNull();
});

test('[PUB-048] a workflow is published with what it takes, not with the map that it writes to', async () => {
  const { load, create, remove } = template.workflowTemplates;
  const params = { baseId: workflowId, projectId: own.projectId };
  const begun = await ann.client.call(create, { params, body: fields() });
  await ended(begun.operation_id);
  expect((await ann.client.call(load, { params })).data).toMatchObject({
    type: 'WORKFLOW',
    path: `/hub/workflows/${begun.data.id}`,
  });
  expect(await frozenOf(begun.data.id)).toMatchObject({
    maps: [],
    notebooks: [],
    workflows: ['Take'],
    files: ['/data/flow.geojson'],
  });
  await ann.client.call(remove, { params: { ...params, templateId: begun.data.id } });
});

test('[PUB-004, PUB-041, PUB-042, PUB-056, PUB-057] a workspace is published whole, used by who reads it, and its update is offered', async () => {
  const { load, create, update, remove } = template.workspaceTemplates;
  const params = { projectId: own.projectId };
  const { query } = server.platform.database;
  await ann.client.call(database.createDatabase, { params, body: { name: 'Gauges', dbType: 'managed-duckdb' } });
  const connection = { host: 'db.internal', port: 5432, database: 'flow', user: 'ann' };
  await query
    .insert(databases)
    .values({ id: newId(), projectId: own.projectId, name: 'City', type: 'postgres', creatorId: ann.id, connection });
  const begun = await ann.client.call(create, { params, body: fields({ access: 'restricted' }) });
  await ended(begun.operation_id);
  const templateId = begun.data.id;
  expect((await ann.client.call(load, { params })).data).toMatchObject({
    type: 'SOLUTION',
    path: `/hub/solutions/${templateId}`,
  });
  expect(await frozenOf(templateId)).toMatchObject({
    contentId: null,
    maps: ['A map'],
    notebooks: ['Study'],
    workflows: ['Take'],
    // Not the connection, which says where a server is.
    databases: ['Gauges'],
    files: ['/data/flow.geojson', '/data/gauges.csv', '/data/in/one.csv', '/data/in/two.csv', '/data/unused.csv'],
  });

  const use = (person: Person, body = {}) => person.client.call(hub.useTemplate, { params: { templateId }, body });
  await expect(use(reader)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await addMember(ann, reader);
  await expect(use(reader, { version: '3.0.0' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const readersPlan = async (plan: (typeof tenants.$inferSelect)['plan']) => {
    const [before] = await query.select().from(tenants).where(eq(tenants.ownerId, reader.id));
    await query.update(tenants).set({ plan }).where(eq(tenants.ownerId, reader.id));
    return before!.plan;
  };
  const plan = await readersPlan(null);
  await expect(use(reader)).rejects.toMatchObject({ code: 'NO_PLAN' });
  await readersPlan(plan);
  const { data: using } = await use(reader, { name: 'Mine' });
  const readUse = async (person = reader) =>
    (await person.client.call(hub.readUse, { params: { operationId: using.operation_id } })).data;
  await expect(readUse(ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect.poll(async () => (await readUse()).status, { timeout: 30_000 }).not.toBe('running');
  expect(await readUse()).toEqual({ status: 'completed', progress: 100, message: null });
  const { data: made } = await reader.client.call(project.readProject, { params: { id: using.project_id } });
  expect(made).toMatchObject({ name: 'Mine', creator: reader.id });
  const [row] = await query.select().from(templates).where(eq(templates.id, templateId));
  expect(row!.uses).toBe(1);
  // It is theirs: they change it.
  const [theirs] = await query.select().from(maps).where(eq(maps.projectId, using.project_id));
  expect(theirs!.name).toBe('A map');
  await new TestMap(reader, using.project_id, theirs!.id).draw('More', [{ depth: 1 }]);
  expect(await tenantOf(reader)).not.toBe(await tenantOf(ann));

  const source = async () =>
    (await reader.client.call(hub.readTemplateSource, { params: { projectId: using.project_id } })).data;
  const made_of = { template_id: templateId, title: 'Low flow', version: '1.0.0' };
  expect(await source()).toEqual({
    ...made_of,
    newest_version: '1.0.0',
    changelog: null,
    path: `/hub/solutions/${templateId}`,
  });
  const again = await ann.client.call(update, {
    params: { ...params, templateId },
    body: fields({ access: 'restricted', version: '1.1.0', changelog: 'More gauges' }),
  });
  await ended(again.operation_id);
  expect(await source()).toMatchObject({ ...made_of, newest_version: '1.1.0', changelog: 'More gauges' });
  await ann.client.call(remove, { params: { ...params, templateId } });
  expect(await source()).toEqual({ ...made_of, newest_version: null, changelog: null, path: null });
  expect(await query.select().from(templateUses)).toHaveLength(1);
  await expect(use(reader)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[PUB-056] a use goes on when details change, and ends with nothing left when the publication does', async () => {
  const { create, update, remove } = template.mapTemplates;
  const params = { baseId: own.mapId, projectId: own.projectId };
  const begun = await ann.client.call(create, { params, body: fields() });
  await ended(begun.operation_id);
  const templateId = begun.data.id;
  /** Begins a use, which waits at its last step until what is given is done. */
  const useAround = async (change: () => Promise<unknown>) => {
    const holding = await server.platform.database.pool.connect();
    await holding.query('BEGIN');
    await holding.query('LOCK TABLE layers IN EXCLUSIVE MODE');
    const { data: using } = await reader.client.call(hub.useTemplate, { params: { templateId }, body: {} });
    await change();
    await holding.query('ROLLBACK');
    holding.release();
    return using;
  };
  const isThere = async (id: string) =>
    reader.client.call(project.readProject, { params: { id } }).then(
      () => true,
      () => false,
    );
  const kept = await useAround(() =>
    ann.client.call(update, { params: { ...params, templateId }, body: fields({ title: 'Other' }) }),
  );
  await expect.poll(() => isThere(kept.project_id), { timeout: 30_000 }).toBe(true);
  const blobs = async () => (await server.platform.blobs.list('layers/')).length;
  const gone = await useAround(() => ann.client.call(remove, { params: { ...params, templateId } }));
  const { query } = server.platform.database;
  const folders = async () => (await query.select().from(maps)).length;
  // The version is swept, and what the use had copied is taken away: what is left belongs to maps that are there.
  await expect
    .poll(async () => [await isThere(gone.project_id), await folders(), await blobs()], { timeout: 30_000 })
    .toEqual([false, await mapsOfPeople(), await blobsOfPeople()]);
});

/** Maps that are in no version. */
async function mapsOfPeople(): Promise<number> {
  const { query } = server.platform.database;
  const rows = await query
    .select({ id: maps.id })
    .from(maps)
    .innerJoin(projects, eq(projects.id, maps.projectId))
    .where(isNull(projects.publishedAs));
  return rows.length;
}

async function blobsOfPeople(): Promise<number> {
  const { query } = server.platform.database;
  const rows = await query
    .select({ key: layers.snapshotKey })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .innerJoin(projects, eq(projects.id, maps.projectId))
    .where(isNull(projects.publishedAs));
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key.slice(0, key.lastIndexOf('/') + 1)]));
  const lists = await Promise.all(keys.map((key) => server.platform.blobs.list(key)));
  return lists.flat().length;
}
