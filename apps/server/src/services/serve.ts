import type { FastifyInstance } from 'fastify';
import { createReadiness } from '../platform/http/health.ts';
import { refuseUnguarded } from '../platform/access/refuse-unguarded.ts';
import type { Answer, Route } from '../platform/http/route.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { OperationRunner } from '../platform/operation/operation-runner.ts';
import type { Feature, Platform } from '../platform/platform.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import type { Room } from '../platform/room/room.ts';
import { RoomServer } from '../platform/room/room-server.ts';

export interface Serving {
  app: FastifyInstance;
  /** Address it answers at. */
  origin: string;
  routes: readonly Route[];
  rooms: readonly Room[];
  /** `isLeaving` as of `Feature.close`. */
  close(isLeaving?: boolean): Promise<void>;
}

/** Runs the services named in the configuration in this process: calls, rooms, and what features do at the start. */
export async function serve(platform: Platform, jobs: JobQueue, features: readonly Feature[]): Promise<Serving> {
  const { services, port, host } = platform.config;
  const has = { api: services.has('api'), realtime: services.has('realtime'), tiles: services.has('tiles') };
  const routes = features.flatMap((feature) => [
    ...(has.api ? (feature.routes ?? []) : []),
    ...(has.realtime ? (feature.realtimeRoutes ?? []).map((each) => underLease(platform, each)) : []),
    ...(has.tiles ? (feature.tileRoutes ?? []) : []),
  ]);
  const listeners = features.flatMap((feature) =>
    feature.onAnswer
      ? [
          (answer: Answer) => {
            feature.onAnswer?.(answer);
          },
        ]
      : [],
  );
  const rooms = has.realtime ? features.flatMap((feature) => feature.rooms ?? []) : [];
  const jobsOfFeatures = features.flatMap((feature) => feature.jobs ?? []);
  const operations = features.flatMap((feature) => feature.operations ?? []);
  refuseUnguarded({ routes, rooms, jobs: jobsOfFeatures, operations });
  const app = await createHttpServer(platform, routes, {
    endpoints: features
      .flatMap((feature) => [
        ...(feature.routes ?? []),
        ...(feature.realtimeRoutes ?? []),
        ...(feature.tileRoutes ?? []),
      ])
      .map(({ endpoint }) => endpoint),
    readiness: createReadiness(platform.database, platform.config.dataFolder, () => jobs.isUp),
    onAnswer: (answer) => {
      for (const listener of listeners) listener(answer);
    },
  });
  const roomServer = new RoomServer(platform, rooms);
  const closeFeatures = async (isLeaving: boolean): Promise<void> => {
    for (const feature of [...features].reverse()) {
      await feature.close?.(isLeaving).catch((error: unknown) => {
        platform.log.error('A feature did not stop as it should.', { error });
      });
    }
  };
  try {
    for (const feature of features) await feature.start?.();
    await app.listen({ port, host }).catch((error: unknown) => {
      throw asPortProblem(error, port, host);
    });
  } catch (error) {
    // What they have begun goes on at the next start.
    roomServer.close();
    await closeFeatures(true);
    throw error;
  }
  roomServer.attach(app.server);
  // The queue comes up beside the server: nobody waits for it but jobs.
  const runner = services.has('jobs') ? new OperationRunner(platform, operations) : null;
  const closing = new AbortController();
  const queue = jobs
    .start(runner ? [...jobsOfFeatures, ...runner.jobs] : [], closing.signal)
    .then(() => runner?.start())
    .catch((error: unknown) => {
      platform.log.error('Operations were not taken up again.', { error });
    });
  const address = app.server.address();
  const realPort = typeof address === 'object' && address ? address.port : port;
  return {
    app,
    routes,
    rooms,
    origin: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${realPort}`,
    async close(isLeaving = false) {
      roomServer.close();
      // Before calls are cut off: what they wait for goes on.
      platform.operations.close();
      closing.abort();
      await queue;
      await runner?.close();
      app.server.closeAllConnections();
      await app.close();
      await closeFeatures(isLeaving);
    },
  };
}

/** Says in one line what keeps the server from its address. */
function asPortProblem(error: unknown, port: number, host: string): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} at ${host} is in use by another program. Stop it, or start with --port naming another.`,
      { cause: error },
    );
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user. Start with --port naming one above 1023.`, {
      cause: error,
    });
  return error;
}

/** A call about what this process keeps in its memory is refused while another process may be keeping it. */
function underLease({ leases }: Platform, { endpoint, handle }: Route): Route {
  return {
    endpoint,
    handle: async (call) => {
      leases.epoch('realtime');
      return handle(call);
    },
  };
}
