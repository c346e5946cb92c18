import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CsvParser } from '@groma/geo';
import { database, readSqlFrames, type SqlEvent } from '@groma/protocol';
import { tableFromIPC } from 'apache-arrow';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { tenantOf } from '../../../test/test-tenant.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
let tenantId: string;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
  tenantId = await tenantOf(ann);
  ({
    data: { id },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Survey', dbType: 'managed-duckdb' },
  }));
});
afterAll(() => server.close());

async function run(
  query: string,
  body: object = {},
  databaseId = id,
): Promise<{ events: SqlEvent[]; rows: unknown[][] }> {
  const response = await ann.client.open(database.runQuery, { params: { databaseId }, body: { query, ...body } });
  const events: SqlEvent[] = [];
  let pieces: Uint8Array[] = [];
  let rows: unknown[][] = [];
  for await (const frame of readSqlFrames(response.body!)) {
    if ('arrow' in frame) pieces.push(frame.arrow.slice());
    else {
      events.push(frame.event);
      if (frame.event.type === 'statement_end' && pieces.length > 0) {
        rows = tableFromIPC(pieces)
          .toArray()
          .map((row) => Object.values((row as { toJSON(): object }).toJSON()));
        pieces = [];
      }
    }
  }
  return { events, rows };
}
const of = <Type extends SqlEvent['type']>(events: SqlEvent[], type: Type) =>
  events.filter((event) => event.type === type) as Extract<SqlEvent, { type: Type }>[];
