import type { CategoryValue, ConditionOperator } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import type { ColumnType } from '../snapshot/manifest.ts';
import { compareInt64, isInt64Text } from '../temporal/long-integer.ts';
import { isTemporal, temporalOrder } from '../temporal/temporal.ts';

/** What a value must be like: a condition of a layer's filter, or of a table's, whose value may be anything. */
export interface TestedCondition {
  operator: ConditionOperator;
  value?: unknown;
  values?: readonly CategoryValue[];
}

/** Different dates whose moments are remembered: they repeat, and reading one takes longer than finding it again. */
const mostRemembered = 200_000;

/**
 * Tells whether a value of a column fulfils a condition. Texts compare without regard to case; dates and times by the
 * moment they name, unless the condition asks for their letters; 64-bit integers by all their digits. Empty cells
 * fulfil `isNull`, `notEquals`, and a list that has null in it.
 */
export function conditionTest(type: ColumnType, condition: TestedCondition): (value: PropertyValue) => boolean {
  const { operator, value: wanted } = condition;
  if (operator === 'oneOf') {
    const values = new Set<unknown>(condition.values);
    return (value) => values.has(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
  }
  const moment = isTemporal(type) && typeof wanted === 'string' ? temporalOrder(wanted.trim()) : NaN;
  // A part of a date, as 2024-05, is compared as the text it is.
  if (!Number.isNaN(moment) && comparesOrder(operator)) {
    const orderOf = remembered(temporalOrder);
    return (value) => (value === null ? operator === 'notEquals' : compares(orderOf(String(value)), moment, operator));
  }
  const sought = String(wanted).toLowerCase();
  return (value) => fits(value, operator, wanted, sought);
}

function comparesOrder(operator: ConditionOperator): boolean {
  return !['startsWith', 'contains', 'isNull', 'isNotNull'].includes(operator);
}

function remembered(read: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = read(text);
      if (known.size < mostRemembered) known.set(text, found);
    }
    return found;
  };
}

function fits(value: PropertyValue, operator: ConditionOperator, wanted: unknown, sought: string): boolean {
  if (operator === 'isNull') return value === null;
  if (operator === 'isNotNull') return value !== null;
  if (value === null) return operator === 'notEquals';
  if (typeof wanted === 'number' && typeof value === 'number') return compares(value, wanted, operator);
  if (isWhole(value) && isWhole(wanted) && typeof value !== typeof wanted)
    return compares(compareInt64(value, wanted), 0, operator);
  if (isLong(value) && isLong(wanted)) return compares(compareInt64(value, wanted), 0, operator);
  if (typeof wanted === 'boolean') return operator === 'notEquals' ? value !== wanted : value === wanted;
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase();
  if (operator === 'contains') return text.includes(sought);
  if (operator === 'startsWith') return text.startsWith(sought);
  return compares(text, sought, operator);
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 16 && isInt64Text(value);
}

/** A whole number, or one of 64 bits as its digits. */
function isWhole(value: unknown): value is number | string {
  return typeof value === 'number' ? Number.isSafeInteger(value) : isLong(value);
}

function compares<Value extends number | string>(value: Value, wanted: Value, operator: ConditionOperator): boolean {
  switch (operator) {
    case 'equals':
      return value === wanted;
    case 'notEquals':
      return value !== wanted;
    case 'less':
      return value < wanted;
    case 'lessOrEqual':
      return value <= wanted;
    case 'greater':
      return value > wanted;
    case 'greaterOrEqual':
      return value >= wanted;
    default:
      return false;
  }
}
