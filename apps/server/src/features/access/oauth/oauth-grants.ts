import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNotNull, lt, notExists, or, sql } from '../../../platform/database/drizzle.ts';
import { GromaError, grantPrefix, limit, newId, type ProjectId, type TokenScope, type UserId } from '@groma/model';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../platform/database/database.ts';
import { accessTokens, oauthClients, oauthCodes, oauthRefreshTokens } from '../../../platform/database/tables/index.ts';
import type { CheckedRequest } from './authorization-request.ts';
import { OAuthError } from './oauth-error.ts';

const codeSeconds = 60;
const accessSeconds = 3_600;
/** Days after which a grant that was not used ends. */
const unusedDays = 90;
/** Days for which codes and refresh tokens that were used are remembered, to know them when they come again. */
const rememberedDays = 30;

type Within = Parameters<Parameters<Database['query']['transaction']>[0]>[0];

/** What a client gets (RFC 6749, 5.1). */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: TokenScope;
}

/** What a person has consented to. */
export interface Consent {
  userId: UserId;
  scope: TokenScope;
  projectId: ProjectId | null;
}

/**
 * What people have granted to clients. A grant is an access token of the person whose text changes: it lasts an hour,
 * and a refresh token, good once, brings the next one. Only hashes are kept.
 */
export function oauthGrants({ query }: Database, bus: Bus) {
  /** Runs a step whose failures end a grant: that has to stay, although the client is refused. */
  const settling = async (
    step: (within: Within) => Promise<IssuedTokens | { ended?: string }>,
  ): Promise<IssuedTokens> => {
    const done = await query.transaction(step);
    if ('access_token' in done) return done;
    if (done.ended !== undefined) await bus.publish('session-ended', { userId: done.ended });
    throw new OAuthError('invalid_grant', 'It is not valid here, or not any more.');
  };
  return {
    /**
     * A code that is good once, for a minute, for whoever has the verifier of its challenge.
     * @throws GromaError TOKEN_LIMIT
     */
    async issueCode(request: CheckedRequest, consent: Consent): Promise<string> {
      const valid = sql`(${accessTokens.expiresAt} IS NULL OR ${accessTokens.expiresAt} > now())`;
      const count = await query.$count(accessTokens, and(eq(accessTokens.userId, consent.userId), valid));
      if (count >= limit.accessTokens) throw new GromaError('TOKEN_LIMIT', { limit: limit.accessTokens });
      const code = randomBytes(32).toString('base64url');
      await query.insert(oauthCodes).values({
        hash: hashOf(code),
        clientId: request.clientId,
        redirectUri: request.redirectUri,
        challenge: request.challenge,
        ...consent,
        expiresAt: inSeconds(codeSeconds) as never,
      });
      return code;
    },

    /** Tokens for a code. One that comes again ends what it has brought. @throws OAuthError */
    redeemCode(given: {
      code: string;
      clientId: string;
      redirectUri: string;
      verifier: string;
    }): Promise<IssuedTokens> {
      return settling(async (within) => {
        const [found] = await within
          .select({
            code: oauthCodes,
            isLate: sql<boolean>`${oauthCodes.expiresAt} <= now()`,
            clientName: oauthClients.name,
          })
          .from(oauthCodes)
          .innerJoin(oauthClients, eq(oauthClients.id, oauthCodes.clientId))
          .where(eq(oauthCodes.hash, hashOf(given.code)))
          .for('update', { of: oauthCodes });
        if (!found) return {};
        const { code, isLate, clientName } = found;
        if (code.usedAt !== null) return endGrant(within, code.tokenId);
        const isRight =
          !isLate &&
          code.clientId === given.clientId &&
          code.redirectUri === given.redirectUri &&
          code.challenge === hashOf(given.verifier);
        const { hash, userId, clientId, scope, projectId } = code;
        const noteUse = (tokenId: string | null) =>
          within
            .update(oauthCodes)
            .set({ usedAt: sql`now()`, tokenId })
            .where(eq(oauthCodes.hash, hash));
        if (!isRight) {
          await noteUse(null);
          return {};
        }
        return issue(within, scope, async (fresh) => {
          const id = newId();
          await within
            .insert(accessTokens)
            .values({ id, userId, clientId, name: clientName, scope, projectId, ...fresh });
          await noteUse(id);
          return id;
        });
      });
    },

    /**
     * Tokens for a refresh token. One that comes again was stolen, or its thief came first: the grant ends.
     * @throws OAuthError
     */
    refresh(given: { token: string; clientId: string }): Promise<IssuedTokens> {
      return settling(async (within) => {
        const [found] = await within
          .select({
            refresh: oauthRefreshTokens,
            token: accessTokens,
            isLate: sql<boolean>`${accessTokens.expiresAt} <= now()`,
          })
          .from(oauthRefreshTokens)
          .innerJoin(accessTokens, eq(accessTokens.id, oauthRefreshTokens.tokenId))
          .where(eq(oauthRefreshTokens.hash, hashOf(given.token)))
          .for('update');
        if (!found || found.token.clientId !== given.clientId || found.isLate) return {};
        const { id, scope } = found.token;
        if (found.refresh.usedAt !== null) return endGrant(within, id);
        await within
          .update(oauthRefreshTokens)
          .set({ usedAt: sql`now()` })
          .where(eq(oauthRefreshTokens.hash, found.refresh.hash));
        return issue(within, scope, (fresh) =>
          within
            .update(accessTokens)
            .set(fresh)
            .where(eq(accessTokens.id, id))
            .then(() => id),
        );
      });
    },

    /**
     * Ends the grant of an access or refresh token, also of one that has been used. A token that is not known, or is
     * none of OAuth, ends nothing, and is answered in the same way. @throws OAuthError for that of another client
     */
    async revoke({ token, clientId }: { token: string; clientId: string }): Promise<void> {
      const hash = hashOf(token);
      const [found] = await query
        .select({ id: accessTokens.id, clientId: accessTokens.clientId })
        .from(accessTokens)
        .leftJoin(oauthRefreshTokens, eq(oauthRefreshTokens.tokenId, accessTokens.id))
        .where(
          and(isNotNull(accessTokens.clientId), or(eq(accessTokens.hash, hash), eq(oauthRefreshTokens.hash, hash))),
        )
        .limit(1);
      if (!found) return;
      if (found.clientId !== clientId) throw new OAuthError('invalid_grant', 'It belongs to another client.');
      const { ended } = await query.transaction((within) => endGrant(within, found.id));
      if (ended !== undefined) await bus.publish('session-ended', { userId: ended });
    },

    async sweep(): Promise<void> {
      const long = sql`now() - make_interval(days => ${rememberedDays})`;
      await query.delete(oauthCodes).where(lt(oauthCodes.expiresAt, long));
      await query.delete(oauthRefreshTokens).where(lt(oauthRefreshTokens.usedAt, long));
      // Clients that nobody has let in.
      const grants = query
        .select({ id: accessTokens.id })
        .from(accessTokens)
        .where(eq(accessTokens.clientId, oauthClients.id));
      await query.delete(oauthClients).where(and(lt(oauthClients.createdAt, long), notExists(grants)));
    },
  };
}

