import { GromaError, type ProjectId } from '@groma/model';
import { access, type AccessTokenReply } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AccessToken } from '../../../platform/session/access-tokens.ts';

/** Calls about one's own access tokens. */
export function tokenRoutes({ tokens, access: control }: Platform): Route[] {
  return [
    route(access.listAccessTokens, async ({ user }) => ({ data: (await tokens.list(user.id)).map(present) })),
    route(access.createAccessToken, async ({ user, body, reply }) => {
      const { name, scope, project_id: id, expires_in_days: expiresInDays } = body;
      if (id !== null) await control.require(user.id, id, 'read', 'project', { noun: 'project' });
      const made = await tokens.create(user.id, { name, scope, projectId: id as ProjectId | null, expiresInDays });
      void reply.header('cache-control', 'no-store');
      return { data: present(made.token), token: made.text };
    }),
    route(access.revokeAccessToken, async ({ user, params }) => {
      if (!(await tokens.revoke(user.id, params.tokenId))) throw new GromaError('NOT_FOUND', { noun: 'access token' });
      return { status: 'ok' };
    }),
  ];
}

function present({ projectId, projectName, ...token }: AccessToken): AccessTokenReply {
  return {
    id: token.id,
    name: token.name,
    ending: token.ending,
    is_app: token.clientId !== null,
    scope: token.scope,
    project: projectId === null ? null : { id: projectId, name: projectName ?? '' },
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}
