import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';

/** Somebody as the issuer knows them. */
export type Claims = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  name?: string;
};

/** A real OpenID Connect issuer on this machine, with people who have whatever claims they are given. */
export interface TestIssuer {
  issuer: string;
  people: Map<string, Claims>;
  /**
   * Goes through the issuer's pages as a browser would: from where the server sends it to where the issuer sends it
   * back.
   */
  signIn(authorizationUrl: string, sub: string): Promise<string>;
  close(): Promise<void>;
}

export async function startTestIssuer(callback: string): Promise<TestIssuer> {
  const people = new Map<string, Claims>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'groma',
        client_secret: 'a secret of the test',
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    cookies: { keys: ['keys of the test'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  server.on('request', provider.callback());
  return { issuer, people, signIn: (url, sub) => signIn(issuer, url, sub), close: () => stop(server) };
}

async function signIn(issuer: string, authorizationUrl: string, sub: string): Promise<string> {
  const jar = new Map<string, string>();
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const reply = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
      jar.set(name, value);
    }
    return reply;
  };
  let reply = await visit(authorizationUrl);
  // Pages lead on by redirects; two of them are forms, to say who one is and to agree.
  for (let steps = 0; steps < 20; steps++) {
    const location = reply.headers.get('location');
    if (location !== null && !new URL(location, issuer).href.startsWith(issuer)) return location;
    if (location !== null) {
      reply = await visit(location);
      continue;
    }
    const page = await reply.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error(`The issuer answered ${reply.status}: ${page.slice(0, 500)}`);
    reply = await visit(action, prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt });
  }
  throw new Error('The issuer led nowhere.');
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
