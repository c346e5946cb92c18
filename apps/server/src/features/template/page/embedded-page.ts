import type { DetailContent } from './detail-page.ts';
import { markup, type Markup } from './markup.ts';
import { pagePath } from './layout.ts';
import { notebookSection } from './notebook-part.ts';
import { stylePath } from './style-sheet.ts';
import type { Wording } from './wording.ts';

/** What a page that frames it looks like; undefined: as the browser prefers. */
type Theme = 'light' | 'dark' | undefined;

/**
 * A published notebook by itself, for a frame: its title leads to its page. One of a workspace, whose name is given,
 * has its name for those who do not see the frame.
 */
export function embeddedPage(
  wording: Wording,
  { publication, notebooks }: DetailContent,
  { theme, name }: { theme?: Theme; name?: string | undefined },
): string {
  const { title, path } = publication;
  const heading =
    name === undefined
      ? markup`<h1>
          <a href="${pagePath(wording.locale, path)}" target="_blank" rel="noopener"><bdi>${title}</bdi></a>
        </h1>`
      : markup`<h1 class="hidden"><bdi>${name}</bdi></h1>`;
  return framed(wording, name ?? title, markup`${heading} ${notebookSection(wording, notebooks, true)}`, theme);
}

/** In the place of one with a password: browsers keep none within the page of another site, so the way to its own. */
export function lockedEmbeddedPage(wording: Wording, path: string): string {
  const { say, locale } = wording;
  return framed(
    wording,
    say('locked'),
    markup`<div class="state">
      <h1>${say('locked')}</h1>
      <a class="btn primary" href="${pagePath(locale, path)}" target="_blank" rel="noopener">${say('ownPage')}</a>
    </div>`,
  );
}

function framed({ tag, direction }: Wording, title: string, content: Markup, theme?: Theme): string {
  return `<!doctype html>\n${
    markup`<html lang="${tag}" dir="${direction}" ${theme && markup` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Groma</title>
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        <main class="wrap framed">${content}</main>
      </body>
    </html> `.markup
  }`;
}
