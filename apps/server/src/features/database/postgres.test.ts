import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CsvParser } from '@groma/geo';
import { database, readSqlFrames, type SqlEvent } from '@groma/protocol';
import { databases } from '../../platform/database/tables/index.ts';
import { openPostgres } from './engine/postgres/postgres-engine.ts';
import { TestMap, vectorOf } from '../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

const debian = new URL('../../../../../scripts/test/debian-postgres.mjs', import.meta.url).href;
const isThere = existsSync('/usr/share/postgresql/15/extension/postgis.control');
const password = 'p4ss;word';

let server: TestServer;
let ann: Person;
let projectId: string;
let postgres: { url: string; stop(): Promise<void> } | undefined;
let id: string;
let place: { host: string; port: number; database: string; user: string };

beforeAll(async () => {
  server = await startTestServer({ outboundAllowed: ['127.0.0.1'] });
  ann = await server.signUp();
  projectId = await ann.makeProject();
  if (!isThere) return;
  postgres = await (
    (await import(debian)) as { startDebianPostgres(): Promise<NonNullable<typeof postgres>> }
  ).startDebianPostgres();
  const { hostname, port } = new URL(postgres.url);
  place = { host: hostname, port: Number(port), database: 'postgres', user: 'groma' };
  id = await register({ ...place, password });
  await run(`CREATE EXTENSION postgis; CREATE TABLE towns (id int PRIMARY KEY, name text NOT NULL, place geometry(Point, 4326), seen timestamptz, tags jsonb, size numeric(10,2));
    INSERT INTO towns VALUES (1, 'Ávila', ST_SetSRID(ST_Point(-4.7, 40.6), 4326), '2026-05-01 10:00+00', '{"a": [1,2]}', 12.50), (2, 'León', NULL, NULL, NULL, NULL);
    CREATE TABLE visits (id serial PRIMARY KEY, town int REFERENCES towns(id)); INSERT INTO visits (town) SELECT 1 + i % 2 FROM generate_series(1, 30000) i; ANALYZE; CREATE VIEW northern AS SELECT * FROM towns WHERE id = 2; COMMENT ON TABLE towns IS 'of Spain'; COMMENT ON COLUMN towns.size IS 'in ha'`);
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});

const register = async (connection: object): Promise<string> =>
  (
    await ann.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'Server', dbType: 'postgres', connection },
    })
  ).data.id;
async function run(query: string, body: object = {}, databaseId = id): Promise<SqlEvent[]> {
  const response = await ann.client.open(database.runQuery, { params: { databaseId }, body: { query, ...body } });
  const events: SqlEvent[] = [];
  for await (const frame of readSqlFrames(response.body!)) if ('event' in frame) events.push(frame.event);
  return events;
}
const errorOf = (events: SqlEvent[]) => events.find((event) => event.type === 'error');
const sql = (query: string, params?: unknown[]) =>
  ann.client.call(database.postgresSql, { query: { databaseId: id }, body: { query, ...(params && { params }) } });

