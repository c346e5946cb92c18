import type { Column } from '@groma/geo';
import type { CategoryValue, ConditionOperator, FilterCondition, FilterValue } from '@groma/model';
import { parseNumber } from '@groma/ui';

/** A condition as it is being written: it may not say anything yet. */
export interface FilterDraft {
  column: string;
  operator: ConditionOperator;
  text: string;
  values: readonly CategoryValue[];
}

const ofNumbers = ['equals', 'notEquals', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual'] as const;
const ofEmpty = ['isNull', 'isNotNull'] as const;
const ofTexts = ['contains', 'startsWith', 'equals', 'notEquals'] as const;

/** The operators that a column offers; the first is what a new condition on it begins with. */
export function operatorsFor(type: Column['type'] | undefined): readonly ConditionOperator[] {
  switch (type) {
    case 'number':
      return ['greaterOrEqual', ...ofNumbers.filter((each) => each !== 'greaterOrEqual'), ...ofEmpty];
    case 'integer':
    case 'int64':
      return ['greaterOrEqual', ...ofNumbers.filter((each) => each !== 'greaterOrEqual'), 'oneOf', ...ofEmpty];
    case 'boolean':
      return ['equals', ...ofEmpty];
    case 'date':
    case 'time':
    case 'datetime':
    case 'datetimetz':
      return ['greaterOrEqual', 'greater', 'less', 'lessOrEqual', 'equals', 'startsWith', ...ofEmpty];
    case 'json':
      return ['contains', ...ofEmpty];
    default:
      return ['oneOf', ...ofTexts, ...ofEmpty];
  }
}

export function newDraft(column: Column): FilterDraft {
  return { column: column.name, operator: operatorsFor(column.type)[0]!, text: '', values: [] };
}

/** A condition to be written on; numbers as the locale writes them. */
export function draftOf(condition: FilterCondition, locale: string): FilterDraft {
  const { column, operator } = condition;
  return {
    column,
    operator,
    text: 'value' in condition ? textOf(condition.value, locale) : '',
    values: 'values' in condition ? condition.values : [],
  };
}

function textOf(value: FilterValue, locale: string): string {
  return typeof value === 'number'
    ? new Intl.NumberFormat(locale, { maximumSignificantDigits: 17, useGrouping: false }).format(value)
    : String(value);
}

/** What a draft says of a column of a type; null while that is nothing. */
export function conditionOf(
  { column, operator, text, values }: FilterDraft,
  type: Column['type'] | undefined,
  locale: string,
): FilterCondition | null {
  if (operator === 'isNull' || operator === 'isNotNull') return { column, operator };
  if (operator === 'oneOf') return values.length > 0 ? { column, operator, values } : null;
  if (text.trim() === '') return null;
  const value = valueOf(text, type, locale);
  return value === null ? null : { column, operator, value };
}

const longInteger = /^-?[1-9]\d{15,}$/;

function valueOf(text: string, type: Column['type'] | undefined, locale: string): FilterValue | null {
  if (type === 'boolean') return text === 'true';
  if (type === 'int64' && longInteger.test(text.trim())) return text.trim();
  if (type === 'number' || type === 'integer' || type === 'int64') return parseNumber(text, locale) ?? null;
  return text;
}
