import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { like } from '../src/platform/database/drizzle.ts';
import { access } from '@groma/protocol';
import { networkOf } from '../src/platform/access/attempts.ts';
import { attempts } from '../src/platform/database/tables/index.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let behind: TestServer;
beforeAll(async () => {
  behind = await startTestServer({
    publicUrl: 'https://groma.example',
    trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8'],
  });
});
afterAll(() => behind.close());

const account = (name: string) => ({ email: `${name}@example.com`, username: name, password: 'correct horse battery' });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(behind.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const countedFor = async (address: string) => {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  await post(access.signIn.path, { email, password: 'wrong' }, { 'x-forwarded-for': address });
  const rows = await behind.platform.database.query
    .select()
    .from(attempts)
    .where(like(attempts.key, `sign-in-from-to:% ${email}`));
  return rows.map(({ key }) => key.split(':').slice(1).join(':').split(' ')[0]);
};

describe('[ACC-130] behind proxies', () => {
  test.each([
    ['6.6.6.6, 203.0.113.9', '203.0.113.9', 'what the caller says of himself is left of what the proxy saw'],
    ['6.6.6.6, 203.0.113.9, 10.1.2.3, fd00::7', '203.0.113.9', 'several trusted hops'],
    ['10.9.9.9, 203.0.113.9, 10.1.2.3', '203.0.113.9', 'a trusted address that a stranger claims'],
    ['203.0.113.9:51234', '203.0.113.9', 'a port that the proxy says too'],
    ['[2001:db8:0:7::1]:443', '2001:db8:0:7::/64', 'IPv6 with a port'],
    ['unknown', 'unknown', 'no address'],
  ])('tries from %s count for %s: %s', async (forwarded, counted) => {
    expect(await countedFor(forwarded)).toEqual([counted]);
  });

  test('cookies are secure by the public address, and no header of a caller changes it', async () => {
    const reply = await post(access.signUp.path, account('paula'), {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
    });
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-groma\.session_token=.*; Secure/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).not.toMatch(/Domain=/i);
  });

  test('only the public address is the own origin, whatever host a request names', async () => {
    const sent = async (origin: string, headers: Record<string, string> = {}) =>
      (await post(access.signIn.path, { email: 'a@example.com', password: 'x' }, { origin, ...headers })).status;
    expect(
      await sent('https://evil.example', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }),
    ).toBe(403);
    expect(await sent(behind.origin)).toBe(403);
    expect(await sent('https://groma.example.evil.example')).toBe(403);
    expect(await sent('https://groma.example')).toBe(401);
  });
});

test('[ACC-130] what is longer than an address is cut, and ports and zones are left out', () => {
  expect(networkOf('x'.repeat(5_000))).toHaveLength(64);
  expect(['1.2.3.4:5', '[::1]', '[fe80::1%eth0]:80', '::ffff:1.2.3.4'].map(networkOf)).toEqual([
    '1.2.3.4',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '1.2.3.4',
  ]);
});
