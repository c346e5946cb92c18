import type { ColumnType, PropertyValue } from '@groma/geo';

/** A joined column: its value by the number of a row of the layer to which it comes. */
export interface JoinedColumn {
  name: string;
  type: ColumnType;
  join: number;
  valueAt(row: number): PropertyValue;
}
