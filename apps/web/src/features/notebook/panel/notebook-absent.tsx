import { Button, EmptyState, NotebookIcon, Note, Skeleton } from '@groma/ui';
import type { LiveState } from '@groma/protocol';
import type { Outage } from '../../../platform/outage.ts';
import { useText } from '../../../platform/text.ts';

/** The shape of what is to come. */
export function NotebookSkeleton() {
  const t = useText();
  return (
    <div className="notebook-scroll" role="status" aria-label={t('notebook.loading')}>
      <div className="notebook-column notebook-skeleton">
        <Skeleton width={340} height={26} />
        <Skeleton width="92%" height={12} />
        <Skeleton width="78%" height={12} />
        <Skeleton width="100%" height={132} />
        <Skeleton width="64%" height={12} />
        <Skeleton width="100%" height={92} />
      </div>
    </div>
  );
}

/**
 * Says that the server is away: before the first blocks came, and once an outage is so long that there is only to be
 * read (SHL-120).
 */
export function ConnectionNotice({
  state,
  outage,
  wasSynced,
}: {
  state: LiveState;
  outage: Outage;
  wasSynced: boolean;
}) {
  const t = useText();
  const isWaiting = !wasSynced && state.connection === 'disconnected';
  if (!isWaiting && outage !== 'long') return null;
  return (
    <div className="notebook-notice" role="status">
      <Note kind="warning">{t(isWaiting ? 'notebook.cannotReach' : outageText(state))}</Note>
    </div>
  );
}

function outageText({ saved, isKept }: LiveState) {
  if (saved) return 'notebook.connectionLost';
  return isKept ? 'notebook.connectionLostUnsaved' : 'notebook.connectionLostNotKept';
}

/** A notebook that is deleted, or not to be seen by this person (NBK-062). */
export function NotebookGone({ refusal, onClose }: { refusal: string | null; onClose(): void }) {
  const t = useText();
  const isForbidden = refusal === 'FORBIDDEN' || refusal === 'UNAUTHENTICATED';
  return (
    <div className="notebook notebook-gone">
      <EmptyState
        icon={<NotebookIcon size={18} />}
        title={t(isForbidden ? 'notebook.notShared' : 'notebook.gone')}
        action={
          <Button size="s" onClick={onClose}>
            {t('notebook.closeTab')}
          </Button>
        }
      />
    </div>
  );
}
