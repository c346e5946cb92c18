import { browserTag, locales, type LocaleId } from '@groma/model';
import { markup, jsonScript, trusted, type Markup, type Piece } from './markup.ts';
import { stylePath } from './style-sheet.ts';
import type { Wording } from './wording.ts';

/** What every page has around its content. */
export interface PageFrame {
  wording: Wording;
  /** Origin of this server for who asks. */
  origin: string;
  /** Path without the language, with what of its query tells one page from another: `/hub/maps/{id}`. */
  path: string;
  title: string;
  description?: string;
  /** Whether search engines may list it. */
  isListed: boolean;
  /** Path or address of a picture. */
  picture?: string | null;
  /** Data of schema.org. */
  data?: unknown;
  /** More of the head. */
  head?: Piece;
}

/** Path of a page in a language. */
export function pagePath(locale: LocaleId, path: string): string {
  return `/${locale}${path}`;
}

/** A whole page: what is in the head for people, search engines and other pages, header, content, languages. */
export function layout(frame: PageFrame, content: Markup): string {
  const { wording, path, title } = frame;
  const { locale, tag, direction, say } = wording;
  return `<!doctype html>\n${
    markup`<html lang="${tag}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Groma</title>
        ${headOf(frame)}
        <link rel="stylesheet" href="${stylePath}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link
          rel="alternate"
          type="application/rss+xml"
          title="${say('feed')}"
          href="${pagePath(locale, '/hub/rss.xml')}"
        />
        ${frame.head}
      </head>
      <body>
        <a class="skip" href="#content">${say('skip')}</a>
        <header class="top">
          <a class="brand" href="/hub">${mark}Groma</a>
          <nav aria-label="Groma"><a href="${pagePath(locale, '/hub')}">${say('hub')}</a></nav>
          <a class="btn" href="/dashboard/workspaces">${say('openGroma')}</a>
        </header>
        <main id="content">${content}</main>
        <footer class="bottom">
          <details>
            <summary>${say('language')}</summary>
            <ul>
              ${locales.map(
                ({ id, name }) =>
                  markup`<li>
                    <a
                      href="${pagePath(id, path)}"
                      lang="${browserTag(id)}"
                      hreflang="${browserTag(id)}"
                      ${id === locale && markup` aria-current="true"`}
                      >${name}</a
                    >
                  </li>`,
              )}
            </ul>
          </details>
        </footer>
      </body>
    </html> `.markup
  }`;
}

function headOf({ wording, origin, path, title, description = '', isListed, picture, data }: PageFrame): Markup {
  const own = origin + pagePath(wording.locale, path);
  if (!isListed) return markup`<meta name="robots" content="noindex" />`;
  const image = picture ? new URL(picture, origin).href : null;
  return markup`<link rel="canonical" href="${own}" />
    ${locales.map(({ id }) => markup`<link rel="alternate" hreflang="${browserTag(id)}" href="${origin + pagePath(id, path)}" />`)}
    <link rel="alternate" hreflang="x-default" href="${origin + pagePath('en', path)}" />
    <meta name="description" content="${description}" />
    <meta property="og:site_name" content="Groma" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${own}" />
    <meta property="og:locale" content="${wording.tag}" />
    ${image && markup`<meta property="og:image" content="${image}" />`}
    <meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />
    ${data !== undefined && jsonScript(data)}`;
}

const mark = trusted(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6.6V22.2M2.6 6.6h18.8M7.4 3.3l9.2 6.6M2.6 6.6v7.6M21.4 6.6v7.6M7.4 3.3v7.9M16.6 9.9v7.8" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/><path d="M2.6 13.2l1.35 2.4-1.35 2.5-1.35-2.5zM21.4 13.2l1.35 2.4-1.35 2.5-1.35-2.5zM7.4 10.2l1.35 2.4-1.35 2.5-1.35-2.5zM16.6 16.7l1.35 2.4-1.35 2.5-1.35-2.5z" fill="currentColor"/></svg>',
);
