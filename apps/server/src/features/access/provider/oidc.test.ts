import { createServer } from 'node:http';
import { once } from 'node:events';
import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access } from '@groma/protocol';
import { startTestIssuer, type TestIssuer } from '../../../../test/test-issuer.ts';
import { callsOf, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { accounts } from '../../../platform/database/tables/index.ts';

let issuer: TestIssuer;
let server: TestServer;

/** The issuer is told beforehand where the server will be. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  issuer = await startTestIssuer(`http://127.0.0.1:${port}/api/oidc/auth/callback`);
  server = await startTestServer({
    port,
    oidc: { issuer: issuer.issuer, clientId: 'groma', clientSecret: 'a secret of the test', name: 'City login' },
  });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});

const cookiesOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0]!)
    .filter((each) => !each.endsWith('='))
    .join('; ');
const visit = (path: string, cookie = '') =>
  fetch(new URL(path, server.origin), { redirect: 'manual', headers: { cookie } });

/** From the sign-in page by the issuer back to a page of the product. */
async function signIn(
  sub: string,
  callbackUrl?: string,
): Promise<{ landing: string; cookie: string; cookies: string[] }> {
  const begun = await visit(
    access.oidcSignIn.path + (callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`),
  );
  expect(begun.status).toBe(302);
  const back = await issuer.signIn(begun.headers.get('location')!, sub);
  const reply = await visit(back, cookiesOf(begun));
  return { landing: reply.headers.get('location')!, cookie: cookiesOf(reply), cookies: reply.headers.getSetCookie() };
}

const know = (sub: string, more: object = {}) =>
  issuer.people.set(sub, {
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    preferred_username: sub,
    name: sub,
    ...more,
  });

describe('[ACC-048] sign-in by an OpenID Connect issuer', () => {
  test('[ACC-043] makes an account with a tenant and a session, and the same one the next time', async () => {
    know('ida');
    const { landing, cookie } = await signIn('ida');
    expect(landing).toBe('/dashboard/workspaces');
    const { data } = await callsOf(server.origin, cookie).client.call(access.oidcVerification);
    expect(data).toMatchObject({
      username: 'ida',
      email: 'ida@example.com',
      ownedTenant: { role: 'OWNER', outcome: 'NO_ERROR' },
    });
    const again = await callsOf(server.origin, (await signIn('ida')).cookie).client.call(access.verification);
    expect(again.data.id).toBe(data.id);
    const { data: account } = await callsOf(server.origin, cookie).client.call(access.readAccount);
    expect(account).toMatchObject({ providers: ['oidc'], is_email_verified: true });
    const refused = callsOf(server.origin, cookie).client.call(access.changePassword, {
      body: { password: 'x', new_password: 'correct horse' },
    });
    await expect(refused).rejects.toMatchObject({ code: 'NO_PASSWORD', details: { provider: 'City login' } });
  });

  test('[ACC-022] [ACC-023] [ACC-035] lands on the callbackUrl, invitation token and all, and never on another site', async () => {
    know('jan');
    for (const [wanted, landing] of [
      ['/workspaces/abc?panel=1', '/workspaces/abc?panel=1'],
      ['/?workspaces_invitation_token=t-1', '/?workspaces_invitation_token=t-1'],
      ['https://evil.example/', '/dashboard/workspaces'],
      ['//evil.example', '/dashboard/workspaces'],
      ['/\\evil.example', '/dashboard/workspaces'],
      ['/.//evil.example', '/dashboard/workspaces'],
      ['/auth', '/dashboard/workspaces'],
    ] as const)
      expect([wanted, (await signIn('jan', wanted)).landing]).toEqual([wanted, landing]);
  });

  test('names and addresses that are odd or taken give an account with a name that may be', async () => {
    await server.signUp('kim');
    know('k1', { preferred_username: 'kim' });
    know('k2', { preferred_username: 'Kim O’Hara@city', email: 'k2@example.com' });
    const names = await Promise.all(
      ['k1', 'k2'].map(
        async (sub) =>
          (await callsOf(server.origin, (await signIn(sub)).cookie).client.call(access.readAccount)).data.username,
      ),
    );
    expect(names).toEqual([expect.stringMatching(/^kim-[0-9a-f]{6}$/), 'Kim-O-Hara']);
  });

  test('[ACC-048] is linked to an account with the same address only when the issuer vouches for it, and then its unproven password is void', async () => {
    const lena = await server.signUp('lena');
    know('lena', { email_verified: false });
    const refused = await signIn('lena');
    expect(refused.landing).toBe('/auth?error=EMAIL_NOT_VERIFIED');
    expect(
      await server.platform.database.query.select().from(accounts).where(eq(accounts.userId, lena.id)),
    ).toHaveLength(1);
    know('lena');
    const { cookie } = await signIn('lena');
    expect((await callsOf(server.origin, cookie).client.call(access.verification)).data.id).toBe(lena.id);
    // Whoever made the account had not shown that the address is theirs.
    expect(
      (await server.platform.database.query.select().from(accounts).where(eq(accounts.userId, lena.id))).map(
        ({ providerId }) => providerId,
      ),
    ).toEqual(['oidc']);
    expect((await lena.fetch(access.verification.path)).status).toBe(401);
  });

  test('[ACC-048] a sign-in at the issuer that made an account with an address it did not vouch for opens it no more when the owner of the address comes', async () => {
    know('squatter', { email: 'nora@example.com', email_verified: false });
    const squatter = callsOf(server.origin, (await signIn('squatter')).cookie);
    const {
      data: { id },
    } = await squatter.client.call(access.verification);
    know('nora');
    expect((await callsOf(server.origin, (await signIn('nora')).cookie).client.call(access.verification)).data.id).toBe(
      id,
    );
    expect((await squatter.fetch(access.verification.path)).status).toBe(401);
    expect(
      (await server.platform.database.query.select().from(accounts).where(eq(accounts.userId, id))).map(
        ({ accountId }) => accountId,
      ),
    ).toEqual(['nora']);
    expect((await signIn('squatter')).landing).toBe('/auth?error=EMAIL_NOT_VERIFIED');
  });

  test('what the issuer refuses, and answers that were forged, replayed or came without the first step, lead to the sign-in page', async () => {
    know('mia');
    const begun = await visit(access.oidcSignIn.path);
    const back = await issuer.signIn(begun.headers.get('location')!, 'mia');
    const cookie = cookiesOf(begun);
    const landing = async (path: string, its = cookie) =>
      new URL((await visit(path, its)).headers.get('location')!, server.origin).search;
    const failed = '?error=PROVIDER_FAILED';
    expect(await landing(back, '')).toBe(failed);
    expect(await landing(back.replace(/state=[^&]+/, 'state=forged'))).toBe(failed);
    expect(await landing(`${access.oidcCallback.path}?error=access_denied&state=x`)).toBe(failed);
    expect(await landing(access.oidcCallback.path)).toBe(failed);
    // An answer to somebody else's sign-in, slipped to this browser, signs nobody in to the other's account.
    know('eve');
    const [victims, eves] = [await visit(access.oidcSignIn.path), await visit(access.oidcSignIn.path)];
    const slipped = await issuer.signIn(eves.headers.get('location')!, 'eve');
    expect(await landing(slipped, cookiesOf(victims))).toBe(failed);
    expect(
      await landing(
        slipped.replace(/state=[^&]+/, new URL(victims.headers.get('location')!).search.match(/state=[^&]+/)![0]),
        cookiesOf(victims),
      ),
    ).toBe(failed);
    const second = await visit(access.oidcSignIn.path);
    expect(Object.fromEntries(new URL(second.headers.get('location')!).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{16}/),
    });
    const good = await issuer.signIn(second.headers.get('location')!, 'mia');
    expect(await landing(good, cookiesOf(second))).toBe('');
    expect(await landing(good, cookiesOf(second))).toBe(failed);
  });

  test('the sign-in page is told which ways there are', async () => {
    const { data } = (await (await visit(access.listProviders.path)).json()) as { data: unknown };
    expect(data).toEqual([
      { id: 'local', name: '', sign_in_path: null, sends_mail: false },
      { id: 'oidc', name: 'City login', sign_in_path: '/api/oidc/auth/sign-in', sends_mail: false },
    ]);
  });
});

test('[ACC-048] without an issuer there is no such way, and one that cannot be reached is said on the sign-in page', async () => {
  const without = await startTestServer();
  const ask = (path: string) => fetch(without.origin + path, { redirect: 'manual' });
  expect(((await (await ask(access.listProviders.path)).json()) as { data: unknown[] }).data).toHaveLength(1);
  for (const path of [access.oidcSignIn.path, `${access.oidcCallback.path}?code=x`])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  await without.close();
  const lost = await startTestServer({
    oidc: { issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b', name: 'Lost' },
  });
  lost.platform.log.error = () => undefined;
  const reply = await fetch(`${lost.origin}${access.oidcSignIn.path}?callbackUrl=%2Fworkspaces%2Fa`, {
    redirect: 'manual',
  });
  expect(reply.headers.get('location')).toBe('/auth?error=PROVIDER_FAILED&callbackUrl=%2Fworkspaces%2Fa');
  await lost.close();
});
