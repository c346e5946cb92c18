import { markdownBody, templateWords, type TemplateType } from '@groma/model';
import type { Publication } from '../hub/read-publication.ts';
import { pagePath } from './layout.ts';
import { picturePath } from './picture.ts';
import type { Wording } from './wording.ts';

const kinds: Record<TemplateType, string> = {
  MAP: 'Map',
  NOTEBOOK: 'SoftwareSourceCode',
  SOLUTION: 'Dataset',
  WORKFLOW: 'SoftwareSourceCode',
};

const longestSummary = 300;

/** The beginning of a description without its marks, on one line. */
export function plainSummary(markdown: string): string {
  const text = markdownBody(markdown.slice(0, 4 * longestSummary))
    .replaceAll(/<\/?(?:a|b|i|u|s|code)(?:\s[^>]*)?>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > longestSummary ? `${text.slice(0, longestSummary - 1)}…` : text;
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A publication in the words of schema.org. */
export function describeForSearch(publication: Publication, origin: string, { locale, tag }: Wording): unknown {
  const picture = picturePath(publication, 1280);
  const { author } = publication;
  return {
    '@context': 'https://schema.org',
    '@type': kinds[publication.type],
    name: publication.title,
    description: plainSummary(publication.description) || publication.title,
    url: origin + pagePath(locale, publication.path),
    identifier: publication.id,
    version: publication.version,
    datePublished: publication.created_at,
    dateModified: publication.updated_at,
    inLanguage: tag,
    keywords: [...publication.tags, ...publication.categories],
    ...(picture !== null && { image: origin + picture }),
    ...(author && {
      author: {
        '@type': 'Person',
        name: author.name,
        url: origin + pagePath(locale, `/hub/authors/${encodeURIComponent(author.username)}`),
      },
    }),
    ...(publication.type === 'NOTEBOOK' && { programmingLanguage: 'Python', codeSampleType: 'full' }),
    genre: templateWords[publication.type],
  };
}
