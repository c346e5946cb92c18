import type { FastifyReply } from 'fastify';
import { GromaError, templateWords, type LocaleId, type TemplateType } from '@groma/model';
import { hubPage } from '@groma/protocol';
import { nobody } from '../../../platform/access/visitor.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { readerOf } from '../hub/routes.ts';
import { offersApps } from '../app/read-app.ts';
import { anybody, readPublication, requireTemplate } from '../hub/read-publication.ts';
import { presentTemplate } from '../hub/present-template.ts';
import { embeddedPage, lockedEmbeddedPage } from './embedded-page.ts';
import { framersOf } from './framers.ts';
import { markup } from './markup.ts';
import { pagePath } from './layout.ts';
import { localeOf } from './locale-of.ts';
import { picturePath } from './picture.ts';
import { readDetail } from './read-detail.ts';
import { pageType, type PageParts } from './page-parts.ts';
import { hubPolicy, sendAnswer, sendPrivate } from './send-answer.ts';
import { sendFailure } from './send-failure.ts';
import { wordingOf } from './wording.ts';

const size = { width: 800, height: 500 };

/** What other pages show of a publication: a frame for the origins that its author names, and how to make one. */
export function embedRoutes(parts: PageParts): Route[] {
  const { platform, records, cache } = parts;
  const { secret } = platform.config;
  return [
    route(hubPage.embedTemplate, async ({ params: { types, templateId }, query, ...asking }) => {
      const reader = readerOf(secret, asking.user, asking.request);
      const origin = originOfRequest(asking.request, platform.config);
      // What is kept is found by the address alone, which therefore says the language too.
      const locale = localeOf(query.locale ?? '') ?? 'en';
      const version = query.version || undefined;
      const theme = query.theme === 'light' || query.theme === 'dark' ? query.theme : undefined;
      try {
        const { template } = await requireTemplate(records, templateId, reader);
        if (types !== `${templateWords[template.type]}s` || template.type === 'WORKFLOW')
          throw new GromaError('NOT_FOUND', { noun: 'page' });
        const framers = framersOf(template);
        // Of a workspace the maps are shown, or one of its notebooks.
        const notebookId = template.type === 'SOLUTION' ? query.notebook || undefined : undefined;
        if (template.type !== 'NOTEBOOK' && notebookId === undefined)
          return await sendApplication(asking.reply, framers, 'embed.html');
        if (template.type === 'NOTEBOOK' && offersApps(platform.config)) {
          if (await records.appSetting(templateId, version ?? template.version))
            return await sendApplication(asking.reply, framers, 'app.html');
        }
        const key = `${origin} embed ${JSON.stringify([templateId, version, locale, notebookId, theme])}`;
        return await sendAnswer({ cache, secret }, key, asking, async () => {
          const publication = await readPublication(records, templateId, version, reader);
          const wording = wordingOf(locale);
          const notebook = publication.content.notebooks.find(({ id }) => id === (notebookId ?? id));
          if (notebookId !== undefined && !notebook) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
          const detail = await readDetail(parts, wording, publication, notebookId);
          return {
            type: pageType,
            policy: hubPolicy.replace("frame-ancestors 'none'", framers),
            keep: 'short',
            body: embeddedPage(wording, detail, { theme, name: notebookId === undefined ? undefined : notebook?.name }),
            isPublic: publication.access === 'public',
          };
        });
      } catch (error) {
        if (error instanceof GromaError && error.code === 'PASSWORD_REQUIRED')
          return await sendLocked(parts, { templateId, types, locale }, asking.reply);
        const path = `/hub/${encodeURIComponent(types)}/${encodeURIComponent(templateId)}`;
        return sendFailure(platform, { locale, path, origin }, asking, error);
      }
    }),
    route(hubPage.readOembed, async ({ query: { url, format, maxwidth, maxheight }, request, reply }) => {
      if (format !== 'json') throw new GromaError('BAD_INPUT', { detail: 'Only the format json is answered.' });
      const origin = originOfRequest(request, platform.config);
      const asked = readAddress(url, origin);
      const found = asked && (await requireTemplate(records, asked.templateId, anybody).catch(() => undefined));
      if (!found || found.template.access !== 'public') throw new GromaError('NOT_FOUND', { noun: 'publication' });
      void reply.header('cache-control', 'public, max-age=60').header('access-control-allow-origin', '*');
      const { template } = found;
      const width = Math.min(size.width, maxwidth ?? size.width);
      const height = Math.min(size.height, maxheight ?? size.height);
      const isFramed = template.embedOrigins.length > 0 && template.type !== 'WORKFLOW';
      const picture = picturePath(presentTemplate(found), 800);
      return {
        version: '1.0' as const,
        type: isFramed ? ('rich' as const) : ('link' as const),
        title: template.title,
        provider_name: 'Groma',
        provider_url: `${origin}/hub`,
        cache_age: 60,
        ...(found.author && {
          author_name: found.author.name,
          author_url: origin + pagePath(asked.locale, `/hub/authors/${encodeURIComponent(found.author.username)}`),
        }),
        ...(picture !== null && { thumbnail_url: origin + picture, thumbnail_width: 800, thumbnail_height: 500 }),
        ...(isFramed && { html: frameOf(origin, template, { width, height, locale: asked.locale }), width, height }),
      };
    }),
  ];
}

