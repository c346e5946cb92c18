import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { TestSql } from '../../../../test/test-sql.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';

const { isAvailable } = await checkSandbox();
let server: TestServer;
let sql: TestSql;
beforeAll(async () => {
  server = await startTestServer();
  const ann = await server.signUp();
  const own = await TestMap.make(ann);
  sql = await TestSql.ofProject(ann, own.projectId);
  await sql.rows(`CREATE TABLE kinds AS ${values} UNION ALL BY NAME SELECT ST_Point(3, 4) AS geometry`);
});
afterAll(() => server.close());

const values = `SELECT ST_Point(1, 2) AS geometry, 12.34::DECIMAL(9,2) AS price,
  12345678901234567890.123456789::DECIMAL(38,9) AS digits, 9007199254740993::BIGINT AS long, 7::TINYINT AS short,
  TIMESTAMPTZ '2024-02-29 12:34:56.123456+05:30' AS zoned, TIMESTAMP '2024-02-29 12:34:56.123456' AS moment,
  DATE '1969-12-31' AS day, [1, NULL, 3] AS list, {'a': 1, 'b': [{'c': 'x'}]} AS object, 'NaN'::DOUBLE AS nan,
  0.1::FLOAT AS single, true AS yes, '' AS blank, 'é' AS text`;
const columns = 'price digits long short zoned moment day list object nan single yes blank text'.split(' ');

/** Each column with its type and the values of both rows, the second of which has none. */
async function contents(table: string): Promise<Record<string, unknown[]>> {
  const asked = columns
    .map((name) => `typeof("${name}"), ${name === 'zoned' ? 'epoch_us(zoned)' : `"${name}"`}::VARCHAR`)
    .join(', ');
  const rows = await sql.rows(`SELECT ${asked} FROM ${table} ORDER BY price IS NULL`);
  return Object.fromEntries(
    columns.map((name, at) => [name, [rows[0]![2 * at], ...rows.map((row) => row[2 * at + 1])]]),
  );
}

async function noticesOf(query: string): Promise<string> {
  const { events } = await sql.run(query);
  expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  return events.flatMap((event) => ('notices' in event ? event.notices : [])).join('\n');
}

const asTheyAre = {
  price: ['DECIMAL(9,2)', '12.34', null],
  digits: ['DECIMAL(38,9)', '12345678901234567890.123456789', null],
  long: ['BIGINT', '9007199254740993', null],
  short: ['TINYINT', '7', null],
  zoned: ['TIMESTAMP WITH TIME ZONE', '1709190296123456', null],
  moment: ['TIMESTAMP', '2024-02-29 12:34:56.123456', null],
  day: ['DATE', '1969-12-31', null],
  list: ['INTEGER[]', '[1, NULL, 3]', null],
  object: ['STRUCT(a INTEGER, b STRUCT(c VARCHAR)[])', "{'a': 1, 'b': [{'c': x}]}", null],
  nan: ['DOUBLE', 'nan', null],
  single: ['FLOAT', '0.1', null],
  yes: ['BOOLEAN', 'true', null],
  blank: ['VARCHAR', '', null],
  text: ['VARCHAR', 'é', null],
};

test.skipIf(!isAvailable)(
  '[DBS-104] what SQL writes into a layer it reads back with the same values; a column that gets another type is named',
  async () => {
    const said = await noticesOf('CREATE TABLE layers."A map".kinds AS SELECT * FROM kinds');
    expect(said).toContain('digits');
    expect(await contents('layers."A map".kinds')).toEqual({
      ...asTheyAre,
      price: ['DOUBLE', '12.34', null],
      digits: ['VARCHAR', '12345678901234567890.123456789', null],
      short: ['BIGINT', '7', null],
      list: ['VARCHAR', '[1,null,3]', null],
      object: ['VARCHAR', '{"a":1,"b":[{"c":"x"}]}', null],
      single: ['DOUBLE', '0.1', null],
    });
  },
);

test.skipIf(!isAvailable)(
  '[DBS-104] Parquet gives back what was written; of CSV and JSON it is said what they cannot hold',
  async () => {
    const copy = (more: string, name: string) =>
      noticesOf(`COPY (SELECT * EXCLUDE geometry${more} FROM kinds) TO '/data/${name}'`);
    expect(await copy('', 'kinds.parquet')).toBe('');
    expect(await contents('files."kinds.parquet"')).toEqual(asTheyAre);
    expect(await copy(', 1::HUGEINT AS wide', 'wide.parquet')).toContain('(HUGEINT) becomes DOUBLE in Parquet');
    expect(await copy('', 'kinds.csv')).toContain('is text in CSV');
    expect(await copy('', 'kinds.json')).toContain('holds NaN or Infinity');
    expect(await sql.rows('SELECT nan FROM files."kinds.json" ORDER BY price IS NULL')).toEqual([[NaN], [null]]);
  },
);

test.skipIf(!isAvailable)(
  '[DBS-105] lengths, areas and projections take longitude before latitude, as layers have them',
  async () => {
    const [row] = await sql.rows(`SELECT ST_Distance_Spheroid(ST_Point(-104.99, 39.74), ST_Point(-74.0, 40.71)),
      ST_Area_Spheroid(ST_GeomFromText('POLYGON((10 50, 11 50, 11 51, 10 51, 10 50))')),
      ST_Length_Spheroid(ST_GeomFromText('LINESTRING(10 50, 11 50)')),
      ST_AsText(ST_Transform(ST_Point(10, 50), 'EPSG:4326', 'EPSG:3857'))`);
    const [distance, area, length, place] = row as [number, number, number, string];
    // Of GeographicLib, by pyproj.Geod(ellps='WGS84').
    expect(distance).toBeCloseTo(2_626_139.301, 2);
    expect(area).toBeCloseTo(7_892_061_583.2, 0);
    expect(length).toBeCloseTo(71_695.2196, 3);
    expect(place).toBe('POINT (1113194.9079327357 6446275.841017161)');
  },
);
