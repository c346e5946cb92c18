import { compareTemplateVersions } from '@groma/model';
import { hub, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** The publication that a workspace was made of. */
export type TemplateSource = NonNullable<ReplyOf<typeof hub.readTemplateSource>['data']>;

/** Versions come out seldom: asked again after so long, in milliseconds. */
const freshMs = 600_000;

/** The publication that a workspace was made of; null for none, undefined before that is known. */
export function useTemplateSource(projectId: string): TemplateSource | null | undefined {
  return useQuery({
    queryKey: ['template-source', projectId],
    queryFn: async () => (await api.call(hub.readTemplateSource, { params: { projectId } })).data,
    staleTime: freshMs,
    refetchInterval: freshMs,
  }).data;
}

/** The version that is out since; null where the workspace has the newest, or where that cannot be read any more. */
export function newerVersion({ version, newest_version: newest }: TemplateSource): string | null {
  return newest !== null && compareTemplateVersions(newest, version) > 0 ? newest : null;
}
