import type { TemplateReply } from '@groma/protocol';
import { fillPath, hubPage } from '@groma/protocol';
import type { TemplateType } from '@groma/model';
import { markup, trusted, type Markup } from './markup.ts';

/** Widths in which pictures are sent, in pixels. */
export const pictureWidths = [320, 800, 1280] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Address of the picture of a publication on this server, another one for each picture it has. */
export function picturePath(
  { id, thumbnail_url: url }: Pick<TemplateReply, 'id' | 'thumbnail_url'>,
  width: PictureWidth,
): string | null {
  if (url === null) return null;
  // The end of the address tells one picture from the next, so that each can be kept.
  const of = url.replaceAll(/\W/g, '').slice(-24);
  return `${fillPath(hubPage.readHubPicture.path, { templateId: id })}?width=${width}&of=${of}`;
}

/** The picture of a publication, or a sign of its type where it has none. */
export function pictureOf(template: TemplateReply, width: PictureWidth, isFirst = false): Markup {
  const source = picturePath(template, width);
  if (source === null) return markup`<span class="pic">${signs[template.type]}</span>`;
  const loading = isFirst ? markup`fetchpriority="high"` : markup`loading="lazy"`;
  return markup`<span class="pic"
    ><img src="${source}" alt="" width="${width}" height="${Math.round((width * 10) / 16)}" decoding="async" ${loading}
  /></span>`;
}

const sign = (path: string): Markup =>
  trusted(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );

/** Tabler icons, MIT. */
const signs: Record<TemplateType, Markup> = {
  MAP: sign('<path d="M3 7l6 -3l6 3l6 -3v13l-6 3l-6 -3l-6 3v-13"/><path d="M9 4v13"/><path d="M15 7v13"/>'),
  NOTEBOOK: sign(
    '<path d="M6 4h11a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-11a1 1 0 0 1 -1 -1v-14a1 1 0 0 1 1 -1m3 0v18"/><path d="M13 8l2 0"/><path d="M13 12l2 0"/>',
  ),
  SOLUTION: sign(
    '<path d="M4 5a1 1 0 0 1 1 -1h14a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1z"/><path d="M4 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1z"/><path d="M14 12h6"/><path d="M14 16h6"/><path d="M14 20h6"/>',
  ),
  WORKFLOW: sign(
    '<path d="M3 4h5v5h-5z"/><path d="M16 15h5v5h-5z"/><path d="M8 6.500h4a2 2 0 0 1 2 2v7a2 2 0 0 0 2 2"/>',
  ),
};
