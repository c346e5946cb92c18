import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { database } from '@groma/protocol';
import { Readable } from 'node:stream';
import { checkSandbox } from '../../platform/kernel/sandbox.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { tenantOf } from '../../../test/test-tenant.ts';

const { isAvailable } = await checkSandbox();
const secretText = 'the-secret-outside';
let server: TestServer;
let ann: Person;
let path: { tenantId: string; projectId: string; databaseId: string };
let bait: string;
let listener: Server;
let visits = 0;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  const projectId = await ann.makeProject();
  const {
    data: { id },
  } = await ann.client.call(database.createDatabase, {
    params: { projectId },
    body: { name: 'Cage', dbType: 'managed-duckdb' },
  });
  path = { tenantId: await tenantOf(ann), projectId, databaseId: id };
  bait = join(tmpdir(), `groma-bait-${process.pid}`);
  mkdirSync(bait, { recursive: true });
  for (const name of ['bait.csv', 'bait.txt', 'bait.json'])
    writeFileSync(join(bait, name), name.endsWith('json') ? `[{"a":"${secretText}"}]` : `a\n${secretText}\n`);
  await server.platform.files.write(
    projectId as ProjectId,
    parseDataPath('/data/own.csv'),
    Readable.from(['a,b\n1,x\n2,y\n']),
  );
  listener = createServer((socket) => {
    visits += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(async () => {
  listener.close();
  rmSync(bait, { recursive: true, force: true });
  await server.close();
});

const ask = async (query: string) =>
  (await ann.client.open(database.managedSql, { params: path, body: { query } })).text();

/** Families of statements, each with every place that it could be after. */
function attempts(): string[] {
  const port = (listener.address() as AddressInfo).port;
  const places = [
    join(bait, 'bait.csv'),
    join(bait, 'bait.txt'),
    join(bait, 'bait.json'),
    '/etc/passwd',
    '/proc/self/environ',
    '/proc/1/environ',
    '/proc/self/mem',
    '/data/../etc/passwd',
    '/data/../database/database.duckdb',
    '../../etc/passwd',
    `file://${join(bait, 'bait.csv')}`,
    `http://127.0.0.1:${port}/x.csv`,
    `https://127.0.0.1:${port}/x.parquet`,
    `s3://127.0.0.1:${port}/x.csv`,
    '/run/database/s',
    server.platform.config.dataFolder,
    join(server.platform.config.dataFolder, 'secret'),
    `${bait}/*`,
    '/**/secret',
    '/database/*',
  ];
  const readers = [
    'read_csv',
    'read_text',
    'read_blob',
    'read_json',
    'read_json_objects',
    'read_parquet',
    'parquet_metadata',
    'parquet_schema',
    'glob',
    'sniff_csv',
    'read_ndjson',
    'parquet_kv_metadata',
  ];
  const reads = places.flatMap((place) => readers.map((reader) => `SELECT * FROM ${reader}('${place}')`));
  const names = places.map((place) => `SELECT * FROM '${place}'`);
  const copies = places.flatMap((place) => [
    `COPY (SELECT 1 AS hacked) TO '${place}'`,
    `COPY (SELECT 1 AS hacked) TO '${place}' (FORMAT parquet)`,
    `CREATE OR REPLACE TABLE stolen AS SELECT * FROM '${place}'`,
    `CREATE TABLE IF NOT EXISTS got(a VARCHAR); COPY got FROM '${place}'`,
  ]);
  const attaches = places.flatMap((place) => [
    `ATTACH '${place}' AS other`,
    `ATTACH '${place}' AS other (TYPE sqlite)`,
    `EXPORT DATABASE '${place}'`,
    `IMPORT DATABASE '${place}'`,
  ]);
  const extensions = [
    'httpfs',
    'spatial',
    'postgres',
    'sqlite',
    'mysql',
    'shellfs',
    'motherduck',
    'azure',
    'aws',
    'excel',
  ].flatMap((name) => [
    `INSTALL ${name}`,
    `LOAD ${name}`,
    `INSTALL ${name} FROM community`,
    `FORCE INSTALL ${name}`,
    `LOAD '${bait}/${name}.duckdb_extension'`,
    `INSTALL ${name} FROM '${bait}'`,
  ]);
  const settings = [
    'enable_external_access = true',
    'lock_configuration = false',
    "allowed_directories = ['/']",
    "allowed_paths = ['/etc/passwd']",
    `temp_directory = '${bait}'`,
    `extension_directory = '${bait}'`,
    `secret_directory = '${bait}'`,
    `home_directory = '${bait}'`,
    'allow_unsigned_extensions = true',
    "custom_extension_repository = 'http://127.0.0.1'",
    'autoinstall_known_extensions = true',
    "memory_limit = '100GB'",
    'threads = 64',
    `log_query_path = '${bait}/log'`,
    `profiling_output = '${bait}/profile'`,
    "http_proxy = '127.0.0.1'",
    'allow_persistent_secrets = true',
    'enable_profiling = json',
    `file_search_path = '${bait}'`,
    "disabled_filesystems = ''",
  ].flatMap((setting) => [
    `SET ${setting}`,
    `SET GLOBAL ${setting}`,
    `PRAGMA ${setting}`,
    `RESET ${setting.split(' ')[0]}`,
  ]);
  const others = [
    `CREATE PERSISTENT SECRET s (TYPE http)`,
    `CALL enable_logging('QueryLog', storage => 'file', storage_path => '${bait}')`,
    `PRAGMA enable_logging`,
    `SELECT getenv('PATH')`,
    `SELECT * FROM postgres_scan('host=127.0.0.1 port=${port}', 'public', 't')`,
    `SELECT * FROM sqlite_scan('${bait}/bait.db', 't')`,
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd')",
    "COPY (SELECT 1) TO PROGRAM 'touch /tmp/x'",
    `COPY x FROM PROGRAM 'cat ${bait}/bait.txt'`,
    "SELECT system('id')",
    "CREATE FUNCTION f() RETURNS INT AS 'x' LANGUAGE C",
    `SELECT * FROM read_duckdb('${bait}/x.duckdb')`,
    `COPY FROM DATABASE database TO other`,
    `.read ${bait}/bait.txt`,
    `CALL dsdgen(sf = 1)`,
    `PRAGMA import_database('${bait}')`,
  ];
  return [...reads, ...names, ...copies, ...attaches, ...extensions, ...settings, ...others];
}

test.skipIf(!isAvailable)(
  'more than 500 statements that try to leave the sandbox touch and read nothing outside, and the database goes on',
  async () => {
    const before = readdirSync(bait).map((name) => [name, readFileSync(join(bait, name), 'utf8')]);
    const tries = attempts();
    expect(tries.length).toBeGreaterThan(500);
    let refused = 0;
    const queue = [...tries];
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let query = queue.pop(); query !== undefined; query = queue.pop()) {
          const answer = await ask(query);
          for (const stolen of [secretText, 'root:x:0', 'GROMA_', 'DATABASE_URL', server.platform.config.secret])
            expect([query, answer.includes(stolen)]).toEqual([query, false]);
          if (answer.includes('"type":"error"')) refused += 1;
        }
      }),
    );
    expect(readdirSync(bait).map((name) => [name, readFileSync(join(bait, name), 'utf8')])).toEqual(before);
    expect(visits).toBe(0);
    expect(refused).toBeGreaterThan(500);
    expect(
      await ask(
        "SELECT current_setting('enable_external_access') AS a, current_setting('lock_configuration') AS b, current_setting('threads') AS c",
      ),
    ).toContain('[[false,true,2]]');
  },
  120_000,
);

