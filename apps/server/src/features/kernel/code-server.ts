import { createServer, type IncomingMessage, type Server } from 'node:http';
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { GromaError, type ProjectId } from '@groma/model';
import { addRoutes } from '../../platform/http/add-route.ts';
import type { Callers, CallingBlock } from '../../platform/http/callers.ts';
import { answerError } from '../../platform/http/error-reply.ts';
import { OpenCalls } from '../../platform/http/open-calls.ts';
import { limitBodyTime, serverLimits } from '../../platform/http/request-limits.ts';
import { newRequestId, watchRequests } from '../../platform/http/request-watch.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';

/** Who asks through a kernel, and the only project that is open there. */
export interface Asker {
  user: User;
  projectId: ProjectId;
  /** Without a block it may only read. */
  block: CallingBlock | null;
}

/** Connections of one kernel at once; more are refused, and tried again. */
const mostConnections = 64;

/**
 * Answers calls at Unix sockets, one for each kernel. They are the calls of browsers, with their policies; who asks is
 * decided by the socket and not by the request, so that no header of it can say something else.
 */
export class CodeServer {
  readonly #app: FastifyInstance;
  readonly #ready: Promise<void>;
  readonly #askers = new WeakMap<Socket, () => Promise<Asker>>();
  readonly #asking = new WeakMap<FastifyRequest, Asker>();
  readonly #servers = new Set<Server>();
  readonly #log: Platform['log'];

  constructor(platform: Platform, routes: readonly Route[]) {
    const { access, bus, log } = platform;
    this.#log = log;
    const app = fastify({
      routerOptions: { maxParamLength: 4_000 },
      genReqId: (raw) => newRequestId(raw, false),
    });
    watchRequests(app, platform);
    app.addHook('onRequest', async (request) => {
      limitBodyTime(request);
    });
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
    app.setNotFoundHandler(() => {
      throw new GromaError('NOT_FOUND', { noun: 'call' });
    });
    const callers = this.#callers();
    const open = new OpenCalls({ access, bus, log, callers });
    app.addHook('onClose', async () => {
      open.close();
    });
    this.#app = app;
    this.#ready = addRoutes(app, routes, { access, callers, open }, () => undefined).then(async () => {
      await app.ready();
    });
    this.#ready.catch(() => undefined);
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  /** Listens at a socket, which is made anew, for those of whom `askerOf` says who they are; gives what ends it. */
  listen(path: string, askerOf: () => Promise<Asker>): () => void {
    const server = createServer(
      { requestTimeout: serverLimits.requestTimeout, ...serverLimits.http },
      (request, response) => {
        this.#app.routing(request, response);
      },
    );
    server.maxConnections = mostConnections;
    server.on('connection', (socket) => this.#askers.set(socket, askerOf));
    server.on('error', (error) => {
      this.#log.error('A kernel cannot ask the server.', { error });
    });
    // What a server that was killed has left.
    rmSync(path, { force: true });
    server.listen(path);
    this.#servers.add(server);
    return () => {
      this.#servers.delete(server);
      server.close();
      server.closeAllConnections();
    };
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    this.#servers.clear();
    await this.#ready.catch(() => undefined);
    await this.#app.close();
  }

  #callers(): Callers {
    return {
      identify: async (_endpoint, request) => {
        const asker = await this.#askerOf(request.raw);
        this.#asking.set(request, asker);
        return asker.user;
      },
      // Who has asked stays who has asked, whatever runs by then.
      userOf: async (request) => this.#asking.get(request)?.user,
      admit: (request, { policy, method }, { projectAccess }) => {
        const asker = this.#asking.get(request);
        if (!asker?.block && method !== 'GET') throw new GromaError('NO_BLOCK_RUNS');
        if (projectAccess && projectAccess.projectId !== asker?.projectId)
          throw new GromaError('NOT_FOUND', {
            noun: policy.kind === 'of-resource' ? policy.noun : 'subject' in policy ? policy.subject : 'project',
          });
      },
      blockOf: (request) => this.#asking.get(request)?.block ?? undefined,
    };
  }

  #askerOf({ socket }: IncomingMessage): Promise<Asker> {
    const ask = this.#askers.get(socket);
    if (!ask) throw new GromaError('UNAUTHENTICATED');
    return ask();
  }
}
