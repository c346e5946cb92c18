import type { NotebookComment } from '@groma/model';
import { project } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api } from '../../../platform/api.ts';

export type NameOf = (userId: string, otherwise?: string) => string;

/** Names of the people of a project (NBK-031, NBK-032). Somebody who is no longer among them is called as they were. */
export function usePeople(projectId: string, comments: readonly NotebookComment[]): NameOf {
  const { data: people, refetch } = useQuery({
    queryKey: ['project-users', projectId],
    queryFn: () => api.call(project.listProjectUsers, { params: { projectId } }),
    staleTime: 60_000,
  });
  const strangers = people
    ? [...new Set(comments.map(({ userId }) => userId))]
        .filter((id) => !people[id])
        .sort()
        .join()
    : '';
  // Somebody may have joined since; who left is asked for once and not again.
  useEffect(() => {
    if (strangers !== '') void refetch();
  }, [strangers, refetch]);
  return useCallback((userId, otherwise = '') => people?.[userId]?.username ?? otherwise, [people]);
}
