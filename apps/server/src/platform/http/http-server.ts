import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { GromaError, limit } from '@groma/model';
import type { z } from 'zod';
import type { AccessControl } from '../access/access-control.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Sessions } from '../session/sessions.ts';
import { enforce } from './enforce.ts';
import { answerError } from './error-reply.ts';
import { describeApi } from './open-api.ts';
import { refuseForeignOrigin } from './origin.ts';
import { streamed, type Call, type Route } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWebApplication } from './web-application.ts';

export interface HttpParts { config: Config; log: Log; sessions: Sessions; access: AccessControl }

/** The HTTP server with all routes, `/healthz`, `/api/openapi.json` and the web application. Not yet listening. */
export async function createHttpServer(parts: HttpParts, routes: readonly Route[]): Promise<FastifyInstance> {
  const app = fastify({ bodyLimit: limit.formUploadBytes, routerOptions: { maxParamLength: 4_000 }, trustProxy: parts.config.publicUrl !== undefined });
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 1_000, fields: 1_000 } });
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply);
    refuseForeignOrigin(request, parts.config);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, parts.log));
  for (const each of routes.filter(({ endpoint }) => endpoint.bodyKind !== 'raw')) addRoute(app, each, parts);
  await app.register((scope, _options, done) => {
    // The bytes as they come, whatever type they are said to be: a .json file is a file here and no JSON call.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, next) => { next(null, payload); });
    for (const each of routes.filter(({ endpoint }) => endpoint.bodyKind === 'raw')) addRoute(scope, each, parts);
    done();
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/api/openapi.json', () => describeApi(routes.map(({ endpoint }) => endpoint)));
  await serveWebApplication(app, parts.config.webFolder);
  return app;
}

function addRoute(app: FastifyInstance, { endpoint, handle }: Route, parts: HttpParts): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const said = { params: withPath(request.params), query: request.query, body: endpoint.bodyKind === 'json' ? request.body ?? undefined : undefined };
      const user = await parts.sessions.userOf(request.headers.cookie);
      // Before anything is read closely, so that a stranger learns nothing from what is found wrong with a request.
      const admitted = await enforce(endpoint.policy, said, user, parts.access);
      const params = readPart(endpoint.params, said.params, 'path');
      const query = readPart(endpoint.query, said.query, 'query');
      const body = endpoint.bodyKind === 'json' ? readPart(endpoint.body, said.body, 'body') : undefined;
      const aborter = new AbortController();
      request.raw.once('close', () => { if (request.raw.destroyed && !reply.raw.writableEnded) aborter.abort(); });
      reply.raw.once('close', () => { if (!reply.raw.writableFinished) aborter.abort(); });
      const call = { params, query, body, ...admitted, projectId: admitted.standing?.projectId, request, reply, signal: aborter.signal } as Call;
      const answer = await handle(call);
      if (answer === streamed) return reply;
      return reply.send(answer === undefined ? undefined : endpoint.reply.parse(answer));
    },
  });
}

/** The part behind a `*` is called `path`. Fastify has decoded it. */
function withPath(params: unknown): unknown {
  const { '*': path, ...rest } = params as Record<string, string>;
  return path === undefined ? rest : { ...rest, path };
}

function readPart<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const where = issue?.path.join('.');
  throw new GromaError('BAD_INPUT', { detail: where ? `${where}: ${issue?.message}` : `${part}: ${issue?.message}` });
}
