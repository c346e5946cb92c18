import { commentLimit } from '@groma/model';
import { Button, IconButton, SendIcon, TextArea } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';

interface CommentFieldProps {
  label: string;
  /** Text to begin with, of a comment that is edited. */
  text?: string;
  isFocused?: boolean;
  /** Of a comment that is edited, or a thread that is begun: can be given up. */
  onCancel?: () => void;
  /** True when the server took it; else the words stay. */
  onSend(text: string): Promise<boolean>;
}

/** Where a comment is written: Enter sends, Shift+Enter breaks the line, Escape gives up. */
export function CommentField({ label, text = '', isFocused = false, onCancel, onSend }: CommentFieldProps) {
  const t = useText();
  const [draft, setDraft] = useState(text);
  const [isSending, setSending] = useState(false);
  const isEmpty = draft.trim() === '';
  const send = async () => {
    if (isEmpty || isSending) return;
    setSending(true);
    const isTaken = await onSend(draft.trim());
    setSending(false);
    if (isTaken) setDraft('');
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div className="comment-field">
      <TextArea
        aria-label={label} placeholder={label} size="s" autosize minRows={1} maxRows={12} maxLength={commentLimit.characters} value={draft} data-autofocus={isFocused || undefined}
        ref={isFocused ? focusAtEnd : undefined} onChange={(event) => setDraft(event.currentTarget.value)} onKeyDown={onKeyDown}
      />
      <div className="comment-field-foot">
        {onCancel && <Button size="s" variant="quiet" onClick={onCancel}>{t('notebook.cancel')}</Button>}
        <IconButton size="s" className="comment-send" label={t('notebook.comment.send')} shortcut="Enter" icon={<SendIcon size={15} />} loading={isSending} disabled={isEmpty} onClick={() => { void send(); }} />
      </div>
    </div>
  );
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
}
