import { createHash, randomBytes } from 'node:crypto';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access, createClient, map } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

const callback = 'http://127.0.0.1:33418/callback';
let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
});
afterAll(() => server.close());

/** What an agent keeps: the provider of the official SDK, with the browser of the person in its place. */
class Agent implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = { client_name: 'Field agent', redirect_uris: [callback] };
  asked: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  state = () => 'state of the agent';
  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens): void => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

/** The person answers the consent page, as it does. */
async function consent(
  person: Person,
  request: Record<string, string>,
  answer: { is_allowed?: boolean; scope?: 'read' | 'propose' | 'write'; project_id?: string | null } = {},
): Promise<URL> {
  const body = { request: request as never, is_allowed: true, ...answer };
  return new URL((await person.client.call(access.giveConsent, { body })).data.redirect);
}
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

async function register(
  redirectUris: string[] = [callback],
): Promise<{ status: number; json: Record<string, string> }> {
  const answer = await fetch(`${server.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An agent', redirect_uris: redirectUris }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}

/** A client with a request that is right; its verifier is in hand. */
async function newRequest(change: Record<string, string> = {}) {
  const { json } = await register();
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id: json['client_id']!,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 's 1',
    ...change,
  };
  return { request, verifier };
}

async function exchange(form: Record<string, string>): Promise<{ status: number; json: Record<string, string> }> {
  const answer = await fetch(`${server.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}

async function granted(answer: Parameters<typeof consent>[2] = {}) {
  const { request, verifier } = await newRequest();
  const code = (await consent(ann, request, answer)).searchParams.get('code')!;
  const form = {
    grant_type: 'authorization_code',
    client_id: request.client_id,
    redirect_uri: callback,
    code,
    code_verifier: verifier,
  };
  return { form, ...(await exchange(form)) };
}

const listMaps = (token: string) =>
  codeOf(
    createClient(server.origin, () => ({ authorization: `Bearer ${token}` })).call(map.listMaps, {
      params: { projectId },
    }),
  );
const refreshing = (clientId: string, token: string) =>
  exchange({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token });

test('[ACC-142] the official client finds the way, registers, asks, and works with what a person grants', async () => {
  const agent = new Agent();
  const url = new URL(`${server.origin}/mcp`);
  const transport = () =>
    new StreamableHTTPClientTransport(url, { authProvider: agent }) as unknown as Parameters<Client['connect']>[0];
  const first = new Client({ name: 'test', version: '1' });
  await expect(first.connect(transport())).rejects.toThrow(/unauthorized/i);
  expect(agent.asked?.pathname).toBe('/oauth/authorize');
  const request = Object.fromEntries(agent.asked!.searchParams);
  const { data } = await ann.client.call(access.readConsent, { query: request as never });
  expect(data).toEqual({
    client_name: 'Field agent',
    redirect_host: '127.0.0.1:33418',
    scopes: ['read', 'propose', 'write'],
  });
  const back = await consent(ann, request, { scope: 'propose', project_id: projectId });
  expect([back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([
    callback,
    'state of the agent',
    server.origin,
  ]);
  expect(await auth(agent, { serverUrl: url, authorizationCode: back.searchParams.get('code')! })).toBe('AUTHORIZED');
  expect(agent.tokens()).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'propose' });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('edit_notebook');
  expect(names).not.toContain('buffer');
  const projects = (await client.callTool({ name: 'list_projects', arguments: {} })).content as { text: string }[];
  expect(JSON.parse(projects[0]!.text)).toMatchObject([{ id: projectId }]);
  // The SDK refreshes by itself; the token before is no more.
  const before = agent.tokens()!.access_token;
  expect(await auth(agent, { serverUrl: url })).toBe('AUTHORIZED');
  expect(await listMaps(before)).toBe('TOKEN_INVALID');
  expect(await listMaps(agent.tokens()!.access_token)).toBe('done');
  await client.close();
  // It is listed beside the personal tokens, and revoked like them.
  const listed = (await ann.client.call(access.listAccessTokens)).data.find(({ is_app: isApp }) => isApp)!;
  expect(listed).toMatchObject({ name: 'Field agent', scope: 'propose', project: { id: projectId } });
  await ann.client.call(access.revokeAccessToken, { params: { tokenId: listed.id } });
  expect(await listMaps(agent.tokens()!.access_token)).toBe('TOKEN_INVALID');
});

test('[ACC-142] who comes to /mcp without a token that is good is told where to get one', async () => {
  for (const headers of [{}, { authorization: 'Bearer groma_pat_wrong' }, { cookie: ann.cookie }]) {
    const answer = await fetch(`${server.origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      } as never,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(`resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp"`),
    ]);
  }
  // What is not there is no page either, so that nobody takes it for metadata.
  expect((await fetch(`${server.origin}/.well-known/openid-configuration`)).status).toBe(404);
});

test('[ACC-143] a client registers addresses that are its own: https, this computer, or a program', async () => {
  for (const good of ['https://agent.example/cb', 'http://localhost/cb', 'cursor://agent/cb', 'com.example.app:/cb'])
    expect([good, (await register([good])).status]).toEqual([good, 201]);
  for (const bad of [
    'http://agent.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://agent.example/cb#x',
    'https://a:b@agent.example/',
    '/cb',
  ])
    expect([bad, await register([bad])]).toMatchObject([bad, { status: 400, json: { error: 'invalid_redirect_uri' } }]);
  expect(await register([])).toMatchObject({ status: 400, json: { error: 'invalid_client_metadata' } });
});

test('[ACC-143] a program is named by its scheme, and answered there', async () => {
  const redirect = 'cursor://groma.example.org/cb';
  const { request } = await newRequest({
    client_id: (await register([redirect])).json['client_id']!,
    redirect_uri: redirect,
  });
  const { data } = await ann.client.call(access.readConsent, { query: request as never });
  expect(data.redirect_host).toBe('cursor://groma.example.org');
  expect((await consent(ann, request)).href).toMatch(/^cursor:\/\/groma\.example\.org\/cb\?code=/);
});

test('[ACC-143] a request that is not right is shown to nobody and leads nowhere', async () => {
  const changes: Record<string, string>[] = [
    { client_id: 'unknown' },
    { redirect_uri: 'https://evil.example/cb' },
    { redirect_uri: `${callback}/more` },
    { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
    { resource: 'https://other.example/mcp' },
  ];
  for (const change of changes) {
    const { request } = await newRequest(change);
    expect([change, await codeOf(ann.client.call(access.readConsent, { query: request as never }))]).toEqual([
      change,
      'BAD_INPUT',
    ]);
    expect(await codeOf(consent(ann, request))).toBe('BAD_INPUT');
    expect(await codeOf(consent(ann, request, { is_allowed: false }))).toBe('BAD_INPUT');
  }
  // At this computer the port is the client's to choose.
  const { request } = await newRequest({ redirect_uri: callback.replace('33418', '40001') });
  expect((await consent(ann, request)).port).toBe('40001');
});

test('[ACC-143] refusing tells the client so, and grants nothing', async () => {
  const { request } = await newRequest();
  const back = await consent(ann, request, { is_allowed: false });
  expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 's 1', iss: server.origin });
});

