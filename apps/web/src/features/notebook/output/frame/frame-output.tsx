import type { ShownFrame } from '@groma/model';
import { Button } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { errorText, queryClient } from '../../../../platform/api.ts';
import { onRoomMessage } from '../../../../platform/project-room.ts';
import { useProject } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import { useNotebook } from '../../block/notebook-context.ts';
import { askFrame, framesKey, type FrameAbsence } from './frame-calls.ts';
import './frame.css';

const FrameGrid = lazy(async () => ({ default: (await import('./frame-grid.tsx')).FrameGrid }));

interface FrameOutputProps {
  frame: ShownFrame;
  isExpanded: boolean;
  /** The first rows, as the output keeps them. */
  children: ReactNode;
}

/**
 * A data frame: all its rows from the kernel that has it, for those who may run code; else the rows that are kept, and
 * why there are no more (NBK-170 to NBK-173).
 */
export function FrameOutput(props: FrameOutputProps) {
  const { isEditable, isPaused } = useNotebook();
  return isEditable || isPaused ? <AskedFrame {...props} /> : props.children;
}

function AskedFrame({ frame, isExpanded, children }: FrameOutputProps) {
  const { id: notebookId, hasKernel } = useNotebook();
  const projectId = useProject().id;
  const place = { projectId, notebookId, frameId: frame.id };
  const key = [...framesKey(notebookId), frame.id];
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    enabled: hasKernel,
    retry: false,
    queryFn: () => askFrame(place, { ask: 'columns' }),
  });
  useEffect(
    () =>
      onRoomMessage('Kernel_Restarted', (message) => {
        if (message['notebookId'] === notebookId)
          void queryClient.invalidateQueries({ queryKey: framesKey(notebookId) });
      }),
    [notebookId],
  );
  const absence: FrameAbsence | null = !hasKernel
    ? { state: 'lost' }
    : error
      ? { state: 'failed', reason: errorText(error) }
      : data && data.state !== 'live'
        ? data
        : null;
  if (absence)
    return (
      <>
        {children}
        <AbsentFrame
          absence={absence}
          onRetry={absence.state === 'busy' || absence.state === 'failed' ? () => void refetch() : undefined}
          isAsking={isFetching}
        />
      </>
    );
  if (data?.state !== 'live') return children;
  return (
    <Suspense fallback={children}>
      <FrameGrid
        key={frame.id}
        place={place}
        frame={data}
        isExpanded={isExpanded}
        isGeo={frame.isGeo === true}
        onAbsent={(found) => {
          queryClient.setQueryData(key, found);
        }}
      />
    </Suspense>
  );
}

/** Why only the kept rows are there. */
function AbsentFrame({
  absence,
  onRetry,
  isAsking,
}: {
  absence: FrameAbsence;
  onRetry: (() => void) | undefined;
  isAsking: boolean;
}) {
  const t = useText();
  return (
    <p className="frame-absent" role="status">
      {absence.state === 'failed' ? t('frame.failed', { reason: absence.reason }) : t(`frame.absent.${absence.state}`)}{' '}
      {onRetry && (
        <Button size="s" variant="quiet" loading={isAsking} onClick={onRetry}>
          {t('notebook.tryAgain')}
        </Button>
      )}
    </p>
  );
}
