import { templateWords, type TemplateType } from '@groma/model';
import type { TemplateReply } from '@groma/protocol';
import type { FoundTemplate } from './template-records.ts';

/** Path of the page of a publication, without the language in front (PUB-002, PUB-003). */
export function hubPath({ id, type }: { id: string; type: TemplateType }): string {
  return `/hub/${templateWords[type]}s/${id}`;
}

/** A publication as readers see it: of its password nothing, not even that there is a hash (PUB-049). */
export function presentTemplate({ template, author }: Pick<FoundTemplate, 'template' | 'author'>): TemplateReply {
  return {
    id: template.id,
    type: template.type,
    title: template.title,
    description: template.description,
    is_public: template.access === 'public',
    access: template.access,
    tags: template.tags,
    version: template.version,
    thumbnail_url: template.thumbnailUrl,
    categories: template.categories,
    author,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
    path: hubPath(template),
    uses: template.uses,
  };
}
