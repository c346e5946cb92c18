import { randomBytes } from 'node:crypto';
import { eq } from '../database/drizzle.ts';
import type { UserId } from '@groma/model';
import type { Database } from '../database/database.ts';
import { verifications } from '../database/tables/index.ts';
import { resetIdentifier, type createAuth } from './auth.ts';

/** How long a link to set a new password is good, in milliseconds. */
const resetMs = 3_600_000;

/** One-time tokens that set a new password, kept by the sign-in library. */
export class PasswordResets {
  readonly #auth: ReturnType<typeof createAuth>;
  readonly #database: Database;

  constructor(auth: ReturnType<typeof createAuth>, database: Database) {
    this.#auth = auth;
    this.#database = database;
  }

  /** Makes a token in place of any the person had. */
  async begin(userId: UserId): Promise<string> {
    await this.forget(userId);
    const token = randomBytes(32).toString('base64url');
    const { internalAdapter } = await this.#auth.$context;
    await internalAdapter.createVerificationValue({
      identifier: `${resetIdentifier}${token}`,
      value: userId,
      expiresAt: new Date(Date.now() + resetMs),
    });
    return token;
  }

  /** Sets the password of whom the token is for, who is answered; undefined when it is spent, too old or unknown. */
  async finish(token: string, password: string): Promise<UserId | undefined> {
    const { internalAdapter } = await this.#auth.$context;
    const kept = await internalAdapter.findVerificationValue(`${resetIdentifier}${token}`);
    if (!kept) return undefined;
    try {
      await this.#auth.api.resetPassword({ body: { token, newPassword: password } });
    } catch (failure) {
      // Somebody was quicker with the same token, or it has just expired.
      if ((failure as { body?: { code?: string } }).body?.code === 'INVALID_TOKEN') return undefined;
      throw failure;
    }
    const userId = kept.value as UserId;
    // Of links that were asked for at the same moment several may stand.
    await this.forget(userId);
    return userId;
  }

  /** Voids what was sent to a person, who has another address or password now. */
  async forget(userId: UserId): Promise<void> {
    await this.#database.query.delete(verifications).where(eq(verifications.value, userId));
  }
}
