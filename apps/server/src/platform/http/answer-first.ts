import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import type { PublicAnswers } from './public-answers.ts';

/**
 * Has what is kept for anyone answer before everything else: a popular page is asked for as often as a file. Such an
 * answer is counted, and not logged. Calls inside the process do not come by here.
 */
export function answerFirst(
  app: FastifyInstance,
  { publicAnswers, metrics }: { publicAnswers: PublicAnswers; metrics: Metrics },
): void {
  const others = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const start = performance.now();
    const answered = publicAnswers.sendDirectly(request, response);
    if (answered) {
      const { statusCode: status } = response;
      metrics.observeRequest({
        method: 'GET',
        route: answered.route,
        status,
        seconds: (performance.now() - start) / 1_000,
      });
    } else for (const listen of others) listen.call(app.server, request, response);
  });
}
