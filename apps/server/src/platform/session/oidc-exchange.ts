import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as client from 'openid-client';

/** An OpenID Connect issuer people can sign in with, by setting. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call it. */
  name: string;
}

/** What the issuer says of a person (OpenID Connect Core 1.0, section 5.1). */
type OidcClaims = Record<string, unknown> & { sub: string };

/**
 * One answer of the issuer on its way through the sign-in library: `address` is where the browser came back, query and
 * all.
 */
interface Answer {
  address: URL;
  isSecond: boolean;
  claims?: OidcClaims;
  problem?: string;
}

const knownForMs = 10 * 60_000;
const patienceSeconds = 10;

/**
 * The exchange with the issuer: the address people are sent to, and the code they bring back. The sign-in library keeps
 * `state` and the code verifier and binds both to the browser; all that the issuer says is checked here.
 */
export class OidcExchange {
  readonly #settings: OidcSettings;
  readonly #callback: string;
  readonly #key: string;
  readonly #answers = new AsyncLocalStorage<Answer>();
  readonly #statesUnderWay = new Set<string>();
  #known: { configuration: Promise<client.Configuration>; until: number } | null = null;

  /** @param callback the address registered at the issuer. @param key of this server, to derive nonces from. */
  constructor(settings: OidcSettings, callback: string, key: string) {
    this.#settings = settings;
    this.#callback = callback;
    this.#key = key;
  }

  /**
   * Where the browser goes, by what the library has put into its own address.
   * @throws when the issuer cannot be asked.
   */
  async authorizationUrl(parameters: URLSearchParams): Promise<string> {
    const state = parameters.get('state') ?? '';
    const wanted = { ...Object.fromEntries(parameters), nonce: this.#nonceOf(state) };
    return client.buildAuthorizationUrl(await this.#configuration(), wanted).href;
  }

  /** Runs the library's part for one answer; `problem` says afterwards what was wrong with it, if anything was. */
  async answer<Result>(
    query: string,
    take: () => Promise<Result>,
  ): Promise<{ result: Result; problem: string | undefined }> {
    const address = new URL(`${this.#callback}?${query}`);
    const state = address.searchParams.get('state') ?? '';
    // The library reads a state and deletes it afterwards, so that two answers at the same time would both be good.
    const answer: Answer = { address, isSecond: this.#statesUnderWay.has(state) };
    this.#statesUnderWay.add(state);
    try {
      const result = await this.#answers.run(answer, take);
      return { result, problem: answer.problem };
    } finally {
      if (!answer.isSecond) this.#statesUnderWay.delete(state);
    }
  }

  /** Exchanges the code of the answer. @throws when code, tokens or claims are not what they must be. */
  async exchange(codeVerifier: string): Promise<void> {
    const answer = this.#answer();
    try {
      if (answer.isSecond) throw new Error('The same answer is being taken.');
      answer.claims = await this.#claims(answer.address, codeVerifier);
    } catch (error) {
      const { message, cause } = error as Error;
      answer.problem = [message, cause instanceof Error ? cause.message : null].filter(Boolean).join(': ');
      throw error;
    }
  }

  /** The claims that the exchange has brought. */
  claims(): OidcClaims | null {
    return this.#answer().claims ?? null;
  }

  #answer(): Answer {
    const answer = this.#answers.getStore();
    if (!answer) throw new Error('There is no answer of the issuer to take.');
    return answer;
  }

  async #claims(address: URL, pkceCodeVerifier: string): Promise<OidcClaims> {
    const configuration = await this.#configuration();
    const expectedState = address.searchParams.get('state') ?? '';
    const expectedNonce = this.#nonceOf(expectedState);
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
    });
    checkAccessTokenHash(tokens.id_token ?? '', tokens.access_token);
    const said = tokens.claims()!;
    if (said['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return said;
    return client.fetchUserInfo(configuration, tokens.access_token, said.sub);
  }

  /** The nonce is bound to `state`, which is bound to the browser, so nothing more has to be kept. */
  #nonceOf(state: string): string {
    return createHmac('sha256', this.#key).update(`oidc-nonce:${state}`).digest('base64url');
  }

  #configuration(): Promise<client.Configuration> {
    if (this.#known && this.#known.until > performance.now()) return this.#known.configuration;
    const configuration = this.#discover();
    const known = { configuration, until: performance.now() + knownForMs };
    this.#known = known;
    configuration.catch(() => {
      if (this.#known === known) this.#known = null;
    });
    return configuration;
  }

  /** An issuer may end in a slash, which many leave out when they name it. It must call itself by one of the two. */
  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const secret = client.ClientSecretBasic(clientSecret);
    const ask = (address: string) =>
      client.discovery(new URL(address), clientId, undefined, secret, {
        timeout: patienceSeconds,
        execute: [
          client.enableNonRepudiationChecks,
          ...(address.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      });
    return ask(issuer).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error;
      return ask(`${issuer}/`);
    });
  }
}

const hashOfAlgorithm = { 256: 'sha256', 384: 'sha384', 512: 'sha512' } as const;

/**
 * Compares `at_hash` of an ID token, where it has one, with the access token beside it: the left half of its hash
 * (OpenID Connect Core 1.0, section 3.1.3.6). @throws when they differ
 */
function checkAccessTokenHash(idToken: string, accessToken: string): void {
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const [header, claims] = idToken.split('.').slice(0, 2).map(read);
  const said = claims?.['at_hash'];
  if (said === undefined) return;
  const bits = Number(/\d{3}$/.exec(String(header?.['alg']))?.[0]);
  // Ed25519 hashes with SHA-512.
  const hash = createHash(hashOfAlgorithm[bits as keyof typeof hashOfAlgorithm] ?? 'sha512')
    .update(accessToken)
    .digest();
  const half = hash.subarray(0, hash.length / 2);
  const given = Buffer.from(String(said), 'base64url');
  if (given.length !== half.length || !timingSafeEqual(given, half))
    throw new Error('at_hash of the ID token is not that of the access token.');
}
