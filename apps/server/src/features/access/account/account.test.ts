import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, type ProjectId, type UserId } from '@groma/model';
import { access, database, notebook, project, projectTool, workflow } from '@groma/protocol';
import { endless, scriptedOperations } from '../../../../test/scripted-operation.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { addMember } from '../../../../test/test-tenant.ts';
import { operations, projects, tenants, users } from '../../../platform/database/tables/index.ts';

let server: TestServer;
const long = scriptedOperations();
beforeAll(async () => {
  server = await startTestServer({}, { operations: [long.kind] });
});
afterAll(() => server.close());

const password = 'correct horse battery';
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const signIn = (email: string, its = password, agent = 'test') =>
  fetch(server.origin + access.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password: its }),
  });
const statusOf = (cookie: string) =>
  fetch(server.origin + access.verification.path, { headers: { cookie } }).then((reply) => reply.status);
const cookieOf = (reply: Response) => reply.headers.getSetCookie()[0]!.split(';')[0]!;

describe('an account', () => {
  test('[ACC-002] [ACC-112] [ACC-114] is read, and its names are changed, seen at once and checked', async () => {
    const ann = await server.signUp('ann');
    expect((await ann.client.call(access.readAccount)).data).toMatchObject({
      id: ann.id,
      username: 'ann',
      display_name: 'ann',
      email: ann.email,
      providers: ['local'],
      is_email_verified: false,
    });
    const { data } = await ann.client.call(access.updateAccount, {
      body: { username: 'ann-b', display_name: "Ann O'Brien" },
    });
    expect(data).toMatchObject({ username: 'ann-b', display_name: "Ann O'Brien" });
    expect((await ann.client.call(access.verification)).data.username).toBe('ann-b');
    const ben = await server.signUp();
    expect(await code(ann.client.call(access.updateAccount, { body: { username: ben.username } }))).toBe(
      'USERNAME_TAKEN',
    );
    for (const body of [
      { username: '' },
      { username: 'a b' },
      { username: 'a'.repeat(31) },
      { display_name: 'a@b' },
      { display_name: '' },
      { display_name: 'a'.repeat(31) },
    ]) {
      expect([body, await code(ann.client.call(access.updateAccount, { body }))]).toEqual([body, 'BAD_INPUT']);
    }
  });

  test('[ACC-110] changes its address with the password only, to one that nobody has', async () => {
    const [ann, ben] = [await server.signUp(), await server.signUp()];
    const change = (email: string, its = password) =>
      code(ann.client.call(access.changeEmail, { body: { email, password: its } }));
    expect([
      await change('new@example.com', 'wrong'),
      await change(ben.email.toUpperCase()),
      await change('a b@c.de'),
    ]).toEqual(['WRONG_PASSWORD', 'EMAIL_TAKEN', 'BAD_INPUT']);
    expect(await change('New@Example.com')).toBe('done');
    expect([(await signIn('new@example.com')).status, (await signIn(ann.email)).status]).toEqual([200, 401]);
  });

  test('does not find out by changing its address, again and again, who else has an account', async () => {
    const [ann, ben] = [await server.signUp(), await server.signUp()];
    const tries = [];
    for (let i = 0; i < 21; i++)
      tries.push(await code(ann.client.call(access.changeEmail, { body: { email: ben.email, password } })));
    expect(tries).toEqual([...Array<string>(20).fill('EMAIL_TAKEN'), 'TOO_MANY_ATTEMPTS']);
  });

  test('changes its password, which ends all other sessions at once and not this one', async () => {
    const ann = await server.signUp();
    const other = cookieOf(await signIn(ann.email));
    expect([await statusOf(ann.cookie), await statusOf(other)]).toEqual([200, 200]);
    const change = (its: string, next: string) =>
      ann.client.call(access.changePassword, { body: { password: its, new_password: next } });
    expect([await code(change('wrong', 'another horse')), await code(change(password, 'short'))]).toEqual([
      'WRONG_PASSWORD',
      'BAD_INPUT',
    ]);
    expect(await change(password, 'another horse')).toEqual({ ended_sessions: 1 });
    expect([await statusOf(ann.cookie), await statusOf(other)]).toEqual([200, 401]);
    expect([(await signIn(ann.email)).status, (await signIn(ann.email, 'another horse')).status]).toEqual([401, 200]);
  });

  test('10 wrong passwords a minute of somebody who is signed in slow the eleventh', async () => {
    const ann = await server.signUp();
    const tries = [];
    for (let i = 0; i < 11; i++)
      tries.push(
        await code(ann.client.call(access.changeEmail, { body: { email: 'x@example.com', password: 'wrong' } })),
      );
    expect(tries).toEqual([...Array<string>(10).fill('WRONG_PASSWORD'), 'TOO_MANY_ATTEMPTS']);
  });

  test('lists its sessions, this one first, and ends one, whose sockets close, or all others; never those of somebody else', async () => {
    const [ann, ben] = [await server.signUp(), await server.signUp()];
    const projectId = await ann.makeProject();
    const second = cookieOf(await signIn(ann.email, password, 'Second browser'));
    await signIn(ann.email);
    const list = async () => (await ann.client.call(access.listSessions)).data;
    const sessions = await list();
    expect(sessions.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false, false]);
    const its = sessions.find(({ user_agent: agent }) => agent === 'Second browser')!;
    expect(its.ip_address).toBe('127.0.0.1');
    expect(await code(ben.client.call(access.endSession, { params: { sessionId: its.id } }))).toBe('NOT_FOUND');
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/parties/project/${projectId}`, {
      headers: { cookie: second },
    });
    await new Promise((resolve) => {
      socket.once('message', resolve);
    });
    const closed = new Promise<string>((resolve) => {
      socket.once('close', (_code: number, reason: Buffer) => {
        resolve(reason.toString());
      });
    });
    await ann.client.call(access.endSession, { params: { sessionId: its.id } });
    expect([await closed, await statusOf(second)]).toEqual(['UNAUTHENTICATED', 401]);
    expect(await ann.client.call(access.endOtherSessions)).toEqual({ ended_sessions: 1 });
    expect(await list()).toHaveLength(1);
  });
});

describe('deleting an account', () => {
  const remove = (person: Person, body: { username: string; password?: string }) =>
    code(person.client.call(access.deleteAccount, { body }));

  test('says before what goes and what is passed on, asks for name and password, and loses nothing of others', async () => {
    const [ann, ben, eve] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const tenantId = await addMember(ann, ben);
    await addMember(ben, eve);
    const own = await ben.makeProject('Of Ben');
    const {
      data: { id: passed },
    } = await ben.client.call(project.createProject, { body: { name: 'For Ann', tenant_id: tenantId } });
    const {
      data: { id: notebookId },
    } = await ben.client.call(notebook.createNotebook, {
      params: { projectId: passed },
      body: { name: 'Field notes' },
    });
    const {
      data: { id: databaseId },
    } = await ben.client.call(database.createDatabase, {
      params: { projectId: passed },
      body: { name: 'Gauges', dbType: 'managed-duckdb' },
    });
    const {
      data: { id: workflowId },
    } = await ben.client.call(workflow.createWorkflow, {
      params: { projectId: passed },
      body: { name: 'Sheets to COG' },
    });
    await ben.client.call(projectTool.offerNotebook, {
      params: { notebookId },
      body: { title: 'Notes', description: '', heading: '' },
    });
    expect((await ben.client.call(access.previewAccountDeletion)).data).toMatchObject({
      tenant: { name: ben.username, member_count: 1, projects: ['Of Ben'] },
      passed_on: [{ name: 'For Ann', owner: ann.username }],
    });
    expect([
      await remove(ben, { username: 'x', password }),
      await remove(ben, { username: ben.username, password: 'wrong' }),
      await remove(ben, { username: ben.username }),
    ]).toEqual(['NAME_NOT_REPEATED', 'WRONG_PASSWORD', 'WRONG_PASSWORD']);
    expect(await remove(ben, { username: ben.username, password })).toBe('done');
    expect([await statusOf(ben.cookie), (await signIn(ben.email)).status]).toEqual([401, 401]);
    const { query } = server.platform.database;
    expect(await query.select().from(tenants).where(eq(tenants.ownerId, ben.id))).toEqual([]);
    expect(await query.select().from(projects).where(eq(projects.id, own))).toEqual([]);
    expect((await eve.client.call(access.listTenants)).data).toHaveLength(1);
    expect((await ann.client.call(project.readProject, { params: { id: passed } })).data).toMatchObject({
      creator: ann.id,
      role: 'PROJECT_OWNER',
    });
    expect(
      (await ann.client.call(notebook.readNotebook, { params: { notebookId, projectId: passed } })).data.name,
    ).toBe('Field notes');
    expect((await ann.client.call(database.readDatabase, { params: { databaseId } })).data.name).toBe('Gauges');
    expect(
      (await ann.client.call(workflow.readWorkflow, { params: { workflowId, projectId: passed } })).data.name,
    ).toBe('Sheets to COG');
    const { data: tools } = await ann.client.call(projectTool.listProjectTools, { params: { projectId: passed } });
    expect(tools.map(({ title }) => title)).toEqual(['Notes']);
  });

  test('[ACC-118] stops what the person runs in workspaces of others', async () => {
    const [ann, ben] = [await server.signUp(), await server.signUp()];
    const projectId = await ann.makeProject();
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    const outcome = code(
      server.platform.operations.run(
        long.kind,
        { projectId: projectId as ProjectId, userId: ben.id as UserId, title: 'Long work' },
        long.script('long', endless),
        new AbortController().signal,
      ),
    );
    const begun = () => server.platform.database.query.select({ status: operations.status }).from(operations);
    await expect.poll(begun).toEqual([{ status: 'In Progress' }]);
    expect(await remove(ben, { username: ben.username, password })).toBe('done');
    expect(await outcome).toBe('CANCELED');
  });

  test('leaves no row behind that points at nobody: whatever refers to a person goes with them, forgets them, or is passed on', async () => {
    const { rows } = await server.platform.database.pool.query<{ place: string; rule: string }>(
      `SELECT format('%s.%s', c.conrelid::regclass, a.attname) AS place, c.confdeltype AS rule FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`,
    );
    // c: deleted with the person, n: set to null. The others are named in deleteAccount.
    expect(
      rows
        .filter(({ rule }) => rule !== 'c' && rule !== 'n')
        .map(({ place }) => place)
        .toSorted(),
    ).toEqual([
      'databases.creator_id',
      'notebooks.creator_id',
      'project_tools.creator_id',
      'projects.creator_id',
      'workflows.creator_id',
    ]);
  });

  test('can be done again when it was cut off in the middle', async () => {
    const dan = await server.signUp();
    await dan.makeProject();
    const { pool, query } = server.platform.database;
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$; CREATE TRIGGER refuse BEFORE DELETE ON users EXECUTE FUNCTION refuse()`,
    );
    const known = server.platform.log.error;
    server.platform.log.error = () => undefined;
    expect(await remove(dan, { username: dan.username, password })).toBe('INTERNAL');
    server.platform.log.error = known;
    await pool.query('DROP TRIGGER refuse ON users');
    expect(await remove(dan, { username: dan.username, password })).toBe('done');
    expect(await query.select().from(users).where(eq(users.id, dan.id))).toEqual([]);
  });
});

test('calls about an account are about the one of the session, whoever the body names', async () => {
  const [ann, ben] = [await server.signUp(), await server.signUp()];
  const reply = await ann.fetch(access.updateAccount.path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: ben.id,
      userId: ben.id,
      user_id: ben.id,
      email: ben.email,
      username: `x-${newId().slice(0, 8)}`,
    }),
  });
  expect(((await reply.json()) as { data: { id: string } }).data.id).toBe(ann.id);
  expect((await ben.client.call(access.readAccount)).data.username).toBe(ben.username);
});
