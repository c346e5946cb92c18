import { signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const path = '/mcp';

/** Bodies and answers are those of the Model Context Protocol, by its streamable HTTP. */
export const postMcp = defineEndpoint({
  id: 'postMcp',
  method: 'POST',
  path,
  summary:
    'Messages of the Model Context Protocol, with a personal access token: data and tools of the user’s projects for outside agents.',
  policy: signedIn('any'),
  alsoForReaders: true,
  bodyBytes: 4 * 1024 * 1024,
  body: z.unknown(),
  replyType: 'text/event-stream',
});

/** There are no sessions whose messages could be listened to or which could be ended. */
export const listenMcp = defineEndpoint({
  id: 'listenMcp',
  method: 'GET',
  path,
  summary: 'Refused: this server keeps no sessions of the Model Context Protocol.',
  policy: signedIn('any'),
});

export const endMcp = defineEndpoint({
  id: 'endMcp',
  method: 'DELETE',
  path,
  summary: 'Refused: this server keeps no sessions of the Model Context Protocol.',
  policy: signedIn('any'),
});
