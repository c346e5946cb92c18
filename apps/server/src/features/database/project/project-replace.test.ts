import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation } from '@groma/protocol';
import { TestMap, vectorOf } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { errorOf, TestSql } from '../../../../test/test-sql.ts';
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
});
afterAll(() => server.close());

const towns = (name: string) =>
  own.draw(name, [
    { name: 'Aa', people: 100 },
    { name: 'Bb', people: 250 },
    { name: 'Cc', people: 70 },
  ]);
const columnsOf = async (name: string) =>
  (await sql.rows(`DESCRIBE layers."A map"."${name}"`)).map(([column, type]) => [column, type]);

test.skipIf(!isAvailable)(
  '[DBS-103] CREATE OR REPLACE TABLE layers… AS puts rows and columns in the place of those of a layer, as one change and one operation',
  async () => {
    const layerId = await towns('towns');
    const [before, columns] = [await own.features(layerId), await columnsOf('towns')];
    const { rows, events } = await sql.run(
      `CREATE OR REPLACE TABLE layers."a map"."TOWNS" AS SELECT groma_fid, people::VARCHAR || '!' AS people, name, true AS big, ST_Buffer(geometry, 1) AS geometry
         FROM layers."A map".towns WHERE people > 80;
       SELECT groma_fid, people, name, big, ST_GeometryType(geometry) FROM layers."A map".towns ORDER BY 1`,
    );
    expect(errorOf(events)).toBeUndefined();
    expect(rows).toEqual([
      [1, '100!', 'Aa', true, 'POLYGON'],
      [2, '250!', 'Bb', true, 'POLYGON'],
    ]);
    expect((await columnsOf('towns')).map(([name]) => name)).toEqual([
      'groma_fid',
      'people',
      'name',
      'big',
      'geometry',
    ]);
    const layer = (await own.state()).layers.find(({ id }) => id === layerId);
    expect([layer?.text, vectorOf(layer!.data).seq > 0]).toEqual(['towns', true]);
    const [done] = (
      await ann.client.call(operation.listOperations, { params: { projectId: own.projectId }, query: {} })
    ).data;
    expect(done).toMatchObject({ task: 'import', subject: 'towns', status: 'Completed' });
    const [made] = (await own.origins()).filter(({ thing }) => thing.endsWith(layerId));
    // It was made of itself, which would be out of date at once.
    expect(made).toMatchObject({ kind: 'query', doer: sql.databaseId, inputs: [] });
    await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layerId, keys: [done!.id] });
    expect(await own.features(layerId)).toEqual(before);
    expect(await columnsOf('towns')).toEqual(columns);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-103] rows without ids of features get new ones, and a layer that is not there is made',
  async () => {
    const layerId = await towns('others');
    expect(
      await sql.rows(
        `CREATE OR REPLACE TABLE layers."A map".others AS SELECT 'x' AS name, ST_Point(range, 1) AS g FROM range(5)`,
      ),
    ).toEqual([['others', 'A map', 5n]]);
    expect([...(await own.features(layerId)).keys()]).toEqual([4, 5, 6, 7, 8]);
    expect(await sql.rows('CREATE OR REPLACE TABLE layers."A map".fresh AS SELECT ST_Point(1, 1) AS g')).toEqual([
      ['fresh', 'A map', 1n],
    ]);
  },
);

test.skipIf(!isAvailable)('[DBS-103] what cannot be replaced is refused by its name, and stays as it is', async () => {
  const layerId = await towns('kept');
  const before = await own.features(layerId);
  const failure = async (query: string) => (await sql.failure(query))?.message;
  expect(
    await failure(
      'CREATE OR REPLACE TABLE layers."A map".kept AS SELECT ST_Point(range % 180, range % 80) AS g FROM range(100001)',
    ),
  ).toContain('The replacement');
  expect(await failure('CREATE OR REPLACE TABLE layers."A map".kept AS SELECT 1 AS a')).toContain(
    'No column of the query holds geometries',
  );
  const twins = [await towns('twin'), await towns('Twin')];
  // Before the statement begins: the name could be one that it reads.
  const ambiguous = failure('CREATE OR REPLACE TABLE layers."A map".twin AS SELECT ST_Point(1, 1) AS g');
  const said = await ambiguous.catch((error: Error) => error.message);
  for (const id of twins) expect(said).toContain(id);
  expect(
    await sql.rows(`CREATE OR REPLACE TABLE layers."${own.mapId}"."${twins[1]}" AS SELECT ST_Point(1, 1) AS g`),
  ).toEqual([['Twin', 'A map', 1n]]);
  expect((await own.features(twins[0]!)).size).toBe(3);
  expect(await own.features(layerId)).toEqual(before);
});