const sqlLines = async (body: object) =>
  (
    await (
      await ann.client.open(database.managedSql, {
        params: { tenantId, projectId, databaseId: id },
        body: body as never,
      })
    ).text()
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('[DBS-036] [DBS-037] statements run one after the other, and say what has to be read anew', async () => {
  const { events, rows } = await run(
    "CREATE TABLE towns (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, seen TIMESTAMP); INSERT INTO towns VALUES (1, 'Ávila', '2026-05-01 10:00:00'), (2, 'Léon', NULL); SELECT id, name FROM towns ORDER BY id",
  );
  expect(of(events, 'error')).toEqual([]);
  expect(of(events, 'statement_end').map(({ effect, rows_changed }) => [effect, rows_changed])).toEqual([
    ['schema', null],
    ['data', 2],
    ['none', null],
  ]);
  expect(of(events, 'end')).toMatchObject([{ success: true, effect: 'schema' }]);
  expect(rows).toEqual([
    [1, 'Ávila'],
    [2, 'Léon'],
  ]);
});

test('[DBS-041] [DBS-042] [DBS-045] failures are said in the words of the product, with their place in the whole text', async () => {
  const text = 'SELECT 1; SELECT * FORM towns';
  const { events } = await run(text, { start: 100 });
  expect(of(events, 'error')).toMatchObject([
    {
      index: 1,
      kind: 'syntax',
      message: 'SQL Syntax Error: Unexpected "towns". Please check your SQL syntax near this text.',
      position: 100 + text.indexOf('towns'),
    },
  ]);
  const failing = async (query: string) => of((await run(query)).events, 'error')[0];
  expect(await failing('SELECT * FROM nowhere')).toMatchObject({
    kind: 'missing',
    position: 14,
    message: expect.stringMatching(/^SQL Error: Table with name nowhere does not exist!/),
  });
  expect(
    await failing("SELECT CASE WHEN range = 500000 THEN error('after many rows') ELSE 'x' END FROM range(1000000)"),
  ).toMatchObject({ message: expect.stringContaining('after many rows') });
  expect((await run('BEGIN; SELECT 1 AS a; SELECT 2 AS b; COMMIT')).rows).toEqual([[2]]);
  expect(await failing("SELECT 'a'::INTEGER")).toMatchObject({
    kind: 'type',
    message: expect.stringMatching(/^SQL Data Type Error: /),
  });
});

test('[DBS-002] [DBS-003] [DBS-051] [DBS-063] the schema has tables with columns, keys, sizes and first rows, and the extensions', async () => {
  const { data } = await ann.client.call(database.readManagedSchema, {
    params: { tenantId, projectId, databaseId: id },
  });
  const towns = data.tables.find(({ name }) => name === 'towns')!;
  expect(towns).toMatchObject({
    schema: 'main',
    kind: 'table',
    rowEstimate: 2,
    previewRows: [
      [1, 'Ávila', '2026-05-01 10:00:00'],
      [2, 'Léon', null],
    ],
  });
  expect(towns.columns).toEqual([
    { name: 'id', type: 'INTEGER', nullable: false, isPrimaryKey: true },
    { name: 'name', type: 'VARCHAR', nullable: false },
    { name: 'seen', type: 'TIMESTAMP', nullable: true },
  ]);
  expect(data.extensions.loaded).toContain('parquet');
  expect(
    (await ann.client.call(database.searchDatabases, { params: { projectId }, query: { query: 'tow' } })).data,
  ).toEqual([{ database_id: id, database_name: 'Survey', schema: 'main', table: 'towns' }]);
});

test('[DBS-053] [DBS-054] the call of the specification answers lines, or a page of them', async () => {
  expect(await sqlLines({ query: 'SELECT id, name FROM towns WHERE id = $1', params: [2] })).toEqual([
    {
      type: 'query_metadata',
      index: 0,
      columns: [
        { name: 'id', type: 'INTEGER' },
        { name: 'name', type: 'VARCHAR' },
      ],
    },
    { type: 'data', index: 0, rows: [[2, 'Léon']] },
  ]);
  const [, page] = await sqlLines({ query: 'SELECT range FROM range(1000)', offset: 250 });
  expect(page).toMatchObject({
    type: 'paginated_data',
    pagination: { offset: 250, limit: 100, hasMore: true, has_previous: true },
  });
  expect((page!['rows'] as unknown[][]).map(([value]) => value)).toEqual(
    Array.from({ length: 100 }, (_each, index) => 250 + index),
  );
});

test('[DBS-052] [DBS-069] [DBS-070] pages of a table have 100 rows where nobody says', async () => {
  await run('CREATE TABLE many AS SELECT range AS n, range % 7 AS day FROM range(250)');
  const path = { tenantId, projectId, databaseId: id, table: 'many' };
  const first = await ann.client.call(database.readManagedTable, { params: path, query: {} });
  expect([first.rows.length, first.pagination]).toEqual([
    100,
    { offset: 0, limit: 100, totalRows: 250, hasMore: true, total_count: 250, has_next: true, has_previous: false },
  ]);
  const last = await ann.client.call(database.readManagedTable, {
    params: path,
    query: { offset: 200, snapshot: first.snapshot },
  });
  expect([last.rows.at(0), last.rows.length, last.pagination.has_next]).toEqual([[200, 4], 50, false]);
  const sorted = await ann.client.call(database.readManagedTable, {
    params: path,
    query: {
      limit: 3,
      sort: JSON.stringify([{ column: 'n', descending: true }]),
      filter: JSON.stringify([{ column: 'day', operator: 'equals', value: 0 }]),
    } as never,
  });
  expect([sorted.rows, sorted.pagination.total_count]).toEqual([
    [
      [245, 0],
      [238, 0],
      [231, 0],
    ],
    36,
  ]);
  const second = await ann.client.call(database.readManagedTable, {
    params: path,
    query: {
      offset: 3,
      limit: 2,
      snapshot: sorted.snapshot,
      sort: JSON.stringify([{ column: 'n', descending: true }]),
      filter: JSON.stringify([{ column: 'day', operator: 'equals', value: 0 }]),
    } as never,
  });
  expect([second.rows, second.snapshot]).toEqual([
    [
      [224, 0],
      [217, 0],
    ],
    sorted.snapshot,
  ]);
});

test('[DBS-052] a page ends early where its rows are very wide, and the next one begins after it', async () => {
  await run("CREATE TABLE wide AS SELECT range AS n, repeat('x', 90000) AS a, repeat('y', 90000) AS b FROM range(60)");
  const path = { tenantId, projectId, databaseId: id, table: 'wide' };
  for (const sort of [undefined, JSON.stringify([{ column: 'n' }])]) {
    const ask = (offset: number, snapshot?: string) =>
      ann.client.call(database.readManagedTable, {
        params: path,
        query: { offset, limit: 60, ...(sort && { sort }), snapshot } as never,
      });
    const first = await ask(0);
    expect([first.rows.length, first.pagination.hasMore, first.data]).toEqual([46, true, first.rows]);
    const rest = await ask(46, first.snapshot);
    expect([rest.rows.length, rest.pagination.hasMore, rest.pagination.total_count]).toEqual([14, false, 60]);
    expect([...first.rows, ...rest.rows].map(([n]) => n)).toEqual(Array.from({ length: 60 }, (_each, index) => index));
  }
});

test('a table whose column is called as the places of rows are has its own pages and first rows', async () => {
  await run('CREATE TABLE placed AS SELECT 7 AS rowid, range AS n FROM range(60)');
  const { rows } = await ann.client.call(database.readManagedTable, {
    params: { tenantId, projectId, databaseId: id, table: 'placed' },
    query: { offset: 25, limit: 25 } as never,
  });
  expect(rows.map(([, n]) => n)).toEqual(Array.from({ length: 25 }, (_each, index) => 25 + index));
  const {
    data: { tables },
  } = await ann.client.call(database.readManagedSchema, { params: { tenantId, projectId, databaseId: id } });
  expect(tables.find(({ name }) => name === 'placed')!.previewRows).toEqual([0, 1, 2, 3, 4].map((n) => [7, n]));
});

test('[DBS-054] rows of many large texts come in parts, each whole', async () => {
  const reply = await ann.client.open(database.managedSql, {
    params: { tenantId, projectId, databaseId: id },
    body: {
      query: 'SELECT CASE WHEN range % 5 > 0 THEN repeat(chr(65 + range::INTEGER), 3000000) END AS t FROM range(26)',
    },
  });
  const lines = (await reply.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; rows?: (string | null)[][] });
  expect([lines[0]!.type, lines.length > 3]).toEqual(['query_metadata', true]);
  expect(lines.flatMap(({ rows = [] }) => rows.map(([text]) => text && [text.length, text[0], text.at(-1)]))).toEqual(
    Array.from({ length: 26 }, (_each, row) =>
      row % 5 > 0 ? [3_000_000, String.fromCharCode(65 + row), String.fromCharCode(65 + row)] : null,
    ),
  );
});

