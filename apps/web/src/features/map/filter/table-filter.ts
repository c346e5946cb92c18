import { longestFilterValue, mostConditions, type FilterCondition, type LayerFilter, joinFilters } from '@groma/model';
import type { GridFilter } from '@groma/ui';

/** The filter of a layer with that of its table added to it; null where that would be more than a layer takes. */
export function withTableFilter(filter: LayerFilter, table: readonly GridFilter[]): FilterCondition[] | null {
  const joined = joinFilters(filter, table.flatMap(conditionOf));
  return joined.length > mostConditions ? null : joined;
}

function conditionOf({ columnId: column, operator, value }: GridFilter): FilterCondition[] {
  if (operator === 'isNull' || operator === 'isNotNull') return [{ column, operator }];
  const isKept = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
  return isKept && String(value).length <= longestFilterValue ? [{ column, operator, value }] : [];
}
