import type { DetailContent } from './detail-page.ts';
import { markup } from './markup.ts';
import { pagePath } from './layout.ts';
import { notebookSection } from './notebook-part.ts';
import { stylePath } from './style-sheet.ts';
import type { Wording } from './wording.ts';

/** A published notebook by itself, for a frame: its title leads to its page. */
export function embeddedPage(wording: Wording, { publication, notebooks }: DetailContent): string {
  const { tag, direction, locale } = wording;
  return `<!doctype html>\n${
    markup`<html lang="${tag}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${publication.title} · Groma</title>
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        <main class="wrap framed">
          <h1>
            <a href="${pagePath(locale, publication.path)}" target="_blank" rel="noopener"><bdi>${publication.title}</bdi></a>
          </h1>
          ${notebookSection(wording, notebooks, true)}
        </main>
      </body>
    </html> `.markup
  }`;
}
