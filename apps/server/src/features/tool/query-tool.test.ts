import { afterAll, beforeAll, expect, test } from 'vitest';
import { layerReference } from '@groma/model';
import { database, origin, projectTool, tool, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { TestMap } from '../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { checkSandbox } from '../../platform/kernel/sandbox.ts';
import { spatialExtension } from '../database/project/spatial-extension.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let own: TestMap;
let databaseId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
  const { data } = await ann.client.call(database.listDatabases, { params: { projectId: own.projectId } });
  databaseId = data[0]!.id;
  await own.draw('towns', [
    { name: 'Aa', people: 100, since: '2001-01-01' },
    { name: "B'b", people: 250, since: '2010-06-01' },
    { name: 'Cc', people: 70, since: '2020-01-01' },
  ]);
});
afterAll(() => server.close());

const hasSpatial = (): boolean => spatialExtension(server.platform.config.databases.extensionsFolder) !== null;
type Offer = BodyOf<typeof projectTool.offerQuery>;
const fields: Offer['fields'] = [
  { name: 'least', label: 'At least', type: 'number', default: 80 },
  { name: 'word', label: 'Name', type: 'string', default: '' },
  { name: 'before', label: 'Before', type: 'date', default: '31-12-2015' },
  { name: 'all', label: 'All', type: 'boolean', default: false },
];
const text = `SELECT * FROM layers."A map".towns
  WHERE people >= $least AND ($word = '' OR name = $word) AND ($all OR CAST(since AS DATE) < CAST($before AS DATE))`;

async function offer(query: string, more: Partial<Offer> = {}): Promise<string> {
  const { data } = await ann.client.call(projectTool.offerQuery, {
    params: { databaseId },
    body: { title: 'Large towns', description: '', heading: 'Towns', query, fields, ...more },
  });
  return data.id;
}

async function run(id: string, body: Partial<BodyOf<typeof tool.runTool>> = {}): Promise<ToolOutcome> {
  const { data } = await ann.client.call(tool.runTool, {
    params: { toolId: id, projectId: own.projectId },
    body: { parameters: {}, output: { kind: 'layer', map_id: own.mapId }, ...body },
  });
  return data;
}

test.skipIf(!isAvailable)(
  '[TOL-014, TOL-015] the rows of a query become a layer; its parameters are bound as values of their types',
  async (context) => {
    if (!hasSpatial()) return context.skip('needs the spatial extension');
    const id = await offer(text);
    const names = async (parameters: Record<string, unknown>) => {
      const { layer } = await run(id, { parameters });
      return [...(await own.features(layer!.id)).values()].map(({ geometry, properties }) => [
        geometry?.type,
        properties['name'],
      ]);
    };
    expect(await names({})).toEqual([
      ['Point', 'Aa'],
      ['Point', "B'b"],
    ]);
    expect(await names({ least: 200.5 })).toEqual([['Point', "B'b"]]);
    expect(await names({ word: "B'b" })).toEqual([['Point', "B'b"]]);
    expect(await names({ word: "' OR true --" })).toEqual([]);
    expect(await names({ before: '01-01-2005' })).toEqual([['Point', 'Aa']]);
    expect((await names({ all: true, least: 0 })).length).toBe(3);
    await expect(run(id, { parameters: { least: 'many' } })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  },
);

test.skipIf(!isAvailable)(
  '[TOL-014, TOL-009] rows without geometry become a table or a file; a layer is made again as the query is then',
  async () => {
    const id = await offer('SELECT name, people FROM layers."A map".towns WHERE people >= $least ORDER BY people', {
      fields: fields.slice(0, 1),
    });
    const { layer, count } = await run(id, { output: { kind: 'layer', map_id: own.mapId, name: 'Rows' } });
    expect([layer!.text, count]).toEqual(['Rows', 2]);
    const rows = async () => [...(await own.features(layer!.id)).values()].map(({ properties }) => properties);
    expect(await rows()).toEqual([
      { name: 'Aa', people: 100 },
      { name: "B'b", people: 250 },
    ]);
    const written = await run(id, { output: { kind: 'file', path: '/data/towns.csv', replace: false } });
    expect(written).toMatchObject({ count: 2, file: { path: '/data/towns.csv' } });
    const ofFile = async () =>
      (
        await ann.client.call(origin.readOrigin, {
          params: { projectId: own.projectId },
          query: { thing: 'file:/data/towns.csv' },
        })
      ).data.origin;
    expect(await ofFile()).toMatchObject({ kind: 'tool', doer: id, title: 'Large towns', is_tool_changed: false });
    const queryId = id.slice('query:'.length);
    await ann.client.call(projectTool.changeQueryTool, {
      params: { databaseId, queryId },
      body: {
        title: 'Small towns',
        description: '',
        heading: '',
        query: 'SELECT name, people FROM layers."A map".towns WHERE people < $least',
        fields: fields.slice(0, 1),
      },
    });
    const originOf = async (made: string) => (await own.origins()).find(({ thing }) => thing.endsWith(made));
    expect(await originOf(layer!.id)).toMatchObject({
      title: 'Small towns',
      is_tool_changed: true,
      parameters: { least: 80 },
    });
    await own.again(layer!.id);
    expect(await rows()).toEqual([{ name: 'Cc', people: 70 }]);
    expect(await originOf(layer!.id)).toMatchObject({ is_tool_changed: false });
    expect(await ofFile()).toMatchObject({ is_tool_changed: true });
    await own.again('/data/towns.csv');
    expect(await ofFile()).toMatchObject({ is_tool_changed: false, is_written: false });
    const { data } = await ann.client.call(origin.readOriginScript, {
      params: { projectId: own.projectId },
      query: { thing: layerReference({ mapId: own.mapId, layerId: layer!.id }) },
    });
    expect(data.script).toContain(`groma.tools["${id}"](\n    least=80,`);
    await ann.client.call(projectTool.withdrawQuery, { params: { databaseId, queryId } });
    await expect(run(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await rows()).length).toBe(1);
  },
);

test('[TOL-016] a query that changes something is refused as a tool, naming it; so is one without a statement', async () => {
  for (const query of [
    'DROP TABLE x',
    `CREATE TABLE layers."A map"."y" AS SELECT 1`,
    `SELECT 1; COPY (SELECT 1) TO '/data/x.csv'`,
    'WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a',
  ])
    await expect(offer(query)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('changes something') as string,
    });
  await expect(offer('-- nothing')).rejects.toMatchObject({ code: 'QUERY_EMPTY' });
  await expect(offer('SELECT $least', { fields: [fields[0]!, fields[0]!] })).rejects.toMatchObject({
    message: expect.stringContaining('“least” is there twice') as string,
  });
});

test.skipIf(!isAvailable)('[TOL-006, TOL-011] what fails says why; who may only look runs nothing', async () => {
  const id = await offer('SELECT * FROM nowhere', { fields: [] });
  await expect(run(id)).rejects.toMatchObject({ code: 'SQL_FAILED' });
  const viewer = await server.signUp();
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
  const { data } = await viewer.client.call(projectTool.listProjectTools, { params: { projectId: own.projectId } });
  expect(data.map((each) => each.id)).toContain(id);
  await expect(
    viewer.client.call(tool.runTool, {
      params: { toolId: id, projectId: own.projectId },
      body: { parameters: {}, output: { kind: 'layer', map_id: own.mapId } },
    }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
