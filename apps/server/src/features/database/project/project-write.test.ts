import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { database, map, operation } from '@groma/protocol';
import { TestMap, vectorOf } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { errorOf, TestSql } from '../../../../test/test-sql.ts';
import { tenantOf } from '../../../../test/test-tenant.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let ann: Person;
let own: TestMap;
let sql: TestSql;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
  sql = await TestSql.ofProject(ann, own.projectId);
  await own.draw('towns', [
    { name: 'Aa', people: 100 },
    { name: 'Bb', people: 250 },
    { name: 'Cc', people: 70 },
  ]);
});
afterAll(() => server.close());

const operations = async () =>
  (await ann.client.call(operation.listOperations, { params: { projectId: own.projectId }, query: {} })).data;
const stored = async (path: string): Promise<string> => {
  const opened = await server.platform.files.open(own.projectId as ProjectId, parseDataPath(path));
  const pieces: Buffer[] = [];
  for await (const piece of opened.read({ start: 0, end: opened.bytes - 1 })) pieces.push(piece as Buffer);
  await opened.close();
  return Buffer.concat(pieces).toString('latin1');
};

test.skipIf(!isAvailable)(
  '[DBS-097] CREATE TABLE layers… AS makes a layer that open maps show, by an operation, and later statements read',
  async () => {
    const visitor = await own.enter();
    const { rows, events } = await sql.run(
      `CREATE TEMP TABLE big AS SELECT * FROM layers."A map".towns WHERE people > 80;
       CREATE TABLE layers."a MAP"."hot" AS SELECT name, people, geometry, people * 2 AS twice FROM big;
       SELECT name, twice::INTEGER, ST_AsText(geometry) FROM layers."A map".hot ORDER BY 1`,
    );
    expect(errorOf(events)).toBeUndefined();
    expect(rows).toEqual([
      ['Aa', 200, 'POINT (0 10)'],
      ['Bb', 500, 'POINT (1 10)'],
    ]);
    const layer = (await own.state()).layers.find(({ text }) => text === 'hot');
    expect(vectorOf(layer!.data).manifest).toMatchObject({ featureCount: 2 });
    await visitor.until(() => JSON.stringify(visitor.told).includes(layer!.id));
    const [done] = await operations();
    expect(done).toMatchObject({ task: 'import', subject: 'hot', status: 'Completed', user_id: ann.id });
    const made = await sql.rows(
      'CREATE TABLE layers."A map"."x.y ""z"" é" AS SELECT ST_Point(7, 8) AS place, 1 AS geometry',
    );
    expect(made).toEqual([['x.y "z" é', 'A map', 1n]]);
    expect(await sql.rows('SELECT ST_AsText(geometry_2) FROM layers."A map"."x.y ""z"" é"')).toEqual([['POINT (7 8)']]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-097] a layer is refused, with the place in the text, where there is no such map or its name is taken',
  async () => {
    const query = `SELECT 1; CREATE TABLE layers."No map"."x" AS SELECT 1 AS a`;
    expect(await sql.failure(query)).toMatchObject({
      kind: 'missing',
      message: expect.stringContaining('This project has no map "No map".') as string,
      position: query.indexOf('layers.'),
    });
    const taken = 'CREATE TABLE layers."A map"."TOWNS" AS SELECT * FROM layers."A map".towns';
    expect(await sql.failure(taken)).toMatchObject({
      message: expect.stringContaining('The map "A map" has a layer "TOWNS" already.') as string,
    });
    expect(await sql.rows(taken.replace('TABLE', 'TABLE IF NOT EXISTS'))).toEqual([['TOWNS', 'A map', 0n]]);
    const wrong = 'CREATE TABLE layers."A map".w AS SELECT nothing FROM layers."A map".towns';
    expect(await sql.failure(wrong)).toMatchObject({ kind: 'missing', position: wrong.indexOf('nothing') });
    for (const [statement, said] of [
      ['CREATE TABLE layers."A map".w (a INTEGER)', 'A layer is made of the rows of a query'],
      ['CREATE TABLE layers."A map".w AS SELECT 1 AS a', 'No column of the query holds geometries'],
      ['CREATE TABLE layers."A map".w AS SELECT * FROM layers."A map".towns LIMIT 0', 'gives no rows'],
      ['CREATE TABLE layers."A map"."  " AS SELECT 1', 'A layer needs a name.'],
      ['BEGIN; CREATE TABLE layers."A map".w AS SELECT 1', 'within a transaction'],
      ['CREATE TABLE layers.w AS SELECT 1', 'This statement can’t change layers.'],
      ['DROP VIEW layers."A map".towns', 'This statement can’t change layers.'],
    ])
      expect([statement, (await sql.failure(statement!))?.message]).toEqual([
        statement,
        expect.stringContaining(said!) as string,
      ]);
    const { data: twin } = await ann.client.call(map.createMap, {
      params: { projectId: own.projectId },
      body: { name: 'Twin' },
    });
    await ann.client.call(map.createMap, { params: { projectId: own.projectId }, body: { name: 'TWIN' } });
    expect((await sql.failure('CREATE TABLE layers.Twin.x AS SELECT ST_Point(1, 2) AS g'))?.message).toContain(twin.id);
    expect(await sql.rows(`CREATE TABLE layers."${twin.id}".x AS SELECT ST_Point(1, 2) AS g`)).toEqual([
      ['x', 'Twin', 1n],
    ]);
    expect((await own.state()).layers.filter(({ text }) => text === 'w')).toEqual([]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-098] COPY … TO /data/… writes a file of the project, by an operation, and later statements read it',
  async () => {
    const { rows, events } = await sql.run(
      `COPY (SELECT name, people FROM layers."A map".towns ORDER BY 1) TO '/data/out/it''s é.csv' (HEADER);
       SELECT count(*)::INTEGER FROM files."/data/out/it's é.csv"`,
    );
    expect(errorOf(events)).toBeUndefined();
    expect(rows).toEqual([[3]]);
    expect(await stored("/data/out/it's é.csv")).toBe('name,people\nAa,100\nBb,250\nCc,70\n');
    expect((await operations())[0]).toMatchObject({ task: 'export', subject: "it's é.csv", status: 'Completed' });
    const parquet = "COPY (SELECT * FROM range(5) t(n)) TO '/data/n.parquet'";
    expect(await sql.rows(parquet)).toEqual([['/data/n.parquet', 5n, expect.any(BigInt)]]);
    expect(await sql.rows(parquet.replace('5', '6'))).toEqual([['/data/n.parquet', 6n, expect.any(BigInt)]]);
    expect(await sql.rows('SELECT sum(n)::INTEGER FROM files."n.parquet"')).toEqual([[15]]);
    const { trashed } = await server.platform.files.listTrash(own.projectId as ProjectId, 0, 10);
    expect(trashed).toEqual([expect.objectContaining({ path: '/data/n.parquet', deletedBy: ann.id })]);
    await sql.rows(`COPY (SELECT 1 AS a, 'x' AS b) TO '/data/rows.json'`);
    expect(await stored('/data/rows.json')).toBe('{"a":1,"b":"x"}\n');
    await sql.rows(`CREATE TABLE mine AS SELECT 1 AS a; COPY mine TO '/data/mine.csv.gz'`);
    expect(await sql.rows("SELECT a FROM '/data/mine.csv.gz'")).toEqual([[1n]]);
    const answer = await ann.client.open(database.managedSql, {
      params: { tenantId: await tenantOf(ann), projectId: own.projectId, databaseId: sql.databaseId },
      body: { query: "COPY (SELECT 1 AS a) TO '/data/lines.csv'" },
    });
    expect(await answer.text()).toContain('"rows":[["/data/lines.csv",1,4]]');
  },
);

test.skipIf(!isAvailable)(
  '[DBS-098] COPY writes files of GDAL that are larger than the memory for what it sorts',
  async () => {
    // Those of this format are sorted in a file beside, which would not fit into the sandbox's /tmp.
    const [[, count, bytes]] = (await sql.rows(
      `COPY (SELECT repeat('x', 1000000) || i AS t, ST_Point(i, 0) AS geometry FROM range(70) t(i))
     TO '/data/long.fgb' (FORMAT gdal, DRIVER 'FlatGeobuf')`,
    )) as [[string, bigint, bigint]];
    expect([count, bytes > 70_000_000n]).toEqual([70n, true]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-096, DBS-098] COPY leaves nothing where it is no file of the project, fails, or would write several',
  async () => {
    const wrong = "COPY (SELECT nothing FROM range(3)) TO '/data/no.csv'";
    expect(await sql.failure(wrong)).toMatchObject({ kind: 'missing', position: wrong.indexOf('nothing') });
    for (const [statement, said] of [
      ["COPY (SELECT 1 AS a) TO '/data/../x.csv'", 'It leads outside the folder.'],
      ["COPY (SELECT 1 AS a) TO '/data/a/../../etc/x.csv'", 'It leads outside the folder.'],
      ["COPY (SELECT 1 AS a) TO '/data/'", 'is a folder'],
      ["COPY (SELECT 1 AS a) TO '/data/out'", 'is a folder'],
      ["COPY (SELECT 1 AS a) TO '/data/no.csv' (PARTITION_BY (a))", ''],
      ["COPY (SELECT 1 AS a) TO '/data/no' (FORMAT parquet, PER_THREAD_OUTPUT)", 'COPY writes one file here.'],
      ["COPY (SELECT 1 AS a) TO '/layers/no.csv'", 'Read-only file system'],
      ['COPY (SELECT 1 AS a) TO $$/data/no.csv$$', ''],
      ["COPY (SELECT 1 AS a) TO '/data/no.xlsx' (FORMAT xlsx)", ''],
    ])
      expect([statement, (await sql.failure(statement!))?.message]).toEqual([
        statement,
        expect.stringContaining(said!) as string,
      ]);
    const { data } = await ann.client.call(database.readSchema, { params: { databaseId: sql.databaseId } });
    expect(data.tables.filter(({ name }) => name.startsWith('no'))).toEqual([]);
    expect(await server.platform.files.stat(own.projectId as ProjectId, parseDataPath('/data/no'))).toBeUndefined();
    expect(await sql.rows("SELECT count(*)::INTEGER FROM glob('/database/temporary/handed/*/*')")).toEqual([[0]]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-097, DBS-098] who cancels while rows are made or taken over leaves nothing',
  async () => {
    for (const [name, query] of [
      ['slow', "COPY (SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b) TO '/data/slow.csv'"],
      [
        'many',
        `CREATE TABLE layers."A map"."many" AS SELECT ST_Point(n % 90, n % 80) AS g, n FROM range(1500000) t(n)`,
      ],
    ] as const) {
      const runId = crypto.randomUUID();
      const running = sql.run(query, { runId });
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await ann.client.call(database.cancelRun, { params: { databaseId: sql.databaseId, runId } });
      expect(errorOf((await running).events)).toMatchObject({ kind: 'canceled' });
      expect((await own.state()).layers.filter(({ text }) => text === name)).toEqual([]);
    }
    expect(
      await server.platform.files.stat(own.projectId as ProjectId, parseDataPath('/data/slow.csv')),
    ).toBeUndefined();
    await expect
      .poll(() => sql.rows("SELECT count(*)::INTEGER FROM glob('/database/temporary/handed/*/*')"), { timeout: 10_000 })
      .toEqual([[0]]);
  },
);

test.skipIf(!isAvailable)('[DBS-098] a file for which there is no space is refused', async () => {
  const small = await startTestServer({ storage: { url: undefined, projectBytes: 3_000_000, tenantBytes: 3_000_000 } });
  try {
    const bob = await small.signUp();
    const projectId = await bob.makeProject();
    const queries = await TestSql.ofProject(bob, projectId);
    await bob.upload(projectId, '/data/full.bin', new Uint8Array(2_500_000));
    const statement = "COPY (SELECT uuid() AS u FROM range(20000)) TO '/data/u.csv'";
    expect((await queries.failure(statement))?.message).toContain('There is not enough storage for "/data/u.csv".');
    expect(await small.platform.files.stat(projectId as ProjectId, parseDataPath('/data/u.csv'))).toBeUndefined();
  } finally {
    await small.close();
  }
});