test('[ACC-143] nobody is given more than was asked for, or a workspace that is not theirs', async () => {
  const { request } = await newRequest({ scope: 'read propose' });
  expect(await codeOf(consent(ann, request, { scope: 'write' }))).toBe('BAD_INPUT');
  const other = await (await server.signUp()).makeProject();
  expect(await codeOf(consent(ann, request, { project_id: other }))).toBe('NOT_FOUND');
});

test('[ACC-144] a code is good once, for its client, its address and its verifier', async () => {
  const wrong = { code_verifier: randomBytes(32).toString('base64url') };
  const foreign = { client_id: (await register()).json['client_id']! };
  for (const change of [wrong, foreign, { redirect_uri: 'http://127.0.0.1:1/callback' }]) {
    const { request, verifier } = await newRequest();
    const code = (await consent(ann, request)).searchParams.get('code')!;
    const form = {
      grant_type: 'authorization_code',
      client_id: request.client_id,
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    };
    expect(await exchange({ ...form, ...change })).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    // Whoever has tried has spent it.
    expect(await exchange(form)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  }
  const { form, json } = await granted({ scope: 'read' });
  expect(await listMaps(json['access_token']!)).toBe('done');
  expect(await exchange(form)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  // Somebody has it who should not: what it brought ends.
  expect(await listMaps(json['access_token']!)).toBe('TOKEN_INVALID');
  expect(await refreshing(form.client_id, json['refresh_token']!)).toMatchObject({ status: 400 });
});

test('[ACC-144] a refresh token is good once; one that comes again ends the grant', async () => {
  const { form, json } = await granted({ scope: 'read' });
  const next = await refreshing(form.client_id, json['refresh_token']!);
  expect(next.status).toBe(200);
  expect(next.json['refresh_token']).not.toBe(json['refresh_token']);
  const foreign = (await register()).json['client_id']!;
  expect(await refreshing(foreign, next.json['refresh_token']!)).toMatchObject({ status: 400 });
  expect(await listMaps(next.json['access_token']!)).toBe('done');
  expect(await refreshing(form.client_id, json['refresh_token']!)).toMatchObject({ json: { error: 'invalid_grant' } });
  expect(await listMaps(next.json['access_token']!)).toBe('TOKEN_INVALID');
});

test('[ACC-144] two who redeem one code at once get one grant at most', async () => {
  const { request, verifier } = await newRequest();
  const code = (await consent(ann, request)).searchParams.get('code')!;
  const form = {
    grant_type: 'authorization_code',
    client_id: request.client_id,
    redirect_uri: callback,
    code,
    code_verifier: verifier,
  };
  const answers = await Promise.all([exchange(form), exchange(form)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('[ACC-144] what is no form, or lacks something, is told so in the words of OAuth', async () => {
  const answer = await fetch(`${server.origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"grant_type":"authorization_code"}',
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  expect(await exchange({ grant_type: 'password', client_id: 'x' })).toMatchObject({
    json: { error: 'unsupported_grant_type' },
  });
  expect(
    await exchange({ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y', resource: 'https://e.example' }),
  ).toMatchObject({ json: { error: 'invalid_target' } });
});

test('[ACC-146] a client ends its grant by either token; unknown ones and those of others end nothing', async () => {
  const metadata = await fetch(`${server.origin}/.well-known/oauth-authorization-server`);
  const { revocation_endpoint: endpoint } = (await metadata.json()) as { revocation_endpoint: string };
  expect(endpoint).toBe(`${server.origin}/oauth/revoke`);
  const revoke = async (form: Record<string, string>) => {
    const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) });
    return [answer.status, ((await answer.json()) as { error?: string }).error ?? null];
  };
  for (const name of ['access_token', 'refresh_token']) {
    const { form, json } = await granted();
    const other = await granted();
    const client = { client_id: form.client_id };
    expect(await revoke({ ...client, token: 'unknown' })).toEqual([200, null]);
    expect(await revoke({ ...client, token: other.json[name]! })).toEqual([400, 'invalid_grant']);
    expect(await revoke(client)).toEqual([400, 'invalid_request']);
    expect(await listMaps(json['access_token']!)).toBe('done');
    expect(await revoke({ ...client, token: json[name]!, token_type_hint: 'refresh_token' })).toEqual([200, null]);
    expect(await listMaps(json['access_token']!)).toBe('TOKEN_INVALID');
    expect((await refreshing(form.client_id, json['refresh_token']!)).json['error']).toBe('invalid_grant');
    expect(await listMaps(other.json['access_token']!)).toBe('done');
    // Again is no error.
    expect(await revoke({ ...client, token: json[name]! })).toEqual([200, null]);
  }
  const { token } = await ann.client.call(access.createAccessToken, {
    body: { name: 'Script', scope: 'read' } as never,
  });
  expect(await revoke({ client_id: 'x', token })).toEqual([200, null]);
  expect(await listMaps(token)).toBe('done');
});

test('[ACC-145] only the person consents, on a page that no other site can frame or answer', async () => {
  const { request } = await newRequest();
  const body = JSON.stringify({ request, is_allowed: true });
  const post = (headers: Record<string, string>) =>
    fetch(`${server.origin}/api/account/consent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  expect((await post({ cookie: ann.cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({})).status).toBe(401);
  expect((await post({ cookie: ann.cookie, 'content-type': 'text/plain' })).status).toBe(400);
  const { token } = await ann.client.call(access.createAccessToken, { body: { name: 'agent', scope: 'write' } });
  expect((await post({ authorization: `Bearer ${token}` })).status).toBe(403);
  const page = await fetch(`${server.origin}/oauth/authorize?${new URLSearchParams(request)}`);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
