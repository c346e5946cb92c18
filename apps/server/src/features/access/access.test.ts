import { eq, like } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access } from '@groma/protocol';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createAccessFeature } from './index.ts';
import { accounts, attempts, sessions, tenants, verifications } from '../../platform/database/tables/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('[ACC-043] [ACC-044] [ACC-041] sign-up makes a session and a tenant with an active plan', async () => {
  const ann = await server.signUp('ann');
  const { status, data } = await ann.client.call(access.verification);
  expect(status).toBe('ok');
  expect(data).toMatchObject({ id: ann.id, username: 'ann', email: 'ann@example.com', invitedTenants: [] });
  expect(data.ownedTenant?.plan?.is_active).toBe(true);
});

test('[ACC-047] sign-out ends the session on the server at once', async () => {
  const person = await server.signUp();
  await person.client.call(access.signOut);
  await expect(person.client.call(access.verification)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('[ACC-045] [ACC-046] [ACC-026] verification answers 403 with the state of the plan', async () => {
  const person = await server.signUp();
  const { query } = server.platform.database;
  const setPlan = (values: Partial<typeof tenants.$inferInsert>) =>
    query.update(tenants).set(values).where(eq(tenants.ownerId, person.id));
  const yesterday = new Date(Date.now() - 86_400_000);
  await setPlan({ planEndsAt: yesterday });
  expect(await (await person.fetch('/api/local/auth/verification')).json()).toMatchObject({
    code: 'PLAN_EXPIRED',
    message: expect.stringContaining('has expired') as string,
  });
  await setPlan({ planEndsAt: new Date() });
  expect((await person.fetch('/api/local/auth/verification')).status).toBe(200);
  await setPlan({ planEndsAt: null, plan: { is_active: false, features: {} } });
  expect(await (await person.fetch('/api/local/auth/verification')).json()).toMatchObject({ code: 'PLAN_EXPIRED' });
  await setPlan({ plan: null });
  const refused = await person.fetch('/api/local/auth/verification');
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'NO_PLAN']);
});

test('passwords are kept as argon2id hashes', async () => {
  const person = await server.signUp();
  const [account] = await server.platform.database.query.select().from(accounts).where(eq(accounts.userId, person.id));
  expect(account?.password).toMatch(/^\$argon2id\$/);
});

test('[ACC-110] [ACC-112] [ACC-113] sign-up refuses bad addresses, names and passwords, naming the field', async () => {
  const good = { email: 'x@example.com', username: 'x', password: 'correct horse' };
  for (const [field, value] of [
    ['email', 'a b@c.de'],
    ['email', 'nobody'],
    ['username', ''],
    ['username', 'a'.repeat(31)],
    ['username', 'a b'],
    ['password', 'short'],
  ]) {
    const reply = await post(access.signUp.path, { ...good, [field!]: value });
    expect([reply.status, ((await reply.json()) as { message: string }).message.split(':')[0]]).toEqual([400, field]);
  }
});

test('an address or a name can be taken once only', async () => {
  const person = await server.signUp();
  const again = (body: object) =>
    post(access.signUp.path, {
      email: 'other@example.com',
      username: 'other',
      password: 'correct horse',
      ...body,
    }).then((reply) => reply.json());
  expect(await again({ email: person.email.toUpperCase() })).toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(await again({ username: person.username })).toMatchObject({ code: 'USERNAME_TAKEN' });
});

test('of several who take an address or a name at the same moment one gets it, and the others are told as if they had come later', async () => {
  const outcomes = async (bodies: object[]) =>
    (
      await Promise.all(
        bodies.map(
          async (body) =>
            (
              (await (await post(access.signUp.path, { password: 'correct horse', ...body })).json()) as {
                code?: string;
              }
            ).code ?? 'done',
        ),
      )
    ).toSorted();
  expect(await outcomes([1, 2, 3].map((each) => ({ email: 'wanted@example.com', username: `wants-${each}` })))).toEqual(
    ['EMAIL_TAKEN', 'EMAIL_TAKEN', 'done'],
  );
  expect(await outcomes([1, 2, 3].map((each) => ({ email: `wants-${each}@example.com`, username: 'wanted' })))).toEqual(
    ['USERNAME_TAKEN', 'USERNAME_TAKEN', 'done'],
  );
  // Sign-ups from one address are few in an hour.
  await server.platform.database.query.delete(attempts);
  const people = [await server.signUp(), await server.signUp()];
  const renamed = await Promise.all(
    people.map(({ client }) =>
      client.call(access.updateAccount, { body: { username: 'renamed' } }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(renamed.toSorted()).toEqual(['USERNAME_TAKEN', 'done']);
});

test('sign-in takes the right pair only, and wrong tries are limited', async () => {
  const person = await server.signUp();
  const signIn = (password: string) => post(access.signIn.path, { email: person.email, password });
  expect((await signIn('correct horse battery')).status).toBe(200);
  const unknown = await post(access.signIn.path, { email: 'nobody@example.com', password: 'x' });
  const wrong = await signIn('wrong');
  expect([unknown.status, await unknown.json()]).toEqual([wrong.status, await wrong.json()]);
  let last = wrong;
  for (let i = 0; i < 12 && last.status !== 429; i++) last = await signIn('wrong');
  expect(await last.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});

describe('attempts', () => {
  let behind: TestServer;
  beforeAll(async () => {
    behind = await startTestServer({ publicUrl: 'http://groma.example', trustedProxies: ['127.0.0.1'] });
  });
  afterAll(() => behind.close());
  const from = (target: TestServer, address: string, path: string, body: unknown) =>
    fetch(target.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });

  test('of a stranger do not lock an account for its owner, and those of many strangers do in the end', async () => {
    const { email } = await behind.signUp();
    const signIn = (address: string, password: string) =>
      from(behind, address, access.signIn.path, { email, password }).then((reply) => reply.status);
    for (let i = 0; i < 10; i++) expect(await signIn('10.0.0.1', 'wrong')).toBe(401);
    expect(await signIn('10.0.0.1', 'correct horse battery')).toBe(429);
    expect(await signIn('10.0.0.2', 'correct horse battery')).toBe(200);
    await behind.platform.database.query.update(attempts).set({ count: 100 }).where(like(attempts.key, '%10.0.0.1%'));
    await behind.platform.database.query
      .insert(attempts)
      .values({ key: `sign-in-to:${email}`, count: 100, windowEndsAt: new Date(Date.now() + 60_000) });
    expect(await signIn('10.0.0.3', 'correct horse battery')).toBe(429);
  });

  test('that go well do not count, so that an office behind one address is let in', async () => {
    const { email } = await behind.signUp();
    const signIn = (password: string) =>
      from(behind, '10.4.0.1', access.signIn.path, { email, password }).then((reply) => reply.status);
    await behind.platform.database.query
      .insert(attempts)
      .values({ key: 'sign-in-from:10.4.0.1', count: 48, windowEndsAt: new Date(Date.now() + 60_000) });
    for (let i = 0; i < 4; i++) expect(await signIn('correct horse battery')).toBe(200);
    expect([
      await signIn('wrong'),
      await signIn('correct horse battery'),
      await signIn('wrong'),
      await signIn('correct horse battery'),
    ]).toEqual([401, 200, 401, 429]);
  });

  test('that are stopped at the address count towards no account', async () => {
    const { email } = await behind.signUp();
    await behind.platform.database.query
      .insert(attempts)
      .values({ key: 'sign-in-from:10.0.9.9', count: 50, windowEndsAt: new Date(Date.now() + 60_000) });
    expect((await from(behind, '10.0.9.9', access.signIn.path, { email, password: 'wrong' })).status).toBe(429);
    expect(
      await behind.platform.database.query
        .select()
        .from(attempts)
        .where(like(attempts.key, `%${email}%`)),
    ).toEqual([]);
  });

  test('from one network of IPv6, where everybody has as many addresses as they like, count together', async () => {
    const { query } = behind.platform.database;
    for (const address of ['2001:db8:0:7::1', '2001:db8::7:ffff:1:2:3', '::ffff:10.7.7.7'])
      await from(behind, address, access.signIn.path, { email: 'nobody@example.com', password: 'wrong' });
    const counts = (await query.select().from(attempts).where(like(attempts.key, 'sign-in-from:%'))).map(
      ({ key, count }) => [key, count],
    );
    expect(counts).toEqual(
      expect.arrayContaining([
        ['sign-in-from:2001:db8:0:7::/64', 2],
        ['sign-in-from:10.7.7.7', 1],
      ]),
    );
  });

  test('are counted by the address of the connection, whatever a caller says of his own', async () => {
    const open = await startTestServer({ publicUrl: 'http://groma.example' });
    for (let i = 0; i < 3; i++)
      await from(open, `10.1.0.${i}`, access.signIn.path, { email: 'nobody@example.com', password: 'wrong' });
    const keys = (await open.platform.database.query.select().from(attempts)).map(({ key }) => key);
    expect(keys.toSorted()).toEqual([
      'sign-in-from-to:127.0.0.1 nobody@example.com',
      'sign-in-from:127.0.0.1',
      'sign-in-to:nobody@example.com',
    ]);
    await open.close();
  });

  test('[ACC-131] whose window has ended are forgotten at the start, and so are sessions and sign-ins at an issuer that have, and tokens of issuers', async () => {
    const { query } = server.platform.database;
    const [past, coming] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)];
    const person = await server.signUp();
    await query
      .insert(sessions)
      .values({ id: 'old', token: 'old', userId: person.id, expiresAt: past, ipAddress: '203.0.113.9' });
    await query.insert(verifications).values([
      { id: 'old', identifier: 'x', value: 'x', expiresAt: past },
      { id: 'new', identifier: 'x', value: 'x', expiresAt: coming },
    ]);
    await query.update(accounts).set({ accessToken: 'a', idToken: 'b' }).where(eq(accounts.userId, person.id));
    await query.insert(attempts).values([
      { key: 'old', count: 3, windowEndsAt: new Date(Date.now() - 1_000) },
      { key: 'new', count: 3, windowEndsAt: new Date(Date.now() + 60_000) },
    ]);
    const feature = createAccessFeature(server.platform, {
      welcome: () => Promise.resolve(),
      deleteProject: () => Promise.resolve(),
    });
    await feature.start!();
    await feature.close!();
    const [kept] = await query.select().from(accounts).where(eq(accounts.userId, person.id));
    expect([kept!.accessToken, kept!.idToken, kept!.password]).toEqual([null, null, expect.stringMatching(/argon2id/)]);
    const keys = (await query.select().from(attempts)).map(({ key }) => key);
    expect([keys.includes('old'), keys.includes('new')]).toEqual([false, true]);
    const open = (await query.select().from(sessions)).map(({ id }) => id);
    expect([open.includes('old'), open.length > 0]).toEqual([false, true]);
    expect((await query.select().from(verifications)).map(({ id }) => id)).toEqual(['new']);
  });
});

test('[ACC-043] an account that a kill left without a tenant gets it when its owner comes back, once, and one without a plan stays so', async () => {
  const person = await server.signUp();
  const { query } = server.platform.database;
  const verify = () => person.fetch('/api/local/auth/verification').then((reply) => reply.status);
  await query.delete(tenants).where(eq(tenants.ownerId, person.id));
  expect(await Promise.all([verify(), verify(), verify()])).toEqual([200, 200, 200]);
  expect(await query.select().from(tenants).where(eq(tenants.ownerId, person.id))).toHaveLength(1);
  await person.makeProject();

  await query.update(tenants).set({ plan: null }).where(eq(tenants.ownerId, person.id));
  expect((await post(access.signIn.path, { email: person.email, password: 'correct horse battery' })).status).toBe(200);
  expect(await verify()).toBe(403);
  expect(await query.select({ plan: tenants.plan }).from(tenants).where(eq(tenants.ownerId, person.id))).toEqual([
    { plan: null },
  ]);
});

test('a name that cannot be stored beside its password leaves no account behind', async () => {
  const { pool } = server.platform.database;
  await pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$; CREATE TRIGGER refuse BEFORE INSERT ON accounts EXECUTE FUNCTION refuse()`,
  );
  const account = { email: 'cut@example.com', username: 'cut', password: 'correct horse' };
  expect((await post(access.signUp.path, account)).status).toBe(500);
  await pool.query('DROP TRIGGER refuse ON accounts');
  expect((await post(access.signUp.path, account)).status).toBe(200);
});

describe('sessions', () => {
  const endings = (where = server) => {
    const heard: unknown[] = [];
    where.platform.bus.subscribe('session-ended', (payload) => heard.push(payload));
    return heard;
  };

  test('that nobody has are ended without a word to anybody', async () => {
    const heard = endings();
    for (const cookie of [undefined, 'groma.session_token=nonsense', 'other=1']) {
      const reply = await fetch(server.origin + access.signOut.path, {
        method: 'DELETE',
        headers: cookie ? { cookie } : {},
      });
      expect(reply.status).toBe(200);
    }
    expect(heard).toEqual([]);
    const person = await server.signUp();
    await person.client.call(access.signOut);
    await person.client.call(access.signOut);
    expect(heard).toEqual([{ userId: person.id, key: expect.any(String) as string }]);
    expect(JSON.stringify(heard)).not.toContain(person.cookie.split('=')[1]!.slice(0, 16));
  });

  test('end for one browser only', async () => {
    const person = await server.signUp();
    const second = (await post(access.signIn.path, { email: person.email, password: 'correct horse battery' })).headers
      .getSetCookie()[0]!
      .split(';')[0]!;
    const ask = (cookie: string) =>
      fetch(server.origin + access.verification.path, { headers: { cookie } }).then((reply) => reply.status);
    expect([await ask(person.cookie), await ask(second)]).toEqual([200, 200]);
    await person.client.call(access.signOut);
    expect([await ask(person.cookie), await ask(second)]).toEqual([401, 200]);
  });

  test('that are used are prolonged, and the browser hears of it', async () => {
    const person = await server.signUp();
    const { query } = server.platform.database;
    const day = 86_400_000;
    expect((await person.fetch(access.verification.path)).headers.getSetCookie()).toEqual([]);
    await query
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() + 20 * day) })
      .where(eq(sessions.userId, person.id));
    // As if the few seconds had gone by for which a session is not looked up again.
    await server.platform.sessions.forget(person.id as never);
    const [renewed] = (await person.fetch(access.verification.path)).headers.getSetCookie();
    expect(renewed).toContain(person.cookie);
    expect(renewed).toMatch(/Max-Age=2592000/);
    const [row] = await query.select().from(sessions).where(eq(sessions.userId, person.id));
    expect(row!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * day);
  });

  test('behind https are read from the secure cookie only', async () => {
    const secure = await startTestServer({ publicUrl: 'https://groma.example' });
    const person = await secure.signUp();
    expect(person.cookie).toMatch(/^__Secure-groma\.session_token=/);
    const ask = (cookie: string) =>
      fetch(secure.origin + access.verification.path, { headers: { cookie } }).then((reply) => reply.status);
    expect(await ask(person.cookie)).toBe(200);
    // What a page of a neighbouring domain can plant must not take the place of the real one.
    expect(await ask(`groma.session_token=planted; ${person.cookie}`)).toBe(200);
    expect(await ask(person.cookie.replace('__Secure-', ''))).toBe(401);
    await secure.close();
  });
});

test('[ACC-110] control characters in an address are refused, not failed at', async () => {
  for (const email of ['a\u0000@b.c', 'a\u0007@b.c', 'a@b\u007f.c']) {
    expect([email, (await post(access.signIn.path, { email, password: '12345678' })).status]).toEqual([email, 400]);
    expect([email, (await post(access.signUp.path, { email, username: 'x', password: '12345678' })).status]).toEqual([
      email,
      400,
    ]);
  }
});

test('a page of another site cannot make calls with the session', async () => {
  const person = await server.signUp();
  const reply = await person.fetch('/api/projects', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: '{"name":"x"}',
  });
  expect(await reply.json()).toMatchObject({ code: 'FORBIDDEN_ORIGIN' });
});
