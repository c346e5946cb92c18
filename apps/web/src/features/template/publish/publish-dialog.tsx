import { GromaError } from '@groma/model';
import { Dialog, ErrorState, Note, Skeleton, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import type { DialogHostProps } from '../../../registry/dialog.ts';
import { loadPublication, type NamedPublishable } from './publication-calls.ts';
import { sayDone, sayFailed } from './publication-toasts.ts';
import { PublishBody } from './publish-body.tsx';
import { publicationKey, usePublishing } from './publishing-store.ts';
import { PublishProgress } from './publish-progress.tsx';
import './publish-dialog.css';
import '../template.css';

/**
 * Publishes a map, a notebook, a workflow or a whole workspace, changes its publication, or ends it. While a version is
 * being frozen the dialog shows how far it is, also where it was closed meanwhile.
 */
export function PublishDialog({ thing, opened, onClose }: DialogHostProps & { thing: NamedPublishable }) {
  const t = useText();
  const query = useQuery({
    queryKey: publicationKey(thing),
    queryFn: () => loadPublication(thing),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data: found, error, isFetching } = query;
  const publishing = usePublishing(thing);
  const [isAsking, setAsking] = useState(false);
  useLoadToasts(thing, error, found !== undefined);
  const dialog = { opened, onClose, size: 'l' as const, title: t('template.dialogTitle', { name: thing.name }) };
  // What was shown before stands until it is read anew, but a form is not filled from something old.
  if (publishing)
    return <PublishProgress dialog={dialog} thing={thing} publishing={publishing} found={found ?? null} />;
  if (found !== undefined && (error === null || found !== null) && !(isFetching && found === null))
    return (
      <PublishBody
        key={found ? `${found.id}:${found.version}` : ''}
        dialog={{ ...dialog, closable: !isAsking }}
        thing={thing}
        found={found}
        onAsking={setAsking}
      />
    );
  return (
    <Dialog {...dialog}>
      {isRefusal(error) ? (
        <Note kind="error">{t('template.notAllowed')}</Note>
      ) : error ? (
        <ErrorState
          title={t('template.loadFailed')}
          onRetry={() => {
            void query.refetch();
          }}
          isRetrying={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      ) : (
        <div aria-busy aria-label={t('template.loading')}>
          <Skeleton height={30} />
          <SkeletonRows rows={6} withIcon={false} />
        </div>
      )}
    </Dialog>
  );
}

/** Whoever may not publish it is told so in the dialog (PUB-011). */
const isRefusal = (error: unknown): boolean => error instanceof GromaError && error.status === 403;

/** A failed load is said, and that it has come after all; what loads at once shows itself. */
function useLoadToasts(thing: NamedPublishable, error: Error | null, isThere: boolean): void {
  const hasFailed = useRef(false);
  useEffect(() => {
    if (error && !isRefusal(error)) {
      hasFailed.current = true;
      sayFailed('getTemplate', thing, error);
    } else if (!error && isThere && hasFailed.current) {
      hasFailed.current = false;
      sayDone('getTemplate', thing);
    }
  }, [thing, error, isThere]);
}
