import { resource, type ResourceEntry } from '@groma/protocol';
import { useDebouncedValue, type MentionOption } from '@groma/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../platform/api.ts';
import { useResourceSources } from '../../../registry/resource.ts';
import type { NewAttachment } from '../../../registry/gaia-attachments.ts';

/** Something that can be named in a question, and what then goes along with it. */
export interface Mentionable extends MentionOption {
  attachment: NewAttachment;
}

const restMs = 150;

/**
 * What can be named behind an @: notebooks, layers, files and images of the project. `typed` is the text, whose last @
 * says what is looked for; nothing is asked for a text without one.
 */
export function useMentionables(projectId: string, typed: string): readonly Mentionable[] {
  const at = typed.lastIndexOf('@');
  const [sought] = useDebouncedValue(at < 0 ? null : typed.slice(at + 1).slice(0, 100), restMs);
  const sources = useResourceSources();
  const notebooks = useQuery({
    queryKey: ['chat-notebooks', projectId],
    enabled: sought !== null,
    staleTime: 10_000,
    queryFn: async () => (await sources.find(({ kind }) => kind === 'notebook')?.list?.(projectId)) ?? [],
  });
  const data = useQuery({
    queryKey: ['chat-data', projectId, sought],
    enabled: sought !== null && !sought.includes('\n'),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.call(resource.listResources, {
          params: { projectId },
          query: { query: sought ?? '', kinds: 'layer,file,image' },
          signal,
        })
      ).data,
  });
  return useMemo(
    () => [
      ...(notebooks.data ?? []).map(({ id, name }) => ({
        id: `notebook:${id}`,
        name,
        attachment: { type: 'notebook' as const, filename: name, url: `notebook:${id}` },
      })),
      ...(data.data ?? []).map((entry) => ({
        id: entry.reference,
        name: entry.label,
        note: entry.place,
        attachment: attachmentOfEntry(entry),
      })),
    ],
    [notebooks.data, data.data],
  );
}

/** Data of the project as it goes along with a question; an image is a layer or a file. */
export function attachmentOfEntry({ kind, reference, label }: ResourceEntry): NewAttachment {
  const isFile = kind === 'file' || reference.startsWith('image:/');
  return { type: isFile ? 'file' : 'layer', filename: label, url: reference };
}
