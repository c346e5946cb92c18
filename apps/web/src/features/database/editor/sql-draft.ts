import type { EditorView } from '@codemirror/view';
import type { KnownTable, SqlDialectName } from './sql-language.ts';

/**
 * The text of an SQL editor, for whoever writes into it: the history, the formatter, the assistant. Every change is one
 * step of undo.
 */
export interface SqlDraft {
  readonly databaseId: string;
  readonly databaseName: string;
  readonly dialect: SqlDialectName;
  /** The whole text now. */
  read(): string;
  /** What is selected; empty when nothing is. */
  readSelection(): string;
  /** Tables and columns of the database, by the names that `tableReference` quotes; empty until the schema is known. */
  readTables(): readonly KnownTable[];
  /** Puts another text in place of all. */
  replace(text: string): void;
  /** Puts text at the cursor, in place of what is selected. */
  insert(text: string): void;
  focus(): void;
}

/** Makes the draft of an editor; `readTables` is asked anew each time. */
export function sqlDraft(
  view: EditorView,
  about: Pick<SqlDraft, 'databaseId' | 'databaseName' | 'dialect' | 'readTables'>,
): SqlDraft {
  return {
    ...about,
    read: () => view.state.doc.toString(),
    readSelection: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    replace(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
        userEvent: 'input.replace',
        scrollIntoView: true,
      });
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
    },
    focus: () => view.focus(),
  };
}
