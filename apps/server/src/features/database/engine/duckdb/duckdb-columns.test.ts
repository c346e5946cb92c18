import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { textBytesOf } from './duckdb-columns.ts';

test('the length of the texts of a chunk counts no row without one', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const result = await connection.stream("SELECT CASE WHEN range % 3 = 0 THEN 'a longer description of the row number ' || range END AS note, range AS id FROM range(40000)");
  let [counted, rows] = [0, 0];
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    rows += chunk.rowCount;
    counted += textBytesOf(chunk, result.columnTypes());
  }
  const [[bytes]] = (await connection.runAndReadAll("SELECT sum(strlen('a longer description of the row number ' || range))::INTEGER FROM range(0, 40000, 3)")).getRows() as [[number]];
  expect([rows, counted]).toEqual([40_000, bytes]);
  connection.closeSync();
});
