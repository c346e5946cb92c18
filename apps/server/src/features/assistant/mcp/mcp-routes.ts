import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { GromaError } from '@groma/model';
import { assistant } from '@groma/protocol';
import type { FastifyReply } from 'fastify';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { AccessTokens } from '../../../platform/session/access-tokens.ts';
import type { PresentFirst } from './data-tools.ts';
import { insideClient } from './inside-client.ts';
import type { Toolbox } from './mcp-server.ts';

/**
 * The Model Context Protocol over HTTP: each request is answered by itself, with the token that came with it. What a
 * tool does are calls of this server, made with that token.
 */
export function mcpRoutes(platform: Platform, presentFirst: PresentFirst, toolbox: Toolbox): Route[] {
  const refuse = async ({ reply }: { reply: FastifyReply }): Promise<typeof streamed> => {
    await reply.status(405).header('allow', 'POST').send();
    return streamed;
  };
  return [
    route(assistant.listenMcp, refuse),
    route(assistant.endMcp, refuse),
    route(assistant.postMcp, async ({ request, reply, body, signal }) => {
      const { authorization } = request.headers;
      const token = AccessTokens.in(authorization);
      if (token === undefined) throw new GromaError('UNAUTHENTICATED');
      const bearer = await platform.tokens.bearerOf(token);
      const client = insideClient(request.server, { authorization: authorization! }, request.ip);
      // Read when the first agent calls: a server without one starts sooner.
      const { answerMcp, createMcpServer } = await import('./mcp-server.ts');
      const server = createMcpServer(platform, bearer, client, { presentFirst, toolbox });
      signal.addEventListener('abort', () => void server.close());
      reply.raw.once('close', () => void server.close());
      const asked = new Request('http://groma.invalid/mcp', {
        method: 'POST',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !['content-length', 'transfer-encoding', 'connection'].includes(name)
            ? [[name, value] as [string, string]]
            : [],
        ),
      });
      const answer = await answerMcp(asked, body, server);
      void reply.status(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
      await reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : null);
      return streamed;
    }),
  ];
}
