import { useQuery } from '@tanstack/react-query';
import { fetchContent, type WindowedFile } from './window-calls.ts';

/** The text of a small file, by its signed link (FIL-026). */
export function useContent({ projectId, path, identity }: WindowedFile) {
  return useQuery({
    queryKey: ['file-content', projectId, path, identity],
    queryFn: async () => (await fetchContent(projectId, path)).text(),
    staleTime: Infinity,
    gcTime: 0,
  });
}
