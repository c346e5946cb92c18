import { assistant, type ChatChangeReply } from '@groma/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, queryClient } from '../../../platform/api.ts';

/** What the changes of one turn are asked for by. */
export interface ChangePlace {
  projectId: string;
  threadId: string;
  messageId: string;
}

/** How often others, and the turn itself, are asked after (AIA-051). */
const pollMs = 10_000;

const keyOf = ({ projectId, threadId, messageId }: ChangePlace) => ['chat-changes', projectId, threadId, messageId];

/** The changes of a turn, asked for again every 10 s, and once more when it has been written. */
export function useChanges(place: ChangePlace, isWriting: boolean) {
  const { projectId, threadId, messageId } = place;
  const query = useQuery({
    queryKey: keyOf(place),
    staleTime: 0,
    refetchInterval: pollMs,
    queryFn: async ({ signal }) =>
      (
        await api.call(assistant.listChanges, {
          params: { projectId, threadId },
          query: { message: messageId },
          signal,
        })
      ).data,
  });
  const wasWriting = useRef(isWriting);
  const { refetch } = query;
  useEffect(() => {
    if (wasWriting.current && !isWriting) void refetch();
    wasWriting.current = isWriting;
  }, [isWriting, refetch]);
  return query;
}

export type Decision = 'apply' | 'refuse' | 'revert';

/** Decides changes of a turn; what they have become is shown at once. */
export function useDecision(place: ChangePlace) {
  const { projectId, threadId } = place;
  return useMutation({
    mutationFn: async ({ ids, action }: { ids: string[]; action: Decision }) => {
      await queryClient.cancelQueries({ queryKey: keyOf(place) });
      const shown = queryClient.getQueryData<ChatChangeReply[]>(keyOf(place)) ?? [];
      const revisions = Object.fromEntries(
        shown.filter(({ id }) => ids.includes(id)).map(({ id, revision }) => [id, revision]),
      );
      const params = { projectId, threadId };
      return (await api.call(assistant.decideChanges, { params, body: { ids, action, revisions } })).data;
    },
    onSuccess: (decided) => {
      const byId = new Map(decided.map((change) => [change.id, change]));
      queryClient.setQueryData<ChatChangeReply[]>(keyOf(place), (known) =>
        known?.map((change) => byId.get(change.id) ?? change),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(place) }),
  });
}
