import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { rowValues } from '../rows/json-rows.ts';
import { readChunks, shapesOf, textBytesOf } from './duckdb-columns.ts';

test('the length of the texts of a chunk counts no row without one', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const result = await connection.stream(
    "SELECT CASE WHEN range % 3 = 0 THEN 'a longer description of the row number ' || range END AS note, range AS id FROM range(40000)",
  );
  let [counted, rows] = [0, 0];
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    rows += chunk.rowCount;
    counted += textBytesOf(chunk, result.columnTypes());
  }
  const [[bytes]] = (
    await connection.runAndReadAll(
      "SELECT sum(strlen('a longer description of the row number ' || range))::INTEGER FROM range(0, 40000, 3)",
    )
  ).getRows() as [[number]];
  expect([rows, counted]).toEqual([40_000, bytes]);
  connection.closeSync();
});

const asWritten = [
  ...[
    '0044-03-15 (BC)',
    '0001-12-31 (BC)',
    '0001-01-01',
    '0099-05-06',
    '12345-01-02',
    '300000-01-02',
    '290000-01-02 (BC)',
    'infinity',
    '-infinity',
  ].map((text) => `DATE '${text}'`),
  ...[
    '0044-03-15 (BC) 10:00:01.5',
    '9999-12-31 23:59:59.999999',
    '2300-01-01 00:00:00.000001',
    '1969-12-31 23:59:59.999999',
    '290000-01-02 03:04:05.678901',
    '280000-01-02 (BC) 03:04:05.678901',
    'infinity',
    '-infinity',
  ].map((text) => `TIMESTAMP '${text}'`),
  ...[
    '1677-09-22 00:12:43.145224193',
    '2262-04-11 23:47:16.854775806',
    '1969-12-31 23:59:59.999999999',
    'infinity',
    '-infinity',
  ].map((text) => `TIMESTAMP_NS '${text}'`),
  "TIMESTAMP_S '0044-03-15 (BC) 10:00:01'",
  "TIMESTAMP_S 'infinity'",
  "TIMESTAMP_MS '1960-01-01 00:00:00.123'",
  "TIMESTAMP_MS '-infinity'",
  "TIME '23:59:59.999999'",
  "TIME '24:00:00'",
  "TIMETZ '10:20:30.5+05:30'",
  "TIMETZ '10:20:30-15:59:58'",
  ...['-1 year 2 months -3 days 04:05:06.789', '1 month', '-00:00:00.000001', '100 days -1 hour', '0 days'].map(
    (text) => `INTERVAL '${text}'`,
  ),
  '170141183460469231731687303715884105727::HUGEINT',
  '(-170141183460469231731687303715884105727)::HUGEINT',
  '340282366920938463463374607431768211455::UHUGEINT',
  '9223372036854775807::BIGINT',
  '18446744073709551615::UBIGINT',
  '(-0.001)::DECIMAL(4,3)',
  '12345678901234567890123456789012345678::DECIMAL(38,0)',
  '(-99999999999999999999999999999.999999999)::DECIMAL(38,9)',
  "'ffffffff-ffff-ffff-ffff-ffffffffffff'::UUID",
  "'10101'::BIT",
];

test('[DBS-085] days, times, spans and large numbers are texts as DuckDB itself writes them', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  for (const value of asWritten) {
    const result = await connection.run(`SELECT ${value} AS value, (${value})::VARCHAR AS text`);
    const [[own, text]] = rowValues(
      shapesOf(result),
      readChunks(await result.fetchAllChunks(), result.columnTypes()),
      0,
      1,
    ) as [[unknown, string]];
    expect([value, String(own)]).toEqual([value, text]);
  }
  const nested = await connection.run(
    "SELECT [DATE '0044-03-15 (BC)', DATE 'infinity'], [TIMESTAMP '9999-12-31 23:59:59.999999', TIMESTAMP '-infinity'], [TIMESTAMP_NS 'infinity']",
  );
  expect(rowValues(shapesOf(nested), readChunks(await nested.fetchAllChunks(), nested.columnTypes()), 0, 1)).toEqual([
    [['0044-03-15 (BC)', 'infinity'], ['9999-12-31 23:59:59.999999', '-infinity'], ['infinity']],
  ]);
  const result = await connection.run(
    "SET TimeZone = 'UTC'; SELECT unnest([TIMESTAMPTZ '0044-03-15 (BC) 10:00:01.5+00', TIMESTAMPTZ '9999-12-31 23:59:59.999999+00', TIMESTAMPTZ '12345-01-01 00:00:00+00'])",
  );
  const moments = rowValues(shapesOf(result), readChunks(await result.fetchAllChunks(), result.columnTypes()), 0, 3);
  expect(moments).toEqual([
    ['-000043-03-15T10:00:01.5Z'],
    ['9999-12-31T23:59:59.999999Z'],
    ['+012345-01-01T00:00:00Z'],
  ]);
  connection.closeSync();
});
