import { GromaError, isErrorCode, isFinalStatus, type OperationStatus } from '@groma/model';
import { operation, projectPackage, type PackageChange, type PackagesReply } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queryClient } from '../../../platform/api.ts';

const packagesKey = (projectId: string) => ['packages', projectId] as const;

/** People and code change packages elsewhere too; a list that is looked at is read anew so often. */
const pollMs = 60_000;
const logPollMs = 700;
const shownCharacters = 20_000;

/** The packages of a project, those of the base, and what its files offer. */
export function usePackages(projectId: string) {
  return useQuery({
    queryKey: packagesKey(projectId),
    queryFn: async () => (await api.call(projectPackage.readPackages, { params: { projectId } })).data,
    refetchInterval: pollMs,
  });
}

/** Begins a change, which the list then follows. */
export async function beginChange(projectId: string, change: Partial<PackageChange>): Promise<void> {
  const { data } = await api.call(projectPackage.changePackages, {
    params: { projectId },
    body: { ...nothing, ...change },
  });
  await queryClient.cancelQueries({ queryKey: packagesKey(projectId) });
  queryClient.setQueryData<PackagesReply>(
    packagesKey(projectId),
    (before) => before && { ...before, lastChange: { operationId: data.operation_id, status: 'Pending', isOwn: true } },
  );
}

const nothing: PackageChange = {
  requirements: [],
  files: [],
  remove: [],
  isUpgrade: false,
  allowsPre: false,
  withoutDependencies: false,
  isOffline: false,
};

export async function cancelChange(operationId: string): Promise<void> {
  await api.call(operation.cancelOperation, { params: { operationId } });
}

/** What is known of a change: what pip has printed, and why it failed. */
export interface ChangeLog {
  text: string;
  status: OperationStatus;
  failure: GromaError | null;
}

/** Follows what pip prints until the change has ended, and has the packages read anew then. */
export function useChangeLog(projectId: string, change: NonNullable<PackagesReply['lastChange']>): ChangeLog {
  const { operationId } = change;
  const [log, setLog] = useState<ChangeLog & { of: string }>({ of: '', text: '', status: 'Pending', failure: null });
  const wasOpen = !isFinalStatus(change.status);
  useEffect(() => {
    const stopping = new AbortController();
    void followLog(projectId, operationId, stopping.signal, (news) => {
      setLog((before) => ({
        of: operationId,
        text: ((before.of === operationId && !news.isFirst ? before.text : '') + news.text).slice(-shownCharacters),
        status: news.status,
        failure: news.failure,
      }));
    }).then((hasEnded) => {
      if (hasEnded && wasOpen) void queryClient.invalidateQueries({ queryKey: packagesKey(projectId) });
    });
    return () => {
      stopping.abort();
    };
    // The change is followed by its id; how it stood when it was first seen says whether the list is of before its end.
  }, [projectId, operationId, wasOpen]);
  return log.of === operationId ? log : { text: '', status: change.status, failure: null };
}

type News = ChangeLog & { isFirst: boolean };

/** Whether the end was seen. */
async function followLog(
  projectId: string,
  operationId: string,
  signal: AbortSignal,
  tell: (news: News) => void,
): Promise<boolean> {
  let from = 0;
  while (!signal.aborted) {
    const answer = await api
      .call(projectPackage.readPackageLog, { params: { projectId, operationId }, query: { from } })
      .catch(() => null);
    if (signal.aborted) return false;
    if (answer) {
      const { text, next, status, failure, failedMessage } = answer.data;
      tell({ text, status, failure: failureOf(failure, failedMessage), isFirst: from === 0 });
      from = next;
      if (text === '' && isFinalStatus(status)) return true;
      if (text !== '') continue;
    }
    await new Promise((resolve) => setTimeout(resolve, logPollMs));
  }
  return false;
}

function failureOf(
  failure: { code: string; details: Record<string, string | number> } | null,
  message: string | null,
): GromaError | null {
  if (failure && isErrorCode(failure.code)) return new GromaError(failure.code, failure.details);
  return message === null ? null : new GromaError('PACKAGE_FAILED', { detail: message });
}
