import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relativeDataPath, type DataPath, type ProjectId } from '@groma/model';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { TestSql } from '../../../../test/test-sql.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';

const { isAvailable } = await checkSandbox();
const secretText = 'the-secret-outside';
let server: TestServer;
let own: TestMap;
let sql: TestSql;
let bait: string;
let listener: Server;
let visits = 0;

beforeAll(async () => {
  server = await startTestServer();
  const ann = await server.signUp();
  own = await TestMap.make(ann);
  sql = await TestSql.ofProject(ann, own.projectId);
  await own.draw('towns', [{ name: 'Aa' }]);
  await own.upload('own.csv', 'a,b\n1,x\n');
  bait = join(tmpdir(), `groma-project-bait-${process.pid}`);
  mkdirSync(bait, { recursive: true });
  writeFileSync(join(bait, 'bait.csv'), `a\n${secretText}\n`);
  writeFileSync(
    join(bait, 'bait.geojson'),
    `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":"${secretText}"},"geometry":null}]}`,
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

const layersFolder = async (): Promise<string> =>
  join(await server.platform.files.databaseFolder(own.projectId as ProjectId), `layers-of-${sql.databaseId}`);

/** Ways out by functions for geodata, by what is written, by other databases, by extensions, and by paths. */
function attempts(): string[] {
  const { port } = listener.address() as AddressInfo;
  const geojson = join(bait, 'bait.geojson');
  const places = [
    geojson,
    `/vsicurl/http://127.0.0.1:${port}/x.geojson`,
    `/vsicurl_streaming/http://127.0.0.1:${port}/x.geojson`,
    `/vsizip/${geojson}`,
    `/vsigzip/${geojson}`,
    `/vsitar/${geojson}`,
    `/vsisubfile/0_100,${geojson}`,
    `/vsis3/bucket/x`,
    `/vsistdin/`,
    `GPKG:${geojson}`,
    `GeoJSON:${geojson}`,
    `<OGRVRTDataSource><OGRVRTLayer name="x"><SrcDataSource>${geojson}</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`,
    `PG:host=127.0.0.1 port=${port}`,
    `WFS:http://127.0.0.1:${port}/`,
    `/data/../${geojson}`,
    `/data/../../${geojson}`,
    `/layers/../${geojson}`,
    '/etc/passwd',
    '/proc/self/environ',
    '/run/database/s',
    server.platform.config.dataFolder,
    join(server.platform.config.dataFolder, 'secret'),
  ];
  const reads = places.flatMap((place) => {
    const text = `'${place.replaceAll("'", "''")}'`;
    return [
      `SELECT * FROM ST_Read(${text})`,
      `SELECT * FROM ST_Read_Meta(${text})`,
      `SELECT * FROM ST_ReadOSM(${text})`,
      `SELECT * FROM ST_ReadSHP(${text})`,
      `SELECT * FROM read_text(${text})`,
      `SELECT * FROM read_csv(${text})`,
      `SELECT * FROM glob(${text})`,
      `SELECT * FROM files."${place.replaceAll('"', '""')}"`,
      `CREATE OR REPLACE TABLE layers."A map"."stolen" AS SELECT *, ST_Point(1, 2) AS g FROM ST_Read(${text})`,
      `COPY (SELECT * FROM read_text(${text})) TO '/data/stolen.csv'`,
      `ATTACH ${text} AS other`,
      `ATTACH ${text} AS other (TYPE sqlite)`,
    ];
  });
  const targets = [
    join(bait, 'x.csv'),
    '/layers/x.parquet',
    `/layers/../${bait}/x.csv`,
    '/spatial.duckdb_extension',
    '/data/../x.csv',
    '/data/./x.csv',
    '/data//x.csv',
    '/data/a/../../database/database.duckdb',
    '/data/../layers/x.parquet',
    '/data\\..\\x.csv',
    '/data/x\0.csv',
    '/run/database/x',
    '/database/../layers/x',
    '/dev/stdout',
    '/proc/self/mem',
  ];
  const writes = targets.flatMap((target) => [
    `COPY (SELECT 1 AS hacked) TO '${target}'`,
    `COPY (SELECT 1 AS hacked) TO '${target}' (FORMAT parquet)`,
    `COPY (SELECT ST_Point(1, 2) AS g) TO '${target}' (FORMAT GDAL, DRIVER 'GeoJSON')`,
    `COPY (SELECT 1 AS hacked) TO '${target}' (FORMAT csv, PARTITION_BY (hacked))`,
    `EXPORT DATABASE '${target}'`,
  ]);
  const names = ['../../x', '/data/x', "x'; DROP SCHEMA main; --", 'layers', ' ', '.', '..'].flatMap((name) => [
    `CREATE TABLE layers."${name}"."x" AS SELECT ST_Point(1, 2) AS g`,
    `SELECT * FROM layers."${name}"."${name}"`,
    `SELECT * FROM tables."${name}"."${name}"."${name}"`,
    `SELECT * FROM results."${name}"`,
    `INSERT INTO layers."A map".towns SELECT 1`,
    `UPDATE layers."A map".towns SET name = '${name.replaceAll("'", "''")}'`,
  ]);
  const others = [
    'INSTALL httpfs',
    'LOAD httpfs',
    'INSTALL spatial FROM community',
    `LOAD '${bait}/spatial.duckdb_extension'`,
    "LOAD '/data/x.duckdb_extension'",
    "SET allowed_directories = ['/']",
    'SET enable_external_access = true',
    'SET lock_configuration = false',
    'DETACH layers',
    'DETACH files',
    'DROP SCHEMA layers."A map" CASCADE',
    'CREATE OR REPLACE VIEW layers."A map".towns AS SELECT 1',
    'CREATE TEMP TABLE layers.x AS SELECT 1',
    'ALTER VIEW layers."A map".towns RENAME TO x',
    'USE layers',
    'COPY FROM DATABASE layers TO database',
    "CREATE MACRO layers.main.f() AS (SELECT content FROM read_text('/etc/passwd'))",
  ];
  return [...reads, ...writes, ...names, ...others];
}

test.skipIf(!isAvailable)(
  '[DBS-096] more than 350 statements that try to leave the sandbox by geodata, copies, databases and extensions reach nothing, and change no layer or file',
  async () => {
    await sql.rows('SELECT * FROM layers."A map".towns');
    const folder = await layersFolder();
    const state = async () => ({
      bait: readdirSync(bait).map((name) => [name, readFileSync(join(bait, name), 'utf8')]),
      layers: readdirSync(folder).map((name) => [
        name,
        name.endsWith('.parquet') && readFileSync(join(folder, name), 'hex'),
      ]),
      files: (await server.platform.files.tree(own.projectId as ProjectId, '/data' as DataPath)).files.map(
        ({ path, bytes }) => [relativeDataPath(path), bytes],
      ),
      texts: (await own.state()).layers.map(({ text }) => text),
    });
    const before = await state();
    const tries = attempts();
    expect(tries.length).toBeGreaterThan(350);
    const queue = [...tries];
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let query = queue.pop(); query !== undefined; query = queue.pop()) {
          const said = await sql
            .run(query)
            .then(
              ({ rows, events }) =>
                JSON.stringify({ rows, events }, (_key, value: unknown) =>
                  typeof value === 'bigint' ? String(value) : value,
                ),
              String,
            );
          for (const stolen of [secretText, 'root:x:0', 'GROMA_', 'DATABASE_URL', server.platform.config.secret])
            expect([query, said.includes(stolen)]).toEqual([query, false]);
        }
      }),
    );
    // Tables and folders of results are made as they are named; nothing else is.
    expect(await state()).toEqual({ ...before, layers: expect.arrayContaining(before.layers) as unknown });
    expect(visits).toBe(0);
    expect(await sql.rows('SELECT name FROM layers."A map".towns')).toEqual([['Aa']]);
    expect(
      await sql.rows("SELECT current_setting('enable_external_access'), current_setting('lock_configuration')"),
    ).toEqual([[false, true]]);
  },
  180_000,
);
