import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';

type Claims = Record<string, unknown>;

/** What is forged of one sign-in; everything else is as it should be. */
export interface Forgery {
  /** Put over the claims of the ID token; `undefined` leaves one out. */
  claims?: Claims;
  /** Put over the answer of the user information endpoint. */
  information?: Claims;
  /** Signs the ID token with a key that is not the issuer's. */
  isSignedByAnother?: boolean;
  /** What the token endpoint hands out as access token, whatever `at_hash` says. */
  accessToken?: string;
}

/** An OpenID Connect issuer that says of a sign-in whatever it is told to. */
export interface ForgingIssuer {
  issuer: string;
  /** Put over the description of the issuer (OpenID Connect Discovery 1.0). */
  description: Claims;
  /** What reached the token endpoint. */
  exchanges: URLSearchParams[];
  /** The query with which the browser comes back from where it was sent. */
  answer(authorizationUrl: string, forgery?: Forgery): URLSearchParams;
  close(): Promise<void>;
}

const ownKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const begun = new Map<string, { nonce: string; forgery: Forgery }>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const forging: ForgingIssuer = {
    issuer,
    description: {},
    exchanges: [],
    answer(authorizationUrl, forgery = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      begun.set(code, { nonce: asked.get('nonce')!, forgery });
      return new URLSearchParams({ code, state: asked.get('state')!, iss: issuer });
    },
    close: () => stop(server),
  };
  const pages: Record<string, (request: IncomingMessage) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      ...forging.description,
    }),
    '/keys': () => ({
      keys: [{ ...ownKey.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
    }),
    '/me': (request) => ({
      sub: 'ina',
      email: 'ina@example.com',
      email_verified: true,
      name: 'ina',
      ...begun.get(request.headers.authorization!.slice('Bearer '.length))?.forgery.information,
    }),
    '/token': async (request) => {
      const asked = new URLSearchParams(await textOf(request));
      forging.exchanges.push(asked);
      const code = asked.get('code')!;
      const { nonce, forgery } = begun.get(code)!;
      return {
        access_token: forgery.accessToken ?? code,
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken(issuer, nonce, code, forgery),
      };
    },
  };
  server.on('request', async (request, response) => {
    const page = pages[request.url!.split('?')[0]!];
    response
      .writeHead(page ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify((await page?.(request)) ?? {}));
  });
  return forging;
}

function idToken(
  issuer: string,
  nonce: string,
  accessToken: string,
  { claims, isSignedByAnother = false }: Forgery,
): string {
  const now = Math.floor(Date.now() / 1000);
  const hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  const signed = `${encode({ alg: 'RS256', kid: 'own' })}.${encode({ iss: issuer, sub: 'ina', aud: 'groma', iat: now, exp: now + 60, nonce, at_hash: hash, ...claims })}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), (isSignedByAnother ? otherKey : ownKey).privateKey).toString('base64url')}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
