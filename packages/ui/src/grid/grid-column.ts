import type { ReactNode } from 'react';

export type GridColumnType = 'text' | 'number' | 'time' | 'geo' | 'boolean';

/** One column as the caller declares it. */
export interface GridColumn {
  id: string;
  name: string;
  type: GridColumnType;
  editable?: boolean;
  /** Writes whole thousands apart, unless false: years and codes are read digit by digit. */
  isGrouped?: boolean;
  /** Numbers of it may be texts of more digits than a double holds: filters are given those too. */
  isExact?: boolean;
  /** Pixels at first; the person may drag it. */
  width?: number;
  /** Says where the values come from that are not the table's own; the header shows a sign for it. */
  origin?: string;
  /** What stands for a value that is not there, where the source has a word for it, as NaN. */
  nullText?: string;
  /** Draws a value otherwise, as a badge. */
  render?: (value: unknown, row: GridRow) => ReactNode;
}

/** A row of a window: a list in the order of `columns`, or a record by column id. */
export type GridRowValues = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A loaded row. */
export interface GridRow {
  id: string;
  /** 0-based place in the sorted and filtered whole. */
  index: number;
  values: GridRowValues;
}

export type GridOperator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'startsWith'
  | 'less'
  | 'lessOrEqual'
  | 'greater'
  | 'greaterOrEqual'
  | 'isNull'
  | 'isNotNull';

export interface GridSort {
  columnId: string;
  direction: 'asc' | 'desc';
}
/**
 * `value` is a number for number columns (the digits as text where a double would round them), a boolean for boolean
 * ones, else text; absent for `isNull` and `isNotNull`.
 */
export interface GridFilter {
  columnId: string;
  operator: GridOperator;
  value?: unknown;
}

/** What the person asked to see. */
export interface GridQuery {
  sort: GridSort[];
  filter: GridFilter[];
}
/** Rows `start` (counted) to `end` (not counted) of the query's result. */
export interface GridWindow extends GridQuery {
  start: number;
  end: number;
}
/** The rows of a window and how many the whole result has. */
export interface GridWindowResult {
  rows: readonly GridRowValues[];
  rowCount: number;
}
export type ReadGridWindow = (window: GridWindow) => Promise<GridWindowResult>;

/** Names the row: the id of a column whose value is unique, or a function. */
export type GridRowId = string | ((values: GridRowValues, index: number) => string);

export interface GridCellEdit {
  rowId: string;
  columnId: string;
  value: unknown;
  oldValue: unknown;
}

/** A column's value in a row. */
export function cellValue(row: GridRowValues, columnId: string, columns: readonly GridColumn[]): unknown {
  if (!Array.isArray(row)) return (row as Readonly<Record<string, unknown>>)[columnId];
  return row[placeOf(columnId, columns)];
}

const places = new WeakMap<readonly GridColumn[], Map<string, number>>();

/** The place of a column, looked up once for all: it is asked for each cell, and there may be thousands of columns. */
function placeOf(columnId: string, columns: readonly GridColumn[]): number {
  let known = places.get(columns);
  if (!known) places.set(columns, (known = new Map(columns.map(({ id }, index) => [id, index]))));
  return known.get(columnId) ?? -1;
}

/** A copy of the row with one value changed. */
export function withCellValue(
  row: GridRowValues,
  columnId: string,
  value: unknown,
  columns: readonly GridColumn[],
): GridRowValues {
  if (!Array.isArray(row)) return { ...row, [columnId]: value };
  const at = columns.findIndex((column) => column.id === columnId);
  return row.map((present: unknown, index) => (index === at ? value : present));
}
