import { createStored } from '../../../platform/stored.ts';

/** Whether what the assistant changes is applied at once (AIA-041). */
export const useAnalystMode = createStored('groma.analyst-mode', { isAnalyst: false });

/** The conversation that is open in each workspace; none where a new one begins. */
const useOpenThreads = createStored('groma.gaia-threads', { byProject: {} as Record<string, string> });

/** Workspaces whose open conversation is remembered. */
const mostRemembered = 50;

export function useOpenThread(projectId: string): string | null {
  return useOpenThreads(({ byProject }) => byProject[projectId] ?? null);
}

/** Opens a conversation, or begins a new one. */
export function openThread(projectId: string, threadId: string | null): void {
  const { [projectId]: _before, ...others } = useOpenThreads.getState().byProject;
  const kept = Object.entries(others).slice(-mostRemembered);
  useOpenThreads.setState({
    byProject: Object.fromEntries(threadId === null ? kept : [...kept, [projectId, threadId]]),
  });
}
