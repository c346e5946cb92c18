import type { CellComparison, DifferentLine, OutputDifference } from '@groma/model';
import { fillPath, hubPage } from '@groma/protocol';
import type { Publication } from '../hub/read-publication.ts';
import { markup, type Markup } from './markup.ts';
import type { Wording } from './wording.ts';

const anchor = 'reproduction';

/** How the version that is shown came out when it was run again; undefined where it never was. */
function reproducedOf({ versions, shown }: Publication) {
  return versions.find(({ version }) => version === shown)?.reproduced ?? undefined;
}

/** Whether the newest run of a version gave what was published, in short, and the way to what differs. */
export function reproductionBadge(wording: Wording, publication: Publication): Markup | undefined {
  const reproduced = reproducedOf(publication);
  if (!reproduced) return undefined;
  const { cells, different, ran_at: ranAt } = reproduced;
  const isSame = different === 0;
  const text = isSame
    ? wording.say('reproducedOn', { date: wording.day(ranAt) })
    : wording.count('reproDiffers', cells, { different });
  return markup`<p><a class="badge${!isSame && ' differs'}" href="#${anchor}">${text}</a></p>`;
}

/** The blocks that gave something else when they were run again, and what. */
export function reproductionSection(
  wording: Wording,
  publication: Publication,
  comparisons: readonly CellComparison[],
): Markup | undefined {
  const reproduced = reproducedOf(publication);
  if (!reproduced) return undefined;
  const { say } = wording;
  const differing = comparisons.filter(({ state }) => state !== 'same');
  return markup`<section id="${anchor}">
    <h2>${say('reproduction')}</h2>
    <p>${say('reproText', { date: wording.day(reproduced.ran_at) })}</p>
    ${differing.length === 0 && markup`<p>${say('reproSame')}</p>`}${differing.map((cell) => cellOf(wording, publication, cell))}
  </section>`;
}

const stateKeys = {
  different: 'blockDiffers',
  failed: 'blockFailed',
  'not-run': 'blockNotRun',
  same: 'reproSame',
} as const satisfies Record<CellComparison['state'], string>;

function cellOf(wording: Wording, publication: Publication, cell: CellComparison): Markup {
  const { say } = wording;
  return markup`<div class="again">
    <h3><bdi>${say('blockNamed', { number: cell.number, name: cell.label })}</bdi></h3>
    <p class="outcome">${say(stateKeys[cell.state])}</p>
    ${cell.differences.map((each) =>
      each.kind === 'picture' ? picturesOf(wording, publication, cell, each) : textOf(wording, each),
    )}
  </div>`;
}

function textOf({ say }: Wording, { lines, isCut, isWithheld }: Extract<OutputDifference, { kind: 'text' }>): Markup {
  return markup`${
    lines && lines.length > 0 && markup`<pre class="lines" tabindex="0">${lines.map(lineOf)}</pre>`
  }${isCut && markup`<p class="outcome">${say('moreDiffers')}</p>`}${
    isWithheld && markup`<p class="outcome">${say('withheld')}</p>`
  }`;
}

function lineOf({ in: side, text }: DifferentLine): Markup {
  if (side === 'both') return markup`<span>${`  ${text}`}</span>`;
  return side === 'new' ? markup`<ins>${`+ ${text}`}</ins>` : markup`<del>${`− ${text}`}</del>`;
}

function picturesOf(
  wording: Wording,
  { id: templateId, shown: version, content }: Publication,
  { codeId }: CellComparison,
  { index, picture, share }: Extract<OutputDifference, { kind: 'picture' }>,
): Markup {
  const { say } = wording;
  const notebookId = content.content_id ?? '';
  const published = { templateId, version, notebookId, codeId, index: String(index) };
  const figure = (key: 'onlyPublished' | 'onlyNew', address: string | null) =>
    markup`<figure>
      <figcaption>${say(key)}</figcaption>
      ${
        address === null
          ? markup`<p class="outcome">${say('noPicture')}</p>`
          : markup`<img loading="lazy" alt="${say('outputPicture')}" src="${address}" />`
      }
    </figure>`;
  return markup`<div class="pair">
      ${figure('onlyPublished', index === null ? null : fillPath(hubPage.readHubOutput.path, published))}${figure(
        'onlyNew',
        picture === null
          ? null
          : fillPath(hubPage.readReproducedPicture.path, { templateId, version, codeId, index: String(picture) }),
      )}
    </div>
    ${share < 1 && markup`<p class="outcome">${say('pixelsDiffer', { share: wording.percent(share) })}</p>`}`;
}
