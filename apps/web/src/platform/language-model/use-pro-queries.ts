import { assistant } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';

/** Whoever asks a model has this read anew, since the question may have counted. */
export const proQueriesKey = (projectId: string) => ['pro-queries', projectId];

/** Pro queries that are left this month to a project (AIA-022); undefined until they are known. */
export function useProQueries(projectId: string, isWanted: boolean): { left: number; limit: number } | undefined {
  return useQuery({
    queryKey: proQueriesKey(projectId),
    queryFn: async () => (await api.call(assistant.readProQueries, { params: { projectId } })).data,
    enabled: isWanted,
    staleTime: 30_000,
  }).data;
}
