import { origin, type OriginReply, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, queryClient } from '../../platform/api.ts';
import { useRoomMessage } from '../../platform/project-room.ts';

/** What is asked of the origins of a project: those of a map's layers, of its files, or of what a notebook has made. */
export type AskedOrigins = { map_id: string } | { only: 'files' } | { notebook_id: string };

/** Changes come in quick succession. */
const settleMs = 700;
const none: readonly OriginReply[] = [];

/** Whether a thing was made of something, or by a tool of people, that has changed since. */
export function isStale({
  inputs,
  is_tool_changed: isToolChanged,
}: Pick<OriginReply, 'inputs' | 'is_tool_changed'>): boolean {
  return (
    isToolChanged || inputs.some(({ version, current }) => version !== null && current !== null && current !== version)
  );
}

/**
 * How things of a project were made; asked anew when files change, and when an operation ends: what is made again can
 * turn out as it was.
 */
export function useOrigins(projectId: string, asked: AskedOrigins): readonly OriginReply[] {
  const { data } = useQuery({
    queryKey: ['origins', projectId, asked],
    queryFn: async ({ signal }) =>
      (await api.call(origin.listOrigins, { params: { projectId }, query: asked, signal })).data,
  });
  const askAgain = useCallback(() => askSoon(projectId), [projectId]);
  useRoomMessage('Files_Changed', askAgain);
  useRoomMessage('Operation_Ended', askAgain);
  return data ?? none;
}

let soon: ReturnType<typeof setTimeout> | undefined;

/** The same once for all who see that something has changed: rows and blocks are many. */
export function askSoon(projectId: string): void {
  clearTimeout(soon);
  soon = setTimeout(() => void askAnew(projectId), settleMs);
}

/** Has origins that are shown asked anew. */
export async function askAnew(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['origins', projectId] });
  await queryClient.invalidateQueries({ queryKey: ['origin', projectId] });
}

/** How a layer or file was made, and what was made of it. */
export function useOrigin(
  projectId: string,
  thing: string,
): { data: ReplyOf<typeof origin.readOrigin>['data'] | undefined; error: Error | null; retry(): void } {
  const { data, error, refetch } = useQuery({
    queryKey: ['origin', projectId, thing],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(origin.readOrigin, { params: { projectId }, query: { thing }, signal })).data,
  });
  return { data, error, retry: () => void refetch() };
}
