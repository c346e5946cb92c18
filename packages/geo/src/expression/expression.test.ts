import { describe, expect, it } from 'vitest';
import type { Properties, SimpleGeometry } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import { compileExpression } from './compile-expression.ts';
import { EXPRESSION_PROBLEMS, ExpressionError } from './expression-error.ts';
import { EXPRESSION_FUNCTIONS, EXPRESSION_OPERATORS } from './function-table.ts';

const COLUMNS: Column[] = [
  { name: 'name', type: 'text' },
  { name: 'n', type: 'integer' },
  { name: 'is open', type: 'boolean' },
  { name: 'Straße', type: 'text' },
  { name: 'a.b', type: 'number' },
  { name: 'empty', type: 'text' },
  { name: 'built', type: 'text' },
  { name: '__proto__x', type: 'text' },
];
const PROPERTIES: Properties = {
  name: 'Żółw and Öl',
  n: 4,
  'is open': true,
  Straße: 'Allee',
  'a.b': 2.5,
  empty: null,
  built: '1999-12-31',
  __proto__x: 'p',
};
const SQUARE: SimpleGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 50],
      [10.01, 50],
      [10.01, 50.01],
      [10, 50.01],
      [10, 50],
    ],
  ],
};

const value = (text: string, geometry: SimpleGeometry | null = SQUARE): unknown =>
  compileExpression(text, COLUMNS).evaluate({ fid: 7, geometry, properties: PROPERTIES });
function problem(text: string): [string, number, number] {
  try {
    compileExpression(text, COLUMNS);
  } catch (error) {
    if (error instanceof ExpressionError) return [error.problem, error.position, error.end];
    throw error;
  }
  throw new Error(`"${text}" is accepted`);
}

/** Whether a text has a plain value, or is refused with a known problem at a place inside it. */
function outcome(text: string): 'read' | 'refused' {
  try {
    const result = value(text);
    if (result === null || ['string', 'number', 'boolean'].includes(typeof result)) return 'read';
  } catch (error) {
    if (
      error instanceof ExpressionError &&
      error.problem in EXPRESSION_PROBLEMS &&
      error.position >= 0 &&
      error.position <= error.end &&
      error.end <= text.length
    )
      return 'refused';
    throw new Error(`${text}: ${String(error)}`, { cause: error });
  }
  throw new Error(`${text} gives no plain value`);
}

