import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import type { z } from 'zod';
import type { AccessControl } from '../access/access-control.ts';
import type { Callers } from './callers.ts';
import { enforce, refuseForeignNames, type Admitted } from './enforce.ts';
import { openToCaches } from './open-to-caches.ts';
import { followCallInside } from './inside-calls.ts';
import type { OpenCall, OpenCalls, Right } from './open-calls.ts';
import type { PublishedAnswers } from './published-answers.ts';
import { allowSlowBody, bodyLimitOf } from './request-limits.ts';
import { streamed, type Answer, type Call, type Route } from './route.ts';

/** What routes are answered with. */
interface RouteParts {
  access: AccessControl;
  callers: Callers;
  open: OpenCalls;
  /** Set where answers that anyone may have are kept. */
  published?: PublishedAnswers;
}

/**
 * Registers routes; those whose bodies are read as they come get a scope without parsers. `onAnswer` is told of each
 * call that was answered or refused.
 */
export async function addRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  parts: RouteParts,
  onAnswer: (answer: Answer) => void,
): Promise<void> {
  for (const each of routes.filter(({ endpoint }) => endpoint.bodyKind !== 'raw')) addRoute(app, each, parts, onAnswer);
  await app.register((scope, _options, done) => {
    // The bytes as they come, whatever type they are said to be: a .json file is a file here and no JSON call.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, next) => {
      next(null, payload);
    });
    for (const each of routes.filter(({ endpoint }) => endpoint.bodyKind === 'raw'))
      addRoute(scope, each, parts, onAnswer);
    done();
  });
}

function addRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  { access, callers, open: calls, published }: RouteParts,
  onAnswer: (answer: Answer) => void,
): void {
  const admissions = new WeakMap<FastifyRequest, { admitted: Admitted; open: OpenCall }>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    // Before the body is read, so that a stranger makes the server hold and parse nothing, and before anything is read
    // closely, so that a stranger learns nothing from what is found wrong with a request.
    onRequest: async (request, reply) => {
      if (await published?.answer(endpoint, request, reply)) return reply;
      const open = calls.add(endpoint, request, reply);
      followCallInside(open.aborter);
      const user = await callers.identify(endpoint, request, reply);
      const named = { params: withPath(request.params), query: request.query };
      const admitted = await enforce(endpoint.policy, named, user, access, callers.visitorOf?.(request));
      callers.admit?.(request, endpoint, admitted);
      calls.admit(open, named, admitted);
      admissions.set(request, { admitted, open });
      if (endpoint.bodyKind !== 'json') allowSlowBody(request);
      return undefined;
    },
    onSend: async (request, reply, payload) => {
      if (!admissions.get(request)?.admitted.projectAccess?.isForAnyone) return payload;
      openToCaches(reply);
      return published?.keep(endpoint, request, reply, payload) ?? payload;
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
        block: callers.blockOf?.(request),
        mayOnlyRead: callers.mayOnlyRead?.(request) ?? false,
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
        onAnswer({ endpoint, call, error });
        throw error;
      });
      onAnswer({ endpoint, call, reply: answer });
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
