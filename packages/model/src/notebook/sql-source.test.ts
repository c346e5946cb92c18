import { expect, test } from 'vitest';
import { databaseOfSql, sqlReading } from './sql-source.ts';

test('the first line of an SQL block names the database that it asks', () => {
  expect(databaseOfSql('-- database: Low flow \nSELECT 1')).toBe('Low flow');
  expect(databaseOfSql('\n  --DATABASE: a: b')).toBe('a: b');
  for (const code of ['SELECT 1', 'SELECT 1 -- database: x', '-- database:\nSELECT 1', '-- about: x\n-- database: y'])
    expect([code, databaseOfSql(code)]).toEqual([code, null]);
  expect(databaseOfSql(sqlReading('Low\nflow', 'readings'))).toBe('Low flow');
});
