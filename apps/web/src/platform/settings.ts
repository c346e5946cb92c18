import type { SettingsReply } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { callEarly, queryClient } from './api.ts';

const query = {
  queryKey: ['settings'],
  queryFn: async () => (await callEarly<{ data: SettingsReply }>('/api/settings')).data,
  staleTime: Infinity,
  gcTime: Infinity,
} as const;

/** What whoever runs the server has set; read once. */
export function readSettings(): Promise<SettingsReply> {
  return queryClient.ensureQueryData(query);
}

/** The same, for components; undefined until it is known. */
export function useSettings(): SettingsReply | undefined {
  return useQuery(query).data;
}
