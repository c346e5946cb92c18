import { Button, toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { blockUndo } from './block-undo.ts';
import { removeBlock } from './focus-block.ts';
import type { Notebook } from './notebook-context.ts';
import type { NotebookEditor } from './notebook-editor.ts';

const shownMs = 8_000;

/** Deletes a block by its menu or its button, and offers for a while to bring it back. */
export function deleteBlock(editor: NotebookEditor, views: Notebook['views'], blockId: string): void {
  const block = editor.getBlock(blockId);
  if (!block) return;
  const before = editor.getPrevBlock(blockId)?.id;
  const after = editor.getNextBlock(blockId)?.id;
  removeBlock(editor, views, blockId);
  const change = blockUndo(editor)?.undoStack.at(-1);
  const id = `deleted-${blockId}`;
  const bringBack = () => {
    toast.dismiss(id);
    if (editor.getBlock(blockId)) return;
    // As it was, with its comments, while nothing else has been done; else as a block again, where it stood.
    if (change && blockUndo(editor)?.undoStack.at(-1) === change) editor.undo();
    else if (before !== undefined && editor.getBlock(before)) editor.insertBlocks([block], before, 'after');
    else
      editor.insertBlocks(
        [block],
        after !== undefined && editor.getBlock(after) ? after : editor.document[0]!.id,
        'before',
      );
  };
  toast.info(
    <span className="deleted-block">
      {t('notebook.blockDeleted')}
      <Button size="s" onClick={bringBack}>
        {t('notebook.bringBack')}
      </Button>
    </span>,
    { id, duration: shownMs },
  );
}
