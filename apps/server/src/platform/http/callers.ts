import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@groma/protocol';
import type { Sessions, User } from '../session/sessions.ts';
import type { Admitted } from './enforce.ts';

/** The block of a notebook whose code makes a call. */
export interface CallingBlock {
  notebookId: string;
  blockId: string;
  code: string;
  /** Set where the notebook runs as a tool: the name of that run. */
  toolRun?: string;
}

/** How a server knows who makes a request. */
export interface Callers {
  /** Undefined for nobody. @throws GromaError for who is to be told why not. */
  identify(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<User | undefined>;
  /** The same of a request that is being answered. */
  userOf(request: FastifyRequest): Promise<User | undefined>;
  /** Refuses what the policy lets in and this server does not. @throws GromaError */
  admit?(request: FastifyRequest, endpoint: Endpoint, admitted: Admitted): void;
  /** Set where code of a notebook asks. */
  blockOf?(request: FastifyRequest): CallingBlock | undefined;
}

/**
 * People by the sessions of their browsers. One in use is prolonged now and then; its new cookie goes with answers that
 * nothing keeps.
 */
export function callersBySession(sessions: Sessions): Callers {
  const userOf: Callers['userOf'] = ({ headers }) => sessions.userOf(headers.cookie);
  return {
    userOf,
    async identify(endpoint, request, reply) {
      if (endpoint.replyType !== 'application/json') return userOf(request);
      const { user, cookies } = await sessions.renew(request.headers.cookie);
      for (const cookie of cookies) void reply.header('set-cookie', cookie);
      return user;
    },
  };
}
