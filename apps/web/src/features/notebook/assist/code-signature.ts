import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { keymap, showTooltip, ViewPlugin, type EditorView, type Tooltip, type ViewUpdate } from '@codemirror/view';
import { documentationElement } from './code-hover.ts';
import { firstParagraph, nameBefore, readDocumentation, type Documentation } from './documentation.ts';
import type { KernelQuestions } from './kernel-question.ts';

interface Shown { open: number; documentation: Documentation }

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
    const open = transaction.changes.mapPos(before.open);
    return openCallAt(transaction.state.doc.toString(), transaction.state.selection.main.head) === open ? { ...before, open } : null;
  },
  provide: (field) => showTooltip.computeN([field], (state) => tooltipsOf(state.field(field))),
});

function tooltipsOf(shown: Shown | null): Tooltip[] {
  if (!shown) return [];
  return [{ pos: shown.open, above: true, create: () => ({ dom: documentationElement(shown.documentation) }) }];
}

/** Shows the signature of the call that is being written: after its bracket, and on Ctrl+Shift+Space. Escape takes it away. */
export function kernelSignature(ask: () => KernelQuestions | null): Extension {
  const look = async (view: EditorView) => {
    const { state } = view;
    const code = state.doc.toString();
    const open = openCallAt(code, state.selection.main.head);
    const questions = ask();
    const name = nameBefore(code, open);
    if (open < 0 || !questions || name === '') return;
    const answer = await questions.inspect(name, name.length);
    // The cursor may have gone on meanwhile.
    if (answer === null || openCallAt(view.state.doc.toString(), view.state.selection.main.head) !== open) return;
    const documentation = readDocumentation(answer);
    if (documentation.signature) view.dispatch({ effects: show.of({ open, documentation: { ...documentation, text: firstParagraph(documentation.text) } }) });
  };
  const watch = ViewPlugin.define(() => ({
    update({ view, docChanged, transactions }: ViewUpdate) {
      if (docChanged && transactions.some((transaction) => transaction.isUserEvent('input.type')) && /[(,]/.test(lastTyped(view.state))) void look(view);
    },
  }));
  return [signatureField, watch, Prec.high(keymap.of([
    { key: 'Mod-Shift-Space', run: (view) => { void look(view); return true; } },
    { key: 'Escape', run: (view) => { if (!view.state.field(signatureField)) return false; view.dispatch({ effects: show.of(null) }); return true; } },
  ]))];
}

function lastTyped({ doc, selection }: EditorState): string {
  return doc.sliceString(Math.max(0, selection.main.head - 1), selection.main.head);
}
