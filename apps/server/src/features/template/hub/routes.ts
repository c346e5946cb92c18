import type { FastifyRequest } from 'fastify';
import { GromaError, isTemplateVersion } from '@groma/model';
import { hub } from '@groma/protocol';
import { nobody, visitorBy } from '../../../platform/access/visitor.ts';
import { BoundedWork } from '../../../platform/jobs/bounded-work.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { presentTemplate } from './present-template.ts';
import { readPublication, type Reader } from './read-publication.ts';
import { sendThumbnail } from './send-thumbnail.ts';
import { hubPageSize, type TemplateRecords } from './template-records.ts';
import { unlockTemplate } from './unlock-template.ts';

/** Notebooks with all their outputs are large, and anyone may ask for them. */
const downloadsAtOnce = { atOnce: 2, waiting: 20 };

/** Who sends a request, as a reader of publications. */
export function readerOf(secret: string, user: User | undefined, { headers }: Pick<FastifyRequest, 'headers'>): Reader {
  return { userId: user?.id ?? nobody, visitor: visitorBy(secret, headers.cookie) };
}

/** Calls that read publications; `readJupyter` gives a notebook as the text of a Jupyter file. */
export function hubRoutes(
  platform: Platform,
  records: TemplateRecords,
  readJupyter: (notebookId: string) => Promise<string>,
): Route[] {
  const { secret } = platform.config;
  const downloads = new BoundedWork(downloadsAtOnce);
  return [
    route(hub.listTemplates, async ({ query, user, request, reply, signal }) => {
      const { rows, total } = await records.list(query, readerOf(secret, user, request).userId, signal);
      void reply.header('cache-control', 'private, no-cache');
      return { data: rows.map(presentTemplate), total, page_size: hubPageSize };
    }),
    route(hub.readTemplate, async ({ params: { templateId }, query: { version }, user, request, reply }) => {
      void reply.header('cache-control', 'private, no-cache');
      const {
        shown: _version,
        shownId: _id,
        ...data
      } = await readPublication(records, templateId, version, readerOf(secret, user, request));
      return { data };
    }),
    route(hub.readThumbnail, ({ params: { thumbnailId }, user, request, reply }) =>
      sendThumbnail(platform, records, thumbnailId, { reader: readerOf(secret, user, request), request, reply }),
    ),
    route(hub.unlockTemplate, async ({ params: { templateId }, body: { password }, user, request, reply }) => {
      const reader = readerOf(secret, user, request);
      const asked = { templateId, password, address: request.ip, reader };
      const { path, cookie } = await unlockTemplate(platform, records, asked);
      if (cookie !== null) void reply.header('set-cookie', cookie);
      return { data: { path } };
    }),
    route(hub.downloadNotebooks, async ({ params: { templateId, id }, user, signal, request, reply }) => {
      const version = isTemplateVersion(id) ? id : undefined;
      const { content, type } = await readPublication(records, templateId, version, readerOf(secret, user, request));
      const wanted = content.notebooks.filter((notebook) => version !== undefined || notebook.id === id);
      if (type !== 'SOLUTION' || (wanted.length === 0 && version === undefined))
        throw new GromaError('NOT_FOUND', { noun: 'notebook' });
      const texts: string[] = [];
      await downloads.run(signal, async () => {
        // The document is put in as text: what is parsed and written again loses the digits of large numbers.
        for (const { id: notebookId, name } of wanted) {
          signal.throwIfAborted();
          texts.push(
            `{"id":${JSON.stringify(notebookId)},"name":${JSON.stringify(name)},"document":${await readJupyter(notebookId)}}`,
          );
        }
      });
      await reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' })
        .send(`{"status":200,"data":[${texts.join(',')}]}`);
      return streamed;
    }),
  ];
}