test.skipIf(!isAvailable)('files of the project are read by path and as views, and cannot be written', async () => {
  expect(await ask("SELECT * FROM '/data/own.csv' ORDER BY a")).toContain('"rows":[[1,"x"],[2,"y"]]');
  const { data: schema } = await ann.client.call(database.readSchema, { params: { databaseId: path.databaseId } });
  expect(schema.tables.find(({ kind }) => kind === 'file')).toMatchObject({
    schema: 'files',
    name: 'own.csv',
    columns: [{ name: 'a' }, { name: 'b' }],
  });
  expect(await ask('SELECT sum(a)::INTEGER AS s FROM files."own.csv"')).toContain('"rows":[[3]]');
  expect(await ask("COPY (SELECT 1 AS x) TO '/data/new.csv'")).toContain('"type":"error"');
  expect(await ask("COPY (SELECT 1 AS x) TO '/data/own.csv'")).toContain('"type":"error"');
  const page = await ann.client.call(database.readTablePage, {
    params: { databaseId: path.databaseId, table: 'own.csv' },
    query: { schema: 'files' },
  });
  expect(page.rows).toEqual([
    [1, 'x'],
    [2, 'y'],
  ]);
});

test('names of tables and columns are never read as SQL', async () => {
  const name = 'x"; DROP TABLE kept; --';
  await ask('CREATE TABLE kept AS SELECT 1 AS a');
  await ask(`CREATE TABLE "${name.replaceAll('"', '""')}" AS SELECT 7 AS "a""b; DROP TABLE kept"`);
  const read = (table: string, query: object = {}) =>
    ann.client.call(database.readTablePage, { params: { databaseId: path.databaseId, table }, query: query as never });
  expect((await read(name)).rows).toEqual([[7]]);
  expect(
    (
      await read(name, {
        sort: JSON.stringify([{ column: 'a"b; DROP TABLE kept', descending: true }]),
        filter: JSON.stringify([{ column: 'a"b; DROP TABLE kept', operator: 'equals', value: '7' }]),
      })
    ).rows,
  ).toEqual([[7]]);
  await expect(read("kept'; DROP TABLE kept; --")).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
  await expect(
    read('kept', { filter: JSON.stringify([{ column: 'a', operator: 'equals', value: '1 OR 1=1' }]) }),
  ).rejects.toMatchObject({ code: 'SQL_FAILED' });
  expect((await read('kept')).rows).toEqual([[1]]);
});
