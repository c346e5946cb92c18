import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { splitStatements, statementAt } from '@groma/model';

const mark = Decoration.line({ class: 'cm-statement' });
/** Longer texts are not cut into statements at each key. */
const mostLetters = 200_000;

/** Marks the statement at the cursor where there are several: it is the one that Ctrl+Enter runs. */
export const statementMark: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marks(view);
    }

    update(update: ViewUpdate) {
      if (update.docChanged || update.selectionSet) this.decorations = marks(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function marks({ state }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (state.doc.length > mostLetters) return builder.finish();
  const text = state.doc.toString();
  const current = splitStatements(text).length > 1 ? statementAt(text, state.selection.main.head) : null;
  if (!current) return builder.finish();
  for (let line = state.doc.lineAt(current.start); line.from <= current.end; line = state.doc.line(line.number + 1)) {
    builder.add(line.from, line.from, mark);
    if (line.number === state.doc.lines) break;
  }
  return builder.finish();
}