/** Ends a grant with all its tokens. */
async function endGrant(within: Within, tokenId: string | null): Promise<{ ended?: string }> {
  if (tokenId === null) return {};
  const [gone] = await within
    .delete(accessTokens)
    .where(eq(accessTokens.id, tokenId))
    .returning({ userId: accessTokens.userId });
  return gone ? { ended: gone.userId } : {};
}

/** Makes both tokens anew; `keep` writes the access token and gives the id of its grant. */
async function issue(
  within: Within,
  scope: TokenScope,
  keep: (fresh: { hash: string; ending: string; textEndsAt: Date; expiresAt: Date }) => Promise<string>,
): Promise<IssuedTokens> {
  const access = grantPrefix + randomBytes(32).toString('base64url');
  const refresh = randomBytes(32).toString('base64url');
  const tokenId = await keep({
    hash: hashOf(access),
    ending: access.slice(-4),
    textEndsAt: inSeconds(accessSeconds) as never,
    expiresAt: inSeconds(unusedDays * 86_400) as never,
  });
  await within.insert(oauthRefreshTokens).values({ hash: hashOf(refresh), tokenId });
  return { access_token: access, token_type: 'Bearer', expires_in: accessSeconds, refresh_token: refresh, scope };
}

/** By the clock of the records. */
function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`;
}

/** SHA-256 in base64url: how tokens are kept, and what a challenge of S256 is of its verifier (RFC 7636). */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