describe.skipIf(!isThere)('a real PostgreSQL with PostGIS (skipped where postgresql-15-postgis-3 is missing)', () => {
  test('[DBS-049] the call of the specification answers columns and data, with geometries recognised', async () => {
    const { columns, data } = await sql('SELECT id, name, place, seen, tags, size FROM towns WHERE id = $1', [1]);
    expect(columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'name', type: 'text' },
      { name: 'place', type: 'geometry(Point,4326)', geometry: { encoding: 'ewkb', srid: 4326, type: 'Point' } },
      { name: 'seen', type: 'timestamp with time zone' },
      { name: 'tags', type: 'jsonb' },
      { name: 'size', type: 'numeric(10,2)' },
    ]);
    expect(data[0]!.filter((_cell, index) => index !== 2 && index !== 3)).toEqual([1, 'Ávila', { a: [1, 2] }, '12.50']);
    expect(
      (
        await sql(
          'SELECT \'POINT(1 2)\' AS w, \'{"type":"Point","coordinates":[1,2]}\' AS j, ST_AsBinary(ST_Point(1,2)) AS b',
        )
      ).columns.map(({ geometry }) => geometry?.encoding),
    ).toEqual(['wkt', 'geojson', 'wkb']);
  });

  test('[DBS-058] [DBS-063] tables come with columns, keys, sizes and first rows', async () => {
    const { tablesWithPreview } = await ann.client.call(database.postgresTables, { query: { databaseId: id } });
    expect(tablesWithPreview.map(({ name, kind }) => [name, kind])).toEqual([
      ['northern', 'view'],
      ['towns', 'table'],
      ['visits', 'table'],
    ]);
    expect([tablesWithPreview[1]!.comment, tablesWithPreview[1]!.columns.at(-1)!.comment]).toEqual([
      'of Spain',
      'in ha',
    ]);
    expect(tablesWithPreview[2]).toMatchObject({
      schema: 'public',
      rowEstimate: 30_000,
      columns: [
        { name: 'id', nullable: false, isPrimaryKey: true },
        { name: 'town', references: { schema: 'public', table: 'towns', column: 'id' } },
      ],
    });
    expect(tablesWithPreview[1]!.previewRows![1]!.slice(0, 2)).toEqual([2, 'León']);
  });

  test('[DBS-060] pages of a table are of one reading, filtered and sorted', async () => {
    const page = async (query: object) =>
      ann.client.call(database.postgresTable, {
        params: { table: 'visits' },
        query: { databaseId: id, ...query } as never,
      });
    const first = await page({});
    expect([first.data.length, first.pagination.totalRows, first.pagination.hasMore]).toEqual([100, 30_000, true]);
    await run('DELETE FROM visits WHERE id > 29990');
    const last = await page({ offset: 29_950, snapshot: first.snapshot });
    expect([last.data.length, last.data.at(-1), last.pagination.hasMore]).toEqual([50, [30_000, 1], false]);
    const sorted = await page({
      limit: 2,
      sort: '[{"column":"id","descending":true}]',
      filter: '[{"column":"town","operator":"equals","value":"2"}]',
    });
    expect([sorted.data, sorted.pagination.totalRows]).toEqual([
      [
        [29_989, 2],
        [29_987, 2],
      ],
      14_995,
    ]);
  });

  test('[DBS-041] [DBS-042] [DBS-043] [DBS-045] [DBS-047] failures are rewritten, with their place', async () => {
    expect(errorOf(await run('SELECT 1;\nSELECT * FORM towns'))).toMatchObject({
      index: 1,
      kind: 'syntax',
      position: 19,
      message: 'SQL Syntax Error: Unexpected "FORM". Please check your SQL syntax near this text.',
    });
    expect(errorOf(await run('SELECT * FROM nowhere'))).toMatchObject({
      message: 'SQL Error: relation "nowhere" does not exist',
      position: 14,
    });
    expect(errorOf(await run("SELECT 'a'::int"))).toMatchObject({
      message: 'SQL Data Type Error: invalid input syntax for type integer: "a"',
    });
    expect(errorOf(await run('SET ROLE pg_monitor; SELECT * FROM towns'))).toMatchObject({
      message: 'SQL Permission Error: permission denied for table towns',
    });
    expect(errorOf(await run("DO $$ BEGIN RAISE 'of my own'; END $$"))).toMatchObject({
      message: 'Query Execution Error: of my own',
    });
    // PostgreSQL says no place for what fails while rows are made: it is that of the statement.
    expect(errorOf(await run('SELECT 1;\n  SELECT 1/0 AS n'))).toMatchObject({
      index: 1,
      message: 'SQL Data Type Error: division by zero',
      position: 12,
    });
    await expect(sql('SELECT * FROM nowhere')).rejects.toMatchObject({ code: 'SQL_FAILED', status: 422 });
  });

  test('[DBS-087] values of every type are in the CSV as psql writes them, truth values as words and geometries as WKT', async () => {
    await run(
      `CREATE EXTENSION IF NOT EXISTS hstore; CREATE TYPE mood AS ENUM ('calm', 'wild'); CREATE DOMAIN percent AS numeric(5, 2) CHECK (VALUE <= 100); CREATE TYPE pair AS (n int, t text)`,
    );
    const expressions = {
      truth: 'true',
      small: "'-32768'::int2",
      whole: "'-2147483648'::int4",
      long: '9223372036854775807',
      oid: '4294967295::oid',
      single: '0.1::real',
      single_large: '1e20::real',
      double: '0.30000000000000004::float8',
      double_large: '1e300::float8',
      double_small: '5e-324::float8',
      thin: '0.00001::float8',
      wide: '1e15::float8',
      odd: "'NaN'::float8",
      endless: "'-Infinity'::float8",
      zero: "'-0'::float8",
      exact: '12345678901234567890.12345',
      nan: "'NaN'::numeric",
      most: "'Infinity'::numeric",
      money: "'1234.5'::money",
      text: '\'a, "b" é\'',
      empty: "''",
      nothing: 'NULL::text',
      padded: "'ab'::char(4)",
      letter: '\'x\'::"char"',
      name: "'n'::name",
      bytes: "'\\xdeadbeef'::bytea",
      day: "'2024-02-29'::date",
      ides: "'0044-03-15 BC'::date",
      never: "'infinity'::date",
      far: "'12024-01-01'::date",
      clock: "'10:20:30.123456'::time",
      midnight: "'24:00:00'::time",
      zoned: "'10:20:30+05:30'::timetz",
      local: "'2024-02-29 10:20:30.5'::timestamp",
      old: "'0044-03-15 12:00:00 BC'::timestamptz",
      moment: "'2024-02-29 10:20:30.123456+00'::timestamptz",
      after: "'infinity'::timestamptz",
      span: "'1 year 2 mons -3 days 04:05:06.7'::interval",
      list: "'{1,NULL,3}'::int[]",
      texts: `ARRAY['a,b', NULL, 'NULL', '"']`,
      grid: "'{{1,2},{3,4}}'::int[]",
      row: "ROW(1, 'a,b')::pair",
      range: "'[1,5)'::int4range",
      moments: "tstzrange('2024-01-01+00', NULL)",
      ranges: "'{[1,3), [5,8)}'::int4multirange",
      uuid: "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
      address: "'192.168.0.1/24'::inet",
      network: "'10.0.0.0/8'::cidr",
      mac: "'08:00:2b:01:02:03'::macaddr",
      json: `'{"b": 1, "a": 12345678901234567890}'::json`,
      json_null: "'null'::jsonb",
      jsonb: `'{"b": 1.50, "a": [null]}'::jsonb`,
      pairs: `'a=>1, b=>NULL'::hstore`,
      mood: "'wild'::mood",
      percent: '12.5::percent',
      bits: "B'1010'",
      varying: "'101'::varbit",
      search: "'a fat cat'::tsvector",
      asked: "'fat & cat'::tsquery",
      xml: "'<a>1</a>'::xml",
      point: "'(1,2)'::point",
      line: "'{1,2,3}'::line",
      segment: "'[(0,0),(1,1)]'::lseg",
      box: "'((0,0),(1,1))'::box",
      path: "'[(0,0),(1,1)]'::path",
      polygon: "'((0,0),(1,1),(1,0))'::polygon",
      circle: "'<(0,0),2>'::circle",
      place: "'pg_lsn'::regtype",
      log: "'16/B374D848'::pg_lsn",
      snapshot: "'10:20:10,14,15'::pg_snapshot",
      wkt: "ST_GeomFromText('LINESTRING ZM (1 2 3 4, 5 6 7 8)', 4326)",
      measured: "ST_GeomFromText('POINT M (1 2 4)')",
    };
    const query = `SELECT ${Object.entries(expressions)
      .map(([column, value]) => `${value} AS ${column}`)
      .join(', ')}`;
    const events = await run(query);
    expect(errorOf(events)).toBeUndefined();
    const { result_id: resultId } = events.find((event) => event.type === 'query_metadata')!;
    const csv = await (
      await ann.client.open(database.downloadResult, { params: { databaseId: id, resultId: resultId! } })
    ).text();
    const said = execFileSync('psql', [postgres!.url, '--csv', '--no-psqlrc', '-c', query], {
      env: { ...process.env, PGPASSWORD: password },
    }).toString();
    const cells = (text: string): Record<string, string> => {
      const [names = [], row = []] = [...new CsvParser(',').push(text)];
      return Object.fromEntries(names.map((name, index) => [name, row[index]!]));
    };
    // The same doubles, in digits without an exponent.
    const other = {
      truth: 'true',
      single_large: '100000000000000000000',
      thin: '0.00001',
      wide: '1000000000000000',
      wkt: 'LINESTRING ZM (1 2 3 4, 5 6 7 8)',
      measured: 'POINT M (1 2 4)',
    };
    expect(cells(csv.replace(/^\uFEFF/, ''))).toEqual({ ...cells(said), ...other });
  });

  test('[DBS-086] rows of PostgreSQL keep their types on a map, in the reference system of their geometry', async () => {
    const map = await TestMap.make(ann, projectId);
    const columns = {
      long: ['9007199254740993', '9007199254740993', 'int64'],
      price: ['12.50::numeric(10,2)', 12.5, 'number'],
      exact: ['12345678901234567.89', '12345678901234567.89', 'text'],
      odd: ["'NaN'::numeric", 'NaN', 'number'],
      single: ['0.1::real', 0.1, 'number'],
      ides: ["'0044-03-15 BC'::date", '-000043-03-15', 'date'],
      clock: ["'10:20:30.5'::time", '10:20:30.5', 'time'],
      local: ["'2024-02-29 10:20:30.123456'::timestamp(6)", '2024-02-29T10:20:30.123456', 'datetime'],
      list: ["'{1,NULL}'::int[]", '{1,NULL}', 'text'],
      tags: [`'{"a": 12345678901234567890}'::json`, { a: '12345678901234567890' }, 'json'],
      code: ["'007'", '007', 'text'],
      said: ["'2024-01-01'", '2024-01-01', 'text'],
    } as const;
    const names = Object.keys(columns) as (keyof typeof columns)[];
    const events = await run(
      `SELECT ST_SetSRID('LINESTRING ZM (500000 0 3 4, 500000 100 5 6)'::geometry, 32633) AS place, ${names.map((name) => `${columns[name][0]} AS ${name}`).join(', ')}, timestamptz '2024-02-29 10:20:30.5+02' AS moment`,
    );
    const { result_id: resultId } = events.find((event) => event.type === 'query_metadata')!;
    const added = await ann.client.call(database.addResultToMap, {
      params: { databaseId: id, resultId: resultId! },
      body: { map_id: map.mapId, geometry_column: 'place', name: 'Typed' },
    });
    const layer = (await map.state()).layers.find((each) => each.id === added.layer_ids[0])!;
    const { manifest, source } = vectorOf(layer.data);
    expect(source.crs).toBe('EPSG:32633');
    expect(manifest.columns.map(({ name, type }) => [name, type])).toEqual([
      ...names.map((name) => [name, columns[name][2]]),
      ['moment', 'datetimetz'],
    ]);
    expect(manifest.parts[0]).toMatchObject({ kind: 'line', hasMeasures: true });
    expect(manifest.bbox![0]).toBeCloseTo(15, 6);
    const [feature] = [...(await map.features(layer.id)).values()];
    const { moment, ...rest } = feature!.properties;
    expect(rest).toEqual(Object.fromEntries(names.map((name) => [name, columns[name][1]])));
    expect(Date.parse(String(moment))).toBe(Date.UTC(2024, 1, 29, 8, 20, 30, 500));
  });

  test('a query is canceled on the server itself within a second', async () => {
    const runId = crypto.randomUUID();
    const running = run('SELECT pg_sleep(60), 1 AS canceled', { run_id: runId });
    const active = async () =>
      (
        await sql(
          "SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%canceled%' AND state = 'active' AND pid <> pg_backend_pid()",
        )
      ).data[0]![0];
    await expect.poll(active).toBe(1);
    const began = performance.now();
    await ann.client.call(database.cancelRun, { params: { databaseId: id, runId } });
    expect(errorOf(await running)).toMatchObject({ kind: 'canceled' });
    await expect.poll(active, { timeout: 3_000 }).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('passwords are encrypted in the records, returned by no call, and not sent to another server', async () => {
    const [row] = (await server.platform.database.query.select().from(databases)).filter((each) => each.id === id);
    expect(JSON.stringify(row)).not.toContain(password);
    expect(row!.credentials!.length).toBeGreaterThan(20);
    const texts = await Promise.all(
      [`/api/databases/${id}`, `/api/databases/projects/${projectId}`].map(async (path) =>
        (await ann.fetch(path)).text(),
      ),
    );
    for (const text of texts) expect(text).not.toContain(password);
    expect(JSON.parse(texts[0]!)).toMatchObject({ data: { connection: { host: '127.0.0.1', hasPassword: true } } });
    const moved = await register({ ...place, password });
    await ann.client.call(database.changeConnection, {
      params: { databaseId: moved },
      body: { ...place, host: 'elsewhere.example' },
    });
    expect(
      (await ann.client.call(database.readDatabase, { params: { databaseId: moved } })).data.connection,
    ).toMatchObject({ host: 'elsewhere.example', hasPassword: false });
  });
});

