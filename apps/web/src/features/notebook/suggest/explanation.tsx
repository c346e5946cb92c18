import { CheckIcon, CopyIcon, IconButton, Spinner, XIcon } from '@groma/ui';
import type { ComponentType } from 'react';
import { useText } from '../../../platform/text.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { useCopied } from '../block/use-copied.ts';
import { changeChat, useChat } from './chat-store.ts';
import './suggest.css';

interface ExplanationProps {
  blockId: string;
  /** Draws Markdown. */
  Markdown: ComponentType<{ text: string }>;
}

/** What the assistant explains of a block, below it: text for whoever asked, of which nothing is run (AIA-120). */
export function Explanation({ blockId, Markdown }: ExplanationProps) {
  const t = useText();
  const { id: notebookId } = useNotebook();
  const place = { notebookId, blockId };
  const { explanation, asking } = useChat(place);
  const { isCopied, copy } = useCopied();
  if (explanation === null) return null;
  const isComing = asking === 'explanation';
  return (
    <section className="code-explanation" aria-label={t('notebook.suggest.explanation')} aria-busy={isComing}>
      <header className="code-suggestion-head">
        <b>{t('notebook.suggest.explanation')}</b>
        {isComing && <Spinner />}
        <span className="code-prompt-space" />
        <IconButton
          size="s"
          label={t(isCopied ? 'notebook.copied' : 'notebook.suggest.copyExplanation')}
          icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          onClick={() => copy(explanation)}
        />
        <IconButton
          size="s"
          label={t('notebook.suggest.closeExplanation')}
          icon={<XIcon size={14} />}
          onClick={() => changeChat(place, { explanation: null })}
        />
      </header>
      <Markdown text={explanation} />
    </section>
  );
}
