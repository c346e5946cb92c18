import { GromaError } from '@groma/model';
import { app } from '@groma/protocol';
import { countAttempt, networkOf } from '../../../platform/access/attempts.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { BoundedWork } from '../../../platform/jobs/bounded-work.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readPublication, requireTemplate } from '../hub/read-publication.ts';
import { readerOf } from '../hub/routes.ts';
import type { TemplateRecords } from '../hub/template-records.ts';
import type { AppSessions } from './app-sessions.ts';
import { EventStream } from './event-stream.ts';
import { appOf, readBlocksOf, readRunnable, type AppNotebooks } from './read-app.ts';

/** Reading an application reads all outputs of its notebook, and anyone may ask for it. */
const readings = { atOnce: 2, waiting: 40 };
/** For one network. */
const openings = { tries: 60, windowSeconds: 600 };
/** For one network: a reader who drags a slider runs some times in a second, those of a class together. */
const runs = { tries: 3_000, windowSeconds: 600 };

/** The call that shows a published notebook as an application. */
export function appReadRoute(
  { config, documents }: Platform,
  records: TemplateRecords,
  notebooks: AppNotebooks,
): Route {
  const turns = new BoundedWork(readings);
  return route(app.readApp, async ({ params: { templateId }, query: { version }, user, request, reply, signal }) => {
    void reply.header('cache-control', 'private, no-cache');
    const publication = await readPublication(records, templateId, version, readerOf(config.secret, user, request));
    if (publication.type !== 'NOTEBOOK') throw new GromaError('NOT_FOUND', { noun: 'application' });
    const { title, shown, path, author } = publication;
    const blocks = await turns.run(signal, () => readBlocksOf({ documents, notebooks }, publication));
    return {
      data: { title, version: shown, author: author?.name ?? null, path, app: appOf(publication, config), blocks },
    };
  });
}

/** The calls that run one, in the process with the kernels. */
export function appRunRoutes(platform: Platform, records: TemplateRecords, sessions: AppSessions): Route[] {
  const { config, database, documents } = platform;
  const turns = new BoundedWork(readings);
  return [
    route(app.openAppSession, async ({ body, user, request, reply, signal, goBy }) => {
      const reader = readerOf(config.secret, user, request);
      const publication = await readPublication(records, body.template_id, body.version, reader);
      const network = networkOf(request.ip);
      sessions.requireRoom(network);
      await countAttempt(database, `app:${network}`, openings);
      const runnable = await turns.run(signal, () => readRunnable({ documents }, publication, config));
      const gone = new AbortController();
      const visit = { network, signal: AbortSignal.any([signal, gone.signal]) };
      // Others have come meanwhile. From here to the answer nothing waits.
      sessions.admit(runnable, visit);
      const stream = new EventStream();
      stream.once('close', () => gone.abort());
      goBy({
        userId: user?.id,
        projectId: runnable.frozenId,
        check: () => requireTemplate(records, runnable.templateId, reader),
      });
      sessions.enter(runnable, { ...visit, tell: stream.tell.bind(stream) }).catch((error: unknown) => {
        stream.destroy(error instanceof Error ? error : undefined);
      });
      await reply
        .headers({
          'content-type': app.openAppSession.replyType,
          'cache-control': 'private, no-store',
          // Proxies send each line as it comes.
          'x-accel-buffering': 'no',
        })
        .send(stream);
      return streamed;
    }),
    route(app.runApp, async ({ params: { sessionId }, body: { values }, user, request }) => {
      const session = sessions.require(sessionId);
      await countAttempt(database, `app-run:${networkOf(request.ip)}`, runs);
      await requireTemplate(records, session.templateId, readerOf(config.secret, user, request));
      session.run(values);
      return { data: {} };
    }),
  ];
}
