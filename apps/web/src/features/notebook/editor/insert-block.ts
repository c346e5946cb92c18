import { insertOrUpdateBlockForSlashMenu } from '@blocknote/core/extensions';
import {
  cellCode,
  codeCellType,
  ensureCell,
  freeName,
  newId,
  notebookBlockTypes,
  type CodeLanguage,
} from '@groma/model';
import type * as Y from 'yjs';
import { inputNamesOf } from '../block/input-names.ts';
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
/** Code for a new block; Python, and without a name of its own, where nothing is said. */
interface CodeToInsert {
  code: string;
  language?: CodeLanguage;
  label?: string;
}

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

function newCodeBlock(
  doc: Y.Doc,
  code = '',
  { language = 'python', label }: Omit<CodeToInsert, 'code'> = {},
): { type: typeof codeCellType; props: { codeId: string } } {
  const codeId = newId();
  const cell = ensureCell(doc, codeId, { language, ...(label !== undefined && { label }) });
  if (code !== '') cellCode(cell).insert(0, code);
  return { type: codeCellType, props: { codeId } };
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

/** Moves a block one place among its siblings (NBK-014); at the end of them nothing happens. */
export function shiftBlock(editor: NotebookEditor, blockId: string, direction: 'up' | 'down'): boolean {
  const block = editor.getBlock(blockId);
  const sibling = direction === 'up' ? editor.getPrevBlock(blockId) : editor.getNextBlock(blockId);
  if (!block || !sibling) return false;
  editor.transact((transaction) => {
    const from = placeOf(transaction.doc, blockId);
    const beside = placeOf(transaction.doc, sibling.id);
    if (!from || !beside) return;
    // As it stands in the text: taken out as a block and put back it would have lost its comments.
    const target = direction === 'up' ? beside.position : beside.position + beside.node.nodeSize - from.node.nodeSize;
    transaction.delete(from.position, from.position + from.node.nodeSize).insert(target, from.node);
  });
  return true;
}

type Text = Parameters<Parameters<NotebookEditor['transact']>[0]>[0]['doc'];

/** The container of a block with its place in the text. */
function placeOf(doc: Text, blockId: string): { node: Text; position: number } | null {
  let found: { node: Text; position: number } | null = null;
  doc.descendants((node, position) => {
    if (!found && node.type.name === 'blockContainer' && node.attrs['id'] === blockId) found = { node, position };
    return !found;
  });
  return found;
}
