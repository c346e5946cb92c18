import type { Column } from '@groma/geo';
import { isNumericColumn, type ChartConfig } from '@groma/model';
import type { Text } from '../../../platform/text.ts';

/** Why a kept chart cannot be drawn from the columns as they are now, in words; null where it can. */
export function chartProblem(
  { type, xCol, yCol, filters }: Pick<ChartConfig, 'type' | 'xCol' | 'yCol' | 'filters'>,
  columns: readonly Column[],
  t: Text,
): string | null {
  const missing = [xCol, yCol, ...filters.map(({ column }) => column)].find(
    (wanted) => !columns.some(({ name }) => name === wanted),
  );
  if (missing !== undefined) return t('chart.columnGone', { column: missing });
  const text = [yCol, ...(type === 'scatter' ? [xCol] : [])].find(
    (wanted) => !isNumericColumn(columns.find(({ name }) => name === wanted)!),
  );
  return text === undefined ? null : t('chart.notNumeric', { column: text });
}
