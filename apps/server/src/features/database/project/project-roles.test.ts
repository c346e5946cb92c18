import { afterAll, beforeAll, expect, test } from 'vitest';
import { map } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestSql } from '../../../../test/test-sql.ts';
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
  await own.draw('towns', [{ name: 'Aa' }, { name: 'Bb' }]);
});
afterAll(() => server.close());

const read = 'SELECT count(*)::INTEGER FROM layers."A map".towns';
const writes = [
  'CREATE TABLE layers."A map".mine AS SELECT * FROM layers."A map".towns',
  'CREATE OR REPLACE TABLE layers."A map".towns AS SELECT ST_Point(1, 2) AS g',
  `COPY (SELECT * FROM layers."A map".towns) TO '/data/mine.csv'`,
];
const outcome = (query: string, person: Person) =>
  new TestSql(person, sql.databaseId).rows(query).then(
    (rows) => rows.flat()[0],
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
/** Layers with how many features they have, and files. */
const there = async () => [
  (await own.state()).layers.map(({ text }) => text),
  await sql.rows(read),
  (await sql.rows("SELECT file FROM glob('/data/**')")).flat(),
];

test.skipIf(!isAvailable)(
  '[DBS-018, DBS-097, DBS-098] who may not change a project runs no SQL there, whether it reads or writes, and leaves nothing half made',
  async () => {
    const before = await there();
    for (const role of ['PROJECT_VIEWER', 'PROJECT_COMMENTATOR'] as const) {
      const bob = await server.signUp();
      await server.share(ann, own.projectId, bob, role);
      for (const query of [read, ...writes])
        expect([role, query, await outcome(query, bob)]).toEqual([role, query, 'FORBIDDEN']);
    }
    const stranger = await server.signUp();
    for (const query of [read, ...writes])
      expect([query, await outcome(query, stranger)]).toEqual([query, 'NOT_FOUND']);
    expect(await there()).toEqual(before);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-093, DBS-097] a map of another project is to statements as one that is not there, also for writing',
  async () => {
    const other = await server.signUp();
    const secret = await TestMap.make(other);
    await secret.draw('secret', [{ n: 1 }]);
    const { data: state } = await other.client.call(map.readMapState, {
      query: { map_id: secret.mapId, project_id: secret.projectId },
    });
    const [layer] = state.layers;
    for (const name of [secret.mapId, 'nowhere']) {
      expect((await sql.failure(`CREATE TABLE layers."${name}".x AS SELECT ST_Point(1, 2) AS g`))?.message).toContain(
        `This project has no map "${name}".`,
      );
      expect((await sql.failure(`SELECT * FROM layers."${name}"."${layer!.id}"`))?.kind).toBe('missing');
    }
    expect((await secret.state()).layers).toHaveLength(1);
  },
);

test.skipIf(!isAvailable)('[DBS-097, DBS-098] who loses the right while the rows are made writes nothing', async () => {
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
  expect(await outcome(read, bob)).toBe(2);
  const before = await there();
  const slow = 'FROM layers."A map".towns, (SELECT sum(sqrt(range)) AS total FROM range(400000000)) WHERE total > 0';
  const running = [
    outcome(`CREATE TABLE layers."A map".mine AS SELECT geometry ${slow}`, bob),
    outcome(`COPY (SELECT name ${slow}) TO '/data/mine.csv'`, bob),
  ];
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  await server.share(ann, own.projectId, bob, 'PROJECT_VIEWER');
  // The statements end with the right to run them, or are refused what they have made.
  for (const said of await Promise.all(running)) expect(String(said)).toMatch(/terminated|not allowed|FORBIDDEN/);
  expect(await there()).toEqual(before);
});
