import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { Button } from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { codeLook } from '../../../platform/code-look.ts';
import { useText } from '../../../platform/text.ts';

/** Grammars by the language of a cell or the ending of a file, brought when they are wanted. */
const grammars: Record<string, () => Promise<Extension>> = {
  python: async () => (await import('@codemirror/lang-python')).python(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  json: async () => (await import('@codemirror/lang-json')).json(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
};

/** Unchanged lines around a change that are shown, and how many more of them are folded away. */
const unchanged = { margin: 2, minSize: 6 };

/** One text as it becomes another: lines that go above those that come, also in a narrow panel. */
export function TextDifference({
  before,
  after,
  language,
  label,
}: {
  before: string;
  after: string;
  /** A key of the grammars; any other is plain text. */
  language: string;
  label: string;
}) {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const [hasFolds, setFolds] = useState(false);
  const folded = t('change.unchanged');
  // What comes or goes as a whole is all of one colour: there is nothing to compare.
  const whole = before === '' ? 'added' : after === '' ? 'deleted' : undefined;
  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    let view: EditorView | null = null;
    let isThere = true;
    void (grammars[language]?.() ?? Promise.resolve([])).then((grammar) => {
      if (!isThere) return;
      view = new EditorView({
        parent,
        doc: whole === 'deleted' ? before : after,
        extensions: [
          EditorState.lineSeparator.of('\n'),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorState.phrases.of({ '$ unchanged lines': folded }),
          EditorView.contentAttributes.of({
            'aria-label': label,
            tabindex: '0',
            role: 'textbox',
            'aria-readonly': 'true',
          }),
          lineNumbers(),
          EditorView.lineWrapping,
          codeLook,
          grammar,
          whole
            ? []
            : unifiedMergeView({
                original: before,
                mergeControls: false,
                gutter: true,
                ...(!isUnfolded && { collapseUnchanged: unchanged }),
              }),
        ],
      });
      setFolds(view.dom.querySelector('.cm-collapsedLines') !== null);
    });
    return () => {
      isThere = false;
      view?.destroy();
    };
  }, [before, after, whole, isUnfolded, language, label, folded]);
  return (
    <>
      <div ref={host} className="change-text" data-whole={whole} dir="ltr" />
      {hasFolds && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => {
            setUnfolded(true);
          }}
        >
          {t('change.unfold')}
        </Button>
      )}
    </>
  );
}
