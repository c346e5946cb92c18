import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Puts the cursor at one end of the code and the focus into it. */
export function focusCode(view: EditorView, at: 'start' | 'end'): void {
  view.dispatch({
    selection: EditorSelection.cursor(at === 'start' ? 0 : view.state.doc.length),
    scrollIntoView: false,
  });
  view.focus();
}
