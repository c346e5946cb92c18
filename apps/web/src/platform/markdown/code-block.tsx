import { CopyButton } from '@groma/ui';
import type { Language } from '@codemirror/language';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useText } from '../text.ts';
import { codeLanguages } from './code-language-table.ts';
import './code-block.css';
import './code-colours.css';

/** Colouring more than this at once would be felt. */
const mostColoured = 20_000;

/** Code with its colours, which can be copied. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  const t = useText();
  const grammar = useGrammar(language);
  const shown = useMemo(
    () => (grammar && text.length <= mostColoured ? coloured(text, grammar) : text),
    [text, grammar],
  );
  return (
    <div className="code-block code-colours">
      <div className="code-block-head">
        <span>{language}</span>
        <CopyButton text={text} size="s" label={t('chat.copyCode')} feedbackMs={3_000} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <pre dir="ltr" tabIndex={0} aria-label={t('chat.code')}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}

function useGrammar(language: string): Language | null {
  const [grammar, setGrammar] = useState<{ language: string; found: Language } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    codeLanguages
      .get(language.toLowerCase())?.()
      .then(
        (found) => {
          if (isCurrent) setGrammar({ language, found });
        },
        // Without its colours it is read as well.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return grammar?.language === language ? grammar.found : null;
}

function coloured(text: string, { parser }: Language): ReactNode[] {
  const pieces: ReactNode[] = [];
  highlightCode(
    text,
    parser.parse(text),
    classHighlighter,
    (piece, classes) => {
      pieces.push(
        classes === '' ? (
          piece
        ) : (
          <span key={pieces.length} className={classes}>
            {piece}
          </span>
        ),
      );
    },
    () => pieces.push('\n'),
  );
  return pieces;
}
