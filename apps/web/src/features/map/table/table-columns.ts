import type { Column } from '@groma/geo';
import type { GridColumn, GridRowValues } from '@groma/ui';

const kinds: Record<Column['type'], GridColumn['type']> = { integer: 'number', number: 'number', text: 'text', boolean: 'boolean', json: 'text' };

/** The attribute columns of a layer for the grid; lists and objects are shown, not edited (VEC-013, VEC-052). */
export function gridColumns(columns: readonly Column[], isEditable: boolean): GridColumn[] {
  return columns.map(({ name, type }) => ({
    id: name, name, type: kinds[type], editable: isEditable && type !== 'json', ...(type === 'json' && { render: (value: unknown) => JSON.stringify(value) }),
  }));
}

/** Names a row by its feature id, which stands hidden behind the cells, before the row's place (VEC-018, VEC-019). */
export function rowId(values: GridRowValues): string {
  const list = values as readonly unknown[];
  return String(list[list.length - 2]);
}

/** What was typed, as the column holds it: a whole number stays one, an empty cell is null. */
export function typedValue(value: unknown, type: Column['type'] | undefined): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (type === 'integer' || type === 'number') return Number.isFinite(Number(value)) && value !== '' ? Number(value) : null;
  return typeof value === 'boolean' ? value : String(value);
}
