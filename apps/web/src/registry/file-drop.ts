import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { carriesProjectFiles, takeFiles, type DraggedFile } from './file-drag.ts';

/** Where in a code or a text files were dropped. */
export interface DropPlace {
  isEmpty: boolean;
  isInString: boolean;
}

/**
 * Lets project files be dropped into an editor: what `textOf` makes of them is put where they fell, and the cursor
 * after it.
 */
export function fileDrop(textOf: (files: readonly DraggedFile[], place: DropPlace) => string): Extension {
  return EditorView.domEventHandlers({
    dragover: (event, { state }) => {
      if (!carriesProjectFiles(event.dataTransfer)) return false;
      if (event.dataTransfer) event.dataTransfer.dropEffect = state.readOnly ? 'none' : 'copy';
      event.preventDefault();
      return state.readOnly;
    },
    drop: (event, view) => {
      const files = event.dataTransfer ? takeFiles(event.dataTransfer) : [];
      if (files.length === 0) return false;
      event.preventDefault();
      if (view.state.readOnly) return true;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      const insert = textOf(files, {
        isEmpty: view.state.doc.toString().trim() === '',
        isInString: isInString(view, at),
      });
      view.dispatch({
        changes: { from: at, insert },
        selection: { anchor: at + insert.length },
        userEvent: 'input.drop',
        scrollIntoView: true,
      });
      view.focus();
      return true;
    },
  });
}

function isInString({ state }: EditorView, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, 0);
  return /string/i.test(node.name) && node.from < at && at < node.to;
}

/**
 * Paths as code names them: as they are within a text that is quoted, else quoted, several as a list of the language.
 */
export function quotedPaths(paths: readonly string[], isWithin: boolean, language: string): string {
  if (isWithin) return paths.join(', ');
  const quoted = paths.map((path) => (language === 'sql' ? `'${path.replaceAll("'", "''")}'` : JSON.stringify(path)));
  if (quoted.length === 1) return quoted.join('');
  return language === 'r' ? `c(${quoted.join(', ')})` : `[${quoted.join(', ')}]`;
}
