import { expect, test } from 'vitest';
import { fileReferences } from './file-references.ts';
import { PlacedStatement } from './placed-statement.ts';
import { SqlError } from '../engine.ts';

const named = (statement: string): (string | null)[][] =>
  fileReferences(statement).map(({ path, encoding }) => [path, encoding?.name ?? null]);

test('[DBS-088] files are found where DuckDB reads them, with the encoding beside them, and nowhere else', () => {
  expect(named('SELECT * FROM \'/data/a.csv\' x JOIN "/data/b.tsv" USING (i)')).toEqual([
    ['/data/a.csv', null],
    ['/data/b.tsv', null],
  ]);
  expect(named("FROM /* it's */ read_csv('/data/it''s.txt', delim = ';', encoding = 'CP1251')")).toEqual([
    ["/data/it's.txt", 'CP1251'],
  ]);
  expect(named("FROM read_csv(['/data/a.csv', '/data/b.csv'], encoding := 'koi8-r') WHERE a = 'encoding'")).toEqual([
    ['/data/a.csv', 'koi8-r'],
    ['/data/b.csv', 'koi8-r'],
  ]);
  expect(named("COPY t FROM '/data/a.csv' (HEADER, ENCODING 'cp866')")).toEqual([['/data/a.csv', 'cp866']]);
  expect(
    named("FROM '/data/a.csv', read_csv('/data/b.csv') x, read_csv_auto('/data/c.csv', encoding='cp1250')"),
  ).toEqual([
    ['/data/a.csv', null],
    ['/data/b.csv', null],
    ['/data/c.csv', 'cp1250'],
  ]);
  expect(
    named(
      "SELECT '/data/a.csv', $$FROM '/data/a.csv'$$ FROM t WHERE p = '/data/a.csv' AND q IN ('/data/a.csv', '/data/b.csv')",
    ),
  ).toEqual([]);
  expect(named("FROM '/data/p.parquet'")).toEqual([]);
});

test('[DBS-088] a failure is told at the place in the text that was written, with the path that was written', () => {
  const statement = "FROM '/data/a.csv' WHERE wrong";
  const placed = new PlacedStatement(statement, [
    {
      start: 5,
      end: 18,
      text: "'/database/temporary/text/1/a.csv'",
      copies: [{ path: '/data/a.csv', copy: '/database/temporary/text/1/a.csv' }],
      notices: [],
    },
  ]);
  const failed = placed.restored(
    new SqlError({
      kind: 'other',
      detail: 'In /database/temporary/text/1/a.csv',
      position: placed.sql.indexOf('wrong'),
    }),
  ).failure;
  expect(failed).toEqual({ kind: 'other', detail: 'In /data/a.csv', position: statement.indexOf('wrong') });
});

test('[DBS-089] patterns and packed files are found too, with the place that they stand in', () => {
  const placed = (statement: string) =>
    fileReferences(statement).map(({ path, isPattern, place }) => [path, isPattern, place]);
  expect(placed("FROM '/data/*.csv', '/data/b.csv.gz'")).toEqual([
    ['/data/*.csv', true, 'table'],
    ['/data/b.csv.gz', false, 'table'],
  ]);
  expect(placed("FROM read_csv('/data/[ab]?.txt', encoding = 'cp1251')")).toEqual([
    ['/data/[ab]?.txt', true, 'argument'],
  ]);
  expect(placed("FROM read_csv(['/data/a.csv', '/data/b*.csv'])")).toEqual([
    ['/data/a.csv', false, 'item'],
    ['/data/b*.csv', true, 'item'],
  ]);
  expect(placed("COPY t FROM '/data/*.csv' (HEADER)")).toEqual([['/data/*.csv', true, 'copy']]);
  expect(placed("COPY (FROM '/data/*.csv') TO '/data/all.parquet'")).toEqual([['/data/*.csv', true, 'table']]);
});
