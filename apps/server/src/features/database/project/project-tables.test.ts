import { existsSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestSql } from '../../../../test/test-sql.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';

const debian = new URL('../../../../../../scripts/test/debian-postgres.mjs', import.meta.url).href;
const hasPostgis = existsSync('/usr/share/postgresql/15/extension/postgis.control');
const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let own: TestMap;
let sql: TestSql;
let city: TestSql;

beforeAll(async () => {
  server = await startTestServer({ outboundAllowed: ['127.0.0.1'] });
  ann = await server.signUp();
  own = await TestMap.make(ann);
  sql = await TestSql.ofProject(ann, own.projectId);
  await own.draw('towns', [{ name: 'Aa' }, { name: 'Bb' }]);
  city = await make('City "of".x', 'managed-duckdb');
  if (isAvailable)
    await city.rows(`CREATE TABLE sales AS SELECT * FROM (VALUES ('Aa', 10), ('Bb', 25), ('Bb', NULL)) t(town, amount);
      CREATE SCHEMA "my schema"; CREATE TABLE "my schema"."odd ""t""" AS SELECT 1 AS "a.b"; CREATE VIEW wide AS SELECT town FROM sales`);
});
afterAll(() => server.close());

async function make(name: string, dbType: 'managed-duckdb' | 'postgres', connection?: object): Promise<TestSql> {
  const { data } = await ann.client.call(database.createDatabase, {
    params: { projectId: own.projectId },
    body: { name, dbType, ...(connection && { connection }) },
  });
  return new TestSql(ann, data.id);
}

/** A failure before the first statement begins is that of the call. */
const refusal = (query: string) => sql.run(query).then(String, (error: Error) => error.message);

test.skipIf(!isAvailable)(
  '[DBS-099, DBS-101] one statement reads layers and tables of connected databases, as they are now',
  async () => {
    const join = `SELECT t.name, sum(s.amount)::INTEGER AS amount FROM layers."A map".towns t
      JOIN tables."City ""of"".x"."main"."sales" s ON s.town = t.name GROUP BY ALL ORDER BY 1`;
    expect(await sql.rows(join)).toEqual([
      ['Aa', 10],
      ['Bb', 25],
    ]);
    await city.rows("INSERT INTO sales VALUES ('Aa', 7)");
    expect(await sql.rows(join)).toEqual([
      ['Aa', 17],
      ['Bb', 25],
    ]);
    const other = `SELECT tables."CITY ""of"".X".main.wide.town FROM tables."CITY ""of"".X".main.wide ORDER BY 1 LIMIT 1`;
    expect(await sql.rows(other)).toEqual([['Aa']]);
    expect(await sql.rows(`SELECT "a.b" FROM tables."${city.databaseId}"."my schema"."odd ""t"""`)).toEqual([[1]]);
    await ann.client.call(database.readSchema, { params: { databaseId: city.databaseId } });
    const { data } = await ann.client.call(database.readSchema, { params: { databaseId: sql.databaseId } });
    expect(data.connected).toContainEqual({
      database: 'City "of".x',
      schema: 'main',
      name: 'sales',
      kind: 'table',
      columns: [
        { name: 'town', type: 'VARCHAR' },
        { name: 'amount', type: 'INTEGER' },
      ],
    });
    await sql.rows(`CREATE VIEW amounts AS SELECT max(amount)::INTEGER AS most FROM tables."City ""of"".x".main.sales`);
    await city.rows("INSERT INTO sales VALUES ('Cc', 99)");
    expect(await sql.rows('SELECT most FROM amounts')).toEqual([[99]]);
    expect(
      await sql.rows(`CREATE TABLE layers."A map".sold AS SELECT t.*, s.amount FROM layers."A map".towns t
        JOIN tables."City ""of"".x".main.sales s ON s.town = t.name WHERE s.amount > 20`),
    ).toEqual([['sold', 'A map', 1n]]);
  },
);

