import { Selection, TextSelection, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { FormulaSpan } from './formula-span.ts';
import { textOfBlock } from '../block/textblock-decorations.ts';

/** A space after `$$` at the beginning of a paragraph makes a formula of its own (NBK-149). */
export function formulaInput(view: EditorView, from: number, to: number, text: string): boolean {
  return text === ' ' && from === to && beginFormula(view);
}

/**
 * Enter writes lines within a formula that stands alone, and makes one of `$$`; arrows up and down go into one. True
 * where the key was taken.
 */
export function formulaKey(view: EditorView, event: KeyboardEvent, formulas: readonly FormulaSpan[]): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!view.editable || event.isComposing || ctrlKey || metaKey || altKey || shiftKey) return false;
  const isTaken =
    key === 'Enter'
      ? beginFormula(view) || breakLine(view, formulas)
      : (key === 'ArrowDown' || key === 'ArrowUp') && enterFormula(view, key === 'ArrowDown' ? 1 : -1, formulas);
  if (isTaken) {
    event.preventDefault();
    event.stopPropagation();
  }
  return isTaken;
}

function beginFormula(view: EditorView): boolean {
  const { $from, empty } = view.state.selection;
  if (!empty || $from.parent.type.name !== 'paragraph' || textOfBlock($from.parent) !== '$$') return false;
  const { hardBreak } = view.state.schema.nodes;
  if (!hardBreak || $from.parentOffset !== 2) return false;
  const { state } = view;
  const transaction = state.tr.insert($from.pos, [hardBreak.create(), hardBreak.create(), state.schema.text('$$')]);
  view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, $from.pos + 1)).scrollIntoView());
  return true;
}

function breakLine(view: EditorView, formulas: readonly FormulaSpan[]): boolean {
  const { state } = view;
  const { from, to, $from, $to } = state.selection;
  const { hardBreak } = state.schema.nodes;
  const isWithin =
    $from.sameParent($to) &&
    (isUnfinished(state) || formulas.some((span) => span.isDisplay && span.from + 2 <= from && to <= span.to - 2));
  if (!isWithin || !hardBreak) return false;
  view.dispatch(state.tr.replaceSelectionWith(hardBreak.create(), false).scrollIntoView());
  return true;
}

/** Nothing is written yet between the signs. */
function isUnfinished({ selection: { $from } }: EditorState): boolean {
  const { parent, parentOffset } = $from;
  return parent.type.name === 'paragraph' && parentOffset >= 2 && parentOffset <= parent.content.size - 2
    ? /^\$\$\n\s*\n\$\$$/.test(textOfBlock(parent))
    : false;
}

/** A browser passes over a block whose text is not shown. */
function enterFormula(view: EditorView, direction: 1 | -1, formulas: readonly FormulaSpan[]): boolean {
  const { selection, doc } = view.state;
  const { $head } = selection;
  if (!selection.empty || !$head.parent.isTextblock || !view.endOfTextblock(direction === 1 ? 'down' : 'up'))
    return false;
  const edge = direction === 1 ? $head.after() : $head.before();
  const found = Selection.findFrom(doc.resolve(edge), direction);
  const { parent } = found?.$head ?? {};
  if (!found || !parent?.isTextblock) return false;
  const start = found.$head.start();
  const span = formulas.find(({ from, isAlone }) => isAlone && from >= start && from <= start + parent.content.size);
  if (!span) return false;
  const place = direction === 1 ? span.from : span.to;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(doc, place)).scrollIntoView());
  return true;
}
