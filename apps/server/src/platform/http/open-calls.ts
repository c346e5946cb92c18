import type { FastifyReply, FastifyRequest } from 'fastify';
import { evenWithoutPlan, GromaError, type Policy } from '@groma/model';
import type { Endpoint } from '@groma/protocol';
import type { AccessControl } from '../access/access-control.ts';
import type { Bus } from '../bus/bus.ts';
import type { Log } from '../log.ts';
import type { Callers } from './callers.ts';
import { enforce, type Admitted, type Named } from './enforce.ts';
import { isFromNetwork } from './request-limits.ts';

interface Parts {
  access: AccessControl;
  bus: Bus;
  log: Log;
  callers: Callers;
}

/** A right that a call goes by: whose, to which project, and what throws a GromaError once it has ended. */
export interface Right {
  userId: string | undefined;
  projectId: string | undefined;
  check(): Promise<unknown>;
}

/** A call that is being answered. `isDue`: something ended before its right was known. */
export interface OpenCall {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  aborter: AbortController;
  right: Right | undefined;
  isDue: boolean;
}

const lookMs = 20_000;

/**
 * Calls that are being answered, and whether they still may be: a download or a query can take an hour, in which a
 * session or a role ends. Who loses the right is cut off, as if they had gone away by themselves. A plan that ends
 * stops nothing.
 */
export class OpenCalls {
  readonly #parts: Parts;
  readonly #open = new Set<OpenCall>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.bus.subscribe(
      'project-access-changed',
      ({ projectId }: { projectId: string }) => void this.#look((right) => right.projectId === projectId),
    );
    parts.bus.subscribe(
      'session-ended',
      ({ userId }: { userId?: string }) => void this.#look((right) => userId === undefined || right.userId === userId),
    );
    parts.bus.subscribe('bus-reconnected', () => void this.#look(() => true));
    // Finds what no message told of: a session that has expired.
    this.#timer = setInterval(() => void this.#look(() => true), lookMs).unref();
  }

  /**
   * Has a call looked after until it is answered. To be called before its right is read, so that no change of it is
   * missed.
   */
  add(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): OpenCall {
    const call: OpenCall = { endpoint, request, reply, aborter: new AbortController(), right: undefined, isDue: false };
    this.#open.add(call);
    reply.raw.once('close', () => this.#open.delete(call));
    return call;
  }

  /** Has a call go by the right of its policy, by which it was let in. */
  admit(call: OpenCall, named: Named, { user, projectAccess }: Admitted): void {
    const { policy } = call.endpoint;
    if (policy.kind === 'anyone') return;
    const check = (): Promise<void> => this.#enforceAgain(policy, named, call.request);
    call.right = { userId: user?.id, projectId: projectAccess?.projectId, check };
    if (call.isDue) void this.#lookAt(call, call.right);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #enforceAgain(policy: Policy, named: Named, request: FastifyRequest): Promise<void> {
    const user = await this.#parts.callers.userOf(request);
    const visitor = this.#parts.callers.visitorOf?.(request);
    await enforce('place' in policy ? evenWithoutPlan(policy) : policy, named, user, this.#parts.access, visitor);
  }

  async #look(isConcerned: (right: Right) => boolean): Promise<void> {
    await Promise.all(
      [...this.#open].map(async (call) => {
        call.isDue = true;
        if (call.right && isConcerned(call.right)) await this.#lookAt(call, call.right);
      }),
    );
  }

  async #lookAt(call: OpenCall, { check }: Right): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (error instanceof GromaError) end(call, error);
      // Where the records cannot be read no right can end either; the next look finds what has.
      else this.#parts.log.error('The right of a call could not be looked at.', { id: call.endpoint.id, error });
    }
  }
}

/**
 * What is short and has come whole is left to its answer: it may be the very call that ends the right, such as signing
 * out. Its work is told to stop, where it listens.
 */
function end({ endpoint, request, reply, aborter }: OpenCall, reason: GromaError): void {
  if (reply.raw.writableFinished) return;
  aborter.abort(reason);
  const isLong = endpoint.bodyKind !== 'json' || endpoint.replyType !== 'application/json';
  if ((isLong || !request.raw.complete) && isFromNetwork(request.raw)) request.raw.socket.destroy();
}
