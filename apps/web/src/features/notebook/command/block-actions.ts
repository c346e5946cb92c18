import {
  blockMarkdown,
  cellCode,
  cellOf,
  codeCellType,
  parseMarkdown,
  plainTextType,
  readBlocks,
  readCellState,
  type NewBlock,
} from '@groma/model';
import type * as Y from 'yjs';
import { blockUndo } from '../block/block-undo.ts';
import { newCodeBlock } from '../block/new-code-block.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { asOneStep, changeCode } from '../block/one-step.ts';
import { shiftBlock } from '../block/shift-block.ts';

type Block = NotebookEditor['document'][number];
type NewEditorBlock = Parameters<NotebookEditor['insertBlocks']>[0][number];

/** Blocks whose content is text with marks. */
const textTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'quote',
  'alert',
]);

const isText = ({ type }: { type: string }): boolean => textTypes.has(type);

const step = <Result>(editor: NotebookEditor, work: () => Result): Result => asOneStep(editor, [], work);

/** Puts an empty block of Python beside another; returns its id. */
export function insertCode(
  editor: NotebookEditor,
  doc: Y.Doc,
  besideId: string,
  side: 'before' | 'after',
): string | undefined {
  return step(editor, () => editor.insertBlocks([newCodeBlock(doc)], besideId, side)[0]?.id);
}

/** Takes blocks away. A notebook always has one. */
export function removeBlocks(editor: NotebookEditor, blocks: readonly Block[]): void {
  step(editor, () => editor.removeBlocks(outermost(blocks).map(({ id }) => id)));
}

/** Puts copies of blocks beside another, with code of their own; returns their ids. */
export function pasteBlocks(
  editor: NotebookEditor,
  blocks: readonly Block[],
  besideId: string,
  side: 'before' | 'after',
): string[] {
  return step(editor, () => editor.insertBlocks(blocks.map(withoutId), besideId, side).map(({ id }) => id));
}

/** Moves blocks one place among their siblings. */
export function moveBlocks(editor: NotebookEditor, blocks: readonly Block[], direction: 'up' | 'down'): void {
  const moved = outermost(blocks);
  step(editor, () => {
    for (const { id } of direction === 'up' ? moved : moved.toReversed())
      if (!shiftBlock(editor, id, direction)) return;
  });
}

/** Makes text of code, as Markdown; code with blocks below it, which would go along with it, stays. */
export function makeText(editor: NotebookEditor, doc: Y.Doc, block: Block): string | undefined {
  if (block.type !== codeCellType || block.children.length > 0) return block.id;
  const cell = cellOf(doc, block.props.codeId);
  const read = parseMarkdown(cell ? cellCode(cell).toString() : '').map(toEditor);
  const made: NewEditorBlock[] = read.length > 0 ? read : [{ type: 'paragraph' }];
  return step(editor, () => editor.replaceBlocks([block.id], made).insertedBlocks[0]?.id);
}

/** Makes code of a text, of its Markdown; code that is only shown is taken as it is. */
export function makeCode(editor: NotebookEditor, doc: Y.Doc, block: Block): void {
  if (!isText(block) && (block.type as string) !== plainTextType) return;
  const read = readBlocks(doc).find(({ id }) => id === block.id);
  if (!read) return;
  const code = read.type === plainTextType || read.type === 'paragraph' ? read.text : blockMarkdown(read);
  step(editor, () => editor.updateBlock(block.id, newCodeBlock(doc, code)));
}

/** Makes a heading of a text. */
export function makeHeading(editor: NotebookEditor, block: Block, level: number): void {
  if (!isText(block)) return;
  step(editor, () => editor.updateBlock(block.id, { type: 'heading', props: { level } } as never));
}

/**
 * Joins blocks with the first of them: code of one language, or texts. False where they are of different kinds, or one
 * that would go has blocks below it; nothing is done then.
 */
export function mergeBlocks(editor: NotebookEditor, doc: Y.Doc, blocks: readonly Block[]): boolean {
  const [first, ...others] = blocks;
  // What stands below a block that goes would go along with it.
  if (!first || others.length === 0 || others.some(({ children }) => children.length > 0)) return false;
  const rest = others.map(({ id }) => id);
  if (blocks.every(isText)) {
    const content = blocks.flatMap((block, i) => [
      ...(i > 0 ? [{ type: 'text' as const, text: '\n', styles: {} }] : []),
      ...(Array.isArray(block.content) ? block.content : []),
    ]);
    step(editor, () =>
      editor.transact(() => {
        editor.updateBlock(first.id, { content } as never);
        editor.removeBlocks(rest);
      }),
    );
    return true;
  }
  const cells = blocks.map((block) => (block.type === codeCellType ? cellOf(doc, block.props.codeId) : undefined));
  const languages = new Set(cells.map((cell) => cell && readCellState(cell).language));
  if (languages.size > 1 || cells.some((cell) => !cell)) return false;
  const [text, ...joined] = cells.map((cell) => cellCode(cell!));
  asOneStep(editor, [text!], () => {
    changeCode(text!, (into) => {
      into.insert(into.length, joined.map((each) => `\n${each.toString()}`).join(''));
    });
    editor.removeBlocks(rest);
  });
  return true;
}

/** Splits the code of a block at a place: what follows goes into a new block below. Returns its id. */
export function splitCode(editor: NotebookEditor, doc: Y.Doc, blockId: string, at: number): string | undefined {
  const block = editor.getBlock(blockId);
  const cell = block?.type === codeCellType ? cellOf(doc, block.props.codeId) : undefined;
  if (!cell) return undefined;
  const text = cellCode(cell);
  const code = text.toString();
  const [head, tail] = [code.slice(0, at), code.slice(at)];
  // The line end between the two parts goes.
  const kept = head.endsWith('\n') ? head.length - 1 : head.length;
  const { language } = readCellState(cell);
  let made: string | undefined;
  asOneStep(editor, [text], () => {
    changeCode(text, (from) => {
      from.delete(kept, from.length - kept);
    });
    const moved = tail.startsWith('\n') ? tail.slice(1) : tail;
    const next = newCodeBlock(doc, moved, language === 'other' ? {} : { language });
    made = editor.insertBlocks([next], blockId, 'after')[0]?.id;
  });
  return made;
}

/** Undoes or redoes what this person did to the blocks last. */
export function undoBlocks(editor: NotebookEditor, direction: 'undo' | 'redo'): void {
  if (!blockUndo(editor)) return;
  if (direction === 'undo') editor.undo();
  else editor.redo();
}

/** Blocks without those that stand below another of them, which go along with it. */
export function outermost(blocks: readonly Block[]): Block[] {
  const inner = new Set(blocks.flatMap(({ children }) => idsIn(children)));
  return blocks.filter(({ id }) => !inner.has(id));
}

function idsIn(blocks: readonly { id: string; children: readonly unknown[] }[]): string[] {
  return blocks.flatMap(({ id, children }) => [id, ...idsIn(children as typeof blocks)]);
}

/** To be given a new id. */
function withoutId({ children, ...block }: Block): NewEditorBlock {
  return { ...block, id: undefined, children: children.map((child) => withoutId(child as Block)) } as NewEditorBlock;
}

function toEditor({ type, props, content, table, children }: NewBlock): NewEditorBlock {
  return {
    type,
    ...(props && { props }),
    ...(content && { content }),
    ...(table && {
      content: { type: 'tableContent', headerRows: table.headerRows, rows: table.rows.map((cells) => ({ cells })) },
    }),
    ...(children && { children: children.map(toEditor) }),
  } as NewEditorBlock;
}
