import { expect, it } from 'vitest';
import { sqlWrite } from './sql-write.ts';

it('[DBS-097] finds the layer that a statement would make, and where its query begins', () => {
  const statement = '/* hot */ CREATE OR -- x\nREPLACE TABLE Layers . "A ""map"".b" /* y */ . größe AS SELECT 1';
  const write = sqlWrite(statement);
  expect(write).toMatchObject({
    kind: 'layer',
    map: 'A "map".b',
    layer: 'größe',
    isReplacing: true,
    isOptional: false,
  });
  expect(statement.slice(write!.start, write!.end)).toBe('Layers . "A ""map"".b" /* y */ . größe');
  expect(statement.slice((write as { queryStart: number }).queryStart)).toBe('SELECT 1');
  expect(sqlWrite('create table if not exists "layers".a.b as (from x)')).toMatchObject({
    isOptional: true,
    queryStart: 43,
  });
  expect(sqlWrite('CREATE TABLE layers.a.b (n INTEGER)')).toMatchObject({ kind: 'layer', queryStart: null });
  for (const other of [
    'CREATE TABLE layers.a AS SELECT 1',
    'CREATE VIEW layers.a.b AS SELECT 1',
    'CREATE TABLE mylayers.a.b AS SELECT 1',
    "SELECT 'CREATE TABLE layers.a.b AS SELECT 1'",
    'CREATE TABLE t AS SELECT * FROM layers.a.b',
  ])
    expect(sqlWrite(other)).toBeNull();
});

it('[DBS-098] finds the file that a COPY would write, and no other text in it', () => {
  const statement = `COPY (SELECT 'x' AS "to", ' TO ''/data/no.csv''' AS b -- TO '/data/c.csv'
    FROM (SELECT 1) t) To /* here */ '/data/it''s.csv' (HEADER)`;
  const write = sqlWrite(statement);
  expect(write).toMatchObject({ kind: 'file', path: "/data/it's.csv" });
  expect(statement.slice(write!.start, write!.end)).toBe("'/data/it''s.csv'");
  expect(sqlWrite("copy t (a, b) to '/data/a/b.parquet'")).toMatchObject({ path: '/data/a/b.parquet' });
  for (const other of [
    "COPY t FROM '/data/x.csv'",
    "COPY t TO '/etc/x'",
    "COPY t TO 'x.csv'",
    "COPY t TO '/database'",
    "SELECT 1 AS copy, '/data/x.csv' AS to",
  ])
    expect(sqlWrite(other)).toBeNull();
});
