import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, type TemplateAccess } from '@groma/model';
import { app, notebook, operation, template, type TemplatePayload } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import { publishApp, TestReader } from '../../../../test/test-app.ts';
import { insertPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { addMember } from '../../../../test/test-tenant.ts';
import { unlockCookie, unlockProof } from '../../../platform/access/visitor.ts';
import { attempts, templates, templateVersions } from '../../../platform/database/tables/index.ts';
import { hashPassword } from '../../../platform/session/auth.ts';

/** The calls of an application, by everybody who might ask, in each access. No code runs here. */
let server: TestServer;
let author: Person;
let made: Awaited<ReturnType<typeof insertPublication>>;
let hash: string;
let cookies: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  author = await server.signUp();
  const [member, stranger] = [await server.signUp(), await server.signUp()];
  await addMember(author, member);
  hash = await hashPassword('open sesame');
  made = await publishApp(server, author, ['print(depth)'], { app: { mode: 'shared' } });
  const unlocking = (id: string) => `${unlockCookie(made.id)}=${unlockProof(server.platform.config.secret, id, hash)}`;
  cookies = {
    nobody: '',
    "another one's unlocking": unlocking(newId()),
    stranger: stranger.cookie,
    member: member.cookie,
    author: author.cookie,
    unlocked: unlocking(made.id),
  };
});
afterAll(() => server.close());

async function become(access: TemplateAccess): Promise<void> {
  const password = access === 'password' ? hash : null;
  await server.platform.database.query.update(templates).set({ access, password }).where(eq(templates.id, made.id));
  await server.platform.bus.publish('project-access-changed', { projectId: made.frozenId });
}

async function ended(operationId: string): Promise<void> {
  const read = async () => (await author.client.call(operation.readOperation, { params: { operationId } })).data.status;
  await expect.poll(read, { timeout: 30_000 }).toBe('Completed');
}

const statusOf = async (id: string, cookie = '') =>
  (await fetch(`${server.origin}/api/hub/templates/${id}/app`, { headers: cookie === '' ? {} : { cookie } })).status;

test('[PUB-123] who may read the publication reads, enters and runs it, and nobody else, in each access', async () => {
  const inside = new TestReader(server, author.cookie);
  expect(await inside.open(made.id)).toBe(200);
  await inside.until('ready');
  const session = inside.session;
  const open: Record<TemplateAccess, readonly string[]> = {
    public: Object.keys(cookies),
    restricted: ['member', 'author'],
    password: ['author', 'unlocked'],
  };
  for (const access of ['public', 'restricted', 'password', 'public'] as const) {
    await become(access);
    for (const [name, cookie] of Object.entries(cookies)) {
      const reader = new TestReader(server, cookie);
      const found = [await statusOf(made.id, cookie), await reader.open(made.id), await reader.run({}, session)];
      reader.leave();
      const refused = access === 'password' ? 403 : 404;
      const status = open[access].includes(name) ? 200 : refused;
      expect([access, name, found]).toEqual([access, name, [status, status, status]]);
    }
  }
  inside.leave();
});

test('[PUB-123] who may read it no more is sent out of a session', async () => {
  const [passerby, own] = [new TestReader(server), new TestReader(server, author.cookie)];
  expect([await passerby.open(made.id), await own.open(made.id)]).toEqual([200, 200]);
  await Promise.all([passerby.until('ready'), own.until('ready')]);
  await become('restricted');
  await expect.poll(() => passerby.isGone).toBe(true);
  expect(await own.run({}, own.session)).toBe(200);
  expect(own.isGone).toBe(false);
  own.leave();
  await become('public');
});

test('[PUB-118] a version that its author has not opened is not run, nor is anything but a notebook', async () => {
  const closed = await insertPublication(server, author, { type: 'NOTEBOOK' });
  expect([await statusOf(closed.id), await new TestReader(server).open(closed.id)]).toEqual([200, 404]);
  const map = await insertPublication(server, author);
  expect([await statusOf(map.id), await new TestReader(server).open(map.id)]).toEqual([404, 404]);
});

test('[PUB-122] one network has 20 sessions and places in the queue, also if it asks for all at once', async () => {
  const readers = Array.from({ length: 25 }, () => new TestReader(server));
  const found = await Promise.all(readers.map((reader) => reader.open(made.id)));
  expect(found.toSorted()).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(503)]);
  for (const reader of readers) reader.leave();
  const late = new TestReader(server);
  await expect.poll(() => late.open(made.id)).toBe(200);
  late.leave();
});

test('[PUB-122] one network runs 3,000 times in 10 minutes', async () => {
  const reader = new TestReader(server);
  await reader.open(made.id);
  await reader.until('ready');
  const { query } = server.platform.database;
  const counted = { key: 'app-run:127.0.0.1', count: 3_000, windowEndsAt: new Date(Date.now() + 60_000) };
  await query.insert(attempts).values(counted).onConflictDoUpdate({ target: attempts.key, set: counted });
  expect(await reader.run({})).toBe(429);
  await query.delete(attempts).where(eq(attempts.key, counted.key));
  expect(await reader.run({})).toBe(200);
  reader.leave();
});

test('[PUB-118] how readers may run it is frozen with a version: left out it stays, null ends it with the next', async () => {
  const projectId = await author.makeProject();
  const { id } = (
    await author.client.call(notebook.createNotebook, {
      params: { projectId },
      body: { name: 'Study', initialTemplate: [{ type: 'code', props: { code: 'print(1)' } }] },
    })
  ).data;
  const fields: TemplatePayload = { title: 'Low flow', access: 'public', version: '1.0.0', categories: ['Marine'] };
  const setting = { mode: 'own', run_seconds: 5, idle_minutes: 1, sessions: 1 } as const;
  const { create, update } = template.notebookTemplates;
  const params = { baseId: id, projectId };
  const first = await author.client.call(create, { params, body: { ...fields, app: setting } });
  await ended(first.operation_id!);
  const templateId = first.data.id;
  for (const [version, said] of [
    ['1.1.0', {}],
    ['1.2.0', { app: null }],
    // The version that is out stays as it is.
    ['1.2.0', { app: setting }],
  ] as const) {
    const body = { ...fields, version, ...said };
    const begun = await author.client.call(update, { params: { ...params, templateId }, body });
    if (begun.operation_id !== null) await ended(begun.operation_id);
  }
  const rows = await server.platform.database.query
    .select({ version: templateVersions.version, app: templateVersions.app })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId));
  expect(Object.fromEntries(rows.map(({ version, app: kept }) => [version, kept]))).toEqual({
    '1.0.0': setting,
    '1.1.0': setting,
    '1.2.0': null,
  });
});

test('[PUB-118] a server that lets readers run nothing says so and opens no session', async () => {
  const { apps } = server.platform.config;
  const off = await startTestServer({ apps: { ...apps, isOn: false } });
  try {
    const person = await off.signUp();
    const publication = await publishApp(off, person, ['print(1)']);
    const { data } = await person.client.call(app.readApp, { params: { templateId: publication.id } });
    expect(data).toMatchObject({ app: null, blocks: [{ kind: 'slider' }, { kind: 'cell' }] });
    expect(await new TestReader(off).open(publication.id)).toBe(404);
  } finally {
    await off.close();
  }
});
