import { Button, CopyButton, IconButton, PencilIcon, TextArea } from '@groma/ui';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { mostMessageCharacters } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import { textOf, type GaiaMessage } from '../session/chat-message.ts';
import { AttachmentList } from './attachment-list.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import './question-view.css';

/** A question of a person; one of one's own can be changed, which begins a branch beside it. */
export const QuestionView = memo(
  ({
    message,
    branches,
    mayEdit,
    onEdit,
    onShowBranch,
  }: {
    message: GaiaMessage;
    branches: readonly string[];
    mayEdit: boolean;
    onEdit: (message: GaiaMessage, text: string) => void;
    onShowBranch: (id: string) => void;
  }) => {
    const t = useText();
    const [isEditing, setEditing] = useState(false);
    const text = textOf(message);
    return (
      <article className="gaia-question" aria-label={t('chat.question')}>
        <AttachmentList attachments={message.metadata?.attachments ?? []} />
        {isEditing ? (
          <QuestionEditor
            text={text}
            onCancel={() => setEditing(false)}
            onSend={(changed) => {
              setEditing(false);
              onEdit(message, changed);
            }}
          />
        ) : (
          <p dir="auto">{text}</p>
        )}
        {!isEditing && (
          <div className="gaia-tools">
            <BranchSwitch ids={branches} current={message.id} onShow={onShowBranch} />
            <CopyButton text={text} size="s" label={t('chat.copy')} feedbackMs={3_000} />
            {mayEdit && (
              <IconButton size="s" label={t('chat.edit')} icon={<PencilIcon />} onClick={() => setEditing(true)} />
            )}
          </div>
        )}
      </article>
    );
  },
);
QuestionView.displayName = 'QuestionView';

function QuestionEditor({
  text,
  onSend,
  onCancel,
}: {
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState(text);
  useEffect(() => field.current?.focus(), []);
  const isEmpty = value.trim() === '';
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && !event.shiftKey) {
      if (!isEmpty) onSend(value.trim());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="gaia-edit">
      <TextArea
        ref={field}
        aria-label={t('chat.edit')}
        value={value}
        maxLength={mostMessageCharacters}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <div className="gaia-consent-answers">
        <Button size="s" variant="primary" disabled={isEmpty} onClick={() => onSend(value.trim())}>
          {t('chat.send')}
        </Button>
        <Button size="s" onClick={onCancel}>
          {t('chat.cancel')}
        </Button>
      </div>
    </div>
  );
}
