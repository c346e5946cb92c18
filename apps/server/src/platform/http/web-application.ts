import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GromaError } from '@groma/model';
import { outputFramePolicy } from './security-headers.ts';

const ownPaths = /^\/(api|parties|maps|tiles|files|dav|healthz|readyz|metrics|\.well-known)(\/|$)/;

/** Serves the built web application; every path that is not a call opens it, so that its routes can be linked to. */
export async function serveWebApplication(app: FastifyInstance, folder: string | null): Promise<void> {
  const isBuilt = folder !== null && existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // The path is that of the compressed file where one is sent.
        if (/\/output-frame\.html(\.br|\.gz)?$/.test(path))
          void reply.header('content-security-policy', outputFramePolicy);
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
    // By itself @fastify/static lists the folder for each file it sends, and this one has more than a thousand.
    app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
      reply.sendFile(`assets/${request.params.name}`),
    );
    // @fastify/static refuses a folder without an index file as forbidden to whoever takes no compressed answer.
    app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    if (request.method !== 'GET' || ownPaths.test(path) || /\.\w+$/.test(path))
      throw new GromaError('NOT_FOUND', { noun: 'page' });
    if (!isBuilt)
      throw new GromaError('UNAVAILABLE', {
        part: 'the built web application',
        remedy: 'run npm start, which builds it.',
      });
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
