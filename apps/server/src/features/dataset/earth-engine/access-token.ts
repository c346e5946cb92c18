import { createSign } from 'node:crypto';
import type { EarthEngineSettings } from '../../../platform/earth-engine-settings.ts';

const scope = 'https://www.googleapis.com/auth/earthengine';
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const lastsSeconds = 3_600;
/** A token is renewed before it ends, so that what begins with it can end. */
const spareMs = 60_000;

/**
 * A token of a service account: what it says of itself, signed by its key, is exchanged for it (RFC 7523, as Google
 * has it). It is kept in memory until shortly before it ends.
 */
export class AccessToken {
  readonly #account: EarthEngineSettings;
  readonly #post: (url: string, body: URLSearchParams) => Promise<unknown>;
  #held: { token: Promise<string>; until: number } | null = null;

  /** @param post sends a form and gives the JSON that comes back; it throws for an answer that is none */
  constructor(account: EarthEngineSettings, post: (url: string, body: URLSearchParams) => Promise<unknown>) {
    [this.#account, this.#post] = [account, post];
  }

  /** @throws what `post` throws; Error where the answer has no token */
  get(): Promise<string> {
    if (this.#held && this.#held.until > Date.now()) return this.#held.token;
    const held = { token: Promise.resolve(''), until: Infinity };
    held.token = this.#exchange().then(
      ({ token, seconds }) => {
        held.until = Date.now() + seconds * 1_000 - spareMs;
        return token;
      },
      (error: unknown) => {
        if (this.#held === held) this.#held = null;
        throw error;
      },
    );
    this.#held = held;
    return held.token;
  }

  /** It was refused: the next call gets another. */
  forget(): void {
    this.#held = null;
  }

  async #exchange(): Promise<{ token: string; seconds: number }> {
    const body = new URLSearchParams({ grant_type: grant, assertion: assertionOf(this.#account) });
    const answer = (await this.#post(this.#account.tokenUrl, body)) as { access_token?: unknown; expires_in?: unknown };
    if (typeof answer?.access_token !== 'string') throw new Error('The answer has no access token.');
    return { token: answer.access_token, seconds: Number(answer.expires_in) || lastsSeconds };
  }
}

function assertionOf({ email, privateKey, privateKeyId, tokenUrl }: EarthEngineSettings): string {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg: 'RS256', typ: 'JWT', ...(privateKeyId !== undefined && { kid: privateKeyId }) });
  const claims = part({ iss: email, scope, aud: tokenUrl, iat: now, exp: now + lastsSeconds });
  const signature = createSign('RSA-SHA256').update(`${head}.${claims}`).sign(privateKey).toString('base64url');
  return `${head}.${claims}.${signature}`;
}
