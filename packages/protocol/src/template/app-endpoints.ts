import { anyone, appSetting } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { appBlock, appValues } from './app-event.ts';

export { appEvent } from './app-event.ts';

const toReaders = anyone('the publication decides: who may not read it is answered as if it were not there');
const version = z.string().max(40).optional();

export const readApp = defineEndpoint({
  id: 'readApp',
  method: 'GET',
  path: '/api/hub/templates/:templateId/app',
  summary:
    'A published notebook as an application: its texts, inputs and published outputs in order, without code, and how readers may run it. `app` is null where they may not.',
  policy: toReaders,
  params: z.object({ templateId: z.string() }),
  query: z.object({ version }),
  reply: z.object({
    data: z.object({
      title: z.string(),
      version: z.string(),
      author: z.string().nullable(),
      /** Path of its page in the hub, without the language in front. */
      path: z.string(),
      app: appSetting.nullable(),
      blocks: z.array(appBlock),
    }),
  }),
});

export const openAppSession = defineEndpoint({
  id: 'openAppSession',
  method: 'POST',
  path: '/api/app-sessions',
  summary:
    'Enter a session of an application, or wait for a place. Answers with lines of JSON (`AppEvent`) for as long as the caller listens; where each reader has a session, it ends when they go. At most 60 in 10 minutes.',
  policy: toReaders,
  body: z.object({ template_id: z.string(), version }),
  replyType: 'application/x-ndjson',
});

export const runApp = defineEndpoint({
  id: 'runApp',
  method: 'POST',
  path: '/api/app-sessions/:sessionId/runs',
  summary:
    'Set inputs of an application and run its code blocks from the first that names an input which has changed; all of them at first, and where nothing has changed. While a run goes on, the newest values wait for its end.',
  policy: anyone('the id of the session is told to its readers alone, and whoever uses it must still be one'),
  params: z.object({ sessionId: z.string() }),
  body: z.object({ values: appValues }),
  reply: z.object({ data: z.object({}) }),
});
