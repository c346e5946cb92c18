import { insertOrUpdateBlockForSlashMenu } from '@blocknote/core/extensions';
import { codeCellType, freeName, notebookBlockTypes, type CodeLanguage } from '@groma/model';
import { TextSelection } from 'prosemirror-state';
import type * as Y from 'yjs';
import { inputNamesOf } from '../block/input-names.ts';
import { newCodeBlock, type CodeToInsert } from '../block/new-code-block.ts';
import { focusBlock } from '../block/focus-block.ts';
import type { Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

type Views = Notebook['views'];

/**
 * Puts an empty code block where the cursor is: in place of an empty paragraph, else below. The cursor goes into it.
 */
export function insertCodeCell(
  editor: NotebookEditor,
  doc: Y.Doc,
  views: Views,
  language: CodeLanguage = 'python',
): void {
  const current = editor.getTextCursorPosition().block;
  const blockId = doc.transact(() => {
    const block = newCodeBlock(doc, '', { language });
    if (isEmptyParagraph(current)) return editor.updateBlock(current, block).id;
    return editor.insertBlocks([block], current, 'after')[0]?.id;
  });
  if (blockId !== undefined) focusWhenDrawn(editor, views, blockId);
}

/** Adds a block at the end of the notebook and goes into it. */
export function appendBlock(
  editor: NotebookEditor,
  doc: Y.Doc,
  views: Views,
  type: typeof codeCellType | 'paragraph',
): void {
  const last = editor.document.at(-1);
  if (!last) return;
  const made = doc.transact(
    () => editor.insertBlocks([type === codeCellType ? newCodeBlock(doc) : { type }], last, 'after')[0],
  );
  if (made) focusWhenDrawn(editor, views, made.id);
}

type BlockSide = 'before' | 'after';
/** Puts a block with code beside another, or in place of an empty paragraph, and goes into it. */
export function insertCodeBeside(
  editor: NotebookEditor,
  doc: Y.Doc,
  views: Views,
  besideId: string,
  side: BlockSide,
  { code, ...names }: CodeToInsert,
): void {
  const beside = editor.getBlock(besideId);
  if (!beside) return;
  const blockId = doc.transact(() => {
    const block = newCodeBlock(doc, code, names);
    return isEmptyParagraph(beside)
      ? editor.updateBlock(beside, block).id
      : editor.insertBlocks([block], beside, side)[0]?.id;
  });
  if (blockId !== undefined) focusWhenDrawn(editor, views, blockId);
}

/** Puts a formula that stands alone where the cursor is, and goes between its signs (NBK-149). */
export function insertFormula(editor: NotebookEditor): void {
  const block = insertOrUpdateBlockForSlashMenu(editor, { type: 'paragraph', content: '$$\n\n$$' } as never);
  editor.setTextCursorPosition(block.id, 'start');
  editor.transact((transaction) => {
    const { selection, doc } = transaction;
    transaction.setSelection(TextSelection.create(doc, selection.from + 3));
  });
}

export type WidgetType = 'slider' | 'textInput' | 'dateSelector' | 'dataInput' | 'button' | 'selector';

/** Puts an input block where the cursor is; its variable takes a name that no other block has (NBK-105). */
export function insertWidget(editor: NotebookEditor, type: WidgetType): void {
  const preset: Readonly<Record<string, unknown>> = notebookBlockTypes[type].props;
  const varName = preset['varName'];
  const props =
    typeof varName === 'string' ? { varName: freeName(varName, new Set(inputNamesOf(editor).values())) } : {};
  insertOrUpdateBlockForSlashMenu(editor, { type, props } as never);
}

function isEmptyParagraph({ type, content, children }: NotebookEditor['document'][number]): boolean {
  return type === 'paragraph' && Array.isArray(content) && content.length === 0 && children.length === 0;
}

/** The code's editor is there a few frames after its block. */
export function focusWhenDrawn(editor: NotebookEditor, views: Views, blockId: string, framesLeft = 20): void {
  const block = editor.getBlock(blockId);
  if (!block) return;
  if (block.type !== codeCellType || views.has(blockId) || framesLeft === 0) {
    focusBlock(editor, views, blockId, 'start');
    return;
  }
  requestAnimationFrame(() => focusWhenDrawn(editor, views, blockId, framesLeft - 1));
}
