import { and, desc, eq, gt, isNotNull, lt, ne, or } from '../database/drizzle.ts';
import type { UserId } from '@groma/model';
import type { Database } from '../database/database.ts';
import { accounts, sessions, verifications } from '../database/tables/index.ts';
import { readCookie } from './session-cookie.ts';

/** A session as its owner sees it. */
export interface OpenSession {
  id: string;
  isCurrent: boolean;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** The sessions of people, and their end. */
export class OpenSessions {
  readonly #database: Database;
  readonly #cookieName: string;
  readonly #publishEnded: (userId: string) => Promise<void>;

  constructor(database: Database, cookieName: string, publishEnded: (userId: string) => Promise<void>) {
    this.#database = database;
    this.#cookieName = cookieName;
    this.#publishEnded = publishEnded;
  }

  async list(userId: UserId, cookie: string | undefined): Promise<OpenSession[]> {
    const rows = await this.#database.query
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
      .orderBy(desc(sessions.updatedAt));
    const token = this.#tokenOf(cookie);
    return rows
      .map(({ id, token: its, ipAddress, userAgent, createdAt, expiresAt }) => ({
        id,
        isCurrent: its === token,
        ipAddress,
        userAgent,
        createdAt,
        expiresAt,
      }))
      .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  }

  async end(userId: UserId, sessionId: string): Promise<boolean> {
    const ended = await this.#database.query
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
      .returning({ id: sessions.id });
    if (ended.length > 0) await this.#publishEnded(userId);
    return ended.length > 0;
  }

  async endAll(userId: UserId, cookie?: string): Promise<number> {
    const ended = await this.#database.query
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.token, this.#tokenOf(cookie))))
      .returning({ id: sessions.id });
    if (ended.length > 0) await this.#publishEnded(userId);
    return ended.length;
  }

  /**
   * Deletes sessions that have expired, with where they were used from, sign-ins at an issuer that nobody came back
   * from, and tokens of issuers that were once kept.
   */
  async sweep(): Promise<void> {
    const now = new Date();
    await this.#database.query.delete(sessions).where(lt(sessions.expiresAt, now));
    await this.#database.query.delete(verifications).where(lt(verifications.expiresAt, now));
    await this.#database.query
      .update(accounts)
      .set({ accessToken: null, refreshToken: null, idToken: null })
      .where(or(isNotNull(accounts.accessToken), isNotNull(accounts.refreshToken), isNotNull(accounts.idToken)));
  }

  /**
   * The token in a cookie, whose other part is its signature; an empty text, which is nobody's, where there is none.
   */
  #tokenOf(cookie: string | undefined): string {
    const value = readCookie(cookie, this.#cookieName) ?? '';
    return value.split('.')[0] ?? '';
  }
}
