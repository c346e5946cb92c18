import { setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { cellCode, cellOf, codeCellType, notebookCells, readCellState, sqlResultName } from '@groma/model';
import { notebook, type LintDiagnostic } from '@groma/protocol';
import { useEffect } from 'react';
import * as Y from 'yjs';
import { api } from '../../../platform/api.ts';
import type { CellViews } from '../block/cell-views.ts';
import { readingOrder } from '../block/block-order.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { inputNamesOf } from '../block/input-names.ts';
import { NotebookLinter, type LintQuestion } from './notebook-linter.ts';
import { placeDiagnostics } from './place-diagnostics.ts';

/** Shows mistakes of the Python code in the blocks they are in, for those who may write (NBK-058, NBK-061). */
export function useLint(editor: NotebookEditor, doc: Y.Doc, views: CellViews, isEditable: boolean): void {
  useEffect(() => {
    if (!isEditable) return undefined;
    let known: ReadonlyMap<string, readonly LintDiagnostic[]> = new Map();
    const show = (view: EditorView, diagnostics: readonly LintDiagnostic[]) => {
      view.dispatch(setDiagnostics(view.state, placeDiagnostics(view.state.doc, diagnostics)));
    };
    const linter = new NotebookLinter({
      read: () => readQuestion(editor, doc),
      ask: async ({ blocks, names }, signal) => {
        const template = blocks.map(({ code, language }) => ({ type: codeCellType, props: { code, language } }));
        return (await api.call(notebook.lintNotebook, { body: { notebook: template, names: [...names] }, signal })).data
          .diagnostics;
      },
      show: (found) => {
        known = found;
        for (const [blockId, diagnostics] of found) {
          const view = views.get(blockId);
          if (view) show(view, diagnostics);
        }
      },
    });
    const onCode = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
      if (
        events.some(
          ({ target, changes }) =>
            target instanceof Y.Text || changes.keys.has('language') || changes.keys.has('label'),
        )
      )
        linter.edited();
    };
    const cells = notebookCells(doc);
    cells.observeDeep(onCode);
    const stop = editor.onChange(() => linter.moved());
    // A block that is drawn later shows what was found before.
    const stopViews = views.onMade((blockId, view) => {
      const diagnostics = known.get(blockId) ?? [];
      if (diagnostics.length > 0)
        queueMicrotask(() => {
          if (views.get(blockId) === view) show(view, diagnostics);
        });
    });
    linter.moved();
    return () => {
      cells.unobserveDeep(onCode);
      stop?.();
      stopViews();
      linter.close();
    };
  }, [editor, doc, views, isEditable]);
}

/**
 * All code blocks in their order, so that names of one are known in those after it, and the names that are set
 * otherwise.
 */
function readQuestion(editor: NotebookEditor, doc: Y.Doc): LintQuestion {
  const cells = readingOrder(editor.document).flatMap((block) => {
    const live = block.type === codeCellType ? cellOf(doc, block.props.codeId) : undefined;
    return live ? [{ blockId: block.id, code: cellCode(live).toString(), ...readCellState(live) }] : [];
  });
  return {
    blocks: cells.map(({ blockId, code, language }) => ({ blockId, code, language })),
    names: [
      ...inputNamesOf(editor).values(),
      ...cells.flatMap(({ language, label }) => (language === 'sql' ? [sqlResultName(label)] : [])),
    ],
  };
}
