import { anyone } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** What is public anyone reads; what is not is answered by what it needs, or as if it were not there. */
const policy = anyone('pages of the hub: the publication decides who reads it');
const page = 'text/html; charset=utf-8';
/** What a page does not understand it passes over: an address that is wrong is still a page. */
const word = z.string().max(200).catch('');

const onPage = z.object({ locale: z.string(), types: z.string(), templateId: z.string() });
const shownVersion = z.object({ version: word.optional() });

export const hubList = defineEndpoint({
  id: 'openHub',
  method: 'GET',
  path: '/:locale/hub',
  summary: 'Page of the hub: publications by words, type, category, tag and order.',
  policy,
  params: z.object({ locale: z.string() }),
  query: z.object({ q: word, type: word, category: word, tag: word, sort: word, page: word }).partial(),
  replyType: page,
});

export const hubAuthor = defineEndpoint({
  id: 'openHubAuthor',
  method: 'GET',
  path: '/:locale/hub/authors/:username',
  summary: 'Page of an author: what they have published.',
  policy,
  params: z.object({ locale: z.string(), username: z.string() }),
  query: z.object({ page: word, sort: word }).partial(),
  replyType: page,
});

export const hubTemplate = defineEndpoint({
  id: 'openHubTemplate',
  method: 'GET',
  path: '/:locale/hub/:types/:templateId',
  summary: 'Page of a publication, at its newest version or the one that is named; or the form that asks its password.',
  policy,
  params: onPage,
  query: shownVersion,
  replyType: page,
});

export const unlockHubTemplate = defineEndpoint({
  id: 'unlockHubTemplate',
  method: 'POST',
  path: '/:locale/hub/:types/:templateId',
  summary: 'Open a publication by its password, from the form of its page: field `password`. Leads back to the page.',
  policy: anyone('the password is the permission'),
  params: onPage,
  query: shownVersion,
  bodyKind: 'raw',
  replyType: page,
});

export const hubTemplateAnyLanguage = defineEndpoint({
  id: 'findHubTemplate',
  method: 'GET',
  path: '/hub/:types/:templateId',
  summary: 'Leads to the page of a publication in the language of who asks.',
  policy,
  params: onPage.omit({ locale: true }),
  query: shownVersion,
  replyType: page,
});

export const embedTemplate = defineEndpoint({
  id: 'embedTemplate',
  method: 'GET',
  path: '/embed/:types/:templateId',
  summary: 'A publication by itself, for frames: only pages of the origins that its author names may frame it.',
  policy,
  params: onPage.omit({ locale: true }),
  query: shownVersion.extend({
    locale: word.optional(),
    /** Of a workspace: a notebook of it, instead of its maps. */
    notebook: word.optional(),
    /** `light` or `dark`, whatever the browser prefers. */
    theme: word.optional(),
  }),
  replyType: page,
});

export const readHubOutput = defineEndpoint({
  id: 'readHubOutput',
  method: 'GET',
  path: '/api/hub/templates/:templateId/versions/:version/notebooks/:notebookId/outputs/:codeId/:index',
  summary: 'A picture or an HTML output of a published notebook, as its page shows it: without scripts of an origin.',
  policy,
  params: z.object({
    templateId: z.string(),
    version: z.string(),
    notebookId: z.string(),
    codeId: z.string(),
    index: z.coerce.number().int().min(0),
  }),
  replyType: '*/*',
});

export const readReproducedPicture = defineEndpoint({
  id: 'readReproducedPicture',
  method: 'GET',
  path: '/api/hub/templates/:templateId/versions/:version/reproduced/:codeId/:index',
  summary: 'A picture that a block of a published notebook showed when it was run again, where it differs.',
  policy,
  params: z.object({
    templateId: z.string(),
    version: z.string(),
    codeId: z.string(),
    index: z.coerce.number().int().min(0).max(1_000),
  }),
  replyType: 'image/*',
});

export const readHubPicture = defineEndpoint({
  id: 'readHubPicture',
  method: 'GET',
  path: '/api/hub/templates/:templateId/picture',
  summary:
    'Picture of a publication, also where it lies on another server, which then learns nothing of who looks; with `width` made smaller.',
  policy,
  params: z.object({ templateId: z.string() }),
  query: z.object({ width: z.coerce.number().int().min(16).max(2_000).optional(), of: word.optional() }),
  replyType: 'image/*',
});

export const readHubStyle = defineEndpoint({
  id: 'readHubStyle',
  method: 'GET',
  path: '/api/hub/style/:name',
  summary: 'Style sheet of the pages of the hub.',
  policy: anyone('how pages look is no secret'),
  params: z.object({ name: z.string() }),
  replyType: 'text/css; charset=utf-8',
});

export const readHubFeed = defineEndpoint({
  id: 'readHubFeed',
  method: 'GET',
  path: '/:locale/hub/rss.xml',
  summary: 'The newest public publications as an RSS feed.',
  policy,
  params: z.object({ locale: z.string() }),
  replyType: 'application/rss+xml; charset=utf-8',
});

export const readSitemap = defineEndpoint({
  id: 'readSitemap',
  method: 'GET',
  path: '/sitemap.xml',
  summary: 'Addresses of public publications, for search engines.',
  policy,
  replyType: 'application/xml; charset=utf-8',
});

export const readRobots = defineEndpoint({
  id: 'readRobots',
  method: 'GET',
  path: '/robots.txt',
  summary: 'What search engines may read: the hub.',
  policy: anyone('it is for anyone'),
  replyType: 'text/plain; charset=utf-8',
});

export const readOembed = defineEndpoint({
  id: 'readOembed',
  method: 'GET',
  path: '/api/hub/oembed',
  summary: 'How another page shows a publication that anyone may read (oEmbed 1.0); `url` is the address of its page.',
  policy,
  query: z.object({
    url: z.string().max(2_000),
    format: z.string().max(10).default('json'),
    maxwidth: z.coerce.number().int().min(1).max(10_000).optional(),
    maxheight: z.coerce.number().int().min(1).max(10_000).optional(),
  }),
  reply: z.object({
    version: z.literal('1.0'),
    type: z.enum(['rich', 'link']),
    title: z.string(),
    author_name: z.string().optional(),
    author_url: z.string().optional(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.number().int(),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.number().int().optional(),
    thumbnail_height: z.number().int().optional(),
    html: z.string().optional(),
    width: z.number().int().optional(),
    height: z.number().int().optional(),
  }),
});
