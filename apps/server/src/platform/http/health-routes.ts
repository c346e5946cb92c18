import type { FastifyInstance } from 'fastify';
import { GromaError } from '@groma/model';
import type { Config } from '../config.ts';
import { mayReadMetrics } from '../metrics/may-read-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createCheck, type Readiness } from './health.ts';

/**
 * For whoever runs the server. `/healthz`: the process answers and so does its database. `/readyz`: so do its storage
 * and its job queue, and it may be sent calls. `/metrics`: numbers for Prometheus, for those who may read them; anybody
 * else is told that there is no such page.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { config, metrics }: { config: Config; metrics: Metrics },
  readiness: Readiness,
): void {
  app.get('/healthz', createCheck(readiness, ['database']));
  app.get('/readyz', createCheck(readiness, ['database', 'storage', 'jobs']));
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, config)) throw new GromaError('NOT_FOUND', { noun: 'page' });
    const { type, text } = await metrics.read();
    return reply.type(type).send(text);
  });
}