test('values of all kinds are what their database means, as JSON and as CSV', async () => {
  const runId = randomUUID();
  await run(
    `SELECT [1::BIGINT, 9007199254740993] AS numbers, MAP {'a b': 1.5, 'n': NULL} AS named, MAP {1: 'x'} AS other, {'i': INTERVAL 1 DAY, 'd': 1.10::DECIMAL(4,2)} AS deep,
    '\\xAA\\x00'::BLOB AS bytes, 'POINT (30 10)'::GEOMETRY AS place, TIMESTAMPTZ '2024-02-29 01:02:03+05:30' AS moment, 170141183460469231731687303715884105727 AS huge, '=1' AS formula, '' AS nothing, NULL AS missing`,
    { run_id: runId },
  );
  const {
    data: [item],
  } = await ann.client.call(database.listHistory, { params: { databaseId: id }, query: {} });
  const [cells] = item!.results[0]!.rows;
  expect(cells!.slice(0, 4)).toEqual([
    [1, '9007199254740993'],
    { 'a b': 1.5, n: null },
    [{ key: 1, value: 'x' }],
    { i: '1 day', d: 1.1 },
  ]);
  const csv = await (
    await ann.client.open(database.downloadResult, {
      params: { databaseId: id, resultId: item!.results[0]!.result_id! },
    })
  ).text();
  expect(csv.split('\r\n')[1]).toBe(
    `"[1,""9007199254740993""]","{""a b"":1.5,""n"":null}","[{""key"":1,""value"":""x""}]","{""i"":""1 day"",""d"":1.1}",\\xaa00,POINT (30 10),2024-02-28 19:32:03+00,170141183460469231731687303715884105727,'=1,"",`,
  );
});

