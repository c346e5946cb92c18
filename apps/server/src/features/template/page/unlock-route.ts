import type { Readable } from 'node:stream';
import { GromaError } from '@groma/model';
import { hubPage } from '@groma/protocol';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readerOf } from '../hub/routes.ts';
import type { TemplateRecords } from '../hub/template-records.ts';
import { unlockTemplate } from '../hub/unlock-template.ts';
import { pagePath } from './layout.ts';
import { sendFailure, type AskedPage } from './send-failure.ts';

/** Longest form: a password, each sign of it written as nine. */
const mostBytes = 8_000;

/** The form of the page that asks a password: leads back to the page, which then shows the publication. */
export function unlockRoute(
  platform: Platform,
  records: TemplateRecords,
  asked: (locale: string, types: string, templateId: string, version: string | undefined) => AskedPage,
): Route {
  return route(hubPage.unlockHubTemplate, async ({ params, query: { version }, user, request, reply }) => {
    const { templateId } = params;
    const page = asked(params.locale, params.types, templateId, version);
    try {
      if (page.locale === undefined) throw new GromaError('NOT_FOUND', { noun: 'page' });
      const password = (await readForm(request.body as Readable)).get('password')?.slice(0, 200) ?? '';
      const reader = readerOf(platform.config.secret, user, request);
      const asking = { templateId, password, address: request.ip, reader };
      const { path, cookie } = await unlockTemplate(platform, records, asking);
      if (cookie !== null) void reply.header('set-cookie', cookie);
      const search = version ? `?${new URLSearchParams({ version })}` : '';
      await reply.header('cache-control', 'private, no-store').redirect(pagePath(page.locale, path) + search, 303);
      return streamed;
    } catch (error) {
      const origin = originOfRequest(request, platform.config);
      return sendFailure(platform, { ...page, origin }, { request, reply, user }, error);
    }
  });
}

async function readForm(body: Readable): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new GromaError('BAD_INPUT', { detail: 'The form is too long.' });
    pieces.push(piece);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString());
}
