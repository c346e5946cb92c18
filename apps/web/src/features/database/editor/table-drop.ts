import { EditorView } from '@codemirror/view';
import { carriesTable, takeTable } from '../../../registry/table-drag.ts';

/** Lets a table be dropped into SQL: an empty text becomes the query of its first rows, else its name is put where it fell. */
export const tableDrop = EditorView.domEventHandlers({
  dragover: (event, { state }) => {
    if (!carriesTable(event.dataTransfer)) return false;
    if (event.dataTransfer) event.dataTransfer.dropEffect = state.readOnly ? 'none' : 'copy';
    event.preventDefault();
    return state.readOnly;
  },
  drop: (event, view) => {
    const table = event.dataTransfer ? takeTable(event.dataTransfer) : null;
    if (!table) return false;
    event.preventDefault();
    if (view.state.readOnly) return true;
    const isEmpty = view.state.doc.toString().trim() === '';
    const at = isEmpty ? 0 : view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    const insert = isEmpty ? firstRowsOf(table.reference) : table.reference;
    view.dispatch({ changes: { from: at, to: isEmpty ? view.state.doc.length : at, insert }, selection: { anchor: at + insert.length }, userEvent: 'input.drop', scrollIntoView: true });
    view.focus();
    return true;
  },
});

/** The default query of a table (DBS-077). */
export function firstRowsOf(reference: string): string {
  return `SELECT * FROM ${reference} LIMIT 10;`;
}
