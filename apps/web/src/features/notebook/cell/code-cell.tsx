import type { Extension } from '@codemirror/state';
import { cellCode, ensureCell, sqlResultName, type LiveCell, type NotebookOutput } from '@groma/model';
import { useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import { runCommand } from '../../../registry/command.ts';
import { undoBlocksFirst } from '../block/block-undo.ts';
import { deleteBlock } from '../block/delete-block.tsx';
import { leaveBlock, removeBlock } from '../block/focus-block.ts';
import { useNotebook, type Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { neighbourOf } from '../block/block-order.ts';
import { CellGutter } from './cell-gutter.tsx';
import { CellHeader } from './cell-header.tsx';
import { CodeEditor } from './code-editor.tsx';
import { isHubPath } from './hub-path.ts';
import { HiddenOutput } from './hidden-output.tsx';
import { runState } from './run-state.ts';
import { StopNotice } from './stop-notice.tsx';
import { useCell, type CellView } from './use-cell.ts';
import { useFolds } from './use-folds.ts';
import './cell.css';

/** What a code block is given that other parts of the notebook bring. */
export interface CellParts {
  /** Draws what a block gave. */
  Output: ComponentType<CellOutputProps>;
  /** What helps while code of a language is written. */
  assist(language: string): Extension;
  /** The chat in which the assistant is asked about the block, where it is open. */
  Prompt: ComponentType<{
    blockId: string;
    live: LiveCell;
    outputs: readonly NotebookOutput[];
    editor: NotebookEditor;
  }>;
  /** Shows what is suggested for the code in the place of its editor, while that waits for a decision. */
  Suggestion: ComponentType<{ blockId: string; live: LiveCell; isBusy: boolean; children: ReactNode }>;
  /** Splits the code of a block at a place; what follows goes into a block below, where the cursor goes too. */
  split(editor: NotebookEditor, blockId: string, at: number): boolean;
  /** What the assistant explains of the block. */
  Explanation: ComponentType<{ blockId: string }>;
}

export interface CellOutputProps {
  /**
   * The block that gave it, and whether it runs; `resultName` is the data frame that the rows of an SQL block become.
   */
  block: { blockId: string; executionCount: number | null; resultName: string | null; isRunning: boolean };
  outputs: readonly NotebookOutput[];
  /** Left out for those who may not edit. */
  onClear: (() => void) | undefined;
}

interface CodeCellProps {
  blockId: string;
  codeId: string;
  editor: NotebookEditor;
  parts: CellParts;
}

/** A runnable block: gutter with the state of its run, title line, code, and what it gave (NBK-067). */
export function CodeCell({ blockId, codeId, editor, parts }: CodeCellProps) {
  const notebook = useNotebook();
  const cell = useCell(notebook.doc, codeId);
  const isLost = cell === null && codeId !== '' && notebook.isEditable;
  // A block whose code never came to this document (pasted from elsewhere) begins empty.
  useEffect(() => {
    if (isLost) ensureCell(notebook.doc, codeId);
  }, [isLost, notebook.doc, codeId]);
  if (!cell)
    return (
      <div className="cell" data-state="idle">
        <div className="cell-box cell-empty" />
      </div>
    );
  return <FilledCell blockId={blockId} editor={editor} parts={parts} notebook={notebook} cell={cell} />;
}

function FilledCell({
  blockId,
  editor,
  parts,
  notebook,
  cell,
}: Omit<CodeCellProps, 'codeId'> & { notebook: Notebook; cell: CellView }) {
  const t = useText();
  const { live, outputs } = cell;
  const state = runState(cell.state, outputs);
  const isBusy = state === 'running' || state === 'queued';
  const hasTools = !isHubPath(location.pathname);
  const folds = useFolds(live, cell.state, notebook.isEditable);
  const { language, executionCount, label } = cell.state;
  const isRunning = state === 'running';
  const own = useMemo(
    () => ({ blockId, executionCount, resultName: language === 'sql' ? sqlResultName(label) : null, isRunning }),
    [blockId, executionCount, language, label, isRunning],
  );
  const assist = useMemo(() => parts.assist(language), [parts, language]);
  const run = async (isStaying = false) => {
    if (isBusy || !notebook.isEditable) return;
    const wasInside = notebook.views.get(blockId)?.hasFocus ?? false;
    const isTaken = await notebook.run(blockId, cellCode(live).toString());
    // The cursor goes on (KRN-046), unless its owner has gone elsewhere meanwhile.
    if (
      isTaken &&
      !isStaying &&
      wasInside &&
      notebook.views.get(blockId)?.hasFocus &&
      neighbourOf(editor.document, blockId, 'after')
    )
      leaveBlock(editor, notebook.views, blockId, 'after');
  };
  const keys = {
    run: (isStaying: boolean) => {
      void run(isStaying);
      return true;
    },
    ask: (command: string) => {
      void runCommand(command, { notebookId: notebook.id, blockIds: [blockId] });
      return true;
    },
    stop: () => {
      if (isBusy) notebook.stop(blockId);
      return isBusy;
    },
    undoBlocks: (direction: 'undo' | 'redo') =>
      notebook.isEditable && undoBlocksFirst(editor, cellCode(live), direction),
    leave: (direction: 'before' | 'after') => leaveBlock(editor, notebook.views, blockId, direction),
    leaveCode: () => {
      const code = notebook.views.get(blockId);
      code?.dom.closest<HTMLElement>('.cell')?.focus({ preventScroll: true });
      return code !== undefined;
    },
    split: (at: number) => notebook.isEditable && parts.split(editor, blockId, at),
    removeEmpty: () => {
      if (!notebook.isEditable || isBusy) return false;
      removeBlock(editor, notebook.views, blockId);
      return true;
    },
  };
  return (
    <section className="cell" data-state={state} data-language={language} aria-label={cell.state.label} tabIndex={-1}>
      <CellGutter
        cell={cell.state}
        state={state}
        isCreatingKernel={notebook.isCreatingKernel}
        onRun={
          notebook.isEditable && hasTools
            ? () => {
                void run();
              }
            : undefined
        }
      />
      <div className="cell-box">
        <CellHeader
          blockId={blockId}
          cell={cell}
          state={state}
          isEditable={notebook.isEditable}
          folds={folds}
          hasOutput={outputs.length > 0}
          hasTools={hasTools}
          onStop={() => notebook.stop(blockId)}
          onAsk={() => keys.ask('notebook.quick-edit')}
          onDelete={() => deleteBlock(editor, notebook.views, blockId)}
        />
        <parts.Prompt blockId={blockId} live={live} outputs={outputs} editor={editor} />
        <parts.Suggestion blockId={blockId} live={live} isBusy={isBusy}>
          <CodeEditor
            isHidden={folds.isCodeHidden}
            text={cellCode(live)}
            language={cell.state.language}
            label={t('notebook.codeOf', { label: cell.state.label })}
            hint={notebook.isEditable ? t('notebook.codeHint') : ''}
            isReadOnly={!notebook.isEditable}
            cursors={notebook.codeCursors}
            keys={keys}
            assist={assist}
            onView={(view) => {
              if (view) notebook.views.set(blockId, view);
              else notebook.views.delete(blockId);
            }}
          />
        </parts.Suggestion>
        <parts.Explanation blockId={blockId} />
        {state === 'running' && cell.state.stoppingSince !== null && (
          <StopNotice
            key={cell.state.stoppingSince}
            since={cell.state.stoppingSince}
            onEnd={notebook.isEditable && hasTools ? () => notebook.endKernel(blockId) : undefined}
          />
        )}
        {folds.isOutputHidden && outputs.length > 0 && (
          <HiddenOutput onShow={() => folds.change({ isOutputHidden: false })} />
        )}
        {!folds.isOutputHidden && (
          <parts.Output
            block={own}
            outputs={outputs}
            onClear={notebook.isEditable && !isBusy ? () => notebook.clear(blockId) : undefined}
          />
        )}
      </div>
    </section>
  );
}
