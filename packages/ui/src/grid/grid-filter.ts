import type { GridColumn, GridColumnType, GridFilter, GridOperator } from './grid-column.ts';

/** What the person may choose: `between` reaches the source as two filters, with both its ends. */
type OfferedOperator = GridOperator | 'between';

/** The operators a column of this type offers; the first is the one typing into the filter row means. */
export const operatorsOf: Record<GridColumnType, readonly OfferedOperator[]> = {
  text: ['contains', 'equals', 'notEquals', 'startsWith', 'isNull', 'isNotNull'],
  number: ['equals', 'notEquals', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'between', 'isNull', 'isNotNull'],
  time: ['startsWith', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'between', 'isNull', 'isNotNull'],
  boolean: ['equals', 'isNull', 'isNotNull'],
  geo: ['isNull', 'isNotNull'],
};

/** How many values an operator is given. */
export function valuesOf(operator: OfferedOperator): 0 | 1 | 2 {
  if (operator === 'between') return 2;
  return operator === 'isNull' || operator === 'isNotNull' ? 0 : 1;
}

const longInteger = /^-?[1-9]\d{15,}$/;

function typedValue(type: GridColumnType | undefined, value: unknown): unknown {
  if (type === 'number')
    return typeof value === 'string' && longInteger.test(value.trim()) ? value.trim() : Number(value);
  if (type === 'boolean') return /^(true|t|1|yes)$/i.test(String(value).trim());
  return value;
}

/** AG Grid's filter model as our list; entries with no value where one is needed are left out. */
export function filtersFromModel(
  model: Readonly<Record<string, { type?: string | null; filter?: unknown; filterTo?: unknown }>>,
  columns: readonly GridColumn[],
): GridFilter[] {
  const filters: GridFilter[] = [];
  for (const [columnId, entry] of Object.entries(model)) {
    const operator = entry.type as OfferedOperator;
    const type = columns.find((column) => column.id === columnId)?.type;
    const add = (own: GridOperator, value: unknown) => {
      if (value != null && value !== '') filters.push({ columnId, operator: own, value: typedValue(type, value) });
    };
    if (operator === 'between') {
      add('greaterOrEqual', entry.filter);
      add('lessOrEqual', entry.filterTo);
    } else if (valuesOf(operator) === 0) filters.push({ columnId, operator });
    else add(operator, entry.filter);
  }
  return filters;
}
