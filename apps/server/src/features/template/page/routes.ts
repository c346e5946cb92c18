import { GromaError, templateWords, type LocaleId } from '@groma/model';
import { hubPage } from '@groma/protocol';
import { nobody } from '../../../platform/access/visitor.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { hubPath, presentTemplate } from '../hub/present-template.ts';
import { readPublication, type Reader } from '../hub/read-publication.ts';
import type { HubSearch } from '../hub/template-records.ts';
import { detailPage } from './detail-page.ts';
import { embedRoutes } from './embed-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { readDetail } from './read-detail.ts';
import { listPage, readSearch, searchPath } from './list-page.ts';
import { localeOf } from './locale-of.ts';
import { pagePath } from './layout.ts';
import { pageType, type PageParts } from './page-parts.ts';
import { partRoutes } from './part-routes.ts';
import { hubPolicy, sendAnswer, type Asking } from './send-answer.ts';
import { sendFailure, type AskedPage } from './send-failure.ts';
import { unlockRoute } from './unlock-route.ts';
import { wordingOf } from './wording.ts';

/** The pages of the hub: HTML that works without scripts, in all languages, for anyone who may read what they show. */
export function pageRoutes(parts: PageParts): Route[] {
  const { platform, records, cache } = parts;
  const { secret } = platform.config;
  const kept = { cache, secret };
  const originOf = ({ request }: Asking) => originOfRequest(request, platform.config);
  const sendList = (locale: LocaleId, search: HubSearch, asking: Asking, username?: string) => {
    const origin = originOf(asking);
    const key = `${origin} ${pagePath(locale, searchPath(search, username === undefined ? '/hub' : `/hub/authors/${username}`))}`;
    return sendAnswer(kept, key, asking, async ({ userId }: Reader) => {
      const author = username === undefined ? undefined : await records.publicAuthor(username);
      if (username !== undefined && !author) throw new GromaError('NOT_FOUND', { noun: 'author' });
      const { rows, total } = await records.list({ ...search, author: username }, userId);
      const content = {
        search,
        found: rows.map(presentTemplate),
        total,
        ...(author ? { author } : { hasSample: platform.config.showsSample }),
      };
      const body = listPage(wordingOf(locale), origin, content);
      return { type: pageType, policy: hubPolicy, keep: 'short', body, isForNobody: true, isPublic: userId === nobody };
    });
  };
  /** Answers with a page, also where something fails. */
  const asPage = (page: AskedPage, asking: Asking, send: (locale: LocaleId) => Promise<typeof streamed>) =>
    (page.locale === undefined
      ? Promise.reject(new GromaError('NOT_FOUND', { noun: 'page' }))
      : send(page.locale)
    ).catch((error: unknown) => sendFailure(platform, { ...page, origin: originOf(asking) }, asking, error));
  return [
    route(hubPage.hubList, ({ params, query, ...asking }) => {
      const search = readSearch(query);
      const page = { locale: localeOf(params.locale), path: '/hub' };
      return asPage(page, asking, (locale) => sendList(locale, search, asking));
    }),
    route(hubPage.hubAuthor, ({ params: { locale: said, username }, query, ...asking }) => {
      const { sort, page: number } = readSearch(query);
      const search = { ...readSearch({}), sort, page: number };
      const page = { locale: localeOf(said), path: `/hub/authors/${encodeURIComponent(username)}` };
      return asPage(page, asking, (locale) => sendList(locale, search, asking, username));
    }),
    route(hubPage.hubTemplate, ({ params: { locale: said, types, templateId }, query: { version }, ...asking }) => {
      const page = askedTemplate(said, types, templateId, version);
      const origin = originOf(asking);
      return asPage(page, asking, (locale) =>
        sendAnswer(kept, `${origin} ${pagePath(locale, page.path)}`, asking, async (reader) => {
          const publication = await readPublication(records, templateId, version || undefined, reader);
          // Under another type there is nothing: each publication has one page.
          if (`${templateWords[publication.type]}s` !== types) throw new GromaError('NOT_FOUND', { noun: 'page' });
          const wording = wordingOf(locale);
          const body = detailPage(wording, origin, await readDetail(parts, wording, publication));
          const isPublic = publication.access === 'public';
          return { type: pageType, policy: hubPolicy, keep: 'short', body, isPublic };
        }),
      );
    }),
    unlockRoute(platform, records, askedTemplate),
    route(
      hubPage.hubTemplateAnyLanguage,
      async ({ params: { types, templateId }, query: { version }, request, reply }) => {
        const page = askedTemplate('', types, templateId, version);
        const locale = localeOf('', request.headers['accept-language']) ?? 'en';
        await reply
          .headers({ 'cache-control': 'private, no-store', vary: 'accept-language' })
          .redirect(pagePath(locale, page.path), 302);
        return streamed;
      },
    ),
    ...partRoutes(parts),
    ...feedRoutes(parts),
    ...embedRoutes(parts),
  ];
}

/** The page of a publication that an address names. */
function askedTemplate(said: string, types: string, templateId: string, version: string | undefined): AskedPage {
  const type = (Object.keys(templateWords) as (keyof typeof templateWords)[]).find(
    (each) => `${templateWords[each]}s` === types,
  );
  const path = type
    ? hubPath({ id: encodeURIComponent(templateId), type })
    : `/hub/${encodeURIComponent(types)}/${encodeURIComponent(templateId)}`;
  return { locale: localeOf(said), path: version ? `${path}?${new URLSearchParams({ version })}` : path };
}
