import { markdownBody, templateWords, type CellComparison, type StoryStep, type TemplateAccess } from '@groma/model';
import { formulaDrawer } from '../../../platform/text/formula-drawer.ts';
import type { Publication } from '../hub/read-publication.ts';
import { markup, trusted, type Markup } from './markup.ts';
import { layout, pagePath } from './layout.ts';
import { searchPath } from './list-page.ts';
import { notebookSection } from './notebook-part.ts';
import { pictureOf, picturePath } from './picture.ts';
import { reproductionBadge, reproductionSection } from './reproduction-part.ts';
import { describeForSearch, plainSummary } from './search-data.ts';
import type { Wording } from './wording.ts';

/** What a page shows of a publication beside its record. */
export interface DetailContent {
  publication: Publication;
  /** Layers of its maps, in their order; `level` says how deep in groups. */
  layers: readonly { name: string; level: number }[];
  notebooks: readonly { name: string; body: Markup }[];
  /** Readers may run its notebook. */
  isApp: boolean;
  /** What became of its blocks when the version was run again. */
  comparisons: readonly CellComparison[];
  /** Stories of its maps. */
  stories: readonly { name: string; steps: readonly StoryStep[] }[];
}

const accessKeys: Record<TemplateAccess, string> = {
  public: 'accessPublic',
  password: 'accessPassword',
  restricted: 'accessRestricted',
};

/** Notebooks of a workspace that its page shows whole; the others are in its contents by name. */
export const mostNotebooks = 20;

type Author = NonNullable<Publication['author']>;

/** Longest description that stands beside the picture. */
const shortDescription = 600;

/** The page of a publication. */
export function detailPage(wording: Wording, origin: string, content: DetailContent): string {
  const { publication } = content;
  const { say, locale } = wording;
  const isNewest = publication.shown === publication.version;
  const frame = {
    wording,
    origin,
    path: isNewest ? publication.path : versionPath(publication, publication.shown),
    title: publication.title,
    description: plainSummary(publication.description),
    isListed: publication.access === 'public' && isNewest,
    picture: picturePath(publication, 1280),
    data: describeForSearch(publication, origin, wording),
    head:
      publication.access === 'public' &&
      markup`<link
        rel="alternate"
        type="application/json+oembed"
        href="/api/hub/oembed?url=${encodeURIComponent(origin + pagePath(locale, publication.path))}"
      />`,
  };
  return layout(
    frame,
    markup`<div class="wrap">
      ${crumb(wording, publication)}${
        !isNewest &&
        markup`<p class="old">
          ${say('oldVersion', { version: publication.shown })}
          <a href="${pagePath(locale, publication.path)}">${say('toNewest', { version: publication.version })}</a>
        </p>`
      }
      <article class="detail">
        ${about(wording, content)}
        <div class="shown">${shown(wording, content)}</div>
      </article>
    </div>`,
  );
}

function crumb({ say, locale, category: nameOf }: Wording, { title, categories }: Publication): Markup {
  const [category] = categories;
  return markup`<ol class="crumb">
    <li><a href="${pagePath(locale, '/hub')}">${say('hub')}</a></li>
    ${
      category !== undefined &&
      markup`<li><a href="${pagePath(locale, searchPath({ category: category as never }))}">${nameOf(category)}</a></li>`
    }
    <li><bdi>${title}</bdi></li>
  </ol>`;
}

function about(wording: Wording, { publication }: DetailContent): Markup {
  const { say, locale } = wording;
  const { author, description, shown: version, versions } = publication;
  const at = versions.find((each) => each.version === version)?.published_at ?? publication.updated_at;
  const use = `/dashboard/workspaces?use=${publication.id}`;
  return markup`<div class="about">
    <h1><bdi>${publication.title}</bdi></h1>
    <p class="by">
      ${author && markup`${authorOf(locale, publication, author)}<br />`}<time
        datetime="${at}"
        >${say('updated', { date: wording.day(at) })}</time
      >
      · ${say('version')} ${version}
    </p>
    ${reproductionBadge(wording, publication)}${isShort(description) && prose(description)}
    <div class="ways">
      <a
        class="btn primary large"
        rel="nofollow"
        href="${version === publication.version ? use : `${use}&version=${version}`}"
        >${say('use')}</a
      >
      <p>${say('useText')}</p>
    </div>
    ${facts(wording, publication)}
    ${
      publication.tags.length > 0 &&
      markup`<ul class="tags" aria-label="${say('tags')}">
        ${publication.tags.map((tag) => markup`<li><a href="${pagePath(locale, searchPath({ tag }))}">${tag}</a></li>`)}
      </ul>`
    }
  </div>`;
}

/** Only who has something public has a page: of anything else the author is a name. */
function authorOf(locale: Wording['locale'], { access }: Publication, { username, name }: Author): Markup {
  if (access !== 'public') return markup`<bdi>${name}</bdi>`;
  const path = pagePath(locale, `/hub/authors/${encodeURIComponent(username)}`);
  return markup`<a rel="author" href="${path}">${name}</a>`;
}

const isShort = (description: string) => description !== '' && description.length <= shortDescription;

function prose(markdown: string): Markup {
  return markup`<div class="prose" dir="auto">${trusted(markdownBody(markdown, 2, formulaDrawer()))}</div>`;
}

