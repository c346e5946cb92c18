import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, map, operation, project, type DatabaseReply } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { errorOf, TestSql } from '../../../../test/test-sql.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { tenantOf } from '../../../../test/test-tenant.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';
import { spatialExtension } from './spatial-extension.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let own: TestMap;
let id: string;
let towns: string;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
  id = (await listed(ann, own.projectId))[0]!.id;
  towns = await own.draw('towns', [
    { name: 'Aa', people: 100 },
    { name: 'Bb', people: 250 },
    { name: 'Cc', people: 70 },
  ]);
  await own.upload('sales.csv', 'town,sales\nAa,10\nBb,20\nBb,5\n');
});
afterAll(() => server.close());

const hasSpatial = (): boolean => spatialExtension(server.platform.config.databases.extensionsFolder) !== null;
const listed = async (person: Person, projectId: string): Promise<DatabaseReply[]> =>
  (await person.client.call(database.listDatabases, { params: { projectId } })).data;

const run = (query: string, { person = ann, databaseId = id } = {}) => new TestSql(person, databaseId).run(query);
const rowsOf = (query: string, { databaseId = id } = {}) => new TestSql(ann, databaseId).rows(query);
const failureOf = (query: string) => new TestSql(ann, id).failure(query);

test('[DBS-090] each project has one database of its own, first in the list, that nobody makes, renames, copies or deletes', async () => {
  const projectId = await ann.makeProject();
  const lists = await Promise.all([1, 2, 3].map(() => listed(ann, projectId)));
  for (const list of lists)
    expect(list).toEqual([expect.objectContaining({ name: 'This project', dbType: 'project' })]);
  expect(new Set(lists.map(([first]) => first!.id)).size).toBe(1);
  const databaseId = lists[0]![0]!.id;
  await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'A first one', dbType: 'managed-duckdb' },
  });
  expect((await listed(ann, projectId)).map(({ dbType }) => dbType)).toEqual(['project', 'managed-duckdb']);
  await expect(
    ann.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'x', dbType: 'project' as never },
    }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const refused = { code: 'BAD_INPUT', message: expect.stringContaining('belongs to its project') as string };
  const tenantId = await tenantOf(ann);
  const byId = { query: { id: databaseId, tenant_id: tenantId } };
  await expect(ann.client.call(database.renameDatabase, { ...byId, body: { name: 'Mine' } })).rejects.toMatchObject(
    refused,
  );
  await expect(ann.client.call(database.deleteDatabase, byId)).rejects.toMatchObject(refused);
  await expect(ann.client.call(database.duplicateDatabase, { params: { databaseId }, body: {} })).rejects.toMatchObject(
    refused,
  );
  const three = { params: { tenantId, projectId, databaseId } };
  await expect(ann.client.call(database.deleteManaged, three)).rejects.toMatchObject(refused);
  await expect(
    ann.client.call(database.duplicateManaged, { params: { ...three.params, target: 'Copy' } }),
  ).rejects.toMatchObject(refused);
  expect((await listed(ann, projectId)).map(({ name }) => name)).toEqual(['This project', 'A first one']);
});

test.skipIf(!isAvailable)('[DBS-091] one statement reads layers by map and name, and files by path', async () => {
  expect(
    await rowsOf(`SELECT t.name, t.people::INTEGER AS people, sum(s.sales)::INTEGER AS sales
      FROM layers."A map"."towns" t JOIN files."/data/sales.csv" s ON s.town = t.name GROUP BY ALL ORDER BY 1`),
  ).toEqual([
    ['Aa', 100, 10],
    ['Bb', 250, 25],
  ]);
  expect(await rowsOf('SELECT name FROM Layers."a MAP".TOWNS ORDER BY groma_fid DESC LIMIT 1')).toEqual([['Cc']]);
  expect(await rowsOf('SELECT max(groma_fid), any_value(typeof(people)) FROM layers."A map".towns')).toEqual([
    [3, 'BIGINT'],
  ]);
  expect(await rowsOf('SELECT count(*)::INTEGER FROM files."sales.csv"')).toEqual([[3]]);
  // Where DuckDB's own list of names is empty.
  expect(await rowsOf('PIVOT (FROM layers."A map".towns) ON name USING sum(people) GROUP BY groma_fid')).toHaveLength(
    3,
  );
  expect(
    await rowsOf(
      `WITH big AS (SELECT * FROM layers."A map".towns WHERE people > 80) SELECT count(*)::INTEGER FROM big`,
    ),
  ).toEqual([[2]]);
  expect(await rowsOf(`SELECT count(*)::INTEGER FROM layers."${own.mapId}"."${towns}"`)).toEqual([[3]]);
});

