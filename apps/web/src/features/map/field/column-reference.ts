import { columnReference, type Column } from '@groma/geo';

/** The column that an expression is alone; null for anything else. */
export function columnOf(text: string, columns: readonly Pick<Column, 'name'>[]): string | null {
  return columns.find(({ name }) => text === columnReference(name) || text === `$${name}`)?.name ?? null;
}
