import type { BodyLook, OutputPlace } from '@groma/model';
import { fillPath, hubPage } from '@groma/protocol';
import type { Publication } from '../hub/read-publication.ts';
import { markup, type Markup } from './markup.ts';
import type { Wording } from './wording.ts';

/**
 * How a page of the hub shows the code and outputs of a notebook: code folded, pictures and HTML by addresses of their
 * own, so that the page is small and nothing in an output is part of it.
 */
export function hubLook({ say }: Wording, { id, shown }: Publication, notebookId: string): BodyLook {
  const addressOf = ({ codeId, index }: OutputPlace) =>
    fillPath(hubPage.readHubOutput.path, { templateId: id, version: shown, notebookId, codeId, index: String(index) });
  let frames = 0;
  return {
    code: (code) =>
      code === ''
        ? ''
        : markup`<details>
            <summary>${say('code')}</summary>
            <pre>${code}</pre>
          </details>`.markup,
    frame: (_html, _title, place) =>
      markup`<iframe
        sandbox="allow-scripts"
        loading="lazy"
        title="${say('outputFrame', { number: (frames += 1) })}"
        src="${addressOf(place)}"
      ></iframe>`.markup,
    picture: (output, place) => {
      const { width, height } = 'width' in output ? output : { width: undefined, height: undefined };
      return markup`<img
        loading="lazy"
        alt="${say('outputPicture')}"
        src="${addressOf(place)}"
        ${width && markup` width="${width}"`}${height && markup` height="${height}"`}
      />`.markup;
    },
  };
}

/** The notebooks of a version, whole, each under its name where there are several. */
export function notebookSection(
  { say }: Wording,
  bodies: readonly { name: string; body: Markup }[],
  isAlone: boolean,
): Markup {
  return markup`${bodies.map(
    ({ name, body }) =>
      markup`<section>
        ${isAlone ? markup`<h2 class="hidden">${say('readNotebook', { name })}</h2>` : markup`<h2>${say('readNotebook', { name })}</h2>`}
        <div class="book" dir="auto">${body.markup === '' ? markup`<p>${say('noBlocks')}</p>` : body}</div>
      </section>`,
  )}`;
}