function facts(wording: Wording, publication: Publication): Markup {
  const { say, locale, category: nameOf } = wording;
  const { content, made_from: source } = publication;
  const fact = (key: string, value: Markup | string) =>
    markup`<dt>${say(key)}</dt>
      <dd>${value}</dd>`;
  const held = (['maps', 'notebooks', 'workflows'] as const).filter((key) => content[key].length > 0);
  return markup`<dl class="facts">
    ${fact('type', say(templateWords[publication.type]))}${fact(
      'category',
      markup`${publication.categories.map((each, i) => markup`${i > 0 && ', '}<a href="${pagePath(locale, searchPath({ category: each as never }))}">${nameOf(each)}</a>`)}`,
    )}${
      publication.type === 'SOLUTION' &&
      held.length > 0 &&
      fact('contents', markup`${held.map((key, i) => markup`${i > 0 && ', '}${say(key)}: ${content[key].length}`)}`)
    }${publication.uses > 0 && fact('usedBy', wording.count('times', publication.uses))}${fact('access', say(accessKeys[publication.access]))}${
      source &&
      fact(
        'madeFrom',
        markup`${source.path ? markup`<a href="${pagePath(locale, source.path)}">${source.title}</a>` : source.title}
        ${source.version}`,
      )
    }
  </dl>`;
}

function shown(
  wording: Wording,
  { publication, layers, notebooks, isApp, comparisons, stories }: DetailContent,
): Markup {
  const { say } = wording;
  const { type, description, content } = publication;
  const isNotebook = type === 'NOTEBOOK';
  return markup`${(!isNotebook || publication.thumbnail_url !== null) && pictureOf(publication, 800, true)}${
    (((type === 'MAP' || type === 'SOLUTION') && content.maps.length > 0) || isApp) &&
    live(wording, publication, isApp ? 'runApp' : 'live')
  }${
    description !== '' &&
    !isShort(description) &&
    markup`<section>
      <h2>${say('description')}</h2>
      ${prose(description)}
    </section>`
  }${stories.map((story) => storySection(wording, story, type === 'MAP'))}${
    layers.length > 0 &&
    markup`<section>
      <h2>${say('layers')}</h2>
      <ul class="layers">
        ${layers.map(({ name, level }) => markup`<li class="in-${Math.min(level, 6)}"><bdi>${name}</bdi></li>`)}
      </ul>
    </section>`
  }${[
    type === 'SOLUTION' && contents(wording, publication),
    notebookSection(wording, notebooks, isNotebook),
    reproductionSection(wording, publication, comparisons),
    versionList(wording, publication),
  ]}`;
}

/** A story as text: its steps without their views, for which the live map is there. */
function storySection({ say }: Wording, { name, steps }: DetailContent['stories'][number], isAlone: boolean): Markup {
  return markup`<section class="story">
    <h2>${isAlone ? say('story') : say('storyOf', { name })}</h2>
    <ol>
      ${steps.map(
        ({ title, text }) =>
          markup`<li>
            ${title !== '' && markup`<h3 dir="auto">${title}</h3>`}${
              text !== '' &&
              markup`<div class="prose" dir="auto">${trusted(markdownBody(text, 3, formulaDrawer()))}</div>`
            }
          </li>`,
      )}
    </ol>
  </section>`;
}

/**
 * The live map, or the notebook that can be run, is asked for by whoever opens it: the frame is fetched when it can be
 * seen.
 */
function live(
  { say, locale }: Wording,
  { id, type, shown: version, title }: Publication,
  label: 'live' | 'runApp',
): Markup {
  const source = `/embed/${templateWords[type]}s/${id}?version=${version}&locale=${locale}`;
  return markup`<details class="live">
    <summary class="btn large">${say(label)}</summary>
    <iframe loading="lazy" title="${title}" src="${source}" allow="fullscreen"></iframe>
  </details>`;
}

function contents({ say }: Wording, { content }: Publication): Markup {
  const named = (key: 'map' | 'notebook' | 'workflow', things: readonly { name: string }[]) =>
    things.map(({ name }) => markup`<li>${say(key)}: ${name}</li>`);
  const furtherNotebooks = content.notebooks.slice(mostNotebooks);
  if (content.maps.length + furtherNotebooks.length + content.workflows.length === 0) return markup``;
  return markup`<section>
    <h2>${say('contents')}</h2>
    <ul class="layers">
      ${named('map', content.maps)}${named('notebook', furtherNotebooks)}${named('workflow', content.workflows)}
    </ul>
  </section>`;
}

function versionPath({ path }: Pick<Publication, 'path'>, version: string): string {
  return `${path}?version=${version}`;
}

function versionList(wording: Wording, publication: Publication): Markup {
  const { say, locale } = wording;
  const entry = ({ version, changelog, published_at: at, published_by: by }: Publication['versions'][number]) => {
    const isNewest = version === publication.version;
    const path = isNewest ? publication.path : versionPath(publication, version);
    return markup`<li>
      <a href="${pagePath(locale, path)}" ${version === publication.shown && markup` aria-current="true"`}>${version}</a
      >${isNewest && markup` (${say('isNewest')})`}
      <span class="when"><time datetime="${at}">${wording.day(at)}</time>${by && markup` · ${by}`}</span
      >${changelog !== '' && prose(changelog)}
    </li>`;
  };
  return markup`<section>
    <h2>${say('versions')}</h2>
    <ol class="versions">
      ${publication.versions.map(entry)}
    </ol>
  </section>`;
}
