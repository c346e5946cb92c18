import { toast } from '@groma/ui';
import { cellCode, cellOf, codeCellType, isUnderWay, readCellState, setCell, type LiveCell } from '@groma/model';
import { t } from '../../../platform/text.ts';
import { runCommand } from '../../../registry/command.ts';
import { readingOrder } from '../block/block-order.ts';
import { focusBlock } from '../block/focus-block.ts';
import type { Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import {
  insertCode,
  makeCode,
  makeHeading,
  makeText,
  mergeBlocks,
  moveBlocks,
  outermost,
  pasteBlocks,
  removeBlocks,
  undoBlocks,
} from './block-actions.ts';
import { blockClipboard } from './block-clipboard.ts';
import { selectionAt, type BlockSelection } from './block-selection.ts';
import type { CommandAction } from './command-keys.ts';

type Block = NotebookEditor['document'][number];

interface Place {
  editor: NotebookEditor;
  notebook: Notebook;
  /** All blocks, those that are selected, and where the head of the selection is. */
  order: readonly Block[];
  selected: readonly Block[];
  place: number;
  anchor: string;
}

/** Does what a key of command mode asks for; returns what is selected then. */
export function doCommand(action: CommandAction, at: Place): BlockSelection | null {
  const { editor, notebook, order, selected, place, anchor } = at;
  const { doc } = notebook;
  const head = order[place]!;
  const first = selected[0]!;
  const last = selected.at(-1)!;
  const stay = (): BlockSelection | null => selectionAt(readingOrder(editor.document), place);
  const select = (id: string | undefined): BlockSelection | null => {
    const now = readingOrder(editor.document);
    const found = now.findIndex((block) => block.id === id);
    return found === -1 ? stay() : selectionAt(now, found);
  };
  switch (action) {
    case 'up':
      return selectionAt(order, place - 1);
    case 'down':
      return selectionAt(order, place + 1);
    case 'extendUp':
      return selectionAt(order, place - 1, anchor);
    case 'extendDown':
      return selectionAt(order, place + 1, anchor);
    case 'first':
      return selectionAt(order, 0);
    case 'last':
      return selectionAt(order, order.length - 1);
    case 'edit':
      edit(at, head);
      return selectionAt(order, place);
    case 'run':
      run(notebook, selected);
      return selectionAt(order, place, anchor);
    case 'runNext': {
      run(notebook, selected);
      const next = order.indexOf(last) + 1;
      return next < order.length ? selectionAt(order, next) : select(insertCode(editor, doc, last.id, 'after'));
    }
    case 'insertAbove':
      return select(insertCode(editor, doc, first.id, 'before'));
    case 'insertBelow':
      return select(insertCode(editor, doc, last.id, 'after'));
    case 'cut':
    case 'delete':
      if (action === 'cut') blockClipboard.put(outermost(selected), doc);
      removeBlocks(editor, selected);
      return selectionAt(readingOrder(editor.document), order.indexOf(first));
    case 'copy':
      blockClipboard.put(outermost(selected), doc);
      return selectionAt(order, place, anchor);
    case 'pasteBelow':
    case 'pasteAbove': {
      const copies = blockClipboard.get();
      if (copies.length === 0) return stay();
      const isBelow = action === 'pasteBelow';
      return select(
        pasteBlocks(editor, copies, isBelow ? last.id : first.id, isBelow ? 'after' : 'before').at(isBelow ? -1 : 0),
      );
    }
    case 'undo':
    case 'redo':
      undoBlocks(editor, action);
      return select(head.id);
    case 'toText': {
      const made = selected.map((block) => makeText(editor, doc, block));
      return select(made.at(-1));
    }
    case 'toCode':
      for (const block of selected) makeCode(editor, doc, block);
      return select(head.id);
    case 'merge': {
      const next = order[order.indexOf(last) + 1];
      const merged = selected.length > 1 || !next ? selected : [...selected, next];
      if (!mergeBlocks(editor, doc, merged)) toast.info(t('notebook.command.notMerged'), { id: 'not-merged' });
      return select(first.id);
    }
    case 'moveUp':
    case 'moveDown':
      moveBlocks(editor, selected, action === 'moveUp' ? 'up' : 'down');
      return { ...select(head.id)!, anchor };
    case 'toggleOutput':
      for (const cell of selected.flatMap((block) => liveCell(notebook, block) ?? []))
        setCell(cell, { isOutputHidden: !readCellState(cell).isOutputHidden });
      return selectionAt(order, place, anchor);
    case 'stop':
      for (const block of selected) if (liveCell(notebook, block)) notebook.stop(block.id);
      return selectionAt(order, place, anchor);
    case 'restart':
      void runCommand('notebook.restart-kernel', { notebookId: notebook.id });
      return selectionAt(order, place, anchor);
    default:
      for (const block of selected) makeHeading(editor, block, Number(action.slice(-1)));
      return select(head.id);
  }
}

/** Into the block, where its cursor was. */
function edit({ editor, notebook: { views } }: Place, block: Block): void {
  const view = views.get(block.id);
  if (view) view.focus();
  else focusBlock(editor, views, block.id, 'end');
}

function liveCell({ doc }: Notebook, block: Block): LiveCell | undefined {
  return block.type === codeCellType ? cellOf(doc, block.props.codeId) : undefined;
}

/** Runs blocks in their order. */
function run(notebook: Notebook, blocks: readonly Block[]): void {
  const wanted = blocks.flatMap((block) => {
    const cell = liveCell(notebook, block);
    return cell && !isUnderWay(cell) ? [{ blockId: block.id, code: cellCode(cell).toString() }] : [];
  });
  const [first] = wanted;
  if (!first) return;
  if (wanted.length === 1) void notebook.run(first.blockId, first.code);
  else void notebook.runAll(wanted);
}
