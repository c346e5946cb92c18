import { blockElement } from '../block/block-element.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

const stops = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/**
 * Leads Tab on from a block of text: to what comes after it on the page, or before it. False when there is nothing.
 * What takes no focus is passed over: browsers refuse it to a link in a text that is edited.
 */
function goOn(block: Element, isBackward: boolean): boolean {
  const wanted = isBackward ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  return (isBackward ? all.reverse() : all).some((stop) => {
    const place = block.compareDocumentPosition(stop);
    const isInside = (place & (Node.DOCUMENT_POSITION_CONTAINS | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0;
    if (
      isInside ||
      (place & wanted) === 0 ||
      (stop.tabIndex < 0 && !stop.isContentEditable) ||
      stop.matches(':disabled, [inert] *') ||
      !stop.checkVisibility({ visibilityProperty: true })
    )
      return false;
    stop.focus();
    return document.activeElement === stop;
  });
}

/** Blocks that a text may be moved below of, as their child. */
const parents: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'quote',
]);

/**
 * Has Tab lead on from the block of text that the cursor is in, where it moves no block: a text is moved below a text
 * only, not below code. All texts of a notebook are one field, so that the browser would begin at the first block
 * again. Returns how to end it.
 */
export function leadTabOn(editor: NotebookEditor): () => void {
  const panel = editor.domElement?.closest<HTMLElement>('.notebook');
  const lead = (event: KeyboardEvent): void => {
    const { key, shiftKey, target } = event;
    if (
      key !== 'Tab' ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      target !== editor.domElement
    )
      return;
    if (event.eventPhase === Event.CAPTURING_PHASE && movesBlock(editor, shiftKey)) return;
    const block = blockElement(editor.getTextCursorPosition().block.id, editor);
    // The language of code within text stands above it, as part of its block.
    const own = shiftKey ? block?.querySelector<HTMLElement>(':scope > .bn-block-content .fence-language') : null;
    own?.focus();
    if (!block || (!own && !goOn(block.querySelector('[data-content-type]') ?? block, shiftKey))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the editor, which would move the text below code, and after it.
  for (const isBefore of [true, false]) panel?.addEventListener('keydown', lead, isBefore);
  return () => {
    for (const isBefore of [true, false]) panel?.removeEventListener('keydown', lead, isBefore);
  };
}

/** Whether the editor has a use for the key: in a table, in a menu, or to move the block. */
function movesBlock(editor: NotebookEditor, isBackward: boolean): boolean {
  const { block, prevBlock, parentBlock } = editor.getTextCursorPosition();
  if ((block.type as string) === 'table' || editor.domElement?.ariaExpanded === 'true') return true;
  return isBackward ? parentBlock !== undefined : prevBlock !== undefined && parents.has(prevBlock.type);
}
