import { expect, test } from 'vitest';
import { readsOnly } from './reads-only.ts';

test('[WFL-158] a query counts as one of its inputs alone only where that is certain', () => {
  const names = ['roads', 'Towns'];
  for (const certain of [
    'SELECT * FROM roads',
    'SELECT r.* FROM "roads" AS r JOIN towns t ON r.id = t.id WHERE r.n > 3',
    'WITH big AS (SELECT * FROM roads) SELECT count(*) AS n FROM big -- from elsewhere',
    "SELECT 'from elsewhere' AS note FROM (SELECT 1 AS one)",
    'SELECT 1 AS one',
  ])
    expect([certain, readsOnly(certain, names)]).toEqual([certain, true]);
  for (const open of [
    'SELECT * FROM parcels',
    'SELECT * FROM roads, parcels',
    'SELECT * FROM layers."World"."roads"',
    "SELECT * FROM read_csv('/data/x.csv')",
    "SELECT * FROM '/data/x.csv'",
    'SELECT * FROM roads JOIN parcels USING (id)',
    'SUMMARIZE parcels',
  ])
    expect([open, readsOnly(open, names)]).toEqual([open, false]);
});
