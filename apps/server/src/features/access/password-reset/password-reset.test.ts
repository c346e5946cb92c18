import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { access } from '@groma/protocol';
import { startMailServer, type MailServer } from '../../../../test/mail-server.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { accounts, users, verifications } from '../../../platform/database/tables/index.ts';
import { runResetCommand } from './reset-command.ts';

let mail: MailServer;
let server: TestServer;
beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({ mail: mail.settings, publicUrl: 'https://maps.example' });
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

const newPassword = 'quite another one';

const post = (name: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/api/local/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const ask = (email: string, headers?: Record<string, string>) => post('request-password-reset', { email }, headers);
const set = async (token: string, password = newPassword) => {
  const reply = await post('reset-password', { token, new_password: password });
  return {
    status: reply.status,
    cookies: reply.headers.getSetCookie(),
    body: (await reply.json()) as { code?: string },
  };
};
const signIn = async (email: string, password: string) => (await post('sign-in', { email, password })).status;
const lettersTo = (email: string) => mail.letters.filter(({ to }) => to.includes(email));
const tokenOf = (text: string) => /^https:\/\/maps\.example\/password-reset#([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';

async function letterFor(person: Person): Promise<string> {
  const before = lettersTo(person.email).length;
  expect((await ask(person.email)).status).toBe(200);
  await vi.waitFor(() => expect(lettersTo(person.email)).toHaveLength(before + 1), { timeout: 20_000 });
  return tokenOf(lettersTo(person.email).at(-1)!.text);
}

test('[ACC-147] a link by email sets a new password once, begins a session and ends the others', async () => {
  const ann = await server.signUp('ann');
  const token = await letterFor(ann);
  const { status, cookies } = await set(token);
  expect([status, cookies.length > 0]).toEqual([200, true]);
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  expect((await fetch(`${server.origin}/api/account`, { headers: { cookie } })).status).toBe(200);
  expect((await ann.fetch('/api/account')).status).toBe(401);
  expect(await signIn(ann.email, newPassword)).toBe(200);
  expect((await set(token, 'a third one here')).body.code).toBe('RESET_LINK_INVALID');
  expect(await signIn(ann.email, newPassword)).toBe(200);
});

test('[ACC-147] a new password ends the access tokens of the account, whoever made them', async () => {
  const cy = await server.signUp('cy');
  const { token } = await cy.client.call(access.createAccessToken, { body: { name: 'script', scope: 'read' } });
  const asked = () => fetch(`${server.origin}/api/account`, { headers: { authorization: `Bearer ${token}` } });
  const before = (await asked()).status;
  expect((await set(await letterFor(cy))).status).toBe(200);
  expect([before, (await asked()).status]).toEqual([200, 401]);
});

test('[ACC-147] a new link, a new address or a new password voids the link before; of two at once one is taken', async () => {
  const ben = await server.signUp('ben');
  const [first, second] = [await letterFor(ben), await letterFor(ben)];
  expect((await set(first)).body.code).toBe('RESET_LINK_INVALID');
  const outcomes = await Promise.all([set(second), set(second), set(second)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);

  const cleo = await server.signUp('cleo');
  const token = await letterFor(cleo);
  await cleo.client.call(access.changeEmail, {
    body: { email: 'new-cleo@example.org', password: 'correct horse battery' },
  });
  expect((await set(token)).body.code).toBe('RESET_LINK_INVALID');

  const dan = await server.signUp('dan');
  const unused = await letterFor(dan);
  await dan.client.call(access.changePassword, {
    body: { password: 'correct horse battery', new_password: 'by himself 1' },
  });
  expect((await set(unused)).body.code).toBe('RESET_LINK_INVALID');
});

test('[ACC-147] the answer does not say whether there is an account, and the link never leads elsewhere', async () => {
  const eve = await server.signUp('eve');
  const [known, unknown] = [
    await ask(eve.email.toUpperCase(), { host: 'evil.example', 'x-forwarded-host': 'evil.example' }),
    await ask('nobody-here@example.org'),
  ];
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  await vi.waitFor(() => expect(lettersTo(eve.email)).toHaveLength(1), { timeout: 20_000 });
  expect(lettersTo(eve.email)[0]!.text).not.toContain('evil.example');
  expect(tokenOf(lettersTo(eve.email)[0]!.text)).not.toBe('');
  expect(lettersTo('nobody-here@example.org')).toEqual([]);
});

test('[ACC-147] records hold no token, links end after an hour, and one mailbox is sent three in a quarter of an hour', async () => {
  const { query } = server.platform.database;
  const fay = await server.signUp('fay');
  const token = await letterFor(fay);
  const kept = await query.select().from(verifications).where(eq(verifications.value, fay.id));
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(kept[0]!.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  await query.update(verifications).set({ expiresAt: new Date() }).where(eq(verifications.value, fay.id));
  expect((await set(token)).body.code).toBe('RESET_LINK_INVALID');
  await letterFor(fay);
  await letterFor(fay);
  const refused = await ask(fay.email);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
});

test('[ACC-147] an account that signs in with an issuer is told so, and gets no link', async () => {
  const gus = await server.signUp('gus');
  const { query } = server.platform.database;
  await query.update(accounts).set({ providerId: 'oidc', password: null }).where(eq(accounts.userId, gus.id));
  expect(await letterFor(gus)).toBe('');
  const { database, bus, config } = server.platform;
  await expect(runResetCommand([gus.email], database, bus, config)).rejects.toThrow('has no password');
  expect(lettersTo(gus.email)[0]!.text).toContain('https://maps.example/auth');
  expect(await query.select().from(verifications).where(eq(verifications.value, gus.id))).toEqual([]);
});

test('[ACC-147] without mail the call says so, and whoever runs the server makes the link', async () => {
  const quiet = await startTestServer();
  try {
    const hal = await quiet.signUp('hal');
    const reply = await fetch(`${quiet.origin}/api/local/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: hal.email }),
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([409, 'MAIL_OFF']);
    const { data } = await hal.client.call(access.listProviders, {});
    expect(data[0]).toMatchObject({ id: 'local', sends_mail: false });
    const { database, bus, config } = quiet.platform;
    const command = (...words: string[]) => runResetCommand(words, database, bus, config);
    const said = await command(hal.email.toUpperCase());
    expect(said).toContain(hal.email.toUpperCase());
    const token = /\/password-reset#([\w-]{43})$/.exec(said)![1]!;
    const answer = await fetch(`${quiet.origin}/api/local/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, new_password: newPassword }),
    });
    expect(answer.status).toBe(200);
    await expect(command('nobody@example.org')).rejects.toThrow(
      'There is no account with the address nobody@example.org.',
    );
    await expect(command()).rejects.toThrow('npm run reset-link -- EMAIL');
  } finally {
    await quiet.close();
  }
});

test('[ACC-147] the link of a deleted account makes no other', async () => {
  const ida = await server.signUp('ida');
  const token = await letterFor(ida);
  await ida.client.call(access.deleteAccount, { body: { username: ida.username, password: 'correct horse battery' } });
  expect((await set(token)).body.code).toBe('RESET_LINK_INVALID');
  expect(await server.platform.database.query.select().from(users).where(eq(users.id, ida.id))).toEqual([]);
});
