import { operation, type OperationReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, errorText, queryClient } from '../../platform/api.ts';
import { onRoomMessage, onRoomReturn } from '../../platform/project-room.ts';
import { t } from '../../platform/text.ts';
import { dismissPageOperations, findPageOperation, pageOperationMark } from '../../registry/page-operation.ts';
import { operationStore } from './operation-store.ts';
import { isOpen, pollAfter, stillCanceling, withOperation } from './operation-view.ts';
import { paced } from './paced.ts';

const listKey = (projectId: string) => ['operations', projectId] as const;

/** Progress is told up to four times a second for each operation. */
const leastReadMs = 500;

async function listOperations(projectId: string): Promise<OperationReply[]> {
  const { data } = await api.call(operation.listOperations, { params: { projectId } });
  operationStore.setState(({ canceling }) => ({ canceling: stillCanceling(canceling, data) }));
  return data;
}

function refresh(projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

/** This person's operations in a project, newest first: told by the room, and polled while one can still change. */
export function useOperations(projectId: string) {
  useEffect(() => {
    const readAnew = paced(() => refresh(projectId), leastReadMs);
    const stops = [onRoomMessage('Operation_Changed', readAnew), onRoomReturn(readAnew)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [projectId]);
  return useQuery({
    queryKey: listKey(projectId),
    queryFn: () => listOperations(projectId),
    refetchInterval: ({ state }) => pollAfter(state.data),
  });
}

/** Tells the work to stop (SHL-042). It is shown as begun at once, until the operation has ended. */
export async function cancelOperation({ id, project_id: projectId, title }: OperationReply): Promise<void> {
  const own = findPageOperation(id);
  if (own) return own.cancel();
  const mark = (isBegun: boolean) =>
    operationStore.setState(({ canceling }) => ({
      canceling: isBegun ? new Set(canceling).add(id) : new Set([...canceling].filter((each) => each !== id)),
    }));
  mark(true);
  try {
    const { data } = await api.call(operation.cancelOperation, { params: { operationId: id } });
    queryClient.setQueryData<OperationReply[]>(listKey(projectId), (before) => before && withOperation(before, data));
    if (!isOpen(data)) mark(false);
  } catch (error) {
    mark(false);
    toast.error(errorText(error), { title: t('operation.notCanceled', { title }) });
  }
  await refresh(projectId);
}

/**
 * Takes operations that have ended off the list (SHL-042); they are gone at once, and come back where the server
 * refuses.
 */
export async function dismissOperations(projectId: string, dismissed: readonly OperationReply[]): Promise<void> {
  dismissPageOperations(new Set(dismissed.map(({ id }) => id)));
  const ids = new Set(dismissed.map(({ id }) => id).filter((id) => !id.startsWith(pageOperationMark)));
  if (ids.size === 0) return;
  await queryClient.cancelQueries({ queryKey: listKey(projectId) });
  queryClient.setQueryData<OperationReply[]>(listKey(projectId), (before) => before?.filter(({ id }) => !ids.has(id)));
  const answers = await Promise.allSettled(
    [...ids].map((operationId) => api.call(operation.dismissOperation, { params: { operationId } })),
  );
  const refusal = answers.find((answer) => answer.status === 'rejected');
  if (refusal) toast.error(errorText(refusal.reason), { title: t('operation.notDismissed') });
  await refresh(projectId);
}
