import { isFinalStatus } from '@groma/model';
import type { PackagesReply } from '@groma/protocol';
import { Button, ChevronRightIcon, Note, ProgressBar, toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { cancelChange, useChangeLog } from './package-state.ts';

interface ChangeViewProps {
  projectId: string;
  change: NonNullable<PackagesReply['lastChange']>;
}

/** The change of packages that is under way, or how the last one ended, with what pip has printed. */
export function ChangeView({ projectId, change }: ChangeViewProps) {
  const t = useText();
  const { text, status, failure } = useChangeLog(projectId, change);
  const [isCanceling, setCanceling] = useState(false);
  // One that had ended before it was looked at is told only to who began it, and only where it failed.
  const [wasOpen] = useState(!isFinalStatus(change.status));
  if (isFinalStatus(status) && !wasOpen && !(status === 'Failed' && change.isOwn)) return null;
  const cancel = async () => {
    setCanceling(true);
    await cancelChange(change.operationId).catch((error: unknown) => {
      setCanceling(false);
      toast.error(errorText(error));
    });
  };
  return (
    <section className="packages-part packages-change" aria-label={t('packages.change')}>
      {isFinalStatus(status) ? (
        <ChangeEnd status={status} failure={failure} />
      ) : (
        <>
          <div className="packages-file">
            <span role="status">{t('packages.changing')}</span>
            {change.isOwn && (
              <Button size="s" loading={isCanceling} onClick={() => void cancel()}>
                {t('packages.cancel')}
              </Button>
            )}
          </div>
          <ProgressBar label={t('packages.changing')} />
        </>
      )}
      {text !== '' && (
        <details>
          <summary>
            <ChevronRightIcon size={14} />
            {t('packages.log')}
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach it */}
          <pre dir="ltr" tabIndex={0} aria-label={t('packages.log')}>
            {text}
          </pre>
        </details>
      )}
    </section>
  );
}

function ChangeEnd({ status, failure }: Pick<ReturnType<typeof useChangeLog>, 'status' | 'failure'>) {
  const t = useText();
  if (status === 'Completed') return <Note kind="success">{t('packages.done')}</Note>;
  if (status === 'Canceled') return <Note>{t('packages.canceled')}</Note>;
  return <Note kind="error">{failure ? errorText(failure) : t('packages.failed')}</Note>;
}
