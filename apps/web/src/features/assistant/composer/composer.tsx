import { mostMessageCharacters } from '@groma/model';
import { IconButton, MentionField, PlayerStopIcon, SendIcon, Switch, toast } from '@groma/ui';
import { useEffect, useState } from 'react';
import { ModelPicker } from '../../../platform/language-model/model-picker.tsx';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import { addToGaia, attachmentStore, clearAttachments, removeAttachment } from '../../../registry/gaia-attachments.ts';
import { AttachmentList } from '../message/attachment-list.tsx';
import { useAnalystMode } from '../session/chat-store.ts';
import type { Question } from '../session/chat-session.ts';
import { AttachMenu } from './attach-menu.tsx';
import { useMentionables, type Mentionable } from './mention-options.ts';
import { ProQueries } from './pro-queries.tsx';
import { addPictures } from './read-picture.ts';
import './composer.css';

/** Where questions are written, with what goes along with them and how they are asked. */
export function Composer({
  isBusy,
  onSend,
  onStop,
  prompt,
}: {
  /** An answer is written. */
  isBusy: boolean;
  /** False where it was not taken: the words stay. */
  onSend: (question: Question) => Promise<boolean>;
  onStop: () => void;
  /** Words that are put into the field: another object for each time. */
  prompt?: { text: string } | null;
}) {
  const t = useText();
  const { id: projectId } = useProject();
  const mayChange = useCan('update', 'notebook');
  const [typed, setTyped] = useKeptText(`gaia-question.${projectId}`);
  const [isSending, setSending] = useState(false);
  const { chosen } = useChosenModel();
  const { isAnalyst } = useAnalystMode();
  const text = typed ?? '';
  const options = useMentionables(projectId, text);
  const attachments = useAttachments(projectId);
  useEffect(() => {
    if (prompt) setTyped(prompt.text);
    // Each new object is put in once, whatever else changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [prompt]);
  const isWaiting = attachments.some(({ isUploading }) => isUploading);
  const maySend = !isBusy && !isSending && !isWaiting && text.trim() !== '';
  const send = async () => {
    if (!maySend) return;
    setSending(true);
    setTyped(null);
    const sent = attachments.map(({ id, type, filename, mediaType, url }) => ({ id, type, filename, mediaType, url }));
    const question = {
      text: text.trim(),
      attachments: sent,
      selectedLLM: chosen?.id,
      isAnalyst: mayChange && isAnalyst,
    };
    clearAttachments();
    try {
      if (!(await onSend(question))) {
        setTyped(text);
        attachmentStore.setState({ projectId, attachments });
      }
    } finally {
      setSending(false);
    }
  };
  return (
    <section
      className="gaia-composer"
      aria-label={t('chat.composer')}
      onPaste={(event) => {
        const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
        if (pictures.length === 0) return;
        event.preventDefault();
        void addPictures(pictures);
      }}
    >
      <AttachmentList attachments={attachments} onRemove={removeAttachment} />
      <MentionField
        label={t('chat.ask')}
        hideLabel
        value={text}
        onChange={(value) => setTyped(value === '' ? null : value.slice(0, mostMessageCharacters))}
        sign="@"
        options={options}
        rows={2}
        placeholder={t('chat.placeholder')}
        onSubmit={() => void send()}
        onMention={(option) => {
          if (addToGaia((option as Mentionable).attachment) === null) toast.info(t('chat.tooMany'));
        }}
      />
      <div className="gaia-composer-foot">
        <AttachMenu onMention={() => setTyped(`${text}${text === '' || /\s$/.test(text) ? '' : ' '}@`)} />
        <ModelPicker hideLabel />
        <ProQueries projectId={projectId} />
        {isBusy ? (
          <IconButton className="gaia-send" label={t('chat.stop')} icon={<PlayerStopIcon />} onClick={onStop} />
        ) : (
          <IconButton
            className="gaia-send"
            label={t('chat.send')}
            icon={<SendIcon />}
            shortcut="Enter"
            loading={isSending}
            data-idle={!maySend || undefined}
            onClick={() => void send()}
          />
        )}
      </div>
      {mayChange && (
        <div className="gaia-analyst">
          <Switch checked={isAnalyst} onChange={(next) => useAnalystMode.setState({ isAnalyst: next })}>
            {t('chat.analyst')}
          </Switch>
          <small>{t(isAnalyst ? 'chat.analystOn' : 'chat.analystOff')}</small>
        </div>
      )}
    </section>
  );
}

const none: [] = [];

function useAttachments(projectId: string) {
  return attachmentStore((state) => (state.projectId === projectId ? state.attachments : none));
}
