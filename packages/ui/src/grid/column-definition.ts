import type { ColDef, ICellEditorParams, ICellRendererParams } from 'ag-grid-community';
import { webAddress } from '../control/web-link.tsx';
import type { GridTexts } from '../texts.ts';
import { cellFormats, plainText } from './cell-text.ts';
import { ColumnHeader } from './column-header.tsx';
import { columnWidths } from './fit-columns.ts';
import { cellValue, type GridColumn, type GridRow } from './grid-column.ts';
import { operatorsOf, valuesOf } from './grid-filter.ts';
import { LinkCell } from './link-cell.tsx';
import { SelectAllHeader, SelectCell } from './select-cell.tsx';

const selectColumnId = 'groma-select';
const numberColumnId = 'groma-row-number';

/** Whether a column is one of the caller's and not the grid's own. */
export function isDataColumn(columnId: string): boolean {
  return columnId !== selectColumnId && columnId !== numberColumnId;
}

export interface ColumnOptions {
  columns: readonly GridColumn[];
  locale: string;
  direction: 'ltr' | 'rtl';
  texts: GridTexts;
  withSelection: boolean;
  withRowNumbers: boolean;
  /** Number of the first row, where the rows are a page of more. */
  firstRowNumber: number;
  withFilters: boolean;
  isEditable: boolean;
  /** Called while a cell is opened for editing. */
  onEditBegun: (params: ICellEditorParams<GridRow>) => void;
  /** Digits of the greatest row number. */
  rowDigits: number;
  isCellInRange: (rowIndex: number, columnId: string) => boolean;
}

const fixed: ColDef<GridRow> = {
  sortable: false,
  resizable: false,
  suppressMovable: true,
  editable: false,
  lockPosition: true,
  filter: false,
  floatingFilter: false,
};

function ownColumns({
  direction,
  withSelection,
  withRowNumbers,
  firstRowNumber,
  rowDigits,
  locale,
  texts,
}: ColumnOptions): ColDef<GridRow>[] {
  const pinned = direction === 'rtl' ? 'right' : 'left';
  const number = new Intl.NumberFormat(locale);
  const own: ColDef<GridRow>[] = [];
  if (withSelection)
    own.push({
      ...fixed,
      colId: selectColumnId,
      pinned,
      width: 32,
      headerName: texts.selectAll,
      headerComponent: SelectAllHeader,
      cellRenderer: SelectCell,
      cellClass: 'g-cell-check',
      headerClass: 'g-head-check',
    });
  if (withRowNumbers)
    own.push({
      ...fixed,
      colId: numberColumnId,
      pinned,
      width: 24 + rowDigits * 8,
      headerName: texts.rowNumber,
      headerClass: 'g-head-index',
      cellClass: 'g-cell-index',
      valueGetter: ({ node }) => number.format((node?.rowIndex ?? 0) + firstRowNumber),
    });
  return own;
}

function editorOf(
  column: GridColumn,
  { onEditBegun }: ColumnOptions,
): Pick<ColDef<GridRow>, 'cellEditor' | 'cellEditorParams'> {
  const isBoolean = column.type === 'boolean';
  return {
    cellEditor: isBoolean ? 'agSelectCellEditor' : 'agTextCellEditor',
    cellEditorParams: (params: ICellEditorParams<GridRow>) => {
      onEditBegun(params);
      return isBoolean ? { values: [true, false, null] } : {};
    },
  };
}

function filterOf(column: GridColumn, { texts, withFilters }: ColumnOptions): Partial<ColDef<GridRow>> {
  const filterOptions = operatorsOf[column.type].map((operator) => ({
    // The source filters, so AG Grid's own predicate has nothing to refuse.
    displayKey: operator,
    displayName: texts.operators[operator],
    predicate: () => true,
    numberOfInputs: valuesOf(operator),
  }));
  return {
    filter: column.type === 'number' && column.isExact !== true ? 'agNumberColumnFilter' : 'agTextColumnFilter',
    floatingFilter: withFilters,
    filterParams: { filterOptions, maxNumConditions: 1, defaultOption: operatorsOf[column.type][0] },
    suppressHeaderFilterButton: true,
  };
}

/** The first letter is of a script that runs from right to left. */
const startsRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** AG Grid's columns for ours: the checkbox, the row number, then the data. */
export function columnDefinitions(options: ColumnOptions): ColDef<GridRow>[] {
  const { columns, locale, texts, isEditable, isCellInRange } = options;
  const [grouped, ungrouped] = [cellFormats(locale, texts), cellFormats(locale, texts, false)];
  const isMirrored = options.direction === 'rtl';
  const data = columns.map((column): ColDef<GridRow> => {
    const isLoaded = (row: GridRow | undefined): row is GridRow => row !== undefined;
    const formats = column.isGrouped === false ? ungrouped : grouped;
    const valueOf = (row: GridRow) => cellValue(row.values, column.id, columns);
    return {
      colId: column.id,
      headerName: column.name,
      headerTooltip: column.origin === undefined ? column.name : `${column.name}\n${column.origin}`,
      initialWidth: column.width ?? columnWidths[column.type].first,
      minWidth: 48,
      editable: ({ data: row }) => isEditable && Boolean(column.editable) && isLoaded(row),
      valueGetter: ({ data: row }) => (isLoaded(row) ? valueOf(row) : undefined),
      valueFormatter: ({ data: row, value }) =>
        !isLoaded(row) ? '' : value == null ? (column.nullText ?? texts.null) : formats[column.type](value),
      tooltipValueGetter: ({ data: row, value }) => (isLoaded(row) && value != null ? plainText(value) : null),
      equals: Object.is,
      headerComponentParams: {
        innerHeaderComponent: ColumnHeader,
        innerHeaderComponentParams: { columnType: column.type, origin: column.origin },
      },
      headerClass: `g-head-${column.type}`,
      cellClass: `g-cell-${column.type}`,
      cellClassRules: {
        'g-cell-loading': ({ data: row }) => !isLoaded(row),
        'g-cell-null': ({ data: row, value }) => isLoaded(row) && value == null,
        'g-cell-ltr': ({ value }) => isMirrored && typeof value === 'string' && !startsRightToLeft.test(value),
        'g-cell-in-range': ({ rowIndex }) => isCellInRange(rowIndex, column.id),
      },
      ...rendererOf(column),
      ...editorOf(column, options),
      ...filterOf(column, options),
    };
  });
  return [...ownColumns(options), ...data];
}

function rendererOf(column: GridColumn): Pick<ColDef<GridRow>, 'cellRenderer' | 'cellRendererSelector'> {
  if (column.render) return { cellRenderer: renderedBy(column) };
  return column.type === 'text'
    ? { cellRendererSelector: ({ value }) => (webAddress(value) === null ? undefined : { component: LinkCell }) }
    : {};
}

function renderedBy(column: GridColumn) {
  return function RenderedCell({ data, value, valueFormatted }: ICellRendererParams<GridRow>) {
    return data && value != null ? column.render?.(value, data) : valueFormatted;
  };
}
