import { Button, EmptyState, NotebookIcon, Note, Skeleton } from '@groma/ui';
import type { LiveState } from '@groma/protocol';
import { useText } from '../../../platform/text.ts';

/** The shape of what is to come. */
export function NotebookSkeleton() {
  const t = useText();
  return (
    <div className="notebook-scroll" role="status" aria-label={t('notebook.loading')}>
      <div className="notebook-column notebook-skeleton">
        <Skeleton width={340} height={26} />
        <Skeleton width="92%" height={12} /><Skeleton width="78%" height={12} />
        <Skeleton width="100%" height={132} />
        <Skeleton width="64%" height={12} />
        <Skeleton width="100%" height={92} />
      </div>
    </div>
  );
}

/** Why the blocks are not to be seen now: the connection is lost and being made anew (NBK-022). */
export function ConnectionNotice({ state, wasSynced }: { state: LiveState; wasSynced: boolean }) {
  const t = useText();
  if (state.connection !== 'disconnected' && !(wasSynced && state.connection === 'connecting')) return null;
  return (
    <div className="notebook-notice">
      <Note kind="warning">{t(!wasSynced ? 'notebook.cannotReach' : state.saved ? 'notebook.connectionLost' : 'notebook.connectionLostUnsaved')}</Note>
    </div>
  );
}

/** A notebook that is deleted, or not to be seen by this person (NBK-062). */
export function NotebookGone({ refusal, onClose }: { refusal: string | null; onClose(): void }) {
  const t = useText();
  const isForbidden = refusal === 'FORBIDDEN' || refusal === 'UNAUTHENTICATED';
  return (
    <div className="notebook notebook-gone">
      <EmptyState icon={<NotebookIcon size={18} />} title={t(isForbidden ? 'notebook.notShared' : 'notebook.gone')} action={<Button size="s" onClick={onClose}>{t('notebook.closeTab')}</Button>} />
    </div>
  );
}
