import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionKinds, isDatabaseType, type ProjectId } from '@groma/model';
import { database, operation, project, readSqlFrames, type SqlEvent } from '@groma/protocol';
import { idsOf, signalProcesses } from '../../../test/processes.ts';
import { TestMap, vectorOf } from '../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { tenantOf } from '../../../test/test-tenant.ts';
import { attempts, databases } from '../../platform/database/tables/index.ts';
import { readProcessUse } from '../../platform/kernel/process-tree.ts';
import { checkSandbox } from '../../platform/kernel/sandbox.ts';
import { ConnectionTests } from './connection-tests.ts';
import type { OpenDatabases } from './open-databases.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let projectId: string;
let id: string;

beforeAll(async () => {
  server = await startTestServer({ storage: { url: undefined, projectBytes: 12_000_000, tenantBytes: 60_000_000 } });
  ann = await server.signUp();
  projectId = await ann.makeProject();
  ({
    data: { id },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Survey', dbType: 'managed-duckdb' },
  }));
});
afterAll(() => server.close());

async function run(query: string, databaseId = id, person = ann): Promise<SqlEvent[]> {
  return eventsOf((await person.client.open(database.runQuery, { params: { databaseId }, body: { query } })).body);
}
async function eventsOf(body: Response['body']): Promise<SqlEvent[]> {
  const events: SqlEvent[] = [];
  for await (const frame of readSqlFrames(body!)) if ('event' in frame) events.push(frame.event);
  return events;
}
const errorOf = (events: SqlEvent[]) => events.find((event) => event.type === 'error');
const codeOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code];

test('[DBS-004] [DBS-005] [DBS-006] nine kinds are known; the three with a driver can be made, the others are refused', async () => {
  expect(connectionKinds).toEqual([
    'postgres',
    'managed-duckdb',
    'motherduck',
    'esri-arcgis',
    'oracle-spatial',
    'snowflake',
    'bigquery',
    'redshift',
    'spatialite',
  ]);
  const make = (dbType: string, connection?: object) =>
    ann.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: dbType, dbType: dbType as never, connection },
    });
  const made = [
    await make('postgres', { host: 'db.example', database: 'd', user: 'u', password: 'p' }),
    await make('motherduck', { database: 'm', token: 't' }),
  ];
  expect(made.map(({ data }) => data.dbType)).toEqual(['postgres', 'motherduck']);
  for (const kind of connectionKinds.filter((each) => !isDatabaseType(each)))
    await expect(make(kind, {})).rejects.toMatchObject({ code: 'BAD_INPUT' });
  for (const { data } of made)
    await ann.client.call(database.deleteDatabase, { query: { id: data.id, tenant_id: await tenantOf(ann) } });
});

