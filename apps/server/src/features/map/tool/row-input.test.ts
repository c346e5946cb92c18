import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layerReference } from '@groma/model';
import { database, resource, tool, type BodyOf } from '@groma/protocol';
import { startWithMap, TestMap, vectorOf } from '../../../../test/test-map.ts';
import { TestSql } from '../../../../test/test-sql.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';

const { isAvailable } = await checkSandbox();
const debian = new URL('../../../../../../scripts/test/debian-postgres.mjs', import.meta.url).href;
const hasPostgis = existsSync('/usr/share/postgresql/15/extension/postgis.control');
let server: TestServer;
let ann: Person;
let own: TestMap;
let city: TestSql;
let towns: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap({ outboundAllowed: ['127.0.0.1'] }));
  towns = await own.draw('Towns', [{ code: 'A' }, { code: 'B' }, { code: 'C' }]);
  const { data } = await ann.client.call(database.createDatabase, {
    params: { projectId: own.projectId },
    body: { name: 'city', dbType: 'managed-duckdb' },
  });
  city = new TestSql(ann, data.id);
  if (isAvailable)
    await city.rows(`CREATE TABLE sales AS SELECT * FROM (VALUES ('A', 10), ('B', 20)) t(code, sales);
      CREATE TABLE wells AS SELECT 1 AS id, 'POINT (1 2)' AS place UNION ALL SELECT 2, 'POINT (3 4)';
      CREATE TABLE "od/d" AS SELECT 7 AS n, NULL AS place WHERE false`);
});
afterAll(() => server.close());

type Body = BodyOf<typeof tool.runTool>;
const run = async (toolId: string, body: Partial<Body>, map = own) =>
  (
    await map.person.client.call(tool.runTool, {
      params: { toolId, projectId: map.projectId },
      body: { parameters: {}, output: { kind: 'layer', map_id: map.mapId }, ...body },
    })
  ).data;
const reference = () => layerReference({ mapId: own.mapId, layerId: towns });
const join = (other: string) =>
  run('attribute_join', {
    layer: reference(),
    parameters: { other_layer: other, column: 'code', other_column: 'code' },
  });
const originOf = async (layerId: string) => (await own.origins()).find(({ thing }) => thing.endsWith(layerId))!;
const rename = (name: string) =>
  ann.client.call(database.renameDatabase, { query: { id: city.databaseId }, body: { name } });
const valuesOf = async (layerId: string, column: string) =>
  [...(await own.features(layerId)).values()].map(({ properties }) => properties[column]);
const strays = async (): Promise<number> => {
  const { layers } = await own.state();
  const kept = new Set(layers.map(({ id }) => id));
  return (await server.platform.blobs.list('layers/')).filter((key) => !kept.has(key.split('/')[1]!)).length;
};
/** The id of what the newest query in the database has left. */
const newestResult = async (): Promise<string> => {
  const { data } = await ann.client.call(database.listHistory, {
    params: { databaseId: city.databaseId },
  });
  return data[0]!.results[0]!.result_id!;
};

test.skipIf(!isAvailable)(
  '[RES-008] a table of a database is joined by its name as it is then, and the origin holds its id',
  async () => {
    const { layer } = await join('table:city/main/sales');
    expect(await valuesOf(layer!.id, 'sales')).toEqual([10, 20, null]);
    const { inputs, parameters } = await originOf(layer!.id);
    const byId = `table:${city.databaseId}/main/sales`;
    expect(inputs).toContainEqual(
      expect.objectContaining({ input: 'other', reference: byId, name: 'sales', version: 0, current: 0 }),
    );
    expect(parameters['other_layer']).toBe(byId);
    await rename('town');
    await city.rows("INSERT INTO sales VALUES ('C', 30)");
    await own.again(layer!.id);
    expect(await valuesOf(layer!.id, 'sales')).toEqual([10, 20, 30]);
    await rename('city');
  },
);

test.skipIf(!isAvailable)(
  '[RES-008] features of a table are taken from the column that holds geometries, and nothing of them stays',
  async () => {
    const before = await strays();
    const { layer, name, count } = await run('centroid', { layer: 'table:city/main/wells' });
    expect([name, count]).toEqual(['wells (Centroid)', 2]);
    expect([...(await own.features(layer!.id)).values()].map(({ geometry }) => geometry)).toEqual([
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: [3, 4] },
    ]);
    expect(vectorOf(layer!.data).manifest.columns.map((column) => column.name)).not.toContain('place');
    expect(await strays()).toBe(before);
    const rows = await run('aggregate', {
      layer: 'table:city/main/sales',
      parameters: { group_by: ['code'] },
    });
    expect(rows.count).toBe(3);
    await expect(run('centroid', { layer: 'table:city/main/od%2Fd' })).rejects.toMatchObject({
      code: 'TOOL_NEEDS_FEATURES',
    });
  },
);

