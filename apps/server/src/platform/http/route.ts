import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@groma/protocol';
import type { ProjectId } from '@groma/model';
import type { ProjectAccess, TenantAccess } from '../access/access-control.ts';
import type { User } from '../session/sessions.ts';
import type { CallingBlock } from './callers.ts';
import type { Right } from './open-calls.ts';

/** What a handler is given: checked input, and who asks, from the session. */
export interface Call<E extends Endpoint = Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Set whenever the policy asks for a session. */
  user: User;
  /** Set whenever the policy names a project or a thing inside one. */
  projectAccess: ProjectAccess;
  projectId: ProjectId;
  /** Set whenever the policy names a tenant. */
  tenant: TenantAccess;
  /** Set where code of a notebook asks. */
  block: CallingBlock | undefined;
  /** Set where the caller must change nothing: only calls that are `alsoForReaders` need to look. */
  mayOnlyRead: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the caller goes away, or loses the right to the call meanwhile. */
  signal: AbortSignal;
  /** For a right that no policy says, as that of a signed link: the call ends when it does. */
  goBy(right: Right): void;
}

/** A call that a handler has answered with `reply`, or refused with `error`. */
export interface Answer {
  endpoint: Endpoint;
  call: Call;
  reply?: unknown;
  error?: unknown;
}

/** A streamed answer: the handler has written to `reply` itself. */
export const streamed = Symbol('streamed');

/** An endpoint with what answers it. It cannot be made without the endpoint, which carries its policy. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call) => Promise<unknown>;
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E> | typeof streamed>,
): Route {
  return { endpoint, handle: handle as (call: Call) => Promise<unknown> };
}
