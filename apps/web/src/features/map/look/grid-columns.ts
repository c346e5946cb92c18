import type { Column } from '@groma/geo';
import type { LayerColumn } from '../layer/layer-joins.ts';
import type { GridColumn, GridRowValues } from '@groma/ui';

const kinds: Record<Column['type'], GridColumn['type']> = {
  integer: 'number',
  int64: 'number',
  number: 'number',
  text: 'text',
  boolean: 'boolean',
  json: 'text',
  date: 'time',
  time: 'time',
  datetime: 'time',
  datetimetz: 'time',
};

/**
 * The attribute columns of a layer for the grid; lists and objects are shown, not edited (VEC-013, VEC-052); years and
 * codes without thousands separators. `originOf` says from where a join brings its columns, which are not edited.
 */
export function gridColumns(
  columns: readonly LayerColumn[],
  isEditable: boolean,
  ungrouped: readonly string[] = [],
  originOf: (join: number) => string | undefined = () => undefined,
): GridColumn[] {
  return columns.map(({ name, type, join }) => ({
    id: name,
    name,
    type: kinds[type],
    ...(type === 'int64' && { isExact: true }),
    editable: isEditable && type !== 'json' && join === undefined,
    ...(join !== undefined && { origin: originOf(join) }),
    ...(ungrouped.includes(name) && { isGrouped: false }),
    ...(type === 'json' && { render: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) }),
  }));
}

/** Names a row by its feature id, which stands hidden behind the cells, before the row's place (VEC-018, VEC-019). */
export function rowId(values: GridRowValues): string {
  const list = values as readonly unknown[];
  return String(list[list.length - 2]);
}
