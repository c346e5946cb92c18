import { commentLimit } from '@groma/model';
import { Button, IconButton, SendIcon, TextArea } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';

interface CommentFieldProps {
  label: string;
  /** What the words are about; they are kept under it while they are not sent. */
  place: string;
  /** Text to begin with, of a comment that is edited. */
  text?: string;
  isFocused?: boolean;
  /** Of a comment that is edited, or a thread that is begun: can be given up. */
  onCancel?: () => void;
  /** True when the server took it; else the words stay. */
  onSend(text: string): Promise<boolean>;
}

/** Where a comment is written: Enter sends, Shift+Enter breaks the line, Escape gives up. */
export function CommentField({ label, place, text = '', isFocused = false, onCancel, onSend }: CommentFieldProps) {
  const t = useText();
  const [typed, setTyped] = useKeptText(place);
  const draft = typed ?? text;
  const [isSending, setSending] = useState(false);
  const isEmpty = draft.trim() === '';
  const send = async () => {
    if (isEmpty || isSending) return;
    setSending(true);
    const isTaken = await onSend(draft.trim());
    setSending(false);
    if (isTaken) setTyped(null);
  };
  const type = (words: string) => setTyped(words === text ? null : words);
  const giveUp =
    onCancel &&
    (() => {
      setTyped(null);
      onCancel();
    });
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'Escape' && giveUp) {
      event.stopPropagation();
      giveUp();
    }
  };
  return (
    <div className="comment-field">
      <TextArea
        aria-label={label}
        placeholder={label}
        size="s"
        autosize
        minRows={1}
        maxRows={12}
        maxLength={commentLimit.characters}
        value={draft}
        data-autofocus={isFocused || undefined}
        ref={isFocused ? focusAtEnd : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="comment-field-foot">
        {giveUp && (
          <Button size="s" variant="quiet" onClick={giveUp}>
            {t('notebook.cancel')}
          </Button>
        )}
        <IconButton
          size="s"
          className="comment-send"
          label={t('notebook.comment.send')}
          shortcut="Enter"
          icon={<SendIcon size={15} />}
          loading={isSending}
          disabled={isEmpty}
          onClick={() => {
            void send();
          }}
        />
      </div>
    </div>
  );
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
}
