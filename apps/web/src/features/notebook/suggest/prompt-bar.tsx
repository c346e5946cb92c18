import type { LiveCell, NotebookOutput } from '@groma/model';
import { Button, IconButton, Note, PlayerStopIcon, SendIcon, Spinner, TextArea, XIcon } from '@groma/ui';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ModelPicker } from '../../../platform/language-model/model-picker.tsx';
import { QueriesLeft } from '../../../platform/language-model/queries-left.tsx';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { useText } from '../../../platform/text.ts';
import { useNotebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { errorOf } from './ask-code.ts';
import { useBlockChat } from './block-chat.ts';
import { changeChat, useChat } from './chat-store.ts';
import { loadDiffView } from './load-diff-view.ts';
import { useSuggestion } from './use-suggestion.ts';
import './suggest.css';

export interface PromptBarProps {
  blockId: string;
  live: LiveCell;
  outputs: readonly NotebookOutput[];
  editor: NotebookEditor;
}

/** The chat of a code block, where it is open: what to change, or to explain (NBK-067, NBK-071, AIA-064). */
export function PromptBar(props: PromptBarProps) {
  const { id: notebookId, isEditable } = useNotebook();
  const { isOpen } = useChat({ notebookId, blockId: props.blockId });
  return isOpen && isEditable ? <OpenPromptBar {...props} /> : null;
}

function OpenPromptBar({ blockId, live, outputs, editor }: PromptBarProps) {
  const t = useText();
  const { id: notebookId } = useNotebook();
  const place = { notebookId, blockId };
  const { chat, send, explain, fixError, writeTests, stop, close } = useBlockChat(blockId, live, editor);
  const { chosen, isReady } = useChosenModel();
  const field = useRef<HTMLTextAreaElement>(null);
  const isPending = useSuggestion(live) !== null;
  useEffect(() => {
    loadDiffView().catch(() => undefined);
  }, []);
  useEffect(() => {
    field.current?.focus();
  }, [chat.entered]);
  // With the last change decided, here or by somebody else, there is nothing more to say (AIA-032).
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) close();
    wasPending.current = isPending;
  }, [isPending, close]);
  const isAsking = chat.asking !== null;
  const hasError = errorOf(outputs) !== null;
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (isAsking) stop();
      else close();
    }
  };
  const dismiss = (
    <IconButton size="s" label={t('notebook.suggest.close')} icon={<XIcon size={14} />} onClick={close} />
  );
  if (isReady && !chosen)
    return (
      <section className="code-prompt" aria-label={t('notebook.suggest.label')}>
        <div className="code-prompt-ask">
          <ModelPicker hideLabel />
          {dismiss}
        </div>
      </section>
    );
  return (
    <section className="code-prompt" aria-label={t('notebook.suggest.label')}>
      <div className="code-prompt-ask">
        <TextArea
          ref={field}
          size="s"
          autosize
          minRows={1}
          maxRows={6}
          aria-label={t('notebook.suggest.request')}
          placeholder={t(isPending ? 'notebook.suggest.followUp' : 'notebook.suggest.placeholder')}
          value={chat.text}
          onChange={({ currentTarget: { value } }) => changeChat(place, { text: value })}
          onKeyDown={onKey}
        />
        {isAsking ? (
          <IconButton size="s" label={t('notebook.suggest.stop')} icon={<PlayerStopIcon size={14} />} onClick={stop} />
        ) : (
          <IconButton
            size="s"
            label={t('notebook.suggest.send')}
            shortcut="Enter"
            icon={<SendIcon size={14} />}
            {...(chat.text.trim() === '' && { disabledReason: t('notebook.suggest.empty') })}
            onClick={send}
          />
        )}
        {dismiss}
      </div>
      <div className="code-prompt-foot">
        <Button size="s" variant="quiet" disabled={isAsking} onClick={explain}>
          {t('notebook.suggest.explain')}
        </Button>
        {hasError && (
          <Button size="s" variant="quiet" disabled={isAsking} onClick={fixError}>
            {t('notebook.suggest.fixError')}
          </Button>
        )}
        <Button size="s" variant="quiet" disabled={isAsking} onClick={writeTests}>
          {t('notebook.suggest.writeTests')}
        </Button>
        {hasError && chat.withError && (
          <span className="code-prompt-attached">
            {t('notebook.suggest.errorAttached')}
            <IconButton
              size="s"
              label={t('notebook.suggest.detachError')}
              icon={<XIcon size={12} />}
              onClick={() => changeChat(place, { withError: false })}
            />
          </span>
        )}
        <span className="code-prompt-space" aria-live="polite">
          {isAsking && (
            <>
              <Spinner /> {t('notebook.suggest.asking')}
            </>
          )}
        </span>
        {chosen && <QueriesLeft isPro={chosen.isPro} />}
        <ModelPicker hideLabel />
      </div>
      {chat.notice && <Note kind={chat.notice.kind}>{chat.notice.text}</Note>}
    </section>
  );
}