test.skipIf(!isThere)(
  'a connection is encrypted, and a server that must prove itself is believed by its certificate and name only',
  async () => {
    const folder = (await sql('SHOW data_directory')).data[0]![0] as string;
    const owner = statSync(folder);
    const names = { certificate: join(folder, 'test.crt'), key: join(folder, 'test.key') };
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=groma test',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        names.key,
        '-out',
        names.certificate,
      ],
      { stdio: 'pipe' },
    );
    for (const path of Object.values(names)) {
      chmodSync(path, 0o600);
      chownSync(path, owner.uid, owner.gid);
    }
    const certificate = readFileSync(names.certificate, 'utf8');
    const encrypted = async (
      tls: 'disable' | 'prefer' | 'require' | 'verify-full',
      more: { certificate?: string; host?: string } = {},
    ) => {
      const session = await openPostgres({
        type: 'postgres',
        addresses: ['127.0.0.1'],
        ...place,
        password,
        tls,
        certificate: undefined,
        statementMs: 10_000,
        ...more,
      }).session();
      const { batches } = await session.run('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      for await (const { columns } of batches) return columns[0]!.values[0] === 1;
      return undefined;
    };
    expect([await encrypted('disable'), await encrypted('prefer')]).toEqual([false, false]);
    await expect(encrypted('require')).rejects.toThrow(/does not support SSL/i);
    for (const setting of [`ssl_cert_file = '${names.certificate}'`, `ssl_key_file = '${names.key}'`, 'ssl = on'])
      await sql(`ALTER SYSTEM SET ${setting}`);
    await sql('SELECT pg_reload_conf()');
    await expect.poll(() => encrypted('prefer'), { timeout: 15_000 }).toBe(true);
    expect([
      await encrypted('require'),
      await encrypted('disable'),
      await encrypted('verify-full', { certificate }),
    ]).toEqual([true, false, true]);
    await expect(encrypted('verify-full')).rejects.toMatchObject({
      failure: { kind: 'connection', detail: expect.stringMatching(/self-signed|certificate/i) as string },
    });
    await expect(encrypted('verify-full', { certificate, host: 'db.example' })).rejects.toMatchObject({
      failure: { kind: 'connection' },
    });
    const kept = await register({ ...place, password, tls: 'verify-full', certificate });
    const { data } = await ann.client.call(database.changeConnection, {
      params: { databaseId: kept },
      body: { ...place, tls: 'verify-full', database: 'template1' },
    });
    expect(data.connection).toMatchObject({ tls: 'verify-full', hasPassword: true });
    expect(
      (
        await ann.client.call(database.postgresSql, {
          query: { databaseId: kept },
          body: { query: 'SELECT current_database()' },
        })
      ).data,
    ).toEqual([['template1']]);
  },
);
