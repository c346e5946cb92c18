import { CopyButton, Dialog, ErrorState, SkeletonRows } from '@groma/ui';
import { assistant } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import './sent-prompt.css';

type Place = { projectId: string; threadId: string; messageId: string };

/** Shows what the model was sent for an answer. */
export function showSentPrompt(place: Place): void {
  openDialog((props) => <SentPrompt {...props} place={place} />);
}

function SentPrompt({ opened, onClose, place }: DialogHostProps & { place: Place }) {
  const t = useText();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['chat-prompt', place.threadId, place.messageId],
    queryFn: async ({ signal }) => (await api.call(assistant.readSentPrompt, { params: place, signal })).data,
    gcTime: 0,
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('chat.whatWasSent')} size="xl">
      {error && (
        <ErrorState title={t('chat.promptFailed')} isRetrying={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {!error && !data && <SkeletonRows rows={6} withIcon={false} />}
      {data && (
        <>
          <p className="gaia-prompt-head">
            {t('chat.sentTo', { model: data.model ?? '' })}
            <CopyButton text={data.text} size="s" label={t('chat.copy')} feedbackMs={3_000} />
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
          <pre className="gaia-prompt" tabIndex={0} dir="auto" aria-label={t('chat.whatWasSent')}>
            {data.text}
          </pre>
        </>
      )}
    </Dialog>
  );
}
