import type { hub, ReplyOf } from '@groma/protocol';
import { GromaError } from '@groma/model';
import { useQuery } from '@tanstack/react-query';
import { callEarly } from '../../platform/api.ts';

type Reply = ReplyOf<typeof hub.readSample>['data'];
export type LiveSample = NonNullable<Reply>;

const askMs = 1_000;

/** The sample of this server. @throws GromaError NOT_FOUND where there is none. */
export async function readSample(): Promise<Reply> {
  return (await callEarly<{ data: Reply }>('/api/hub/sample')).data;
}

/** The same, for components: it is asked for until it is made. */
export function useSample() {
  return useQuery({
    queryKey: ['live-sample'],
    queryFn: readSample,
    // What is open stays open: another revision comes with the next visit.
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data === null ? askMs : false),
  });
}

export const isMissing = (error: unknown): boolean => error instanceof GromaError && error.code === 'NOT_FOUND';
