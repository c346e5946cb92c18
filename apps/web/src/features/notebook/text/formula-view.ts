import type { EditorView } from 'prosemirror-view';
import { TextSelection } from 'prosemirror-state';
import { t } from '../../../platform/text.ts';
import type { DrawnFormula } from '../../../platform/markdown/draw-formula.ts';
import type { FormulaSpan } from './formula-span.ts';

type Draw = (source: string, isDisplay: boolean) => DrawnFormula;

let draw: Draw | null = null;
let loading: Promise<void> | null = null;

/** Brings what sets formulas, which only notebooks with formulas need. */
function load(): Promise<void> {
  loading ??= import('../../../platform/markdown/draw-formula.ts').then(
    ({ drawFormula }) => {
      draw = drawFormula;
    },
    // Without it formulas stand as they are written; the next one asks again.
    () => {
      loading = null;
    },
  );
  return loading;
}

/** A formula as it is drawn in the place of its source; a click opens the source. */
export function formulaElement(view: EditorView, { source, isDisplay }: FormulaSpan, place: () => number | undefined) {
  const element = elementOf(source, isDisplay, 'formula');
  element.addEventListener('mousedown', (event) => {
    const to = place();
    if (event.button !== 0 || !view.editable || to === undefined) return;
    event.preventDefault();
    // Before the signs that end it.
    const end = isDisplay && source.startsWith('\\begin') ? to : to - (isDisplay ? 2 : 1);
    const before = view.state.doc.textBetween(end - 1, end, '', '\n');
    const caret = before === '\n' ? end - 1 : end;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, caret)));
    view.focus();
  });
  return element;
}

/** What a formula looks like, below its source while that is written. */
export function formulaPreview({ source, isDisplay }: FormulaSpan): HTMLElement {
  return elementOf(source, isDisplay, 'formula-preview');
}

function elementOf(source: string, isDisplay: boolean, className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = isDisplay ? `${className} formula-display` : className;
  element.dir = 'ltr';
  if (draw) fill(element, draw(source, isDisplay), source);
  else {
    showSource(element, source);
    void load().then(() => {
      if (draw) fill(element, draw(source, isDisplay), source);
    });
  }
  return element;
}

function fill(element: HTMLElement, drawn: DrawnFormula, source: string): void {
  if ('html' in drawn) {
    element.innerHTML = drawn.html;
    return;
  }
  showSource(element, source);
  element.classList.add('formula-wrong');
  const reason = document.createElement('span');
  reason.className = 'formula-reason';
  reason.dir = 'auto';
  reason.textContent = t('notebook.formula.wrong', { reason: drawn.error });
  element.append(reason);
}

function showSource(element: HTMLElement, source: string): void {
  const code = document.createElement('code');
  code.textContent = source;
  element.replaceChildren(code);
}
