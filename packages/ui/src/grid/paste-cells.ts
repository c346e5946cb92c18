import type { GridColumn, GridRow } from './grid-column.ts';

/** Cells to be filled with texts, as they come from the clipboard. */
export interface GridPaste {
  rowId: string;
  columnId: string;
  text: string;
}

/**
 * Reads tab separated text as spreadsheets give it: fields with tabs, line breaks or quotes are quoted. Rows × columns
 * of texts.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at <= source.length;) {
    const isQuoted = source[at] === '"';
    let field = '';
    if (isQuoted) {
      for (at += 1; at < source.length; at++) {
        if (source[at] !== '"') field += source[at];
        else if (source[at + 1] === '"') {
          field += '"';
          at += 1;
        } else {
          at += 1;
          break;
        }
      }
    }
    const rest = /^[^\t\n]*/.exec(source.slice(at, at + 1_000_000))![0];
    field += rest;
    at += rest.length;
    rows.at(-1)!.push(field);
    if (source[at] === '\n') rows.push([]);
    if (at >= source.length) break;
    at += 1;
  }
  return rows;
}

/**
 * Which cells pasted texts belong to, from one cell to the right and down; one text fills a whole `range`. What lies
 * beyond, and columns that cannot be edited, are left out.
 */
export function pastedCells(
  texts: readonly (readonly string[])[],
  rows: readonly GridRow[],
  shown: readonly string[],
  firstColumn: number,
  columns: readonly GridColumn[],
): GridPaste[] {
  return rows.flatMap((row, down) =>
    (texts[down % texts.length] ?? []).flatMap((text, across) => {
      const columnId = shown[firstColumn + across];
      const isEditable = columns.find(({ id }) => id === columnId)?.editable === true;
      return columnId !== undefined && isEditable ? [{ rowId: row.id, columnId, text }] : [];
    }),
  );
}
