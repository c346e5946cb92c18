import { expect, test } from 'vitest';
import { effectOf, splitStatements } from './sql-statement.ts';

test('[DBS-037] what changes something is known behind EXPLAIN, WITH and words between', () => {
  const effects = [
    ['EXPLAIN(ANALYZE) DELETE FROM t', 'data'],
    ['EXPLAIN ANALYSE DELETE FROM t', 'data'],
    ['EXPLAIN (ANALYZE, FORMAT json) CREATE TABLE x AS SELECT 1', 'schema'],
    ['WITH a AS (SELECT 9) INSERT OR REPLACE INTO t SELECT * FROM a', 'data'],
    ['EXPLAIN DELETE FROM t', 'none'],
    ['EXPLAIN ANALYZE SELECT 1', 'none'],
  ];
  for (const [text, effect] of effects) expect([text, effectOf(text!)]).toEqual([text, effect]);
});

test('[DBS-037] a text with escapes goes on in quotes after a line break', () => {
  const split = (text: string): string[] => splitStatements(text).map((each) => each.text);
  expect(split("SELECT E'a'\n'\\''; DELETE FROM t; SELECT '1'")).toEqual([
    "SELECT E'a'\n'\\''",
    'DELETE FROM t',
    "SELECT '1'",
  ]);
  expect(split("SELECT E'a' -- b\n  '\\';'; SELECT 2")).toEqual(["SELECT E'a' -- b\n  '\\';'", 'SELECT 2']);
  expect(split("SELECT E'a' '\\'; SELECT 2")).toEqual(["SELECT E'a' '\\'", 'SELECT 2']);
  expect(split(`SELECT E'a'${' --'.repeat(5_000)}`)).toHaveLength(1);
});
