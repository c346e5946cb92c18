import { findTool, parseProjectToolId, projectTool, type ToolDefinition, type ToolField } from '@groma/model';
import { projectTool as calls, type OfferedTool } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, queryClient } from '../platform/api.ts';
import { readProject } from '../platform/session.ts';
import { useRoomMessage } from '../platform/project-room.ts';

const keyOf = (projectId: string) => ['project-tools', projectId] as const;
const none: readonly ToolDefinition[] = [];

/** The notebooks, queries and workflows that people offer as tools of a project, as all tools are defined. */
export async function readOwnTools(projectId: string): Promise<readonly ToolDefinition[]> {
  return queryClient.fetchQuery({
    queryKey: keyOf(projectId),
    staleTime: 0,
    queryFn: async () => (await api.call(calls.listProjectTools, { params: { projectId } })).data.flatMap(definitionOf),
  });
}

/**
 * The same, kept in step with what others offer and withdraw. What a notebook takes is read whenever the list is shown.
 */
export function useOwnTools(projectId: string): readonly ToolDefinition[] {
  return useOwnToolList(projectId) ?? none;
}

/** The same; undefined until they are known. Where they can't be read there are none. */
export function useOwnToolList(projectId: string): readonly ToolDefinition[] | undefined {
  useRoomMessage(
    'Tool_List_Changed',
    useCallback(() => {
      void queryClient.invalidateQueries({ queryKey: keyOf(projectId) });
    }, [projectId]),
  );
  const { data, isError } = useQuery({
    queryKey: keyOf(projectId),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(calls.listProjectTools, { params: { projectId }, signal })).data.flatMap(definitionOf),
  });
  return data ?? (isError ? none : undefined);
}

/** A tool by its id: of the toolbox, or of the project that is open as far as its own are known. */
export function findKnownTool(id: string): ToolDefinition | undefined {
  const known = findTool(id);
  if (known) return known;
  const projectId = readProject()?.id;
  const own = projectId === undefined ? [] : queryClient.getQueryData<readonly ToolDefinition[]>(keyOf(projectId));
  return own?.find((tool) => tool.id === id);
}

function definitionOf({ id, title, description, heading, fields, outputs, uses }: OfferedTool): ToolDefinition[] {
  const key = parseProjectToolId(id);
  // The wire does not spell out what each type of field has.
  if (!key) return [];
  const more = { ...(outputs && { outputs }), ...(uses && { uses }) };
  return [projectTool(key, { title, description, heading }, fields as unknown as ToolField[], more)];
}
