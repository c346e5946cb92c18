import { expect, test } from 'vitest';
import { readConnectionUrl } from './connection-url.ts';

test('[DBS-064] an address of a PostgreSQL fills the fields', () => {
  expect(readConnectionUrl(' postgres://ada:p%40ss@db.example.com:5433/low%20flow?sslmode=require ')).toEqual({
    host: 'db.example.com',
    port: '5433',
    database: 'low flow',
    user: 'ada',
    password: 'p@ss',
    tls: 'require',
  });
  expect(readConnectionUrl('postgresql://db/gauges')).toEqual({ host: 'db', port: '5432', database: 'gauges' });
  expect(readConnectionUrl('postgres://[::1]:5432/x?sslmode=odd')).toEqual({
    host: '::1',
    port: '5432',
    database: 'x',
  });
  expect(readConnectionUrl('postgres://u@h:80/x')).toMatchObject({ port: '80' });
});

test('what is no such address is left as it was typed', () => {
  for (const text of ['db.example.com', 'http://db', 'postgres://', ''])
    expect(readConnectionUrl(text), text).toBeNull();
});
