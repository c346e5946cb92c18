import type { CategoryValue } from './symbology.ts';

/** How a condition compares the cells of its column with its one value. */
export const filterComparisons = [
  'equals',
  'notEquals',
  'contains',
  'startsWith',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
] as const;
type FilterComparison = (typeof filterComparisons)[number];

/** What a condition compares with: dates and 64-bit integers as text. */
export type FilterValue = string | number | boolean;

/** What a layer shows of its features, by one column. A range of numbers or dates is two conditions. */
export type FilterCondition =
  | { column: string; operator: FilterComparison; value: FilterValue }
  | { column: string; operator: 'isNull' | 'isNotNull' }
  | { column: string; operator: 'oneOf'; values: readonly CategoryValue[] };
export type ConditionOperator = FilterCondition['operator'];

/** All of them must hold of a feature that is shown; none shows all. */
export type LayerFilter = readonly FilterCondition[];

export const mostConditions = 20;
/** Values that one condition lists, and letters of one of them. */
export const mostFilterValues = 250;
export const longestFilterValue = 1_000;

/**
 * The conditions whose columns a layer has, and the names of columns that are missing. A condition on a missing column
 * counts as not there (VEC-075).
 */
export function heldConditions(
  filter: LayerFilter,
  columns: readonly { name: string }[],
): { held: LayerFilter; missing: string[] } {
  const names = new Set(columns.map(({ name }) => name));
  return {
    held: filter.filter(({ column }) => names.has(column)),
    missing: [...new Set(filter.map(({ column }) => column).filter((column) => !names.has(column)))],
  };
}

/** A text that is the same for filters that say the same, whatever the order in which a database keeps their fields. */
export function filterKey(filter: LayerFilter): string {
  return JSON.stringify(
    filter.map((condition) => [
      condition.column,
      condition.operator,
      'value' in condition ? condition.value : 'values' in condition ? condition.values : null,
    ]),
  );
}

/** Reads such a text, which may come from anybody; null for what is none. */
export function readFilterKey(text: string): FilterCondition[] | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!Array.isArray(read) || read.length > mostConditions) return null;
    const conditions = read.map(readCondition);
    return conditions.every((each) => each !== null) ? conditions : null;
  } catch {
    return null;
  }
}

function readCondition(told: unknown): FilterCondition | null {
  if (!Array.isArray(told) || told.length !== 3) return null;
  const [column, operator, value] = told as unknown[];
  if (typeof column !== 'string' || column === '' || column.length > 255) return null;
  if (operator === 'isNull' || operator === 'isNotNull') return { column, operator };
  if (operator === 'oneOf') {
    const isList = Array.isArray(value) && value.length > 0 && value.length <= mostFilterValues;
    return isList && value.every((each) => each === null || isFilterValue(each))
      ? { column, operator, values: value as CategoryValue[] }
      : null;
  }
  const comparison = filterComparisons.find((each) => each === operator);
  return comparison && isFilterValue(value) ? { column, operator: comparison, value } : null;
}

function isFilterValue(value: unknown): value is FilterValue {
  if (typeof value === 'string') return value.length <= longestFilterValue;
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Conditions of several filters together, each once. */
export function joinFilters(...filters: readonly LayerFilter[]): FilterCondition[] {
  return [...new Map(filters.flat().map((condition) => [filterKey([condition]), condition])).values()];
}
