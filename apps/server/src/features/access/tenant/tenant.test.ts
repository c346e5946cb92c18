import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access, project } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { addMember, tenantOf } from '../../../../test/test-tenant.ts';
import { projectShares, tenants } from '../../../platform/database/tables/index.ts';
import { dissolveTenant } from './dissolve-tenant.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let eve: Person;
let tenantId: string;
beforeAll(async () => {
  server = await startTestServer();
  [ann, ben, eve] = [await server.signUp('ann'), await server.signUp('ben'), await server.signUp('eve')];
  tenantId = await addMember(ann, ben);
});
afterAll(() => server.close());

const params = () => ({ tenantId });
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

test('[ACC-001] [ACC-002] [ACC-003] [ACC-005] [ACC-051] [ACC-052] a person has the tenant they own and those they were invited to, each with its role and plan', async () => {
  const { data } = await ben.client.call(access.listTenants);
  expect(data).toMatchObject([
    {
      role: 'OWNER',
      name: 'ben',
      owner: { id: ben.id, username: 'ben' },
      outcome: 'NO_ERROR',
      plan: { is_active: true },
    },
    {
      id: tenantId,
      role: 'MEMBER',
      name: 'ann',
      owner: { id: ann.id },
      outcome: 'NO_ERROR',
      plan_starts_at: null,
      plan_ends_at: null,
    },
  ]);
});

test('[ACC-004] [ACC-006] [ACC-007] [ACC-009] [ACC-063] [ACC-120] a tenant is read with its members by its people, with billing by its owner, and is missing to others', async () => {
  const { data: owned } = await ann.client.call(access.readTenant, { params: params() });
  expect(owned.members.map(({ user_email: email, role, is_you: isYou }) => [email, role, isYou])).toEqual([
    [ann.email, 'OWNER', true],
    [ben.email, 'MEMBER', false],
  ]);
  expect(owned.billing).toMatchObject({ project_number: 10, gaia_pro_queries: 20, plan_ends_at: null });
  await server.platform.database.query
    .update(tenants)
    .set({ plan: { is_active: true, features: {} } })
    .where(eq(tenants.id, tenantId));
  expect((await ann.client.call(access.readTenant, { params: params() })).data.billing).toMatchObject({
    project_number: 10,
    gaia_pro_queries: 20,
    cpu_machine_types: [],
  });
  expect((await ben.client.call(access.readTenant, { params: params() })).data).toMatchObject({
    role: 'MEMBER',
    billing: null,
  });
  expect(await code(eve.client.call(access.readTenant, { params: params() }))).toBe('NOT_FOUND');
});

test('[ACC-058] [ACC-069] the owner alone renames the tenant and removes members', async () => {
  expect(await code(ben.client.call(access.renameTenant, { params: params(), body: { name: 'Mine' } }))).toBe(
    'FORBIDDEN',
  );
  expect((await ann.client.call(access.renameTenant, { params: params(), body: { name: ' Rivers ' } })).data.name).toBe(
    'Rivers',
  );
  expect(await code(ben.client.call(access.removeMember, { params: { tenantId, userId: ben.id } }))).toBe('FORBIDDEN');
  expect(await code(ann.client.call(access.removeMember, { params: { tenantId, userId: eve.id } }))).toBe('NOT_FOUND');
});

test('[ACC-054] [ACC-091] [ACC-116] a member makes projects in the tenant, owns what they made, and the plan of the tenant counts', async () => {
  const { data: made } = await ben.client.call(project.createProject, {
    body: { name: 'Shared', tenant_id: tenantId },
  });
  expect(made).toMatchObject({
    tenant: tenantId,
    creator: ben.id,
    role: 'PROJECT_OWNER',
    can_delete: true,
    plan_outcome: 'NO_ERROR',
  });
  expect((await ann.client.call(project.readProject, { params: { id: made.id } })).data.role).toBe('PROJECT_OWNER');
  expect(
    (await ben.client.call(project.listProjects, { query: { tenant_id: tenantId } })).data.map(({ id }) => id),
  ).toEqual([made.id]);
  const { query } = server.platform.database;
  await query
    .update(tenants)
    .set({ plan: { is_active: true, features: { project_number: 1 } } })
    .where(eq(tenants.id, tenantId));
  expect(await code(ben.client.call(project.createProject, { body: { name: 'One more', tenant_id: tenantId } }))).toBe(
    'PROJECT_LIMIT',
  );
  await query
    .update(tenants)
    .set({ plan: { is_active: true, features: {} } })
    .where(eq(tenants.id, tenantId));
  for (const foreign of [await tenantOf(eve), '00000000-0000-4000-8000-000000000000', 'x']) {
    expect(await code(ben.client.call(project.createProject, { body: { name: 'Foreign', tenant_id: foreign } }))).toBe(
      'NOT_FOUND',
    );
  }
});

