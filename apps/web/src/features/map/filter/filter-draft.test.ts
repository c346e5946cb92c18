import type { FilterCondition } from '@groma/model';
import { expect, test } from 'vitest';
import { conditionOf, draftOf, newDraft, operatorsFor } from './filter-draft.ts';

test('[VEC-072] a draft says nothing until it has a value that its column can be compared with', () => {
  const draft = newDraft({ name: 'n', type: 'integer' });
  expect(draft).toMatchObject({ column: 'n', operator: 'greaterOrEqual' });
  const read = (text: string, locale = 'en') => conditionOf({ ...draft, text }, 'integer', locale);
  expect([read(''), read('many'), read('12')]).toEqual([
    null,
    null,
    { column: 'n', operator: 'greaterOrEqual', value: 12 },
  ]);
  expect(read('1.234,5', 'de')).toMatchObject({ value: 1234.5 });
  expect(conditionOf({ ...draft, text: '9007199254740993' }, 'int64', 'en')).toMatchObject({
    value: '9007199254740993',
  });
  expect(conditionOf({ ...draft, operator: 'oneOf' }, 'text', 'en')).toBeNull();
  expect(conditionOf({ ...draft, operator: 'isNull' }, 'text', 'en')).toEqual({ column: 'n', operator: 'isNull' });
});

test('[VEC-072] a condition is written as its locale writes it, and reads the same', () => {
  const conditions: [FilterCondition, Parameters<typeof operatorsFor>[0]][] = [
    [{ column: 'n', operator: 'less', value: 0.1 + 0.2 }, 'number'],
    [{ column: 'n', operator: 'equals', value: true }, 'boolean'],
    [{ column: 'n', operator: 'oneOf', values: ['a', null, 3] }, 'text'],
    [{ column: 'n', operator: 'greaterOrEqual', value: '2024-05-01' }, 'date'],
  ];
  for (const [condition, type] of conditions) {
    expect(conditionOf(draftOf(condition, 'de'), type, 'de')).toEqual(condition);
    expect(operatorsFor(type)).toContain(condition.operator);
  }
});
