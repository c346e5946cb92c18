import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '@groma/protocol';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { accounts, tenants } from '../../platform/database/tables/index.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

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
  const setPlan = (values: Partial<typeof tenants.$inferInsert>) => query.update(tenants).set(values).where(eq(tenants.ownerId, person.id));
  const yesterday = new Date(Date.now() - 86_400_000);
  await setPlan({ planEndsAt: yesterday });
  expect(await (await person.fetch('/api/local/auth/verification')).json()).toMatchObject({ code: 'PLAN_EXPIRED', message: 'PLAN_EXPIRED' });
  await setPlan({ planEndsAt: new Date() });
  expect((await person.fetch('/api/local/auth/verification')).status).toBe(200);
  await setPlan({ planEndsAt: null, plan: { is_active: false, features: {} } });
  expect(await (await person.fetch('/api/local/auth/verification')).json()).toMatchObject({ code: 'PLAN_EXPIRED' });
  await setPlan({ plan: null });
  const refused = await person.fetch('/api/local/auth/verification');
  expect([refused.status, (await refused.json() as { code: string }).code]).toEqual([403, 'NO_PLAN']);
});

test('passwords are kept as argon2id hashes', async () => {
  const person = await server.signUp();
  const [account] = await server.platform.database.query.select().from(accounts).where(eq(accounts.userId, person.id));
  expect(account?.password).toMatch(/^\$argon2id\$/);
});

test('[ACC-110] [ACC-112] [ACC-113] sign-up refuses bad addresses, names and passwords, naming the field', async () => {
  const good = { email: 'x@example.com', username: 'x', password: 'correct horse' };
  for (const [field, value] of [['email', 'a b@c.de'], ['email', 'nobody'], ['username', ''], ['username', 'a'.repeat(31)], ['username', 'a b'], ['password', 'short']]) {
    const reply = await post(access.signUp.path, { ...good, [field!]: value });
    expect([reply.status, ((await reply.json()) as { message: string }).message.split(':')[0]]).toEqual([400, field]);
  }
});

test('an address or a name can be taken once only', async () => {
  const person = await server.signUp();
  const again = (body: object) => post(access.signUp.path, { email: 'other@example.com', username: 'other', password: 'correct horse', ...body }).then((reply) => reply.json());
  expect(await again({ email: person.email.toUpperCase() })).toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(await again({ username: person.username })).toMatchObject({ code: 'USERNAME_TAKEN' });
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

test('a page of another site cannot make calls with the session', async () => {
  const person = await server.signUp();
  const reply = await person.fetch('/api/projects', { method: 'POST', headers: { 'content-type': 'application/json', origin: 'https://evil.example' }, body: '{"name":"x"}' });
  expect(await reply.json()).toMatchObject({ code: 'FORBIDDEN_ORIGIN' });
});
