import type { FastifyReply, FastifyRequest } from 'fastify';
import { GromaError, isOpenToToken, type TokenRights } from '@groma/model';
import type { Endpoint } from '@groma/protocol';
import { visitorBy, type Visitor } from '../access/visitor.ts';
import { AccessTokens, type TokenBearer } from '../session/access-tokens.ts';
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
  /** Set where whoever is not signed in may read publications. */
  visitorOf?(request: FastifyRequest): Visitor;
  /** The same of a request that is being answered. */
  userOf(request: FastifyRequest): Promise<User | undefined>;
  /** Refuses what the policy lets in and this server does not. @throws GromaError */
  admit?(request: FastifyRequest, endpoint: Endpoint, admitted: Admitted): void;
  /** Set where code of a notebook asks. */
  blockOf?(request: FastifyRequest): CallingBlock | undefined;
  /** What must change nothing, whatever its person may. */
  mayOnlyRead?(request: FastifyRequest): boolean;
}

/** With this header a call changes nothing, whatever its person may: callers can give up rights by themselves. */
export const readOnlyHeader = 'groma-read-only';

const readingRights: TokenRights = { scope: 'read', projectId: null };

/**
 * People by the sessions of their browsers, or by an access token in the `Authorization` header, which counts where
 * there is one, or as the password of programs that know nothing else. A session in use is prolonged now and then; its
 * new cookie goes with answers that nothing keeps.
 */
export function callersBySessionOrToken(sessions: Sessions, tokens: AccessTokens, secret: string): Callers {
  const bearers = new WeakMap<FastifyRequest, TokenBearer>();
  /** Of those who brought their token as a password. */
  const byPassword = new WeakMap<FastifyRequest, string>();
  const tokenOf = (request: FastifyRequest) =>
    AccessTokens.in(request.headers.authorization) ?? byPassword.get(request);
  return {
    async identify(endpoint, request, reply) {
      const password = endpoint.alsoByPassword && AccessTokens.asPassword(request.headers.authorization);
      if (password !== undefined) byPassword.set(request, password);
      const token = tokenOf(request);
      if (token !== undefined) {
        const bearer = await tokens.bearerOf(token);
        bearers.set(request, bearer);
        // What is open to anyone shows a person what they may read anywhere: a token for one project does not.
        return endpoint.policy.kind === 'anyone' && bearer.rights.projectId !== null ? undefined : bearer.user;
      }
      if (endpoint.onlyByToken) return undefined;
      if (endpoint.replyType !== 'application/json') return sessions.userOf(request.headers.cookie);
      const { user, cookies } = await sessions.renew(request.headers.cookie);
      for (const cookie of cookies) void reply.header('set-cookie', cookie);
      return user;
    },
    visitorOf: ({ headers }) => visitorBy(secret, headers.cookie),
    async userOf(request) {
      const token = tokenOf(request);
      return token === undefined ? sessions.userOf(request.headers.cookie) : (await tokens.bearerOf(token)).user;
    },
    admit(request, { policy, method, alsoForReaders = false }, { projectAccess }) {
      const rights = bearers.get(request)?.rights;
      if (isReadOnly(request) && !isOpenToToken(policy, readingRights, method === 'GET' || alsoForReaders))
        throw new GromaError('TOKEN_FORBIDDEN');
      if (!rights) return;
      const isOther =
        projectAccess !== undefined && rights.projectId !== null && projectAccess.projectId !== rights.projectId;
      if (isOther || !isOpenToToken(policy, rights, method === 'GET' || alsoForReaders))
        throw new GromaError('TOKEN_FORBIDDEN');
    },
    mayOnlyRead(request) {
      const rights = bearers.get(request)?.rights;
      return isReadOnly(request) || (rights !== undefined && rights.scope !== 'write');
    },
  };
}

function isReadOnly({ headers }: FastifyRequest): boolean {
  return headers[readOnlyHeader] !== undefined;
}
