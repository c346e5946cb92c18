import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { driveMethods, type Endpoint } from '@groma/protocol';
import type { AccessControl } from '../access/access-control.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AccessTokens } from '../session/access-tokens.ts';
import type { Sessions } from '../session/sessions.ts';
import { addRoutes } from './add-route.ts';
import { callersBySessionOrToken } from './callers.ts';
import { answerError } from './error-reply.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { Readiness } from './health.ts';
import { describeApi } from './open-api.ts';
import { OpenCalls } from './open-calls.ts';
import { originOfRequest, refuseForeignOrigin } from './origin.ts';
import { answerFirst } from './answer-first.ts';
import type { PublicAnswers } from './public-answers.ts';
import { PublishedAnswers } from './published-answers.ts';
import { newRequestId, watchRequests } from './request-watch.ts';
import { limitBodyTime, mostConnections, serverLimits } from './request-limits.ts';
import type { Answer, Route } from './route.ts';
import { isConsentPage, refuseFrames, setSecurityHeaders } from './security-headers.ts';
import { serveWebApplication } from './web-application.ts';

export interface HttpParts {
  config: Config;
  log: Log;
  database: Database;
  sessions: Sessions;
  tokens: AccessTokens;
  access: AccessControl;
  bus: Bus;
  metrics: Metrics;
  publicAnswers: PublicAnswers;
}

/** What is wanted to be known of the calls besides answering them. */
export interface HttpWatch {
  readiness: Readiness;
  /** What `/api/openapi.json` describes: also what other services answer. */
  endpoints: readonly Endpoint[];
  /** Told of each call of a route that was answered or refused; it must not throw. */
  onAnswer(answer: Answer): void;
}

/**
 * The HTTP server with all routes, `/healthz`, `/readyz`, `/metrics`, `/api/openapi.json` and the web application. Not
 * yet listening.
 */
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
    rewriteUrl: ({ url = '/' }) => asFolder(url),
    genReqId: (raw) => newRequestId(raw, trustedProxies.length > 0),
  });
  for (const method of driveMethods) app.addHttpMethod(method, { hasBody: true });
  app.server.maxConnections = mostConnections;
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 1_000, fields: 1_000 } });
  watchRequests(app, parts);
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, parts.config);
    if (isConsentPage(request.url)) refuseFrames(reply);
    limitBodyTime(request);
    refuseForeignOrigin(request, parts.config);
  });
  app.setErrorHandler((error, request, reply) => {
    const origin = originOfRequest(request, parts.config);
    return answerError(error, request, reply, parts.log, origin);
  });
  const callers = callersBySessionOrToken(parts.sessions, parts.tokens, parts.config.secret);
  const open = new OpenCalls({ ...parts, callers });
  app.addHook('onClose', async () => {
    open.close();
  });
  await addRoutes(
    app,
    routes,
    { access: parts.access, callers, open, published: new PublishedAnswers(parts.publicAnswers) },
    (answer) => {
      watch.onAnswer(answer);
    },
  );
  addHealthRoutes(app, parts, watch.readiness);
  // Described once, for the first who asks: it takes its time, and anybody may ask.
  let description: Record<string, unknown> | undefined;
  app.get('/api/openapi.json', () => (description ??= describeApi(watch.endpoints)));
  await serveWebApplication(app, parts.config.webFolder);
  answerFirst(app, parts);
  return app;
}

/** Programs leave out the slash that ends the address of a drive. */
function asFolder(url: string): string {
  return url.replace(/^\/dav(\/[^/?#]+)?(?=$|\?)/, '$&/');
}
