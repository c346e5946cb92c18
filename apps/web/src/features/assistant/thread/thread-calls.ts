import { assistant, type ChatThreadReply } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';

/** How often it is looked whether agents propose something. */
const pollMs = 10_000;

/** Own conversations, shared ones and those of agents of a workspace, last used first. */
export function useThreads(projectId: string) {
  return useQuery({
    queryKey: ['chat-threads', projectId],
    refetchInterval: pollMs,
    queryFn: async ({ signal }) => (await api.call(assistant.listChatThreads, { params: { projectId }, signal })).data,
  });
}

/** Begins a conversation; `of` has it begin with the branch of another one. */
export async function createThread(
  projectId: string,
  of?: { id: string; leaf: string | null },
): Promise<ChatThreadReply> {
  const { data } = await api.call(assistant.createChatThread, {
    params: { projectId },
    body: of ? { copy_of: of.id, ...(of.leaf !== null && { leaf: of.leaf }) } : {},
  });
  await queryClient.invalidateQueries({ queryKey: ['chat-threads', projectId] });
  return data;
}

export async function changeThread(
  projectId: string,
  threadId: string,
  body: { title?: string; is_shared?: boolean; allowed_tools?: string[] },
): Promise<void> {
  await api.call(assistant.changeChatThread, { params: { projectId, threadId }, body });
  await queryClient.invalidateQueries({ queryKey: ['chat-threads', projectId] });
}

export async function deleteThread(projectId: string, threadId: string): Promise<void> {
  await api.call(assistant.deleteChatThread, { params: { projectId, threadId } });
  await queryClient.invalidateQueries({ queryKey: ['chat-threads', projectId] });
}