test.skipIf(!isAvailable)('[MAP-175] joined columns stand beside those of a layer, as both are now', async () => {
  const wells = await own.draw('wells', [{ town: 'Aa' }, { town: 'Bb' }]);
  const people = await own.draw('people', [{ Town: ' Aa', Head: 5 }]);
  const edit = (id: string, fid: number, column: string, value: string | number) =>
    own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [id]: [{ type: 'Edit_Property', edits: [{ fid, column, value }] }] },
    });
  const joins = [{ layerId: people, column: 'town', otherColumn: 'Town', columns: ['Town', 'Head'], prefix: '' }];
  await own.post({ type: 'Update_Vector_Layer_Style', layer_id: wells, vector_style: { joins } });
  const heads = () => sql.rows('SELECT town, "Head"::INTEGER FROM layers."A map".wells ORDER BY 1');
  const rows = (first: number | null, second: number | null) => [
    ['Aa', first],
    ['Bb', second],
  ];
  expect(await heads()).toEqual(rows(5, null));
  await edit(people, 1, 'Head', 6);
  expect(await heads()).toEqual(rows(6, null));
  await edit(people, 1, 'Town', 'Bb');
  expect(await heads()).toEqual(rows(null, 6));
  // So do the rows that Python gets.
  const arrow = await ann.fetch(`/maps/layers/${wells}/arrow?${new URLSearchParams(own.query)}`);
  const sent = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
  expect(sent.schema.fields.map(({ name }) => name)).toEqual(['groma_fid', 'town', 'Town', 'Head', 'geometry']);
  expect(Array.from(sent.getChild('Head')!, (value: unknown) => value && Number(value))).toEqual([null, 6]);
  const { data } = await ann.client.call(database.readSchema, { params: { databaseId: sql.databaseId } });
  expect(data.tables.find(({ name }) => name === 'wells')!.columns.map(({ name, type }) => [name, type])).toEqual([
    ['groma_fid', 'INTEGER'],
    ['town', 'VARCHAR'],
    ['Town_2', 'VARCHAR'],
    ['Head', 'BIGINT'],
    ['geometry', 'GEOMETRY'],
  ]);
  await own.post({ type: 'Delete_Layers', layer_ids: [people] });
  expect(await sql.failure('SELECT "Head" FROM layers."A map".wells')).toMatchObject({ kind: 'missing' });
});

test.skipIf(!isAvailable)('[DBS-099] a failure says its place in the text that was written', async () => {
  for (const query of [
    `SELECT 'é' AS e; SELECT * FROM tables."City ""of"".x".main.sales WHERE nothing = 'ü'`,
    `SELECT 'é', nothing FROM tables."City ""of"".x".main.sales`,
    `CREATE TABLE layers."A map".w AS SELECT 'é', * FROM tables."City ""of"".x".main.sales s, layers."A map".towns WHERE nothing`,
    `COPY (SELECT * FROM tables."City ""of"".x".main.sales WHERE nothing) TO '/data/x.csv'`,
  ])
    expect([query, (await sql.failure(query))?.position]).toEqual([query, query.indexOf('nothing')]);
});

test.skipIf(!isAvailable)('[DBS-099] values of all types come as they are in their database', async () => {
  const types = `SELECT * FROM (VALUES
    (1::TINYINT, 2::SMALLINT, 3::INTEGER, 9223372036854775807::BIGINT, 170141183460469231731687303715884105727::HUGEINT, 255::UTINYINT, 18446744073709551615::UBIGINT,
     1.5::FLOAT, 'nan'::DOUBLE, 12345678901234567.89::DECIMAL(20,2), true, 'é ''x''', '\\x00ff'::BLOB, DATE '0044-03-15 (BC)', 'infinity'::DATE, TIME '10:11:12.5',
     TIMESTAMP '2026-05-01 10:00:00.000001', TIMESTAMPTZ '2026-05-01 10:00:00+02', uuid '6ffe42aa-9b49-4d48-9c46-9bd1ddf5cfd4', INTERVAL 3 DAY, [1, 2], {'a': 1}, '{"b": 2}'::JSON))
    t(i1, i2, i4, i8, i16, u1, u8, f4, f8, dec, b, s, bin, d, inf, tim, ts, tz, uid, itv, list, struct, js)`;
  await city.rows(
    `CREATE TABLE types AS ${types} UNION ALL SELECT ${Array.from({ length: 23 }, () => 'NULL').join(', ')}`,
  );
  const shown = 'SELECT COLUMNS(*)::VARCHAR FROM';
  const there = await city.rows(`${shown} types ORDER BY 1`);
  expect(await sql.rows(`${shown} tables."City ""of"".x".main.types ORDER BY 1`)).toEqual(
    there.map((row) => row.map((cell) => (cell === '[1, 2]' ? '[1,2]' : cell === "{'a': 1}" ? '{"a":1}' : cell))),
  );
  const kinds = 'SELECT DISTINCT typeof(COLUMNS(* EXCLUDE (list, struct))) FROM';
  expect(await sql.rows(`${kinds} tables."City ""of"".x".main.types`)).toEqual(await city.rows(`${kinds} types`));
});