test('[DBS-017] [DBS-061] a query names its tenant, project and database; one that is deleted is gone, and only by who is of its tenant', async () => {
  const post = async (path: string) =>
    codeOf(
      await ann.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.origin },
        body: '{"query":"SELECT 1"}',
      }),
    );
  const other = await server.signUp();
  expect(await post('/api/databases/postgres/sql')).toEqual([404, 'NOT_FOUND']);
  const path = (tenant: string, ofProject: string, of: string) =>
    `/api/databases/managed-duckdb/db/${tenant}/${ofProject}/${of}/sql`;
  for (const wrong of [
    path(await tenantOf(other), projectId, id),
    path(await tenantOf(ann), await other.makeProject(), id),
    path(await tenantOf(ann), projectId, 'none'),
  ])
    expect((await post(wrong))[0]).toBeGreaterThanOrEqual(400);
  const { data: short } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Short', dbType: 'managed-duckdb' },
  });
  await expect(
    other.client.call(database.deleteDatabase, { query: { id: short.id, tenant_id: await tenantOf(other) } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await ann.client.call(database.deleteDatabase, { query: { id: short.id, tenant_id: await tenantOf(ann) } });
  await expect(ann.client.call(database.readDatabase, { params: { databaseId: short.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test.skipIf(!isAvailable)(
  '[DBS-075] a database whose process is killed says so to who waits for it, and answers the next question with all that was in it',
  async () => {
    await run(
      'CREATE TABLE kept AS SELECT range AS n FROM range(5); CREATE VIEW endless AS SELECT sum(a.range * b.range) AS s FROM range(10000000) a, range(10000000) b',
    );
    const { body } = await ann.client.open(database.runQuery, {
      params: { databaseId: id },
      body: { query: 'SELECT * FROM endless' },
    });
    signalProcesses(await idsOf(`/${id} `), 'SIGKILL');
    expect(errorOf(await eventsOf(body))).toMatchObject({ kind: 'connection' });
    const page = ann.client
      .call(database.readTablePage, { params: { databaseId: id, table: 'endless' }, query: {} })
      .catch((error: unknown) => error);
    // More than it takes to start: it is at work for the page.
    const processorSeconds = async () =>
      Math.max(
        0,
        ...(await Promise.all(
          (await idsOf(`/${id} `)).map(async (processId) => (await readProcessUse(processId, 100)).cpuSeconds),
        )),
      );
    await expect.poll(processorSeconds).toBeGreaterThan(3);
    signalProcesses(await idsOf(`/${id} `), 'SIGKILL');
    expect(await page).toMatchObject({
      code: 'DATABASE_CONNECTION_LOST',
      message: 'Database connection error. Please try again.',
    });
    const {
      data: [item],
    } = await ann.client.call(database.listHistory, { params: { databaseId: id }, query: { limit: 1 } });
    expect(item).toMatchObject({ success: false, isExecuting: false });
    // Rows that came before the end of its process are not all.
    const half = ann.client.open(database.runQuery, {
      params: { databaseId: id },
      body: { query: 'SELECT range AS n FROM range(2000000000)' },
    });
    const killed: SqlEvent[] = [];
    for await (const frame of readSqlFrames((await half).body!)) {
      if ('event' in frame) killed.push(frame.event);
      else if (!killed.some(({ type }) => type === 'error')) signalProcesses(await idsOf(`/${id} `), 'SIGKILL');
    }
    expect(killed.map(({ type }) => type)).toEqual(['statement', 'query_metadata', 'error', 'end']);
    const [, { result_id: resultId }] = killed as [unknown, { result_id: string }];
    await expect(
      ann.client.open(database.downloadResult, { params: { databaseId: id, resultId } }),
    ).rejects.toMatchObject({ code: 'RESULT_INCOMPLETE' });
    // A copy of one whose log was left behind has what stands in the log.
    const { data: copy } = await ann.client.call(database.duplicateDatabase, { params: { databaseId: id }, body: {} });
    for (const of of [copy.id, id])
      expect(
        (await ann.client.call(database.readTablePage, { params: { databaseId: of, table: 'kept' }, query: {} })).rows,
      ).toHaveLength(5);
    await ann.client.call(database.deleteDatabase, { query: { id: copy.id, tenant_id: await tenantOf(ann) } });
  },
);

test.skipIf(!isAvailable)(
  '[DBS-084] lines of JSON break off where the process of their database ends on the way',
  async () => {
    const reply = await ann.client.open(database.managedSql, {
      params: { tenantId: await tenantOf(ann), projectId, databaseId: id },
      body: { query: 'SELECT range AS n FROM range(2000000000)' } as never,
    });
    const reader = reply.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    signalProcesses(await idsOf(`/${id} `), 'SIGKILL');
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('terminated');
  },
);

test('geometries of a result become a layer, in their reference system; what is none is refused, and a viewer adds nothing', async () => {
  const map = await TestMap.make(ann, projectId);
  const events = await run(
    "SELECT 'Paks' AS name, 'POINT (18.87 46.62)' AS place, 3.5 AS flow UNION ALL SELECT 'Mohács', 'POINT (18.7 46)', NULL",
  );
  const { result_id: resultId } = events.find((event) => event.type === 'query_metadata')!;
  const add = (column: string, person = ann) =>
    person.client.call(database.addResultToMap, {
      params: { databaseId: id, resultId: resultId! },
      body: { map_id: map.mapId, geometry_column: column, name: 'Gauges' },
    });
  const {
    layer_ids: [layerId],
    features,
  } = await add('place');
  expect(features).toBe(2);
  expect(
    [...(await map.features(layerId!)).values()]
      .map(({ properties }) => [properties?.['name'], properties?.['flow']])
      .toSorted(),
  ).toEqual([
    ['Mohács', null],
    ['Paks', 3.5],
  ]);
  await expect(add('name')).rejects.toMatchObject({ code: 'GEOMETRY_UNREADABLE' });
  const viewer = await server.signUp();
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
  await expect(add('place', viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('[DBS-108] columns of longitudes and latitudes place the rows of a result, and stay columns of the layer', async () => {
  const map = await TestMap.make(ann, projectId);
  const events = await run(
    "SELECT * FROM (VALUES ('Paks', 18.87, '46.62'), ('nowhere', NULL, '46'), ('beyond', 18.7, '460'), ('odd', 18.7, 'north')) AS t(name, longd, latd)",
  );
  const { result_id: resultId } = events.find((event) => event.type === 'query_metadata')!;
  const add = (longitude: string, latitude: string) =>
    ann.client.call(database.addResultToMap, {
      params: { databaseId: id, resultId: resultId! },
      body: { map_id: map.mapId, geometry_column: longitude, latitude_column: latitude, name: 'Towns' },
    });
  const added = await add('longd', 'latd');
  expect(added.features).toBe(2);
  expect(added.warnings.join(' ')).toContain('2 rows of "Towns" could not become features');
  const features = [...(await map.features(added.layer_ids[0]!)).values()];
  const found = features.map(({ properties, geometry }) => [properties?.['name'], properties?.['latd'], geometry]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['Paks', '46.62', { type: 'Point', coordinates: [18.87, 46.62] }],
      ['nowhere', '46', null],
    ]),
  );
  await expect(add('longd', 'missing')).rejects.toMatchObject({ code: 'GEOMETRY_UNREADABLE' });
});

test('[VEC-061] a geometry of a result that is no place on earth, or none at all, costs none of the others', async () => {
  const map = await TestMap.make(ann, projectId);
  const events = await run(
    "SELECT * FROM (VALUES ('a', 'POINT (18.87 46.62)'), ('b', 'POINT (18.7 460)'), ('c', 'POINT (18.7'), ('d', 'POINT (18.7 46)')) AS t(name, place)",
  );
  const { result_id: resultId } = events.find((event) => event.type === 'query_metadata')!;
  const added = await ann.client.call(database.addResultToMap, {
    params: { databaseId: id, resultId: resultId! },
    body: { map_id: map.mapId, geometry_column: 'place', name: 'Gauges' },
  });
  expect(added.features).toBe(2);
  expect(added.warnings).toEqual([expect.stringContaining('2 rows of "Gauges" could not become features') as string]);
  expect(
    [...(await map.features(added.layer_ids[0]!)).values()].map(({ properties }) => properties?.['name']).toSorted(),
  ).toEqual(['a', 'd']);
});

test('[DBS-086] rows of a result keep their types on a map: long integers, decimals, NaN, dates, times, JSON, bytes, M, and rows without a place', async () => {
  const map = await TestMap.make(ann, projectId);
  const values = {
    long: ['9007199254740993::BIGINT', '9007199254740993', 'int64'],
    beyond: ['18446744073709551615::UBIGINT', '18446744073709551615', 'text'],
    huge: ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727', 'text'],
    few: ['12::HUGEINT', 12, 'integer'],
    single: ['0.1::FLOAT', 0.1, 'number'],
    odd: ["'NaN'::DOUBLE", 'NaN', 'number'],
    price: ['12.50::DECIMAL(10, 2)', 12.5, 'number'],
    exact: ['12345678901234567.89::DECIMAL(38, 2)', '12345678901234567.89', 'text'],
    ides: ["'0044-03-15 (BC)'::DATE", '-000043-03-15', 'date'],
    never: ["'infinity'::DATE", 'infinity', 'text'],
    clock: ["'10:20:30.123456'::TIME", '10:20:30.123456', 'time'],
    local: ["'2024-02-29 10:20:30.123456'::TIMESTAMP", '2024-02-29T10:20:30.123456', 'datetime'],
    fine: ["'2024-02-29 10:20:30.123456789'::TIMESTAMP_NS", '2024-02-29T10:20:30.123456789', 'datetime'],
    moment: ["'2024-02-29 10:20:30.5+02'::TIMESTAMPTZ", '2024-02-29T08:20:30.5Z', 'datetimetz'],
    said: ["'2024-01-01'", '2024-01-01', 'text'],
    code: ["'007'", '007', 'text'],
    yes: ['true', true, 'boolean'],
    nested: ["{'a': [9007199254740993, NULL]}", { a: ['9007199254740993', null] }, 'json'],
    bytes: ["'\\xFF\\x00'::BLOB", '\\xff00', 'text'],
    other: ["'POINT (1 2)'::GEOMETRY", 'POINT (1 2)', 'text'],
  } as const;
  const names = Object.keys(values) as (keyof typeof values)[];
  const events = await run(
    `SELECT 1 AS n, 'LINESTRING ZM (1 2 3 4, 5 6 7 8)' AS place, ${names.map((name) => `${values[name][0]} AS ${name}`).join(', ')} UNION ALL SELECT 2, ${['place', ...names].map(() => 'NULL').join(', ')}`,
  );
  expect(errorOf(events)).toBeUndefined();
  const { result_id: resultId } = events.find((event) => event.type === 'query_metadata')!;
  const added = await ann.client.call(database.addResultToMap, {
    params: { databaseId: id, resultId: resultId! },
    body: { map_id: map.mapId, geometry_column: 'place', name: 'Kept 1.2' },
  });
  expect(added.features).toBe(2);
  const layer = (await map.state()).layers.find((each) => each.id === added.layer_ids[0])!;
  expect(layer.text).toBe('Kept 1.2');
  const { manifest } = vectorOf(layer.data);
  expect(Object.fromEntries(manifest.columns.map(({ name, type }) => [name, type]))).toEqual({
    n: 'integer',
    ...Object.fromEntries(names.map((name) => [name, values[name][2]])),
  });
  expect(manifest.parts.map((part) => [part['kind'], part['hasMeasures'] ?? false])).toEqual([
    ['line', true],
    ['none', false],
  ]);
  const rows = [...(await map.features(layer.id)).values()].toSorted(
    (one, other) => Number(one.properties['n']) - Number(other.properties['n']),
  );
  expect(rows.map(({ properties }) => properties)).toEqual([
    { n: 1, ...Object.fromEntries(names.map((name) => [name, values[name][1]])) },
    { n: 2, ...Object.fromEntries(names.map((name) => [name, null])) },
  ]);
});

test('a project is copied with what is in its databases; the copy of a connection has no password', async () => {
  await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: {
      name: 'Server',
      dbType: 'postgres',
      connection: { host: 'db.example', database: 'd', user: 'u', password: 'p' },
    },
  });
  await run('CREATE TABLE copied AS SELECT 41 + 1 AS answer');
  // What it was kept with has changed since; the copy needs no password.
  await server.platform.database.query
    .update(databases)
    .set({ credentials: 'kept with another key' })
    .where(eq(databases.name, 'Server'));
  const {
    data: { operation_id: operationId, project_id: copyId },
  } = await ann.client.call(project.duplicateProject, { params: { projectId }, body: {} });
  await expect
    .poll(async () => (await ann.client.call(operation.readOperation, { params: { operationId } })).data.status, {
      timeout: 20_000,
    })
    .toBe('Completed');
  const { data: copies } = await ann.client.call(database.listDatabases, { params: { projectId: copyId } });
  expect(copies.map(({ name, connection }) => [name, connection?.hasPassword ?? null])).toEqual([
    ['This project', null],
    ['Server', false],
    ['Survey', null],
  ]);
  expect(
    (
      await ann.client.call(database.readTablePage, {
        params: { databaseId: copies[2]!.id, table: 'copied' },
        query: {},
      })
    ).rows,
  ).toEqual([[42]]);
});

test('few connections are tried at once by one person, and not without end', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const tests = new ConnectionTests(server.platform, { test: () => promise } as unknown as OpenDatabases);
  const begin = (userId = ann.id) =>
    tests.run(
      { type: 'motherduck', database: 'm' },
      { projectId: projectId as ProjectId, userId, signal: new AbortController().signal },
    );
  const [one, two] = [begin(), begin()];
  await expect(begin()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  const others = begin('another');
  resolve('DuckDB');
  expect(await Promise.all([one, two, others])).toEqual(
    Array.from({ length: 3 }, () => ({ success: true, version: 'DuckDB' })),
  );
  expect(await begin()).toEqual({ success: true, version: 'DuckDB' });
  await server.platform.database.query
    .update(attempts)
    .set({ count: 60 })
    .where(eq(attempts.key, `database-test:${ann.id}`));
  await expect(
    ann.client.call(database.testConnection, {
      params: { projectId },
      body: { dbType: 'postgres', connection: { host: 'db.example', database: 'd', user: 'u' } },
    }),
  ).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});

test('a password that was kept with another key is entered again', async () => {
  const place = { host: 'db.example', database: 'd', user: 'u' };
  const {
    data: { id: locked },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Locked', dbType: 'postgres', connection: { ...place, password: 'p' } },
  });
  await server.platform.database.query
    .update(databases)
    .set({ credentials: 'kept with another key' })
    .where(eq(databases.id, locked));
  const change = (connection: object) =>
    ann.client.call(database.changeConnection, { params: { databaseId: locked }, body: connection });
  await expect(change(place)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('Enter it again'),
  });
  expect((await change({ ...place, password: 'q' })).data.connection).toMatchObject({ hasPassword: true });
  // Kept with the key of now, it stays without being said.
  expect((await change({ ...place, database: 'e' })).data.connection).toMatchObject({
    database: 'e',
    hasPassword: true,
  });
});

test.skipIf(!isAvailable)('a database that would outgrow its project is stopped by an error, and goes on', async () => {
  const {
    data: { id: large },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Large', dbType: 'managed-duckdb' },
  });
  expect(
    errorOf(
      await run(
        'CREATE TABLE a AS SELECT random() AS a, random() AS b, random() AS c, random() AS d FROM range(600000); CHECKPOINT',
        large,
      ),
    ),
  ).toBeDefined();
  expect(errorOf(await run('SELECT 1', large))).toBeUndefined();
});

test('[DBS-050] [DBS-059] a MotherDuck that cannot be reached, or does not take the token, says so by every call, without the token', async () => {
  const {
    data: { id: duck },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Duck', dbType: 'motherduck', connection: { database: 'gauges', token: 'a-secret-token' } },
  });
  const words = isAvailable
    ? /^(Network Error: Unable to connect to database server\. Couldn’t reach MotherDuck|SQL Permission Error)/
    : /bubblewrap/;
  const failure = await ann.client
    .call(database.motherduckSql, { query: { databaseId: duck }, body: { query: 'SELECT 1' } })
    .catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ message: expect.stringMatching(words) });
  const schema = await ann.client
    .call(database.motherduckTables, { query: { databaseId: duck } })
    .catch((error: unknown) => error as Error);
  expect(schema).toMatchObject({ code: 'SCHEMA_FAILED', details: { reason: expect.stringMatching(words) } });
  expect(JSON.stringify([failure, schema])).not.toContain('a-secret-token');
});
