import { expect, test } from 'vitest';
import { sqlWrite, type SqlWrite } from '@groma/model';
import { copiedRows, copyFormat, copyLosses } from './copy-losses.ts';

const target = (statement: string) => sqlWrite(statement) as Extract<SqlWrite, { kind: 'file' }>;

test.each([
  ["COPY (SELECT 1 AS a) TO '/data/x.parquet'", 'SELECT 1 AS a', 'parquet'],
  ["copy t to '/data/x.csv.gz' (HEADER)", 'SELECT * FROM t', 'csv'],
  [`COPY main."a b" (c, "d") TO '/data/x' (FORMAT json)`, 'SELECT c, "d" FROM main."a b"', 'json'],
  ["COPY (SELECT (1)) TO '/data/x.jsonl'", 'SELECT (1)', 'json'],
  ["COPY (SELECT 1) TO '/data/x.txt' (FORMAT 'parquet')", 'SELECT 1', 'parquet'],
  ["COPY (SELECT 1) TO '/data/x.txt'", 'SELECT 1', 'csv'],
  ["COPY (SELECT 1) TO '/data/x.gpkg' (FORMAT gdal, DRIVER 'GPKG')", 'SELECT 1', null],
])('[DBS-104] of %s it is known what it writes, and how', (statement, rows, format) => {
  expect([copiedRows(statement, target(statement)), copyFormat(statement, target(statement))]).toEqual([rows, format]);
});

test('[DBS-104] each format says which columns it cannot hold, by name and type, and nothing of the others', () => {
  const columns = [
    'BIGINT',
    'HUGEINT',
    'DECIMAL(38,9)',
    'DECIMAL(9,2)',
    'INTEGER[]',
    'STRUCT(a INTEGER)',
    'TIMESTAMP',
  ].map((type) => ({ name: type.slice(0, 3).toLowerCase(), type }));
  const said = (format: 'parquet' | 'csv' | 'json') =>
    copyLosses(format, columns).map((text) => text.slice(0, text.lastIndexOf(')') + 1));
  expect(said('parquet')).toEqual(['"hug" (HUGEINT)']);
  expect(said('csv')).toEqual(
    ['"int" (INTEGER[]), "str" (STRUCT(a INTEGER)', '"hug" (HUGEINT)', '"dec" (DECIMAL(38,9))'].map((text) =>
      text.startsWith('"int"') ? `${text})` : text,
    ),
  );
  expect(said('json')).toEqual(['"hug" (HUGEINT)', '"dec" (DECIMAL(38,9))']);
});
