import type { LayerFilter } from '@groma/model';
import { describe, expect, it } from 'vitest';
import { conditionTest } from './condition-test.ts';
import { featureTest } from './feature-test.ts';

describe('conditions of a filter', () => {
  it('[VEC-072] numbers compare by size, and empty cells fulfil none but what asks for them', () => {
    const atLeast = conditionTest('number', { operator: 'greaterOrEqual', value: 10 });
    expect([9.9, 10, 1e9, null].map(atLeast)).toEqual([false, true, true, false]);
    expect([null, 10, 11].map(conditionTest('number', { operator: 'notEquals', value: 10 }))).toEqual([
      true,
      false,
      true,
    ]);
    expect([null, 0].map(conditionTest('number', { operator: 'isNull' }))).toEqual([true, false]);
    expect([null, 0].map(conditionTest('number', { operator: 'isNotNull' }))).toEqual([false, true]);
  });

  it('[VEC-072] texts compare without regard to case', () => {
    const names = ['Süd', 'nordsee', 'Ostsee', null];
    expect(names.map(conditionTest('text', { operator: 'contains', value: 'SEE' }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(names.map(conditionTest('text', { operator: 'startsWith', value: 'sü' }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(names.map(conditionTest('text', { operator: 'equals', value: 'OSTSEE' }))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('[VEC-072] dates compare by the moment they name', () => {
    const since = conditionTest('datetimetz', { operator: 'greaterOrEqual', value: '2024-05-01T00:00:00Z' });
    expect(['2024-05-01T01:30:00+02:00', '2024-05-01T02:00:00+02:00', '2024-05-02T00:00:00Z', null].map(since)).toEqual(
      [false, true, true, false],
    );
    expect(
      ['2024-05-31', '2024-06-01'].map(conditionTest('date', { operator: 'startsWith', value: '2024-05' })),
    ).toEqual([true, false]);
    expect(['2024-05-31', null].map(conditionTest('date', { operator: 'isNull', value: '2024-05-31' }))).toEqual([
      false,
      true,
    ]);
  });

  it('[VEC-072] integers of 64 bits compare by all their digits', () => {
    const above = conditionTest('int64', { operator: 'greater', value: '9007199254740992' });
    expect(['9007199254740992', '9007199254740993', 5].map(above)).toEqual([false, true, false]);
  });

  it('[VEC-072] a list keeps its values, and empty cells where null is among them', () => {
    const some = conditionTest('text', { operator: 'oneOf', values: ['a', null] });
    expect(['a', 'A', 'b', null].map(some)).toEqual([true, false, false, true]);
    expect([1, 2, '1'].map(conditionTest('integer', { operator: 'oneOf', values: [1] }))).toEqual([true, false, false]);
    expect([true, false, null].map(conditionTest('boolean', { operator: 'equals', value: true }))).toEqual([
      true,
      false,
      false,
    ]);
    expect([true, false, null].map(conditionTest('boolean', { operator: 'notEquals', value: true }))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the filter of a layer', () => {
  const columns = [
    { name: 'n', type: 'integer' as const },
    { name: 'kind', type: 'text' as const },
  ];
  const filter: LayerFilter = [
    { column: 'n', operator: 'greaterOrEqual', value: 2 },
    { column: 'n', operator: 'less', value: 5 },
    { column: 'kind', operator: 'oneOf', values: ['wheat'] },
  ];

  it('[VEC-071] keeps features of which all conditions hold', () => {
    const keeps = featureTest(filter, columns)!;
    expect(keeps({ n: 3, kind: 'wheat' })).toBe(true);
    expect(keeps({ n: 5, kind: 'wheat' })).toBe(false);
    expect(keeps({ n: 3, kind: 'maize' })).toBe(false);
    expect(keeps({ n: 3 })).toBe(false);
  });

  it('[VEC-075] leaves out conditions on columns that the layer has no more', () => {
    const keeps = featureTest(filter, [columns[0]!])!;
    expect(keeps({ n: 3, kind: 'maize' })).toBe(true);
    expect(featureTest(filter, [])).toBeNull();
    expect(featureTest([], columns)).toBeNull();
  });
});
