import type { FastifyInstance } from 'fastify';
import type { Route } from '../platform/http/route.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import type { Feature, Platform } from '../platform/platform.ts';
import { RoomServer } from '../platform/room/room-server.ts';

export interface Serving {
  app: FastifyInstance;
  /** Address it answers at. */
  origin: string;
  routes: readonly Route[];
  close(): Promise<void>;
}

/** Runs the services named in the configuration in this process: calls, rooms, and what features do at the start. */
export async function serve(platform: Platform, features: readonly Feature[]): Promise<Serving> {
  const { services, port, host } = platform.config;
  const has = { api: services.has('api'), realtime: services.has('realtime') };
  const routes = features.flatMap((feature) => [...(has.api ? feature.routes ?? [] : []), ...(has.realtime ? feature.realtimeRoutes ?? [] : [])]);
  const app = await createHttpServer(platform, routes);
  const rooms = new RoomServer(platform, has.realtime ? features.flatMap((feature) => feature.rooms ?? []) : []);
  for (const feature of features) await feature.start?.();
  await app.listen({ port, host });
  rooms.attach(app.server);
  const address = app.server.address();
  const realPort = typeof address === 'object' && address ? address.port : port;
  return {
    app, routes,
    origin: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${realPort}`,
    async close() {
      rooms.close();
      app.server.closeAllConnections();
      await app.close();
      for (const feature of [...features].reverse()) await feature.close?.();
    },
  };
}
