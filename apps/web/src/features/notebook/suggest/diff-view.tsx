import { getChunks, getOriginalDoc, originalDocChangeEffect, unifiedMergeView } from '@codemirror/merge';
import { ChangeSet, Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { SuggestedChange } from '@groma/model';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { loadedGrammar, loadGrammar } from '../block/code-language.ts';
import { codeTheme } from '../block/code-theme.ts';
import { changedLines } from './changed-lines.ts';
import { diffTheme } from './diff-theme.ts';

export interface DiffViewProps {
  /** The code as it is, and as it shall be. */
  code: string;
  newCode: string;
  language: string;
  label: string;
  /** Left out where nothing can be decided. */
  onDecide?: ((change: SuggestedChange, isAccepted: boolean) => void) | undefined;
}

/** Code beside what is suggested for it, with what decides each change (NBK-069, AIA-028). */
export function DiffView({ code, newCode, language, label, onDecide }: DiffViewProps) {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const grammar = useRef(new Compartment());
  const latest = useRef({ code, newCode, language, label, onDecide, t });
  useLayoutEffect(() => {
    latest.current = { code, newCode, language, label, onDecide, t };
  }, [code, newCode, language, label, onDecide, t]);
  /** The change whose button had the focus. */
  const decided = useRef<number | null>(null);
  const canDecide = onDecide !== undefined;

  useEffect(() => {
    const first = latest.current;
    const control = (kind: 'accept' | 'reject'): HTMLElement => {
      const button = document.createElement('button');
      const say = latest.current.t;
      const [text, name] =
        kind === 'accept'
          ? [say('notebook.suggest.accept'), say('notebook.suggest.acceptChange')]
          : [say('notebook.suggest.reject'), say('notebook.suggest.rejectChange')];
      Object.assign(button, { type: 'button', className: `code-diff-${kind}`, textContent: text });
      button.setAttribute('aria-label', name);
      button.addEventListener('click', () => {
        const at = made.posAtDOM(button.closest('.cm-deletedChunk') ?? button);
        const chunks = getChunks(made.state)?.chunks ?? [];
        const index = chunks.findIndex(({ fromB, endB }) => fromB <= at && endB >= at);
        const chunk = chunks[index];
        if (!chunk) return;
        decided.current = index;
        const change = changedLines(chunk, getOriginalDoc(made.state), made.state.doc);
        latest.current.onDecide?.(change, kind === 'accept');
      });
      return button;
    };
    const made = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: first.newCode,
        extensions: [
          EditorState.readOnly.of(true),
          EditorState.tabSize.of(4),
          EditorState.phrases.of({ '$ unchanged lines': first.t('notebook.suggest.unchanged', { lines: '$' }) }),
          EditorView.contentAttributes.of({ 'aria-label': first.label }),
          lineNumbers(),
          codeTheme,
          diffTheme,
          grammar.current.of(loadedGrammar(first.language) ?? []),
          unifiedMergeView({
            original: first.code,
            collapseUnchanged: { margin: 3, minSize: 8 },
            mergeControls: canDecide ? control : false,
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [canDecide]);

  useEffect(() => {
    if (!view.current) return;
    follow(view.current, code, newCode);
    if (decided.current === null) return;
    const buttons = view.current.dom.querySelectorAll<HTMLElement>('.code-diff-accept');
    buttons[Math.min(decided.current, buttons.length - 1)]?.focus();
    decided.current = null;
  }, [code, newCode, canDecide]);

  useEffect(() => {
    let isCurrent = true;
    void loadGrammar(language).then((loaded) => {
      if (isCurrent) view.current?.dispatch({ effects: grammar.current.reconfigure(loaded) });
    });
    return () => {
      isCurrent = false;
    };
  }, [language, canDecide]);

  return <div ref={host} className="cell-code code-diff" />;
}

/** Shows other texts in the place of those that are shown. */
function follow(view: EditorView, code: string, newCode: string): void {
  const before = changeTo(getOriginalDoc(view.state), code);
  if (before) view.dispatch({ effects: originalDocChangeEffect(view.state, before) });
  const after = changeTo(view.state.doc, newCode);
  if (after) view.dispatch({ changes: after });
}

/** The one change between what two texts begin and end with in common; null where they are the same. */
function changeTo(text: Text, next: string): ChangeSet | null {
  const before = text.toString();
  if (before === next) return null;
  const most = Math.min(before.length, next.length);
  let start = 0;
  while (start < most && before[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === next.at(-1 - end)) end += 1;
  return ChangeSet.of(
    { from: start, to: before.length - end, insert: next.slice(start, next.length - end) },
    before.length,
  );
}
