import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { keymap, showTooltip, ViewPlugin, type EditorView, type Tooltip, type ViewUpdate } from '@codemirror/view';
import { documentationElement } from './code-hover.ts';
import { firstParagraph, nameBefore, readDocumentation, type Documentation } from './documentation.ts';
import type { KernelQuestions } from './kernel-question.ts';

/** Beside the bracket of a call while the cursor is in it, or beside a name until anything moves. */
interface Shown {
  place: number;
  isCall: boolean;
  documentation: Documentation;
}

const show = StateEffect.define<Shown | null>();

/** The bracket of the call in which a place stands, or -1. */
export function openCallAt(code: string, at: number): number {
  let depth = 0;
  for (let place = at - 1; place >= 0 && at - place < 5_000; place -= 1) {
    const sign = code[place];
    if (sign === ')' || sign === ']' || sign === '}') depth += 1;
    if (sign === '(' || sign === '[' || sign === '{') {
      if (depth === 0) return sign === '(' && /[\p{L}\p{N}_\])]\s*$/u.test(code.slice(0, place)) ? place : -1;
      depth -= 1;
    }
  }
  return -1;
}

const signatureField = StateField.define<Shown | null>({
  create: () => null,
  update(before, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    if (!before || (!transaction.docChanged && !transaction.selection)) return before;
    if (!before.isCall) return null;
    const place = transaction.changes.mapPos(before.place);
    return openCallAt(transaction.state.doc.toString(), transaction.state.selection.main.head) === place
      ? { ...before, place }
      : null;
  },
  provide: (field) => showTooltip.computeN([field], (state) => tooltipsOf(state.field(field))),
});

function tooltipsOf(shown: Shown | null): Tooltip[] {
  if (!shown) return [];
  return [{ pos: shown.place, above: true, create: () => ({ dom: documentationElement(shown.documentation) }) }];
}

/**
 * Shows the signature of the call that is being written: after its bracket, and on Ctrl+Shift+Space, which tells what
 * the name at the cursor is where there is no call or its signature is shown already. Escape takes it away.
 */
export function kernelSignature(ask: () => KernelQuestions | null): Extension {
  const lookAtCall = async (view: EditorView): Promise<boolean> => {
    const open = openCallOf(view.state);
    const name = nameBefore(view.state.doc.toString(), open);
    if (open < 0 || name === '') return false;
    const answer = (await ask()?.inspect(name, name.length)) ?? null;
    // The cursor may have gone on meanwhile.
    if (answer === null || openCallOf(view.state) !== open) return false;
    const documentation = readDocumentation(answer);
    if (documentation.signature)
      view.dispatch({
        effects: show.of({
          place: open,
          isCall: true,
          documentation: { ...documentation, text: firstParagraph(documentation.text) },
        }),
      });
    return documentation.signature !== null;
  };
  const lookAtName = async (view: EditorView): Promise<void> => {
    const { state } = view;
    const word = state.wordAt(state.selection.main.head);
    const name = word ? nameBefore(state.doc.toString(), word.to) : '';
    const answer = name === '' ? null : ((await ask()?.inspect(name, name.length)) ?? null);
    if (word && answer !== null && view.state.doc === state.doc)
      view.dispatch({
        effects: show.of({ place: word.from, isCall: false, documentation: readDocumentation(answer) }),
      });
  };
  const look = async (view: EditorView): Promise<void> => {
    if (view.state.field(signatureField) !== null || !(await lookAtCall(view))) await lookAtName(view);
  };
  const watch = ViewPlugin.define(() => ({
    update({ view, docChanged, transactions }: ViewUpdate) {
      if (
        docChanged &&
        transactions.some((transaction) => transaction.isUserEvent('input.type')) &&
        /[(,]/.test(lastTyped(view.state))
      )
        void lookAtCall(view);
    },
  }));
  return [
    signatureField,
    watch,
    Prec.high(
      keymap.of([
        {
          key: 'Mod-Shift-Space',
          run: (view) => {
            void look(view);
            return true;
          },
        },
        {
          key: 'Escape',
          run: (view) => {
            if (!view.state.field(signatureField)) return false;
            view.dispatch({ effects: show.of(null) });
            return true;
          },
        },
      ]),
    ),
  ];
}

function openCallOf({ doc, selection }: EditorState): number {
  return openCallAt(doc.toString(), selection.main.head);
}

function lastTyped({ doc, selection }: EditorState): string {
  return doc.sliceString(Math.max(0, selection.main.head - 1), selection.main.head);
}
