import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** What a proxy may give as the id of a request. */
const idPattern = /^[\w-]{8,64}$/;

/** The id of a request in logs and answers: the one of a trusted proxy in front, else a fresh one. */
export function newRequestId({ headers }: Pick<IncomingMessage, 'headers'>, isProxied: boolean): string {
  const given = headers['x-request-id'];
  return isProxied && typeof given === 'string' && idPattern.test(given) ? given : randomUUID();
}

/**
 * Counts and logs every request, by the template of its route: the path itself may hold what nobody but its owner
 * should read (tokens, names of files). The answer carries the id that the log has.
 */
export function watchRequests(app: FastifyInstance, { log, metrics }: { log: Log; metrics: Metrics }): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const [method, route, status] = [request.method, request.routeOptions.url ?? '(no route)', reply.statusCode];
    metrics.observeRequest({ method, route, status, seconds: reply.elapsedTime / 1_000 });
    log.info('A request was answered.', {
      requestId: request.id,
      method,
      route,
      status,
      milliseconds: Math.round(reply.elapsedTime),
    });
  });
}
