import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import type { Endpoint } from '@groma/protocol';
import type { z } from 'zod';
import type { AccessControl } from '../access/access-control.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Sessions, User } from '../session/sessions.ts';
import { enforce, refuseForeignNames, type Admitted } from './enforce.ts';
import { answerError } from './error-reply.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { Readiness } from './health.ts';
import { describeApi } from './open-api.ts';
import { OpenCalls, type OpenCall, type Right } from './open-calls.ts';
import { refuseForeignOrigin } from './origin.ts';
import { newRequestId, watchRequests } from './request-watch.ts';
import { allowSlowBody, bodyLimitOf, limitBodyTime, mostConnections, serverLimits } from './request-limits.ts';
import { streamed, type Answer, type Call, type Route } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWebApplication } from './web-application.ts';

export interface HttpParts {
  config: Config;
  log: Log;
  database: Database;
  sessions: Sessions;
  access: AccessControl;
  bus: Bus;
  metrics: Metrics;
}

/** What is wanted to be known of the calls besides answering them. */
export interface HttpWatch {
  readiness: Readiness;
  /** What `/api/openapi.json` describes: also what other services answer. */
  endpoints: readonly Endpoint[];
  /** Told of each call of a route that was answered or refused; it must not throw. */
  onAnswer(answer: Answer): void;
}

/** The HTTP server with all routes, `/healthz`, `/readyz`, `/metrics`, `/api/openapi.json` and the web application. Not yet listening. */
export async function createHttpServer(
  parts: HttpParts,
  routes: readonly Route[],
  watch: HttpWatch,
): Promise<FastifyInstance> {
  const { trustedProxies } = parts.config;
  const app = fastify({
    ...serverLimits,
    routerOptions: { maxParamLength: 4_000 },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    genReqId: (raw) => newRequestId(raw, trustedProxies.length > 0),
  });
  app.server.maxConnections = mostConnections;
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 1_000, fields: 1_000 } });
  watchRequests(app, parts);
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, parts.config);
    limitBodyTime(request);
    refuseForeignOrigin(request, parts.config);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, parts.log));
  const open = new OpenCalls(parts);
  app.addHook('onClose', async () => {
    open.close();
  });
  for (const each of routes.filter(({ endpoint }) => endpoint.bodyKind !== 'raw'))
    addRoute(app, each, { ...parts, open }, watch);
  await app.register((scope, _options, done) => {
    // The bytes as they come, whatever type they are said to be: a .json file is a file here and no JSON call.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, next) => {
      next(null, payload);
    });
    for (const each of routes.filter(({ endpoint }) => endpoint.bodyKind === 'raw'))
      addRoute(scope, each, { ...parts, open }, watch);
    done();
  });
  addHealthRoutes(app, parts, watch.readiness);
  // Described once, for the first who asks: it takes its time, and anybody may ask.
  let description: Record<string, unknown> | undefined;
  app.get('/api/openapi.json', () => (description ??= describeApi(watch.endpoints)));
  await serveWebApplication(app, parts.config.webFolder);
  return app;
}

function addRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  parts: HttpParts & { open: OpenCalls },
  watch: HttpWatch,
): void {
  const admissions = new WeakMap<FastifyRequest, { admitted: Admitted; open: OpenCall }>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    // Before the body is read, so that a stranger makes the server hold and parse nothing, and before anything is read
    // closely, so that a stranger learns nothing from what is found wrong with a request.
    onRequest: async (request, reply) => {
      const open = parts.open.add(endpoint, request, reply);
      const user = await identify(endpoint, request, reply, parts.sessions);
      const named = { params: withPath(request.params), query: request.query };
      const admitted = await enforce(endpoint.policy, named, user, parts.access);
      parts.open.admit(open, named, admitted);
      admissions.set(request, { admitted, open });
      if (endpoint.bodyKind !== 'json') allowSlowBody(request);
    },
    handler: async (request, reply) => {
      const { admitted, open } = admissions.get(request)!;
      const said = endpoint.bodyKind === 'json' ? (request.body ?? undefined) : undefined;
      refuseForeignNames(said, admitted);
      const params = readPart(endpoint.params, withPath(request.params), 'path');
      const query = readPart(endpoint.query, request.query, 'query');
      const body = endpoint.bodyKind === 'json' ? readPart(endpoint.body, said, 'body') : undefined;
      const { aborter } = open;
      request.raw.once('close', () => {
        if (!request.raw.complete && !reply.raw.writableEnded) aborter.abort();
      });
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) aborter.abort();
      });
      const call = {
        params,
        query,
        body,
        ...admitted,
        projectId: admitted.projectAccess?.projectId,
        request,
        reply,
        signal: aborter.signal,
        goBy: (right: Right) => {
          open.right = right;
        },
      } as Call;
      const answer = await handle(call).catch((failure: unknown) => {
        // Whose right has ended is told that, however the work took it.
        const error: unknown = aborter.signal.reason instanceof GromaError ? aborter.signal.reason : failure;
        watch.onAnswer({ endpoint, call, error });
        throw error;
      });
      watch.onAnswer({ endpoint, call, reply: answer });
      if (answer === streamed) return reply;
      return reply.send(answer === undefined ? undefined : endpoint.reply.parse(answer));
    },
  });
}

/** Who asks. A session in use is prolonged now and then; its new cookie goes with answers that nothing keeps. */
async function identify(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: Sessions,
): Promise<User | undefined> {
  if (endpoint.replyType !== 'application/json') return sessions.userOf(request.headers.cookie);
  const { user, cookies } = await sessions.renew(request.headers.cookie);
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
  return user;
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
