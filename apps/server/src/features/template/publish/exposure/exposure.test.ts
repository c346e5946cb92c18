import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@groma/model';
import { database, notebook, template, type TemplatePayload } from '@groma/protocol';
import { databases, projectTools } from '../../../../platform/database/tables/index.ts';
import { TestMap } from '../../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let own: TestMap;
beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  own = await TestMap.make(ann, await ann.makeProject('Low flow'));
  await server.share(ann, own.projectId, ben, 'PROJECT_EDITOR');
  await own.draw('Wells', [{ depth: 3 }]);
  await own.upload('gauges.csv', 'a,b\n1,2');
});
afterAll(() => server.close());

const body: TemplatePayload = { title: 'Low flow', access: 'public', version: '1.0.0', categories: ['Marine'] };
const makeNotebook = async (name: string, code: string, output = 'fine') =>
  (
    await ann.client.call(notebook.createNotebook, {
      params: { projectId: own.projectId },
      body: {
        name,
        initialTemplate: [
          { type: 'paragraph', content: `Written with ${ben.username}.` },
          { type: 'code', props: { code, output: [{ kind: 'text/plain', text: output }] } },
        ],
      },
    })
  ).data.id;
const ofNotebook = (baseId: string) => ({ params: { baseId, projectId: own.projectId } });
const exposureOf = async (baseId: string) =>
  (await ann.client.call(template.notebookTemplates.expose, ofNotebook(baseId))).data;

test('[PUB-058] what a notebook would show is listed before it is published', async () => {
  const id = await makeNotebook('Study', 'open("gauges.csv"); groma.layers["A map/Wells"]');
  expect(await exposureOf(id)).toEqual({
    maps: [{ name: 'A map' }],
    layers: [{ name: 'Wells', detail: 'A map' }],
    stories: [],
    notebooks: [{ name: 'Study' }],
    files: [{ name: '/data/gauges.csv', detail: expect.any(String) as string }],
    queries: [],
    outputs: [{ name: 'Untitled Code Block', detail: 'Study' }],
    workflows: [],
    databases: [],
    people: expect.arrayContaining(
      [ann, ben].map(({ username }) => expect.objectContaining({ detail: username }) as unknown),
    ) as unknown,
    refused: [],
  });
});

test('[PUB-144] a layer whose filter hides features is told of, since readers get them too', async () => {
  const map = await TestMap.make(ann, own.projectId);
  const layerId = await map.draw('Wells', [{ depth: 3 }, { depth: 40 }]);
  await map.draw('Springs', [{ depth: 0 }]);
  const filter = [{ column: 'depth', operator: 'less', value: 5 }];
  await map.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { filter } as never });
  const params = { baseId: map.mapId, projectId: map.projectId };
  const { data } = await ann.client.call(template.mapTemplates.expose, { params });
  expect(data.layers.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'Springs', detail: expect.any(String) as string },
    { name: 'Wells', detail: expect.any(String) as string, is_filtered: true },
  ]);
});

test('[MAP-173] a layer whose joined table is left out of what is published is told of', async () => {
  const layerId = await own.draw('Shafts', [{ depth: 3 }]);
  const prices = await own.draw('Prices', [{ depth: 3, price: 9 }]);
  const join = { column: 'depth', otherColumn: 'depth', columns: ['price'] };
  const joins = [prices, 'gone'].map((id) => ({ ...join, layerId: id, prefix: id }));
  await own.post({ type: 'Update_Vector_Layer_Style', layer_id: layerId, vector_style: { joins } });
  const lost = async (code: string) =>
    (await exposureOf(await makeNotebook('Joins', code))).layers.map(({ name, lost_joins: tables }) => [name, tables]);
  expect(await lost('groma.layers["A map/Shafts"]')).toEqual([['Shafts', ['Prices']]]);
  expect((await lost('groma.layers["A map/Shafts"], groma.layers["A map/Prices"]')).toSorted()).toEqual([
    ['Prices', undefined],
    ['Shafts', undefined],
  ]);
});

test('[PUB-058] secrets in code, in short and long outputs and in files are refused by name, and nothing is published', async () => {
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  await own.upload('keys.txt', `id ${secret}`);
  await own.upload('.env', 'A=1');
  const long = `${'a line\n'.repeat(40_000)}${secret}`;
  for (const [code, output, name, reason] of [
    [`key = "${secret}"`, 'fine', 'Untitled Code Block', 'cloud-key'],
    ['x', secret, 'Untitled Code Block', 'cloud-key'],
    ['x', long, 'Untitled Code Block', 'cloud-key'],
    ['open("keys.txt")', 'fine', '/data/keys.txt', 'cloud-key'],
    ['open(".env")', 'fine', '/data/.env', 'private-file'],
  ] as const) {
    const id = await makeNotebook('Secret', code, output);
    const shown = name.startsWith('/') ? name : `Secret: ${name}`;
    expect((await exposureOf(id)).refused).toEqual([{ name: shown, reason }]);
    await expect(ann.client.call(template.notebookTemplates.create, { ...ofNotebook(id), body })).rejects.toMatchObject(
      {
        code: 'TEMPLATE_REFUSED',
        details: { name: shown, more: 0 },
      },
    );
    expect((await ann.client.call(template.notebookTemplates.load, ofNotebook(id))).data).toBeNull();
  }
  const params = { projectId: own.projectId };
  const whole = (await ann.client.call(template.workspaceTemplates.expose, { params })).data;
  expect(whole.refused.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/data/.env', '/data/keys.txt', 'Secret: Untitled Code Block']),
  );
  await expect(ann.client.call(template.workspaceTemplates.create, { params, body })).rejects.toMatchObject({
    code: 'TEMPLATE_REFUSED',
    details: { more: whole.refused.length - 1 },
  });
  // A map needs none of these.
  const ofMap = { params: { baseId: own.mapId, projectId: own.projectId } };
  expect((await ann.client.call(template.mapTemplates.expose, ofMap)).data.refused).toEqual([]);
});

test('[PUB-055] a connection to another database, named as such or by a query of it, goes into no version', async () => {
  const { projectId } = own;
  await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Own', dbType: 'managed-duckdb' },
  });
  const connection = { host: 'db.internal', port: 5432, database: 'flow', user: 'ann' };
  const [databaseId, toolId] = [newId(), `query:${newId()}`];
  const { query } = server.platform.database;
  await query
    .insert(databases)
    .values({ id: databaseId, projectId, name: 'City', type: 'postgres', creatorId: ann.id, connection });
  await query.insert(projectTools).values({
    id: toolId,
    projectId,
    title: 'Ask the city',
    description: '',
    heading: '',
    databaseId,
    query: 'SELECT 1',
    creatorId: ann.id,
  });
  const code = `-- database: Own\n-- database: City\ngroma.tools["${toolId}"]\n${toolId}`;
  expect((await exposureOf(await makeNotebook('Asks', code))).databases).toEqual([{ name: 'Own' }]);
});