test('[DBS-085] [DBS-087] plain values of every type are in the CSV as DuckDB says them in text', async () => {
  await run(`CREATE TYPE mood AS ENUM ('calm', 'wild')`);
  const values = {
    truth: 'true',
    tiny: "'-128'::TINYINT",
    unsigned: "'18446744073709551615'::UBIGINT",
    huge: "'-170141183460469231731687303715884105728'::HUGEINT",
    vast: "'340282366920938463463374607431768211455'::UHUGEINT",
    exact: "'-12345678901234567890.12'::DECIMAL(38, 2)",
    small: '0.00::DECIMAL(4, 2)',
    single: '0.1::FLOAT',
    double: '0.30000000000000004::DOUBLE',
    endless: "'-inf'::DOUBLE",
    day: "'2024-02-29'::DATE",
    ides: "'0044-03-15 (BC)'::DATE",
    never: "'-infinity'::DATE",
    clock: "'10:20:30.123456'::TIME",
    midnight: "'24:00:00'::TIME",
    zoned: "'10:20:30+05:30'::TIMETZ",
    local: "'2024-02-29 10:20:30.5'::TIMESTAMP",
    seconds: "'2024-02-29 10:20:30'::TIMESTAMP_S",
    millis: "'2024-02-29 10:20:30.123'::TIMESTAMP_MS",
    nanos: "'2024-02-29 10:20:30.123456789'::TIMESTAMP_NS",
    after: "'infinity'::TIMESTAMP_NS",
    moment: "'2024-02-29 10:20:30.123456+00'::TIMESTAMPTZ",
    span: "INTERVAL '1 year 2 months -3 days 04:05:06.7'",
    uuid: "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID",
    mood: "'wild'::mood",
    bits: "'0101011'::BIT",
    json: `'{"b": 1.50, "a": 12345678901234567890}'::JSON`,
    nothing: 'NULL::INTEGER',
    place: "'POINT (30 10)'::GEOMETRY",
  };
  const names = Object.keys(values) as (keyof typeof values)[];
  const { events } = await run(
    `SELECT ${names.map((name) => `${values[name]} AS ${name}, CAST(${values[name]} AS VARCHAR) AS ${name}_text`).join(', ')}`,
  );
  expect(of(events, 'error')).toEqual([]);
  const csv = await (
    await ann.client.open(database.downloadResult, {
      params: { databaseId: id, resultId: of(events, 'query_metadata')[0]!.result_id! },
    })
  ).text();
  const [, cells = []] = [...new CsvParser(',').push(csv)];
  const shown = Object.fromEntries(names.map((name, index) => [name, cells[index * 2]]));
  // What a spreadsheet would take for a formula has an apostrophe in front, where it is a text.
  const said = Object.fromEntries(names.map((name, index) => [name, cells[index * 2 + 1]!.replace(/^'/, '')]));
  expect(shown).toEqual({ ...said, endless: '-Infinity' });
});

test('what is written about tables and columns in the database stands in its schema', async () => {
  await run(
    `CREATE TABLE told (n INTEGER, m INTEGER); COMMENT ON TABLE told IS 'levels of 2025'; COMMENT ON COLUMN told.n IS 'metres'`,
  );
  const {
    data: { tables },
  } = await ann.client.call(database.readManagedSchema, { params: { tenantId, projectId, databaseId: id } });
  const told = tables.find(({ name }) => name === 'told')!;
  expect([told.comment, ...told.columns.map(({ comment }) => comment)]).toEqual([
    'levels of 2025',
    'metres',
    undefined,
  ]);
});

test('a query without an end is canceled within a second, also while its database is being started, and the database goes on', async () => {
  const { data: starting } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Starting', dbType: 'managed-duckdb' },
  });
  for (const databaseId of [starting.id, id]) {
    const runId = randomUUID();
    const running = run('SELECT count(*) FROM range(1000000000000) a, range(1000) b', { run_id: runId }, databaseId);
    await expect
      .poll(
        async () =>
          (await ann.client.call(database.listHistory, { params: { databaseId }, query: { limit: 1 } })).data[0]
            ?.isExecuting,
      )
      .toBe(true);
    await ann.client.call(database.cancelRun, { params: { databaseId, runId } });
    const { events } = await running;
    expect(of(events, 'error')).toMatchObject([{ kind: 'canceled', message: 'The query was canceled.' }]);
    expect((await run('SELECT 1', {}, databaseId)).rows).toEqual([[1]]);
  }
  await ann.client.call(database.deleteDatabase, { query: { id: starting.id, tenant_id: tenantId } });
});

test('[DBS-055] [DBS-056] [DBS-057] databases are made, copied with all in them, and deleted', async () => {
  const target = randomUUID();
  const { data: copy } = await ann.client.call(database.duplicateManaged, {
    params: { tenantId, projectId, databaseId: id, target },
  });
  expect(copy).toMatchObject({ id: target, name: 'Survey copy', dbType: 'managed-duckdb' });
  expect((await run('SELECT count(*)::INTEGER FROM towns', {}, target)).rows).toEqual([[2]]);
  await ann.client.call(database.deleteManaged, { params: { tenantId, projectId, databaseId: target } });
  // While a transaction is open what others have committed stays in the log: a copy waits for its end, and has it all.
  const runId = randomUUID();
  const open = run(
    'BEGIN; UPDATE towns SET seen = NULL WHERE id = 1; SELECT count(*) FROM range(1000000000000) a, range(1000) b',
    { run_id: runId },
  );
  await expect
    .poll(
      async () =>
        (await ann.client.call(database.listHistory, { params: { databaseId: id }, query: { limit: 1 } })).data[0],
      { timeout: 10_000 },
    )
    .toMatchObject({ id: runId, isExecuting: true });
  await run("INSERT INTO towns SELECT 100 + range, 'later', NULL FROM range(1000)");
  const copying = ann.client.call(database.duplicateManaged, {
    params: { tenantId, projectId, databaseId: id, target },
  });
  const asked = run('SELECT count(*)::INTEGER FROM towns');
  await ann.client.call(database.cancelRun, { params: { databaseId: id, runId } });
  expect(of((await open).events, 'error')).toMatchObject([{ kind: 'canceled', message: 'The query was canceled.' }]);
  await copying;
  expect([(await asked).rows, (await run('SELECT count(*)::INTEGER FROM towns', {}, target)).rows]).toEqual([
    [[1_002]],
    [[1_002]],
  ]);
  await ann.client.call(database.deleteManaged, { params: { tenantId, projectId, databaseId: target } });
  await expect(ann.client.call(database.readDatabase, { params: { databaseId: target } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const { data: made } = await ann.client.call(database.createManaged, {
    params: { tenantId, projectId, databaseName: 'Made by path' },
  });
  expect(made).toMatchObject({ name: 'Made by path', dbType: 'managed-duckdb', connection: null });
  await ann.client.call(database.deleteDatabase, { query: { id: made.id, tenant_id: tenantId } });
});
