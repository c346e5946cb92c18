import { useQueries } from '@tanstack/react-query';
import { useDebouncedValue } from '@groma/ui';
import { sessionStore } from '../../platform/session.ts';
import { useResourceSources, type Resource, type ResourceSource } from '../../registry/resource.ts';

/** What a source has, or has found. Those that the server found are answers already and need no ranking by name. */
export interface Found {
  source: ResourceSource;
  resources: readonly Resource[];
  isAnswer: boolean;
}

/** Letters from which on the server is asked, and how long nothing must have been typed before. */
const leastTyped = 2;
const pauseMs = 180;

/** What each source has for what was typed. A source that fails has nothing to show here; its own list says why. */
export function useFound(isOpen: boolean, typed: string): { found: Found[]; isSearching: boolean } {
  const projectId = sessionStore((state) => state.project?.id ?? null);
  const sources = useResourceSources().filter(({ scope }) => projectId !== null || scope === 'account');
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const isAsked = settled.length >= leastTyped && typed.trim() !== '';
  const lists = useQueries({
    queries: sources.map((source) => ({
      queryKey: [
        'resources',
        source.kind,
        source.scope === 'account' ? null : projectId,
        ...(source.find ? [settled] : []),
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.find?.(projectId ?? '', settled, signal) ?? source.list?.(projectId ?? '') ?? [],
      enabled: isOpen && (source.find === undefined || isAsked),
    })),
  });
  const found = sources.map((source, index) => {
    const isHidden = source.find !== undefined && !isAsked;
    const isQuiet = source.isQuiet === true && typed.trim() === '';
    return {
      source,
      resources: isHidden || isQuiet ? [] : (lists[index]?.data ?? []),
      isAnswer: source.find !== undefined,
    };
  });
  return { found, isSearching: lists.some(({ fetchStatus }) => fetchStatus === 'fetching') };
}
