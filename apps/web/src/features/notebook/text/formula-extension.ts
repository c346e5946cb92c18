import { createExtension } from '@blocknote/core';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view';
import { formulaInput, formulaKey } from './formula-keys.ts';
import { findFormulas, type FormulaSpan } from './formula-span.ts';
import { formulaElement, formulaPreview } from './formula-view.ts';
import { setOf, type TextNode } from '../block/textblock-decorations.ts';

interface Range {
  from: number;
  to: number;
}
interface Formulas {
  formulas: readonly FormulaSpan[];
  guards: readonly number[];
  hasFocus: boolean;
  /** What somebody looks for stands here: the source is shown, whoever has the focus. */
  shown: Range | null;
  /** Where sources are shown instead of formulas. */
  open: readonly Range[];
  drawn: DecorationSet;
}
type Change = Partial<Pick<Formulas, 'hasFocus' | 'shown'>>;

const key = new PluginKey<Formulas>('formulas');

/**
 * Draws the formulas of a notebook's text in the place of their sources, and shows the source where the cursor is. The
 * document holds the source alone, so that everybody writes it together as any other text.
 */
export function formulaExtension() {
  let view: EditorView | null = null;
  return createExtension({
    key: 'formulas',
    prosemirrorPlugins: [
      new Plugin<Formulas>({
        key,
        view: (made) => {
          view = made;
          return {};
        },
        state: {
          init: (_config, state) => drawAll(state, null, {}, () => view),
          apply: (transaction, before, _old, state) => next(transaction, before, state, () => view),
        },
        props: {
          decorations: (state) => key.getState(state)?.drawn,
          handleTextInput: formulaInput,
          handleDOMEvents: {
            keydown: (edited, event) => formulaKey(edited, event, key.getState(edited.state)?.formulas ?? []),
            focus: (edited) => tell(edited, { hasFocus: true }),
            blur: (edited) => tell(edited, { hasFocus: false }),
          },
        },
      }),
    ],
  });
}

/** Shows the source of the formula in which something was found; null draws all again. */
export function showSourceAt(view: EditorView, shown: Range | null): void {
  const before = key.getState(view.state)?.shown ?? null;
  if (before?.from !== shown?.from || before?.to !== shown?.to) tell(view, { shown });
}

function tell(view: EditorView, change: Change): false {
  view.dispatch(view.state.tr.setMeta(key, change).setMeta('addToHistory', false));
  return false;
}

type ViewOf = () => EditorView | null;

function next(transaction: Transaction, before: Formulas, state: EditorState, view: ViewOf): Formulas {
  const change = transaction.getMeta(key) as Change | undefined;
  if (!transaction.docChanged && !transaction.selectionSet && change === undefined) return before;
  return drawAll(state, transaction.docChanged ? null : before, { ...pick(before, transaction), ...change }, view);
}

function pick({ hasFocus, shown }: Formulas, { mapping }: Transaction): Required<Change> {
  return { hasFocus, shown: shown && { from: mapping.map(shown.from), to: mapping.map(shown.to) } };
}

function drawAll(state: EditorState, before: Formulas | null, change: Change, view: ViewOf): Formulas {
  const { formulas, guards } = before ?? findFormulas(state.doc);
  const { hasFocus = false, shown = null } = change;
  const open = openOf(state, hasFocus && (view()?.editable ?? false), shown);
  const now = { formulas, guards, hasFocus, shown, open };
  // The cursor moves where no formula is.
  if (before && toSay(before) === toSay(now)) return { ...now, drawn: before.drawn };
  return { ...now, drawn: draw(state.doc, now, view) };
}

/** Which formulas are open, by their places. */
function toSay({ formulas, guards, open }: Pick<Formulas, 'formulas' | 'guards' | 'open'>): string {
  if (open.length === 0) return '';
  return [
    ...formulas.filter((span) => isOpen(span, open)).map(({ from }) => from),
    ...guards.filter((from) => isOpen({ from, to: from + 1 }, open)),
  ].join(' ');
}

function openOf({ selection }: EditorState, isWriting: boolean, shown: Range | null): Range[] {
  // A selection over several blocks is of text as it looks.
  const isWithinBlock = isWriting && selection.$from.sameParent(selection.$to);
  return [...(isWithinBlock ? [{ from: selection.from, to: selection.to }] : []), ...(shown ? [shown] : [])];
}

function isOpen({ from, to }: Range, open: readonly Range[]): boolean {
  return open.some((range) => range.from <= to && range.to >= from);
}

function draw(
  doc: TextNode,
  { formulas, guards, open }: Pick<Formulas, 'formulas' | 'guards' | 'open'>,
  viewOf: ViewOf,
): DecorationSet {
  const drawn: Decoration[] = guards
    .filter((from) => !isOpen({ from, to: from + 1 }, open))
    .map((from) => Decoration.inline(from, from + 1, { class: 'formula-source' }));
  for (const span of formulas) {
    const { from, to, source, isDisplay } = span;
    const kind = isDisplay ? 'display' : 'inline';
    if (isOpen(span, open)) {
      drawn.push(Decoration.inline(from, to, { class: `formula-open formula-open-${kind}`, spellcheck: 'false' }));
      if (isDisplay)
        drawn.push(
          Decoration.widget(to, () => formulaPreview(span), { side: 1, ignoreSelection: true, key: `below ${source}` }),
        );
      continue;
    }
    drawn.push(
      Decoration.inline(from, to, { class: 'formula-source' }),
      Decoration.widget(to, (view, place) => formulaElement(viewOf() ?? view, span, place), {
        side: -1,
        ignoreSelection: true,
        key: `${kind} ${source}`,
      }),
    );
  }
  return setOf(doc, drawn);
}
