import { templateCategories, templateTypes, templateWords, type TemplateCategory } from '@groma/model';
import { hub, type TemplateReply } from '@groma/protocol';
import { hubPageSize, type HubSearch } from '../hub/template-records.ts';
import { markup, type Markup } from './markup.ts';
import { layout, pagePath } from './layout.ts';
import { pictureOf } from './picture.ts';
import type { Wording } from './wording.ts';

/** What the list shows: what was found of how many, by which search. */
export interface ListContent {
  search: HubSearch;
  found: readonly TemplateReply[];
  total: number;
  /** Set on the page of an author. */
  author?: { username: string; name: string };
  /** Whether there is a sample to look at. */
  hasSample?: boolean;
}

/** What an address asks for; whatever it says that there is not is as if it said nothing. */
export function readSearch(query: Readonly<Record<string, string | undefined>>): HubSearch {
  const type = templateTypes.find((each) => `${templateWords[each]}s` === query['type']);
  const category = templateCategories.find((each) => each === query['category']);
  const page = /^\d{1,4}$/.test(query['page'] ?? '') ? Math.max(1, Number(query['page'])) : 1;
  return {
    q: query['q'] ?? '',
    type,
    category,
    tag: query['tag']?.slice(0, 50) || undefined,
    sort: hub.hubSorts.find((each) => each === query['sort']) ?? 'newest',
    page,
  };
}

/** Path of the list by a search, without the language. */
export function searchPath(search: Partial<HubSearch>, base = '/hub'): string {
  const { q, type, category, tag, sort, page = 1 } = search;
  const said = {
    q,
    type: type && `${templateWords[type]}s`,
    category,
    tag,
    sort: sort === 'newest' ? '' : sort,
    page: page > 1 ? String(page) : '',
  };
  const query = new URLSearchParams(Object.entries(said).filter((each): each is [string, string] => !!each[1]));
  return query.size > 0 ? `${base}?${query}` : base;
}

/** The page of the hub, or of an author. */
export function listPage(
  wording: Wording,
  origin: string,
  { search, found, total, author, hasSample = false }: ListContent,
): string {
  const { say, locale } = wording;
  const base = author ? `/hub/authors/${encodeURIComponent(author.username)}` : '/hub';
  const to = (change: Partial<HubSearch>) => pagePath(locale, searchPath({ ...search, page: 1, ...change }, base));
  const title = author ? say('publicationsBy', { name: author.name }) : say('lead');
  const isFiltered = search.q !== '' || !!search.type || !!search.category || !!search.tag;
  const frame = {
    wording,
    origin,
    path: searchPath(search, base),
    title: author ? title : say('hub'),
    description: author ? title : say('leadText'),
    // One list is enough for search engines; what it leads to they find by the sitemap.
    isListed: !isFiltered && search.page === 1 && search.sort === 'newest' && (!author || total > 0),
  };
  return layout(
    frame,
    markup`<div class="hero">
        <div class="wrap">
          <div>
            <h1>${title}</h1>
            ${!author && markup`<p>${say('leadText')}</p>`}${
              hasSample && markup`<p><a href="/sample">${say('sample')}</a></p>`
            }
          </div>
          ${!author && searchForm(wording, search)}
        </div>
      </div>
      <div class="wrap">
        ${!author && typeChips(wording, search, to)}${tagChip(wording, search, to)}${
          found.length > 0
            ? markup`<ul class="cards">
                  ${found.map((each) => card(wording, each))}
                </ul>
                ${pager(wording, search, total, to)}`
            : nothing(wording, isFiltered || search.page > 1, pagePath(locale, base))
        }
      </div>`,
  );
}

function searchForm({ say, locale, category: nameOf }: Wording, { q, type, category, tag, sort }: HubSearch): Markup {
  const categories = templateCategories.map((id): [TemplateCategory, string] => [id, nameOf(id)]);
  const option = (value: string, name: string, isOn: boolean) =>
    markup`<option value="${value}" ${isOn && markup` selected`}>${name}</option>`;
  return markup`<form class="find" role="search" action="${pagePath(locale, '/hub')}">
    <input
      class="words"
      type="search"
      name="q"
      maxlength="200"
      value="${q}"
      placeholder="${say('search')}"
      aria-label="${say('search')}"
    />
    <button class="btn primary large">${say('searchButton')}</button>
    <select name="category" aria-label="${say('category')}">
      ${option('', say('allCategories'), !category)}${categories.map(([id, name]) => option(id, name, id === category))}
    </select>
    <select name="sort" aria-label="${say('sort')}">
      ${hub.hubSorts.map((each) => option(each, say(each), each === sort))}
    </select>
    ${type && markup`<input type="hidden" name="type" value="${templateWords[type]}s" />`}${tag && markup`<input type="hidden" name="tag" value="${tag}" />`}
  </form>`;
}

type To = (change: Partial<HubSearch>) => string;

function typeChips({ say }: Wording, search: HubSearch, to: To): Markup {
  const chip = (type: HubSearch['type'], name: string) =>
    markup`<a class="chip" href="${to({ type })}" ${search.type === type && markup` aria-current="true"`}>${name}</a>`;
  return markup`<nav class="cats" aria-label="${say('type')}">
    ${chip(undefined, say('all'))}${templateTypes.map((type) => chip(type, say(`${templateWords[type]}s`)))}
  </nav>`;
}

function tagChip({ say }: Wording, { tag }: HubSearch, to: To): Markup {
  if (!tag) return markup``;
  return markup`<p class="cats">
    <a class="chip" href="${to({ tag: undefined })}"
      >${say('tagged', { tag })} ✕<span class="hidden"> ${say('removeFilter')}</span></a
    >
  </p>`;
}

function card(wording: Wording, template: TemplateReply): Markup {
  const { say, locale } = wording;
  return markup`<li class="card">
    ${pictureOf(template, 320)}
    <h2><a href="${pagePath(locale, template.path)}"><bdi>${template.title}</bdi></a></h2>
    <p class="meta">
      <span class="who">${template.author?.name}</span
      ><span>${say(templateWords[template.type])}</span
      >${template.uses > 0 && markup`<span>${say('usedBy')}: ${wording.count('times', template.uses)}</span>`}
    </p>
  </li>`;
}

function pager({ say, count }: Wording, { page }: HubSearch, total: number, to: To): Markup {
  const pages = Math.ceil(total / hubPageSize);
  if (pages <= 1) return markup`<p class="pager">${count('results', total)}</p>`;
  return markup`<nav class="pager" aria-label="${say('pages')}">
    ${page > 1 && markup`<a class="btn" rel="prev" href="${to({ page: page - 1 })}">${say('previous')}</a>`}<span>${say('pageOf', { page, pages })}</span>${page < pages && markup`<a class="btn" rel="next" href="${to({ page: page + 1 })}">${say('next')}</a>`}
  </nav>`;
}

function nothing({ say }: Wording, isFiltered: boolean, all: string): Markup {
  return isFiltered
    ? markup`<div class="state">
        <h2>${say('none')}</h2>
        <p>${say('noneText')}</p>
        <a class="btn" href="${all}">${say('showAll')}</a>
      </div>`
    : markup`<div class="state">
        <h2>${say('empty')}</h2>
        <p>${say('emptyText')}</p>
      </div>`;
}
