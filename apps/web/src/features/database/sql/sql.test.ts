import { expect, test } from 'vitest';
import { parameterValue, parameterValues, parametersOf } from './parameters.ts';
import { quotedName, tableReference } from './quoted-name.ts';
import { sqlTokens } from './sql-tokens.ts';
import { layerNameOf } from './layer-name.ts';

test('tokens touch, whatever the text is', () => {
  for (const sql of [
    'a$b$c',
    "''''",
    '"',
    '/*',
    '$1$2',
    '::x',
    'é;ü',
    "E'\\'",
    '?::int',
    '1e5.x$$',
    '/* /* */ x */ y',
  ]) {
    const tokens = [...sqlTokens(sql)];
    expect(tokens.map(({ from, to }) => sql.slice(from, to)).join(''), sql).toBe(sql);
  }
});

test('[DBS-053] parameters are found by name or number, not in strings, comments, casts or quoted bodies', () => {
  expect(parametersOf("SELECT $2, $1, '$3', $1::int, $$ $4 $$, $t$ $5 $t$, a ? 'b', E'\\'$6' -- $7\n/* $8 */")).toEqual(
    ['1', '2'],
  );
  expect(parametersOf('SELECT * FROM a WHERE day > $since AND x = $flow AND y > $since')).toEqual(['since', 'flow']);
});

test('[DBS-053] values are what they look like; quotes make a text of them', () => {
  expect(
    [
      '',
      'null',
      'true',
      '12',
      '-0.5',
      '1e3',
      '007',
      '12345678901234567890',
      "'12'",
      "'it''s'",
      'Mohács',
      '2025-06-01',
    ].map(parameterValue),
  ).toEqual([null, null, true, 12, -0.5, 1000, '007', '12345678901234567890', '12', "it's", 'Mohács', '2025-06-01']);
  expect(parameterValues(['1', '3'], { 1: 'a', 3: '5' })).toEqual(['a', null, 5]);
  expect(parameterValues(['since'], {})).toEqual({ since: null });
  expect(parameterValues([], {})).toBeUndefined();
});

test('names are quoted where SQL would read them otherwise', () => {
  expect(['flow', 'Flow', 'a b', 'select', 'a"b', '1a', 'größe', ''].map(quotedName)).toEqual([
    'flow',
    '"Flow"',
    '"a b"',
    '"select"',
    '"a""b"',
    '"1a"',
    '"größe"',
    '""',
  ]);
  expect(tableReference({ schema: 'public', name: 'a' }, 'public')).toBe('a');
  expect(tableReference({ schema: 'hydro', name: 'B' }, 'public')).toBe('hydro."B"');
});

test('a layer of the rows of a query is named after their table, or after the query', () => {
  expect(layerNameOf('SELECT * FROM towns WHERE id > 1', 'db')).toBe('towns');
  expect(layerNameOf('select a -- from nowhere\nfrom public."My ""old"" towns" t join b using (id)', 'db')).toBe(
    'My "old" towns',
  );
  expect(layerNameOf('SELECT st_point(1, 2) AS place;', 'db')).toBe('SELECT st_point(1, 2) AS place');
  expect(layerNameOf('SELECT * FROM generate_series(1, 3)', 'db')).toBe('SELECT * FROM generate_series(1, 3)');
  expect(layerNameOf('SELECT * FROM (SELECT 1) t', 'db')).toBe('SELECT * FROM (SELECT 1) t');
  expect(layerNameOf("SELECT * FROM '/data/old/Ann''s towns.csv' LIMIT 10", 'db')).toBe("Ann's towns");
  expect(layerNameOf("SELECT a / 2, '/data/x' AS b", 'db')).toBe("SELECT a 2, ' data x' AS b");
  expect(layerNameOf('  ', 'db')).toBe('db');
});
