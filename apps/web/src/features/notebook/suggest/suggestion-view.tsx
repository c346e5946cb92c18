import {
  acceptSuggestion,
  cellCode,
  readCellState,
  rejectSuggestion,
  resolveChange,
  type LiveCell,
  type SuggestedChange,
} from '@groma/model';
import { Button, CheckIcon, Note, XIcon } from '@groma/ui';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { logEvent } from '../../../platform/analytics.ts';
import { useText } from '../../../platform/text.ts';
import { codeUndo } from '../block/code-undo.ts';
import { languageNames } from '../block/language-names.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { closeChat, useChat } from './chat-store.ts';
import { useSuggestion, type ComparedSuggestion } from './use-suggestion.ts';
import { withRest } from './with-rest.ts';
import { loadDiffView } from './load-diff-view.ts';
import './suggest.css';

const DiffView = lazy(async () => ({ default: (await loadDiffView()).DiffView }));

export interface SuggestionViewProps {
  blockId: string;
  live: LiveCell;
  /** The block runs or waits: its code is not changed meanwhile. */
  isBusy: boolean;
  /** The plain editor, which gives way to the suggestion. */
  children: ReactNode;
}

/** A block's code, or in its place what is suggested for it while that waits for a decision (NBK-069). */
export function SuggestionView({ blockId, live, isBusy, children }: SuggestionViewProps) {
  const { id: notebookId } = useNotebook();
  const suggestion = useSuggestion(live);
  const { partial } = useChat({ notebookId, blockId });
  return (
    <>
      <div hidden={suggestion !== null || partial !== null}>{children}</div>
      {partial !== null ? (
        <ComingCode live={live} partial={partial} />
      ) : (
        suggestion && <Decision blockId={blockId} live={live} isBusy={isBusy} suggestion={suggestion} />
      )}
    </>
  );
}

/** What has come of a suggestion, while it is on its way. */
function ComingCode({ live, partial }: { live: LiveCell; partial: string }) {
  const t = useText();
  const code = cellCode(live).toString();
  const newCode = useMemo(() => withRest(partial, code), [partial, code]);
  return (
    <Suspense fallback={<pre className="code-diff-coming">{newCode}</pre>}>
      <DiffView
        code={code}
        newCode={newCode}
        language={readCellState(live).language}
        label={t('notebook.suggest.coming')}
      />
    </Suspense>
  );
}

function Decision({
  blockId,
  live,
  isBusy,
  suggestion,
}: Omit<SuggestionViewProps, 'children'> & { suggestion: ComparedSuggestion }) {
  const t = useText();
  const notebook = useNotebook();
  const { newLabel, newLanguage, code, newCode, isConflicting = false } = suggestion;
  const { label, language } = readCellState(live);
  const leave = (): void => {
    closeChat({ notebookId: notebook.id, blockId });
    // The editor is there again with the next drawing.
    requestAnimationFrame(() => notebook.views.get(blockId)?.focus());
  };
  // What is taken over can be undone in the code, as what is typed there.
  const take = (change: () => boolean): void => {
    const undo = codeUndo(cellCode(live));
    undo.addTrackedOrigin(acceptOrigin);
    undo.stopCapturing();
    const isResolved = change();
    undo.stopCapturing();
    notebook.clear(blockId);
    logEvent({ name: 'ai_modify_code', properties: { notebook_id: notebook.id } });
    if (isResolved) leave();
  };
  const decide = (change: SuggestedChange, isAccepted: boolean): void => {
    if (isAccepted) take(() => resolveChange(live, change, true, acceptOrigin));
    else if (resolveChange(live, change, false, null)) leave();
  };
  const mayDecide = notebook.isEditable && !isBusy && !isConflicting;
  return (
    <section className="code-suggestion" aria-label={t('notebook.suggest.suggestion')}>
      <header className="code-suggestion-head">
        <b>{newLabel ?? t('notebook.suggest.suggestion')}</b>
        {newLanguage !== null && newLanguage !== language && (
          <span>{t('notebook.suggest.inLanguage', { language: languageNames[newLanguage] ?? newLanguage })}</span>
        )}
        <span className="code-prompt-space" />
        {notebook.isEditable && (
          <span className="code-suggestion-decide">
            <Button
              size="s"
              variant="primary"
              icon={<CheckIcon size={14} />}
              disabled={isBusy || isConflicting}
              title={isBusy ? t('notebook.stillRunning') : undefined}
              onClick={() => take(() => acceptSuggestion(live, acceptOrigin))}
            >
              {t('notebook.suggest.acceptAll')}
            </Button>
            <Button
              size="s"
              icon={<XIcon size={14} />}
              onClick={() => {
                rejectSuggestion(live);
                leave();
              }}
            >
              {t('notebook.suggest.rejectAll')}
            </Button>
          </span>
        )}
      </header>
      {isConflicting && <Note kind="warning">{t('notebook.suggest.conflict')}</Note>}
      <Suspense fallback={<pre className="code-diff-coming">{newCode}</pre>}>
        <DiffView
          code={code}
          newCode={newCode}
          language={newLanguage ?? language}
          label={t('notebook.suggest.codeOf', { label })}
          onDecide={mayDecide ? decide : undefined}
        />
      </Suspense>
    </section>
  );
}

const acceptOrigin = 'accept-suggestion';