/**
 * What frames show of a publication with a password. The application asks for it, and leads to the page of the
 * publication where the frame can't keep it; in place of a notebook stands the way there.
 */
async function sendLocked(
  { records }: PageParts,
  { templateId, types, locale }: { templateId: string; types: string; locale: LocaleId },
  reply: FastifyReply,
): Promise<typeof streamed> {
  const found = await records.find(templateId, nobody);
  const framers = framersOf(found?.template ?? { embedOrigins: [] });
  if (types !== 'notebooks') return sendApplication(reply, framers, 'embed.html');
  const path = `/hub/${types}/${encodeURIComponent(templateId)}`;
  const policy = hubPolicy.replace("frame-ancestors 'none'", framers);
  const body = lockedEmbeddedPage(wordingOf(locale), path);
  return sendPrivate(reply.status(403), { type: pageType, policy, body });
}

/** A page of the web application, for maps or notebooks that are run; it says by itself who may frame it. */
async function sendApplication(
  reply: FastifyReply,
  framers: string,
  page: 'embed.html' | 'app.html',
): Promise<typeof streamed> {
  // Where the application is not built, nothing can send it.
  if (!reply.server.hasReplyDecorator('sendFile'))
    throw new GromaError('UNAVAILABLE', {
      part: 'the built web application',
      remedy: 'run npm start, which builds it.',
    });
  const policy = String(reply.getHeader('content-security-policy')).replace("frame-ancestors 'self'", framers);
  await reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
    .sendFile(page);
  return streamed;
}

/** The publication whose page an address of this server is. */
function readAddress(url: string, origin: string) {
  const address = URL.parse(url);
  if (!address || address.origin !== origin) return undefined;
  const [, said = '', templateId] = /^\/(?:(\w+)\/)?hub\/\w+\/([\w-]+)$/.exec(address.pathname) ?? [];
  return templateId === undefined ? undefined : { templateId, locale: localeOf(said) ?? 'en' };
}

function frameOf(
  origin: string,
  { id, type, title }: { id: string; type: TemplateType; title: string },
  { width, height, locale }: { width: number; height: number; locale: LocaleId },
): string {
  const source = `${origin}/embed/${templateWords[type]}s/${id}?locale=${locale}`;
  return markup`<iframe src="${source}" width="${width}" height="${height}" title="${title}" frameborder="0" loading="lazy" allow="fullscreen"></iframe>`
    .markup;
}
