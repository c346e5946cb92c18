import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { access } from '@groma/protocol';
import { startForgingIssuer, type Forgery, type ForgingIssuer } from '../../../../test/forging-issuer.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { accounts } from '../../../platform/database/tables/index.ts';

let issuer: ForgingIssuer;
let server: TestServer;
const told: unknown[] = [];
beforeAll(async () => {
  issuer = await startForgingIssuer();
  server = await startTestServer({ oidc: settings(issuer) });
  server.platform.log.info = (_message, facts) => {
    if (facts?.['failure']) told.push(facts['failure']);
  };
});
afterEach(() => {
  told.length = 0;
  issuer.exchanges.length = 0;
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});

function settings({ issuer: address }: ForgingIssuer) {
  return { issuer: address, clientId: 'groma', clientSecret: 'a secret of the test', name: 'City login' };
}

const cookiesOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0]!)
    .filter((each) => !each.endsWith('='))
    .join('; ');
const visit = (path: string, cookie = '', at = server) =>
  fetch(new URL(path, at.origin), { redirect: 'manual', headers: { cookie } });
const begin = async () => {
  const reply = await visit(access.oidcSignIn.path);
  return { url: reply.headers.get('location')!, cookie: cookiesOf(reply) };
};
const comeBack = async (answer: URLSearchParams, cookie: string) => {
  const reply = await visit(`${access.oidcCallback.path}?${answer}`, cookie);
  return { landing: reply.headers.get('location'), hasSession: cookiesOf(reply).includes('session_token') };
};
const attempt = async (forgery: Forgery) => {
  const { url, cookie } = await begin();
  return comeBack(issuer.answer(url, forgery), cookie);
};
const letIn = { landing: '/dashboard/workspaces', hasSession: true };
const turnedAway = { landing: '/auth?error=PROVIDER_FAILED', hasSession: false };
const now = () => Math.floor(Date.now() / 1000);

describe('[ACC-131] sign-in at an issuer', () => {
  test('an answer that is as it should be lets in, by user information or by the ID token alone, and no token is kept', async () => {
    expect(await attempt({})).toEqual(letIn);
    expect(
      await attempt({ claims: { email: 'ina@example.com', email_verified: true, name: 'ina', at_hash: undefined } }),
    ).toEqual(letIn);
    const rows = await server.platform.database.query.select().from(accounts).where(eq(accounts.accountId, 'ina'));
    expect(rows.map(({ accessToken, refreshToken, idToken }) => [accessToken, refreshToken, idToken])).toEqual([
      [null, null, null],
    ]);
  });

  test.each<[string, Forgery, RegExp]>([
    ['of another sign-in', { claims: { nonce: 'another' } }, /nonce/],
    ['without a nonce', { claims: { nonce: undefined } }, /nonce/],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, /iss/],
    ['for another client', { claims: { aud: 'another' } }, /aud/],
    ['that has expired', { claims: { exp: now() - 3600 } }, /exp/],
    ['signed by another key', { isSignedByAnother: true }, /signature/],
    ['beside another access token', { accessToken: 'another' }, /at_hash/],
    ['of another person than the user information', { information: { sub: 'nils' } }, /sub/],
  ])('an ID token %s lets nobody in', async (_what, forgery, reason) => {
    expect(await attempt(forgery)).toEqual(turnedAway);
    expect(told).toEqual([expect.stringMatching(reason)]);
  });

  test('an answer that names another issuer, or none where the issuer promises to be named, is not exchanged', async () => {
    for (const iss of ['https://evil.example', `${issuer.issuer}/`, null]) {
      const { url, cookie } = await begin();
      const answer = issuer.answer(url);
      if (iss === null) answer.delete('iss');
      else answer.set('iss', iss);
      expect([iss, await comeBack(answer, cookie)]).toEqual([iss, turnedAway]);
    }
    expect(issuer.exchanges).toEqual([]);
    expect(told).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/iss/)));
  });

  test('a code comes with the verifier of its own browser, and an answer is good once, also when it comes twice at the same time', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const answer = issuer.answer(mine.url);
    // Their cookie with my answer, my code with their state: nothing is asked of the issuer, or it sees another
    // verifier and nonce.
    expect(await comeBack(answer, theirs.cookie)).toEqual(turnedAway);
    expect(issuer.exchanges).toEqual([]);
    const crossed = new URLSearchParams(answer);
    crossed.set('state', new URL(theirs.url).searchParams.get('state')!);
    expect(await comeBack(crossed, theirs.cookie)).toEqual(turnedAway);
    const both = await Promise.all([comeBack(answer, mine.cookie), comeBack(answer, mine.cookie)]);
    expect(both.filter(({ hasSession }) => hasSession)).toHaveLength(1);
    expect(await comeBack(answer, mine.cookie)).toEqual(turnedAway);
    expect(new Set(issuer.exchanges.map((each) => each.get('code_verifier'))).size).toBe(2);
  });

  test('who describes itself as another issuer than the one that is set is not used', async () => {
    issuer.description = { issuer: 'https://evil.example' };
    const other = await startTestServer({ oidc: settings(issuer) });
    other.platform.log.error = () => undefined;
    const reply = await visit(access.oidcSignIn.path, '', other);
    expect(reply.headers.get('location')).toMatch(/^\/auth\?error=PROVIDER_FAILED/);
    issuer.description = { issuer: `${issuer.issuer}/` };
    expect((await visit(access.oidcSignIn.path, '', other)).headers.get('location')).toMatch(
      `${issuer.issuer}/authorize?`,
    );
    issuer.description = {};
    await other.close();
  });
});
