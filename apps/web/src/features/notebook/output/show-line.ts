import { EditorView } from '@codemirror/view';
import type { Notebook } from '../block/notebook-context.ts';

/** Leads to a line of a block's code and selects it. A line beyond the end is the last one. */
export function showLine(views: Notebook['views'], blockId: string, number: number): void {
  const view = views.get(blockId);
  if (!view) return;
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(Math.max(1, number), doc.lines));
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}