test.skipIf(!isAvailable)('[DBS-099] a table that is not there, or too large, is refused by its name', async () => {
  expect(await refusal('SELECT * FROM tables."no city".main.sales')).toBe(
    'SQL Error: This project has no database "no city".',
  );
  expect(await refusal('SELECT * FROM tables."City ""of"".x".main.nothing')).toContain(
    'The table "main"."nothing" of the database "City "of".x"',
  );
  expect(await refusal('SELECT * FROM tables."This project".main.sales')).toContain('no database "This project"');
  await city.rows("CREATE TABLE big AS SELECT repeat('x', 1000) || range AS text FROM range(300000)");
  expect(await refusal('SELECT count(*) FROM tables."City ""of"".x".main.big')).toContain('takes more than 256 MB');
  expect(await sql.failure('CREATE TABLE tables.x AS SELECT 1')).toMatchObject({ kind: 'permission' });
  await make('Twin', 'managed-duckdb');
  await make('TWIN', 'managed-duckdb');
  expect(await refusal('SELECT * FROM tables.twin.main.x')).toContain('Several databases are called "twin".');
  // A column of a name like that stays one.
  expect(await sql.rows(`SELECT tables.a.b.c FROM (SELECT {'b': {'c': 5}} AS a) tables`)).toEqual([[5]]);
});

test.skipIf(!isAvailable || !hasPostgis)(
  '[DBS-099] tables of PostgreSQL come with their types and geometries',
  async () => {
    const postgres = await (
      (await import(debian)) as { startDebianPostgres(): Promise<{ url: string; stop(): Promise<void> }> }
    ).startDebianPostgres();
    try {
      const { hostname, port } = new URL(postgres.url);
      const place = { host: hostname, port: Number(port), database: 'postgres', user: 'groma', password: 'p4ss;word' };
      const remote = await make('spain', 'postgres', place);
      await remote.rows(`CREATE EXTENSION postgis; CREATE TABLE towns (id int PRIMARY KEY, name text, place geometry(PointZ, 4326), seen timestamptz, tags jsonb, size numeric(10,2), born date, u uuid, any_number numeric);
      INSERT INTO towns VALUES (1, 'Ávila', ST_SetSRID(ST_MakePoint(-4.7, 40.6, 9), 4326), '2026-05-01 10:00+00', '{"a": [1,2]}', 12.50, '0044-03-15 BC', '6ffe42aa-9b49-4d48-9c46-9bd1ddf5cfd4', 1.25), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
      expect(
        await sql.rows(
          `SELECT id, name, ST_AsText(place), seen::VARCHAR, tags->>'$.a[1]', size::VARCHAR, typeof(size), born::VARCHAR, typeof(u), any_number FROM tables.spain.public.towns ORDER BY 1`,
        ),
      ).toEqual([
        [
          1,
          'Ávila',
          'POINT Z (-4.7 40.6 9)',
          '2026-05-01 10:00:00+00',
          '2',
          '12.50',
          'DECIMAL(10,2)',
          '0044-03-15 (BC)',
          'UUID',
          1.25,
        ],
        [2, null, null, null, null, null, 'DECIMAL(10,2)', null, 'UUID', null],
      ]);
      expect(await refusal('SELECT * FROM tables.spain.public.nothing')).toContain(
        'relation "public.nothing" does not exist',
      );
    } finally {
      await postgres.stop();
    }
  },
);