describe('expressions', () => {
  it('[VEC-026] bind as in arithmetic and logic, and keep types', () => {
    expect(
      ['1 + 2 * 3 ^ 2', '-2 ^ 2', '7 % 3', '-7 % 3', '2 ^ 3 ^ 2', '.5e1', '10 - 2 - 3'].map((text) => value(text)),
    ).toEqual([19, -4, 1, 2, 512, 5, 5]);
    expect(
      [
        '1 < 2 and not 2 < 1',
        'true or null',
        'false and null',
        'true and null',
        "'a' < 'b'",
        "$n = '4'",
        '10 > 9',
        "'10' > 9",
      ].map((text) => value(text)),
    ).toEqual([true, true, false, null, true, true, true, true]);
    expect(
      [
        "$name & '!' & $empty",
        '$n in (1, 4)',
        '$n not in (1, 4)',
        '$empty is null',
        '$n is not null',
        '$empty = 1',
        '${is open}',
        '$Straße',
        '$a.b * 2',
      ].map((text) => value(text)),
    ).toEqual(['Żółw and Öl!', true, false, true, true, null, true, 'Allee', 5]);
    expect(
      [
        '1 + 1',
        "'a' & 1",
        '$n > 1',
        "date('2024-01-01')",
        "if($n > 1, 'a', 'b')",
        'if($n > 1, 1, null)',
        "if($n > 1, 1, 'x')",
      ].map((text) => compileExpression(text, COLUMNS).type),
    ).toEqual(['number', 'text', 'boolean', 'date', 'text', 'number', 'any']);
  });

  it('[VEC-026] offer text, dates and conditions', () => {
    expect(
      [
        "upper('straße')",
        "title('new-york o’neil')",
        "left('🗺️ab', 1)",
        "substring('abcdef', 2, 3)",
        "split('a,b,c', ',', -1)",
        "replace('aXbX', 'X', '--')",
        "pad_left(text(7), 3, '0')",
        "character_count('🗺é')",
        "position('żół', 'ł')",
        "'it''s'",
      ].map((text) => value(text)),
    ).toEqual(['STRASSE', 'New-York O’neil', '🗺', 'bcd', 'c', 'a--b--', '007', 2, 3, "it's"]);
    expect(
      [
        'year($built)',
        "add_time($built, 1, 'day')",
        "add_time('2024-01-31', 1, 'month')",
        "time_between('2024-02-28', '2024-03-01')",
        "weekday('2024-11-24')",
        "format_date($built, 'DD.MM.YY')",
        "date('2024-02-30')",
        "date('2024-05-31T23:30:00+02:00')",
        "day_of_year('2024-12-31')",
        "date($built) < '2000-01-01'",
      ].map((text) => value(text)),
    ).toEqual([1999, '2000-01-01', '2024-02-29', 2, 7, '31.12.YY', null, '2024-05-31T21:30:00Z', 366, true]);
    expect(
      [
        "case($n > 9, 'big', $n > 3, 'mid', 'small')",
        "coalesce($empty, '', 'x')",
        'null_if($n, 4)',
        'max(1, $empty, 3)',
        'round(1.005, 2)',
        'round(-2.5)',
        'round(1234, -2)',
        'sqrt(-1)',
        "number('x')",
      ].map((text) => value(text)),
    ).toEqual(['mid', 'x', null, 3, 1.01, -3, 1200, null, null]);
  });

  it('[VEC-026] measure the geometry on the ellipsoid, and are empty without one', () => {
    expect(value("area('ha')")).toBeCloseTo(79.74, 1);
    expect(value('perimeter()')).toBeCloseTo(value('length()') as number, 6);
    expect(
      ['centroid_x()', 'centroid_y()', 'west()', 'north()', 'vertex_count()', 'part_count()', 'feature_id()'].map(
        (text) => Math.round((value(text) as number) * 1e6) / 1e6,
      ),
    ).toEqual([10.005, 50.005, 10, 50.01, 5, 1, 7]);
    expect([
      value('geometry_type()'),
      value('x()', { type: 'Point', coordinates: [3, 4, 5] }),
      value('z()', { type: 'Point', coordinates: [3, 4, 5] }),
      value('wkt()', {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
    ]).toEqual(['Polygon', 3, 5, 'MULTIPOINT (1 2, 3 4)']);
    expect(['area()', 'length()', 'centroid_x()', 'east()', 'wkt()'].map((text) => value(text, null))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([
      compileExpression('area() > 1', COLUMNS).usesGeometry,
      compileExpression('$n > 1', COLUMNS).usesGeometry,
    ]).toEqual([true, false]);
    const hole: SimpleGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
        [
          [0, 0],
          [2, 0],
          [2, 4],
          [0, 4],
          [0, 0],
        ],
      ],
    };
    expect([value('centroid_x()', hole), value('centroid_y()', hole)]).toEqual([3, 2]);
  });

  it('[VEC-026] say where they cannot be read, and why', () => {
    expect(problem('$n + ')).toEqual(['unfinished', 5, 5]);
    expect(problem('$n + * 2')).toEqual(['unexpected', 5, 6]);
    expect(problem('$nn + 1')).toEqual(['unknown-column', 0, 3]);
    expect(problem('1 + ${no such}')).toEqual(['unknown-column', 4, 14]);
    expect(problem("upper('a")).toEqual(['open-text', 6, 8]);
    expect(problem('1 + evil(2)')).toEqual(['unknown-function', 4, 8]);
    expect(problem('round()')).toEqual(['argument-count', 0, 7]);
    expect(problem('round(1, 2, 3)')).toEqual(['argument-count', 0, 14]);
    expect(problem("abs('three')")).toEqual(['wrong-type', 4, 11]);
    expect(problem('year(5)')).toEqual(['wrong-type', 5, 6]);
    expect(problem('$n and true')).toEqual(['wrong-type', 0, 2]);
    expect(problem("area('acres')")).toEqual(['wrong-type', 5, 12]);
    expect(problem('1 ; 2')).toEqual(['unexpected', 2, 3]);
    expect(problem('('.repeat(500) + '1')[0]).toBe('too-deep');
    expect(problem('1'.repeat(10_001))[0]).toBe('too-long');
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'eval', 'Function'])
      expect(problem(`${name}('x')`)[0], name).toMatch(/unknown-function|unexpected/);
    for (const name of ['constructor', 'toString', 'window', 'globalThis'])
      expect(problem(name)[0], name).toBe('unexpected');
  });

  it('[VEC-026] are data: every function and operator has an example that can be read', () => {
    expect(new Set(EXPRESSION_FUNCTIONS.map(({ name }) => name)).size).toBe(EXPRESSION_FUNCTIONS.length);
    for (const { name, example, result } of EXPRESSION_FUNCTIONS) {
      const read = compileExpression(example, []);
      expect(example, name).toContain(`${name}(`);
      expect(result === 'any' ? result : read.type, name).toBe(result);
    }
    const columns: Column[] = [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'number' },
      { name: 'flag', type: 'boolean' },
      { name: 'kind', type: 'text' },
      { name: 'name', type: 'text' },
      { name: 'code', type: 'text' },
    ];
    for (const { example, sign } of EXPRESSION_OPERATORS)
      expect(() => compileExpression(example, columns), sign).not.toThrow();
  });

  it('[VEC-026] never run code, whatever is written: a seeded storm of words gives a value or says a problem', () => {
    let seed = 20_241;
    const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const words = [
      '$n',
      '$name',
      '${is open}',
      '$empty',
      '1',
      '-',
      '(',
      ')',
      ',',
      "'a'",
      '+',
      '*',
      '^',
      'and',
      'not',
      'in',
      'is',
      'null',
      '=',
      '<',
      'if',
      'case',
      '&',
      'area()',
      'length',
      'round(',
      'concat(',
      'date(',
      '"',
      '\\',
      '.',
      '🗺',
      'constructor',
      '__proto__',
      '`${1}`',
      ';',
      '=>',
      '[',
      '{',
    ];
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: 1 + random(9) }, () => words[random(words.length)]).join(random(2) ? ' ' : '');
      outcomes[outcome(text)]++;
    }
    expect([outcomes.read > 100, outcomes.refused > 1_000]).toEqual([true, true]);
  });

  it('[VEC-026] keep what they make within bounds', () => {
    const doubled =
      Array.from({ length: 40 }, () => 'concat(').join('') +
      '$name' +
      Array.from({ length: 40 }, () => ', $name)').join('');
    expect(value(doubled)).toHaveLength(41 * 11);
    expect(value("pad_left('x', 1e9)")).toBeNull();
    expect(value("replace(pad_left('', 900000, 'x'), 'x', 'yyyy')")).toBeNull();
    expect(value('10 ^ 400')).toBeNull();
  });
});
