import type { GridColumn, GridColumnType, GridFilter, GridOperator } from './grid-column.ts';

/** The operators a column of this type offers; the first is the one typing into the filter row means. */
export const operatorsOf: Record<GridColumnType, readonly GridOperator[]> = {
  text: ['contains', 'equals', 'notEquals', 'startsWith', 'isNull', 'isNotNull'],
  number: ['equals', 'notEquals', 'less', 'greater', 'isNull', 'isNotNull'],
  time: ['startsWith', 'less', 'greater', 'isNull', 'isNotNull'],
  boolean: ['equals', 'isNull', 'isNotNull'],
  geo: ['isNull', 'isNotNull'],
};

/** Whether the operator stands alone, without a value. */
export function isUnary(operator: GridOperator): boolean {
  return operator === 'isNull' || operator === 'isNotNull';
}

function typedValue(type: GridColumnType | undefined, value: unknown): unknown {
  if (type === 'number') return Number(value);
  if (type === 'boolean') return /^(true|t|1|yes)$/i.test(String(value).trim());
  return value;
}

/** AG Grid's filter model as our list; entries with no value where one is needed are left out. */
export function filtersFromModel(model: Readonly<Record<string, { type?: string | null; filter?: unknown }>>, columns: readonly GridColumn[]): GridFilter[] {
  const filters: GridFilter[] = [];
  for (const [columnId, entry] of Object.entries(model)) {
    const operator = entry.type as GridOperator;
    const type = columns.find((column) => column.id === columnId)?.type;
    if (isUnary(operator)) filters.push({ columnId, operator });
    else if (entry.filter != null && entry.filter !== '') filters.push({ columnId, operator, value: typedValue(type, entry.filter) });
  }
  return filters;
}
