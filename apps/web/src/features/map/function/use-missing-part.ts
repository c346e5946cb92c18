import { GromaError, type ToolDefinition, type ToolParameters } from '@groma/model';
import { processing } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../platform/api.ts';

/** What a server has changes with an installation: looking once in a while is enough. */
const staleMs = 60_000;

/** What this server lacks for a tool of processing, and how to get it; null where nothing is missing (PRC-029). */
export function useMissingPart(
  projectId: string,
  { id, category }: Pick<ToolDefinition, 'id' | 'category'>,
  parameters: ToolParameters,
): string | null {
  const { data } = useQuery({
    queryKey: ['processing', projectId],
    enabled: category === 'custom',
    staleTime: staleMs,
    queryFn: async ({ signal }) => (await api.call(processing.listProcessing, { params: { projectId }, signal })).data,
  });
  // Maps of the workspace stand in for those of the server.
  if (parameters['tree_cover_image'] && parameters['loss_year_image']) return null;
  const missing = category === 'custom' ? data?.find(({ tool }) => tool === id) : undefined;
  return missing ? errorText(new GromaError('UNAVAILABLE', { part: missing.part, remedy: missing.remedy })) : null;
}