test.skipIf(!isAvailable)(
  '[RES-008] the result of a query is taken while it is kept, by whoever ran it alone',
  async () => {
    await city.rows("SELECT code, 5 * sales AS sales FROM sales WHERE code <> 'C' ORDER BY 1");
    const result = `result:${await newestResult()}`;
    const { data: listed } = await ann.client.call(resource.listResources, {
      params: { projectId: own.projectId },
      query: { query: 'select code', kinds: 'result' },
    });
    expect(listed).toEqual([
      expect.objectContaining({
        kind: 'result',
        reference: result,
        label: "SELECT code, 5 * sales AS sales FROM sales WHERE code <> 'C…",
        place: 'city',
        rows: 2,
      }),
    ]);
    const { data: read } = await ann.client.call(resource.readResource, {
      params: { projectId: own.projectId },
      query: { name: result },
    });
    expect(read.columns.map(({ name }) => name)).toEqual(['code', 'sales']);
    const { layer } = await join(result);
    expect(await valuesOf(layer!.id, 'sales')).toEqual([50, 100, null]);
    expect((await originOf(layer!.id)).inputs).toContainEqual(
      expect.objectContaining({ reference: result, version: 0, current: 0 }),
    );
    await own.again(layer!.id);
    await ann.client.call(database.clearHistory, { params: { databaseId: city.databaseId } });
    expect((await originOf(layer!.id)).inputs).toContainEqual(
      expect.objectContaining({ reference: result, version: 0, current: null }),
    );
    await expect(own.again(layer!.id)).rejects.toMatchObject({
      code: 'LAYER_GONE',
      message: expect.stringContaining('SELECT code, 5 * sales'),
    });
    const ben = await server.signUp();
    const { data: others } = await ben.client.call(resource.listResources, {
      params: { projectId: await ben.makeProject() },
      query: { kinds: 'result' },
    });
    expect(others).toEqual([]);
    const bens = await TestMap.make(ben);
    await expect(run('aggregate', { layer: result }, bens)).rejects.toMatchObject({ code: 'RESULT_GONE' });
    await expect(run('aggregate', { layer: `table:${city.databaseId}/main/sales` }, bens)).rejects.toMatchObject({
      code: 'TABLE_NOT_FOUND',
    });
  },
);

test.skipIf(!isAvailable)('[RES-008] a table that is gone is refused by name', async () => {
  await city.rows('CREATE TABLE gone AS SELECT * FROM sales');
  const { layer } = await join('table:city/main/gone');
  await city.rows('DROP TABLE gone');
  await expect(own.again(layer!.id)).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
  await expect(run('aggregate', { layer: 'table:city/main/gone' })).rejects.toMatchObject({
    code: 'TABLE_NOT_FOUND',
    message: expect.stringContaining('gone'),
  });
  await expect(run('aggregate', { layer: 'table:nowhere/main/gone' })).rejects.toMatchObject({
    code: 'TABLE_NOT_FOUND',
    message: expect.stringContaining('nowhere/main/gone'),
  });
  await expect(run('aggregate', { layer: 'table:city/main/sales', output: { kind: 'replace' } })).rejects.toMatchObject(
    { code: 'BAD_INPUT' },
  );
});

test.skipIf(!isAvailable || !hasPostgis)(
  '[RES-008] a table of PostgreSQL is taken with its geometries, in degrees from whatever system it has',
  async () => {
    const postgres = await (
      (await import(debian)) as { startDebianPostgres(): Promise<{ url: string; stop(): Promise<void> }> }
    ).startDebianPostgres();
    try {
      const { hostname, port } = new URL(postgres.url);
      const connection = {
        host: hostname,
        port: Number(port),
        database: 'postgres',
        user: 'groma',
        password: 'p4ss;word',
      };
      const { data } = await ann.client.call(database.createDatabase, {
        params: { projectId: own.projectId },
        body: { name: 'spain', dbType: 'postgres', connection },
      });
      await new TestSql(ann, data.id)
        .rows(`CREATE EXTENSION postgis; CREATE TABLE towns (id int, place geometry(Point, 25830), seen date);
        INSERT INTO towns VALUES (1, ST_Transform(ST_SetSRID(ST_MakePoint(-4.7, 40.6), 4326), 25830), '2026-05-01'), (2, NULL, NULL)`);
      const { layer } = await run('field_calculator', {
        layer: 'table:spain/public/towns',
        parameters: { column_name: 'double', expression: '$id * 2' },
      });
      const [first, second] = [...(await own.features(layer!.id)).values()];
      expect(first!.properties).toEqual({ id: 1, seen: '2026-05-01', double: 2 });
      expect(first!.geometry).toMatchObject({ coordinates: [expect.closeTo(-4.7, 7), expect.closeTo(40.6, 7)] });
      expect(second).toMatchObject({ geometry: null, properties: { id: 2, double: 4 } });
    } finally {
      await postgres.stop();
    }
  },
);
