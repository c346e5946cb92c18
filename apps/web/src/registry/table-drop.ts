import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { carriesTable, takeTable, type DraggedTable } from './table-drag.ts';

/**
 * Lets a table be dropped into SQL: `textOf` says what an empty text becomes, else the table's name is put where it
 * fell. `isTaken` says whether this text takes tables now.
 */
export function tableDrop(textOf: (table: DraggedTable) => string, isTaken: () => boolean = () => true): Extension {
  return EditorView.domEventHandlers({
    dragover: (event, { state }) => {
      if (!carriesTable(event.dataTransfer) || !isTaken()) return false;
      if (event.dataTransfer) event.dataTransfer.dropEffect = state.readOnly ? 'none' : 'copy';
      event.preventDefault();
      return state.readOnly;
    },
    drop: (event, view) => {
      const table = event.dataTransfer && isTaken() ? takeTable(event.dataTransfer) : null;
      if (!table) return false;
      event.preventDefault();
      if (view.state.readOnly) return true;
      const isEmpty = view.state.doc.toString().trim() === '';
      const at = isEmpty ? 0 : view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      const insert = isEmpty ? textOf(table) : table.reference;
      view.dispatch({
        changes: { from: at, to: isEmpty ? view.state.doc.length : at, insert },
        selection: { anchor: at + insert.length },
        userEvent: 'input.drop',
        scrollIntoView: true,
      });
      view.focus();
      return true;
    },
  });
}