test.skipIf(!isAvailable)(
  '[DBS-092] a layer that someone edits is current in the next query, through a view too',
  async () => {
    await run('CREATE VIEW crowd AS SELECT sum(people)::INTEGER AS all_people FROM layers."A map".towns');
    await run('CREATE TABLE kept AS SELECT name FROM layers."A map".towns');
    expect(await rowsOf('SELECT * FROM crowd')).toEqual([[420]]);
    const update = (more: object) =>
      own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [towns]: [more as never] } });
    await update({ type: 'Edit_Property', edits: [{ fid: 2, column: 'people', value: 300 }] });
    expect(await rowsOf('SELECT * FROM crowd')).toEqual([[470]]);
    await update({ type: 'Add_Column', column: { name: 'mayor', type: 'text' }, fill: 'Dee' });
    await update({ type: 'Delete', fids: [1] });
    expect(await rowsOf('SELECT name, mayor FROM layers."A map".towns ORDER BY 1')).toEqual([
      ['Bb', 'Dee'],
      ['Cc', 'Dee'],
    ]);
    expect(await rowsOf('SELECT count(*)::INTEGER FROM kept')).toEqual([[3]]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-091] names have any characters, and one that several layers have is refused with their ids',
  async () => {
    const odd = `O'Neill "x" . layer`;
    await own.draw(odd, [{ 'a.b': 1, Geometry: 'mine', GROMA_FID: 7, A: 1, a: 2 }]);
    const quoted = `layers."A map"."${odd.replaceAll('"', '""')}"`;
    expect(
      await rowsOf(
        `SELECT "a.b"::INTEGER, "Geometry", GROMA_FID::INTEGER, "groma_fid_2", "a_2"::INTEGER, ST_AsText(geometry_2) FROM ${quoted}`,
      ),
    ).toEqual([[1, 'mine', 7, 1, 2, 'POINT (0 10)']]);
    const twins = [await own.draw('twin', [{ n: 1 }]), await own.draw('Twin', [{ n: 2 }])];
    const { events } = await run('SELECT 1');
    expect(errorOf(events)).toBeUndefined();
    const refused = ann.client.open(database.runQuery, {
      params: { databaseId: id },
      body: { query: 'SELECT * FROM layers."A map".twin' },
    });
    await expect(refused).rejects.toMatchObject({
      code: 'SQL_FAILED',
      message: expect.stringContaining(`layers."${own.mapId}"."${twins[0]}"`) as string,
    });
    expect(await rowsOf(`SELECT n::INTEGER FROM layers."${own.mapId}"."${twins[1]}"`)).toEqual([[2]]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-093] what is not there, is deleted, or is of another project is as if it did not exist',
  async () => {
    const other = await server.signUp();
    const secret = await TestMap.make(other);
    const layer = await secret.draw('secret', [{ n: 1 }]);
    const missing = await failureOf('SELECT * FROM layers."A map"."nothing"');
    expect(missing).toMatchObject({ kind: 'missing', message: expect.stringContaining('does not exist') as string });
    expect(await failureOf(`SELECT * FROM layers."${secret.mapId}"."${layer}"`)).toMatchObject({ kind: 'missing' });
    await expect(run('SELECT 1', { person: other })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const short = await own.draw('short', [{ n: 1 }]);
    expect(await rowsOf('SELECT n::INTEGER FROM layers."A map".short')).toEqual([[1]]);
    await own.post({ type: 'Delete_Layers', layer_ids: [short] });
    expect(await failureOf('SELECT * FROM layers."A map".short')).toMatchObject({ kind: 'missing' });
    const viewer = await server.signUp();
    await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
    await expect(run('SELECT 1', { person: viewer })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  },
);

test.skipIf(!isAvailable)(
  '[DBS-094] the schema has the layers by map with their columns, files, and functions for geometries, and a layer is read by pages',
  async (context) => {
    const { data } = await ann.client.call(database.readSchema, { params: { databaseId: id } });
    const layer = data.tables.find(({ name }) => name === 'towns');
    expect(layer).toMatchObject({
      catalog: 'layers',
      schema: 'A map',
      kind: 'layer',
      columns: [
        { name: 'groma_fid', type: 'INTEGER' },
        { name: 'name', type: 'VARCHAR' },
        { name: 'people', type: 'BIGINT' },
        { name: 'mayor', type: 'VARCHAR' },
        { name: 'geometry', type: 'GEOMETRY', geometry: { encoding: 'wkb' } },
      ],
    });
    expect(data.tables.filter(({ kind }) => kind === 'file').map(({ name }) => name)).toEqual(['sales.csv']);
    const page = await ann.client.call(database.readTablePage, {
      params: { databaseId: id, table: 'towns' },
      query: { catalog: 'layers', schema: 'A map', sort: '[{"column":"people","descending":true}]' as never },
    });
    expect(page.rows.map((row) => row[1])).toEqual(['Bb', 'Cc']);
    if (!hasSpatial()) return context.skip('needs the spatial extension');
    expect(data.extensions.loaded).toContain('spatial');
    expect(data.functions?.find(({ name }) => name === 'ST_Buffer')?.signature).toMatch(/^ST_Buffer\(geom GEOMETRY, /);
    return undefined;
  },
);

test.skipIf(!isAvailable)(
  '[DBS-095] functions for geometries work on layers, and what they give goes onto a map',
  async (context) => {
    if (!hasSpatial()) return context.skip('needs the spatial extension');
    expect(
      await rowsOf(`SELECT a.name, b.name AS other, ST_AsText(a.geometry) FROM layers."A map".towns a
      JOIN layers."A map".towns b ON ST_Intersects(a.geometry, ST_Buffer(b.geometry, 0.5)) ORDER BY 1`),
    ).toEqual([
      ['Bb', 'Bb', 'POINT (1 10)'],
      ['Cc', 'Cc', 'POINT (2 10)'],
    ]);
    const { events } = await run('SELECT name, ST_Buffer(geometry, 0.5) AS around FROM layers."A map".towns');
    const told = events.find((event) => event.type === 'query_metadata');
    expect(told?.columns[1]).toMatchObject({ name: 'around', geometry: { encoding: 'wkb' } });
    const { data } = await ann.client.call(map.createMap, {
      params: { projectId: own.projectId },
      body: { name: 'Result' },
    });
    expect(
      await ann.client.call(database.addResultToMap, {
        params: { databaseId: id, resultId: told!.result_id! },
        body: { map_id: data.id, geometry_column: 'around', name: 'buffers' },
      }),
    ).toMatchObject({ features: 2, warnings: [] });
    expect(
      await rowsOf('SELECT count(*)::INTEGER, min(ST_GeometryType(geometry)) FROM layers."Result".buffers'),
    ).toEqual([[2, 'POLYGON']]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-090] a copy of a project has a database of its own, with what people have made in it',
  async () => {
    await rowsOf('CREATE OR REPLACE TABLE notes AS SELECT 42 AS number');
    const {
      data: { operation_id: operationId, project_id: copyId },
    } = await ann.client.call(project.duplicateProject, { params: { projectId: own.projectId }, body: {} });
    await expect
      .poll(async () => (await ann.client.call(operation.readOperation, { params: { operationId } })).data.status, {
        timeout: 20_000,
      })
      .toBe('Completed');
    const databases = await listed(ann, copyId);
    expect(databases.map(({ dbType }) => dbType)).toEqual(['project']);
    expect(databases[0]!.id).not.toBe(id);
    const options = { databaseId: databases[0]!.id };
    expect(await rowsOf('SELECT number FROM notes', options)).toEqual([[42]]);
    expect(await rowsOf('SELECT count(*)::INTEGER FROM layers."A map".towns', options)).toEqual([[2]]);
  },
);
