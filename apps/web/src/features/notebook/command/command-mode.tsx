import { cellCode, cellOf, codeCellType } from '@groma/model';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { blockContent } from '../block/block-element.ts';
import { readingOrder } from '../block/block-order.ts';
import { markBlocks } from '../block/marked-blocks.ts';
import { useNotebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { resolveSelection, selectionAt, type BlockSelection } from './block-selection.ts';
import { actionOf, keyOf, readingActions, repeatedActions } from './command-keys.ts';
import { doCommand } from './do-command.ts';
import './command.css';

const shownCharacters = 80;

/**
 * Command mode, as in Jupyter: keys that concern whole blocks (NBK-145). What holds the focus meanwhile stands beside
 * the blocks and says which one is selected; Escape leads here from code and from text.
 */
export function CommandMode({ editor }: { editor: NotebookEditor }) {
  const t = useText();
  const notebook = useNotebook();
  const holder = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<BlockSelection | null>(null);
  const [isActive, setActive] = useState(false);
  const before = useRef<string | null>(null);
  const { doc } = notebook;

  const enter = useCallback(
    (blockId: string) => {
      const order = readingOrder(editor.document);
      setSelection(
        selectionAt(
          order,
          order.findIndex(({ id }) => id === blockId),
        ),
      );
      holder.current?.focus({ preventScroll: true });
    },
    [editor],
  );
  useEffect(() => listenForEscape(editor, enter), [editor, enter]);

  const found = selection && isActive ? resolveSelection(editor.document, selection) : null;
  useEffect(() => {
    const headOf = found?.order[found.place]?.id;
    markBlocks(
      editor,
      new Map(found?.selected.map(({ id }) => [id, id === headOf ? 'block-selected block-head' : 'block-selected'])),
    );
  });
  // Others may change what is selected.
  const [, look] = useState(0);
  useEffect(() => {
    if (!isActive) return undefined;
    return editor.onChange(() => look((count) => count + 1));
  }, [editor, isActive]);
  const head = found?.order[found.place];
  const headId = head?.id;
  useEffect(() => {
    if (headId !== undefined) showBlock(editor, headId);
  }, [editor, headId]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!found || event.nativeEvent.isComposing) return;
    const key = keyOf(event.nativeEvent);
    if (['shift', 'control', 'alt', 'meta'].includes(event.key.toLowerCase())) return;
    const { action, waits } = actionOf(key, before.current);
    before.current = waits ? key : null;
    if (!waits && !action) return;
    event.preventDefault();
    event.stopPropagation();
    if (!action || !(notebook.isEditable || readingActions.has(action))) return;
    // A key that is held repeats moves, and nothing that changes blocks.
    if (event.repeat && !repeatedActions.has(action)) return;
    setSelection(doCommand(action, { editor, notebook, ...found, anchor: selection!.anchor }));
  };

  return (
    <div
      ref={holder}
      className="command-mode"
      role="group"
      tabIndex={-1}
      aria-label={
        found && head
          ? t('notebook.command.place', {
              place: found.place + 1,
              count: found.order.length,
              text: textOf(editor, doc, head),
            })
          : t('notebook.command.name')
      }
      onFocus={() => setActive(true)}
      onBlur={() => {
        before.current = null;
        setActive(false);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Calls with the block from which Escape leads out: from text by itself, from code through the block's own element. */
function listenForEscape(editor: NotebookEditor, enter: (blockId: string) => void): () => void {
  const panel = editor.domElement?.closest<HTMLElement>('.notebook');
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'Escape' || event.isComposing || target !== editor.domElement) return;
    // An open menu closes.
    if (editor.domElement?.ariaExpanded === 'true') return;
    event.preventDefault();
    enter(editor.getTextCursorPosition().block.id);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches('section.cell:not([data-answers])')) return;
    const blockId = target.closest<HTMLElement>('[data-node-type="blockContainer"]')?.dataset['id'];
    if (blockId !== undefined) enter(blockId);
  };
  // Before the editor, which takes the key though it has no use for it.
  panel?.addEventListener('keydown', onKeyDown, true);
  panel?.addEventListener('focusin', onFocus);
  return () => {
    panel?.removeEventListener('keydown', onKeyDown, true);
    panel?.removeEventListener('focusin', onFocus);
  };
}

function showBlock(editor: NotebookEditor, blockId: string): void {
  blockContent(blockId, editor)?.scrollIntoView({ block: 'nearest' });
}

/** What stands for a block to those who hear it. */
function textOf(editor: NotebookEditor, doc: Parameters<typeof cellOf>[0], { id }: { id: string }): string {
  const block = editor.getBlock(id);
  if (!block) return '';
  if (block.type === codeCellType) {
    const cell = cellOf(doc, block.props.codeId);
    return cell ? cellCode(cell).toString().slice(0, shownCharacters) : '';
  }
  const content: unknown = block.content;
  return Array.isArray(content)
    ? content
        .map((piece: { text?: unknown }) => (typeof piece.text === 'string' ? piece.text : ''))
        .join('')
        .slice(0, shownCharacters)
    : block.type;
}
