import { GromaError, type LocaleId } from '@groma/model';
import { fillPath, hubPage } from '@groma/protocol';
import { nobody } from '../../../platform/access/visitor.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { hubPath, presentTemplate } from '../hub/present-template.ts';
import type { FoundTemplate } from '../hub/template-records.ts';
import { markup } from './markup.ts';
import { pagePath } from './layout.ts';
import { readSearch } from './list-page.ts';
import { localeOf } from './locale-of.ts';
import type { PageParts } from './page-parts.ts';
import { plainSummary } from './search-data.ts';
import { sendAnswer } from './send-answer.ts';
import { wordingOf } from './wording.ts';

/** Most addresses of one sitemap, by its protocol. */
const mostAddresses = 50_000;
const xmlPolicy = "default-src 'none'; frame-ancestors 'none'";

/** What programs read of the hub: feed, sitemap, and what search engines may read. Only public ones are in them. */
export function feedRoutes({ platform, records, cache }: PageParts): Route[] {
  const kept = { cache, secret: platform.config.secret };
  return [
    route(hubPage.readHubFeed, ({ params: { locale: said }, ...asking }) => {
      const locale = localeOf(said);
      if (locale === undefined) throw new GromaError('NOT_FOUND', { noun: 'feed' });
      const origin = originOfRequest(asking.request, platform.config);
      return sendAnswer(kept, `${origin} feed ${locale}`, asking, async () => {
        const { rows } = await records.list(readSearch({}), nobody);
        return {
          type: hubPage.readHubFeed.replyType,
          policy: xmlPolicy,
          keep: 'short',
          body: feed(locale, origin, rows),
          isPublic: true,
        };
      });
    }),
    route(hubPage.readSitemap, (asking) => {
      const origin = originOfRequest(asking.request, platform.config);
      return sendAnswer(kept, `${origin} sitemap`, asking, async () => {
        const found = await records.publicOnes(mostAddresses - 1);
        const address = (path: string, at?: Date) =>
          markup`<url><loc>${origin}${pagePath('en', path)}</loc>${at && markup`<lastmod>${at.toISOString()}</lastmod>`}</url>\n`;
        const body = `<?xml version="1.0" encoding="UTF-8"?>\n${
          markup`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${address('/hub')}${found.map((each) => address(hubPath(each), each.updatedAt))}</urlset>\n`.markup
        }`;
        return { type: hubPage.readSitemap.replyType, policy: xmlPolicy, keep: 'short', body, isPublic: true };
      });
    }),
    route(hubPage.readRobots, async ({ request, reply }) => {
      const origin = originOfRequest(request, platform.config);
      await reply
        .header('cache-control', 'public, max-age=3600')
        .type(hubPage.readRobots.replyType)
        .send(`User-agent: *\nAllow: /api/hub/\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
      return streamed;
    }),
  ];
}

function feed(locale: LocaleId, origin: string, rows: readonly FoundTemplate[]): string {
  const { say, tag } = wordingOf(locale);
  const own = origin + fillPath(hubPage.readHubFeed.path, { locale });
  const item = (row: FoundTemplate) => {
    const { path, title, description, author, categories, tags, updated_at: at } = presentTemplate(row);
    const address = origin + pagePath(locale, path);
    return markup`<item><title>${plain(title)}</title><link>${address}</link><guid isPermaLink="false">${row.template.id} ${row.template.version}</guid><pubDate>${new Date(at).toUTCString()}</pubDate>${
      author && markup`<dc:creator>${plain(author.name)}</dc:creator>`
    }${[...categories, ...tags].map((each) => markup`<category>${plain(each)}</category>`)}<description>${plain(plainSummary(description))}</description></item>\n`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Groma: ${say('feed')}</title><link>${origin}${pagePath(locale, '/hub')}</link><description>${say('leadText')}</description><language>${tag}</language><atom:link href="${own}" rel="self" type="application/rss+xml"/>
${rows.map(item)}</channel></rss>\n`.markup
  }`;
}

/** Without the signs that XML 1.0 does not know. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what it leaves out
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
