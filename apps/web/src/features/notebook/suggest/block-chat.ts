import { cellOf, codeCellType, readCell, type LiveCell } from '@groma/model';
import { useEffect, useRef } from 'react';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { useProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { readingOrder } from '../block/block-order.ts';
import { useNotebook, type Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { askForCode, askForExplanation, type AskedBlock } from './ask-code.ts';
import { changeChat, closeChat, readChat, useChat, type BlockChat } from './chat-store.ts';
import type { RunBlock } from './code-prompt.ts';

/** What is asked by the buttons and keys of a block's chat. */
interface BlockQuestions {
  chat: BlockChat;
  send(): void;
  explain(): void;
  fixError(): void;
  writeTests(): void;
  /** Ends what is being asked. */
  stop(): void;
  /** Closes the chat and goes back to the code. */
  close(): void;
}

/** The chat of a code block: what it asks, of the model that is chosen. */
export function useBlockChat(blockId: string, live: LiveCell, editor: NotebookEditor): BlockQuestions {
  const notebook = useNotebook();
  const { id: projectId } = useProject();
  const { chosen } = useChosenModel();
  const place = { notebookId: notebook.id, blockId };
  const chat = useChat(place);
  const latest = useRef(notebook);
  useEffect(() => {
    latest.current = notebook;
  }, [notebook]);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const waiting = useRef<((block: AskedBlock) => Promise<void>) | null>(null);
  const ask = (question: (block: AskedBlock) => Promise<void>): void => {
    if (readChat(place).asking !== null) return;
    // What is asked before the models are known goes once they are.
    waiting.current = chosen ? null : question;
    if (!chosen) return;
    abort.current = new AbortController();
    void question({
      ...place,
      projectId,
      live,
      section: selectedCode(notebook, blockId),
      earlier: ranBefore(editor, notebook, blockId),
      model: chosen,
      signal: abort.current.signal,
      isOpen: () => latest.current.isEditable && editor.getBlock(blockId) !== undefined,
    });
  };
  useEffect(() => {
    if (chosen && waiting.current) ask(waiting.current);
  });
  return {
    chat,
    send: () => ask((block) => askForCode(block, readChat(place).text)),
    explain: () => ask(askForExplanation),
    fixError: () => {
      changeChat(place, { withError: true });
      ask((block) => askForCode(block, readChat(place).text.trim() || t('notebook.suggest.fixErrorRequest')));
    },
    writeTests: () =>
      ask((block) =>
        askForCode(block, [t('notebook.suggest.testsRequest'), readChat(place).text.trim()].filter(Boolean).join('\n')),
      ),
    stop: () => abort.current?.abort(),
    close: () => {
      closeChat(place);
      notebook.views.get(blockId)?.focus();
    },
  };
}

function selectedCode({ views }: Notebook, blockId: string): string {
  const state = views.get(blockId)?.state;
  return state ? state.sliceDoc(state.selection.main.from, state.selection.main.to) : '';
}

/** Code blocks above this one that have been run. */
function ranBefore(editor: NotebookEditor, { doc }: Notebook, blockId: string): RunBlock[] {
  const blocks = readingOrder(editor.document);
  return blocks
    .slice(
      0,
      blocks.findIndex(({ id }) => id === blockId),
    )
    .flatMap((block) => {
      const cell = block.type === codeCellType ? cellOf(doc, block.props.codeId) : undefined;
      if (!cell) return [];
      const { label, language, code, executionCount, status } = readCell(cell);
      const wasRun = executionCount !== null || status === 'completed';
      return wasRun && code.trim() !== '' ? [{ label, language, code }] : [];
    });
}