test('[ACC-066] [ACC-123] a public project is deleted by the owner of its tenant; its creator closes it first', async () => {
  const {
    data: { id },
  } = await ben.client.call(project.createProject, { body: { name: 'Open', tenant_id: tenantId } });
  const { data } = await ben.client.call(project.updateProject, {
    params: { id },
    body: { general_access: 'PROJECT_VIEWER' },
  });
  expect(data.can_delete).toBe(false);
  expect(await code(ben.client.call(project.deleteProject, { params: { id } }))).toBe('FORBIDDEN');
  expect((await ann.client.call(project.readProject, { params: { id } })).data.can_delete).toBe(true);
  await ben.client.call(project.updateProject, { params: { id }, body: { general_access: 'RESTRICTED' } });
  expect(await code(ben.client.call(project.deleteProject, { params: { id } }))).toBe('done');
});

test('[ACC-069] [ACC-120] who is removed from a tenant loses its projects and the shares of them within a second, and what they made stays', async () => {
  const dan = await server.signUp();
  await addMember(ann, dan);
  const {
    data: { id },
  } = await dan.client.call(project.createProject, { body: { name: 'Of Dan', tenant_id: tenantId } });
  const other = await ann.makeProject('Of Ann');
  await server.share(ann, other, dan, 'PROJECT_EDITOR');
  const socket = dan.socket(`/parties/project/${id}`);
  await new Promise((resolve) => {
    socket.once('message', resolve);
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve);
  });
  const began = performance.now();
  await ann.client.call(access.removeMember, { params: { tenantId, userId: dan.id } });
  expect(await closed).toBe(4403);
  expect(performance.now() - began).toBeLessThan(1_000);
  for (const each of [id, other])
    expect(await code(dan.client.call(project.readProject, { params: { id: each } }))).toBe('NOT_FOUND');
  expect(
    await server.platform.database.query.select().from(projectShares).where(eq(projectShares.userId, dan.id)),
  ).toEqual([]);
  expect((await ann.client.call(project.readProject, { params: { id } })).data).toMatchObject({
    role: 'PROJECT_OWNER',
    creator: dan.id,
  });
});

test('[ACC-070] a member leaves, an owner does not', async () => {
  const dan = await server.signUp();
  await addMember(ann, dan);
  expect(await code(ann.client.call(access.leaveTenant, { params: params() }))).toBe('FORBIDDEN');
  await dan.client.call(access.leaveTenant, { params: params() });
  expect((await dan.client.call(access.listTenants)).data.map(({ role }) => role)).toEqual(['OWNER']);
  expect(await code(dan.client.call(access.leaveTenant, { params: params() }))).toBe('NOT_FOUND');
});

test('[ACC-024] [ACC-027] [ACC-045] without a plan of their own a person is told which tenants can be entered, and enters them', async () => {
  const dan = await server.signUp();
  await addMember(ann, dan);
  await server.platform.database.query.update(tenants).set({ plan: null }).where(eq(tenants.ownerId, dan.id));
  const refused = await dan.fetch(access.verification.path);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    {
      code: 'NO_PLAN',
      data: {
        id: dan.id,
        ownedTenant: { outcome: 'NO_PLAN' },
        invitedTenants: [{ id: tenantId, outcome: 'NO_ERROR' }],
      },
    },
  ]);
  expect((await dan.client.call(access.verification, { query: { tenantId } })).data.id).toBe(dan.id);
  expect(await code(dan.client.call(access.verification, { query: { tenantId: await tenantOf(eve) } }))).toBe(
    'NOT_FOUND',
  );
  expect(await code(dan.makeProject())).toBe('NO_PLAN');
  expect(
    await code(dan.client.call(project.createProject, { body: { name: 'As a guest', tenant_id: tenantId } })),
  ).toBe('done');
});

test('[ACC-118] [ACC-120] members of a tenant that is dissolved are out of its projects at once, however long it takes to delete them', async () => {
  const [owner, guest] = [await server.signUp(), await server.signUp()];
  const id = await addMember(owner, guest);
  const projectId = await owner.makeProject();
  await owner.client.call(project.updateProject, {
    params: { id: projectId },
    body: { tenant_access: 'PROJECT_EDITOR' },
  });
  const socket = guest.socket(`/parties/project/${projectId}`);
  await new Promise((resolve) => {
    socket.once('message', resolve);
  });
  let reason = '';
  socket.once('close', (_code: number, said: Buffer) => {
    reason = said.toString();
  });
  await dissolveTenant(server.platform, id, () => Promise.resolve());
  await expect.poll(() => reason, { timeout: 5_000 }).toBe('NOT_FOUND');
});

test('[ACC-120] a tenant is dissolved by its owner after its name was typed: its projects go, its members lose them, and it has no plan', async () => {
  const [owner, guest] = [await server.signUp(), await server.signUp()];
  const id = await addMember(owner, guest);
  const projectId = await owner.makeProject();
  const dissolve = (person: Person, name: string) =>
    code(person.client.call(access.dissolveTenant, { params: { tenantId: id }, body: { name } }));
  expect([await dissolve(guest, owner.username), await dissolve(owner, 'something else')]).toEqual([
    'FORBIDDEN',
    'NAME_NOT_REPEATED',
  ]);
  expect(await dissolve(owner, owner.username)).toBe('done');
  expect(await code(owner.client.call(project.readProject, { params: { id: projectId } }))).toBe('NOT_FOUND');
  expect((await guest.client.call(access.listTenants)).data).toHaveLength(1);
  // Nor is a new plan to be had by signing in again.
  expect(await code(owner.client.call(access.verification))).toBe('NO_PLAN');
});
