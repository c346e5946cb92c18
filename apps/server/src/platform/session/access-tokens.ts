import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, or, sql } from '../database/drizzle.ts';
import {
  GromaError,
  grantPrefix,
  limit,
  newId,
  tokenPrefix,
  type ProjectId,
  type TokenRights,
  type TokenScope,
  type UserId,
} from '@groma/model';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { accessTokens, projects, users } from '../database/tables/index.ts';
import type { User } from './user.ts';

/** A token as its owner sees it: its text is known to nobody but whoever keeps it. */
export interface AccessToken extends TokenRights {
  id: string;
  name: string;
  ending: string;
  /** The app that keeps it. */
  clientId: string | null;
  projectName: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

export interface NewAccessToken {
  name: string;
  scope: TokenScope;
  projectId: ProjectId | null;
  expiresInDays: number | null;
}

/** Whoever brings a token, and what it lets them do. */
export interface TokenBearer {
  id: string;
  /** What its person calls it. */
  name: string;
  user: User;
  rights: TokenRights;
}

const dayMs = 86_400_000;
/** Days for which a token that has expired is still listed. */
const expiredDays = 30;
const notedEveryMs = 60_000;

/**
 * Personal access tokens: 256 random bits, of which only a hash is kept. A fast hash is enough, since there is nothing
 * to guess (unlike a password).
 */
export class AccessTokens {
  readonly #database: Database;
  readonly #bus: Bus;
  /** When each token was last noted to be in use. */
  readonly #noted = new Map<string, number>();

  constructor(database: Database, bus: Bus) {
    this.#database = database;
    this.#bus = bus;
  }

  /** The token in an `Authorization` header; undefined where it holds none of ours. */
  static in(authorization: string | undefined): string | undefined {
    const [, text] = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
    return isToken(text) ? text : undefined;
  }

  /** The same of a header that brings it as a password (RFC 7617); the name before it says nothing. */
  static asPassword(authorization: string | undefined): string | undefined {
    const [, packed] = /^Basic\s+([\w+/=-]+)\s*$/i.exec(authorization ?? '') ?? [];
    const text = Buffer.from(packed ?? '', 'base64').toString('utf8');
    const password = text.slice(text.indexOf(':') + 1);
    return isToken(password) ? password : undefined;
  }

  /** @throws GromaError TOKEN_INVALID */
  async bearerOf(text: string): Promise<TokenBearer> {
    const [found] = await this.#database.query
      .select({
        id: accessTokens.id,
        name: accessTokens.name,
        scope: accessTokens.scope,
        projectId: accessTokens.projectId,
        user: { id: users.id, username: users.username, email: users.email },
      })
      .from(accessTokens)
      .innerJoin(users, eq(users.id, accessTokens.userId))
      .where(and(eq(accessTokens.hash, hashOf(text)), isValid, isFresh));
    if (!found) throw new GromaError('TOKEN_INVALID');
    this.#note(found.id);
    const { id, name, user, scope, projectId } = found;
    return { id, name, user: { ...user, id: user.id as UserId }, rights: { scope, projectId } };
  }

  /** Those of a person, the newest first. */
  async list(userId: UserId): Promise<AccessToken[]> {
    const since = sql`now() - make_interval(days => ${expiredDays})`;
    return this.#database.query
      .select(listed)
      .from(accessTokens)
      .leftJoin(projects, eq(projects.id, accessTokens.projectId))
      .where(
        and(eq(accessTokens.userId, userId), or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, since))),
      )
      .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));
  }

  /** @throws GromaError TOKEN_LIMIT */
  async create(userId: UserId, { name, scope, projectId, expiresInDays }: NewAccessToken) {
    const text = tokenPrefix + randomBytes(32).toString('base64url');
    const id = newId();
    await this.#database.query.transaction(async (change) => {
      // Two that are created at once are counted one after the other.
      await change.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
      const count = await change.$count(accessTokens, and(eq(accessTokens.userId, userId), isValid));
      if (count >= limit.accessTokens) throw new GromaError('TOKEN_LIMIT', { limit: limit.accessTokens });
      await change.insert(accessTokens).values({
        id,
        userId,
        name,
        hash: hashOf(text),
        ending: text.slice(-4),
        scope,
        projectId,
        expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs),
      });
    });
    const made = (await this.list(userId)).find((token) => token.id === id)!;
    return { token: made, text };
  }

  /** Ends a token of a person, and what is being answered for it; false where it is not theirs. */
  async revoke(userId: UserId, id: string): Promise<boolean> {
    const gone = await this.#database.query
      .delete(accessTokens)
      .where(and(eq(accessTokens.id, id), eq(accessTokens.userId, userId)))
      .returning({ id: accessTokens.id });
    if (gone.length > 0) await this.#bus.publish('session-ended', { userId });
    return gone.length > 0;
  }

  async sweep(): Promise<void> {
    const until = sql`now() - make_interval(days => ${expiredDays})`;
    await this.#database.query.delete(accessTokens).where(lt(accessTokens.expiresAt, until));
    this.#noted.clear();
  }

  /** A failure to note it must not spoil the call. */
  #note(id: string): void {
    const now = Date.now();
    if (now - (this.#noted.get(id) ?? 0) < notedEveryMs) return;
    this.#noted.set(id, now);
    this.#database.query
      .update(accessTokens)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(accessTokens.id, id))
      .catch(() => this.#noted.delete(id));
  }
}

function isToken(text: string | undefined): text is string {
  return [tokenPrefix, grantPrefix].some((prefix) => text?.startsWith(prefix));
}

const isValid = or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, sql`now()`));

/** Texts of apps' tokens end before their grants do. */
const isFresh = or(isNull(accessTokens.textEndsAt), gt(accessTokens.textEndsAt, sql`now()`));

const listed = {
  id: accessTokens.id,
  name: accessTokens.name,
  ending: accessTokens.ending,
  clientId: accessTokens.clientId,
  scope: accessTokens.scope,
  projectId: accessTokens.projectId,
  projectName: projects.name,
  createdAt: accessTokens.createdAt,
  expiresAt: accessTokens.expiresAt,
  lastUsedAt: accessTokens.lastUsedAt,
};

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
