import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access, project } from '@groma/protocol';
import { startMailServer, type MailServer } from '../../../../test/mail-server.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { tenantOf, tokenIn } from '../../../../test/test-tenant.ts';
import { invitations } from '../../../platform/database/tables/index.ts';

let server: TestServer;
let ann: Person;
let tenantId: string;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('ann');
  tenantId = await tenantOf(ann);
  projectId = await ann.makeProject('Danube');
});
afterAll(() => server.close());

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const invite = (body: { email?: string; days?: number; is_reusable?: boolean }) =>
  ann.client.call(access.inviteToTenant, { params: { tenantId }, body });
const inviteToProject = (body: object) =>
  ann.client.call(access.inviteToProject, { params: { projectId }, body: { role: 'PROJECT_VIEWER', ...body } });
const accept = (person: Person, link: string, kind?: 'tenants' | 'workspaces') =>
  person.client.call(access.acceptInvitation, { body: { token: tokenIn(link), ...(kind && { kind }) } });
/** What somebody without a session is shown, or the code of the refusal. */
const preview = async (token: string, kind?: string) => {
  const reply = await fetch(server.origin + access.previewInvitation.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, kind }),
  });
  return (await reply.json()) as { code?: string; data?: object };
};

describe('[ACC-037] a link', () => {
  test('[ACC-034] to a tenant is shown to anybody in names, makes one member, and is used then', async () => {
    const made = await invite({});
    expect(made).toMatchObject({
      mail: 'none',
      data: { kind: 'tenants', email: null, role: null, is_reusable: false, uses: 0, invited_by: 'ann' },
    });
    expect(made.link).toMatch(/\/dashboard\/workspaces\?tenants_invitation_token=[\w-]{43}$/);
    const shown = await preview(tokenIn(made.link), 'tenants');
    expect(shown.data).toEqual({
      kind: 'tenants',
      name: 'ann',
      tenant_name: 'ann',
      invited_by: 'ann',
      role: null,
      is_personal: false,
      fits: null,
      expires_at: made.data.expires_at,
    });
    expect(JSON.stringify(shown)).not.toContain(tenantId);
    const [ben, eve] = [await server.signUp(), await server.signUp()];
    expect(await accept(ben, made.link, 'tenants')).toEqual({
      data: { kind: 'tenants', tenant_id: tenantId, project_id: null },
    });
    expect((await ben.client.call(access.listTenants)).data[1]).toMatchObject({ id: tenantId, role: 'MEMBER' });
    expect([await code(accept(eve, made.link)), (await preview(tokenIn(made.link))).code]).toEqual([
      'INVITATION_USED',
      'INVITATION_USED',
    ]);
    // Who is inside already is let through.
    expect(await code(accept(ben, made.link))).toBe('done');
  });

  test('[ACC-033] to a workspace gives its role, and a share that gives more stays', async () => {
    const { link } = await inviteToProject({ role: 'PROJECT_COMMENTATOR', is_reusable: true });
    expect(link).toContain('?workspaces_invitation_token=');
    const [ben, eve] = [await server.signUp(), await server.signUp()];
    await server.share(ann, projectId, eve, 'PROJECT_EDITOR');
    for (const person of [ben, eve])
      expect(await accept(person, link, 'workspaces')).toMatchObject({
        data: { kind: 'workspaces', project_id: projectId },
      });
    const roleOf = async (person: Person) =>
      (await person.client.call(project.readProject, { params: { id: projectId } })).data.role;
    expect([await roleOf(ben), await roleOf(eve)]).toEqual(['PROJECT_COMMENTATOR', 'PROJECT_EDITOR']);
    expect(
      (await ann.client.call(access.listProjectInvitations, { params: { projectId } })).data.find(
        ({ is_reusable: isReusable }) => isReusable,
      ),
    ).toMatchObject({ uses: 1 });
  });

  test('good once is used once, also by two at the same moment', async () => {
    const { link } = await invite({});
    const two = [await server.signUp(), await server.signUp()];
    expect((await Promise.all(two.map((person) => code(accept(person, link))))).toSorted()).toEqual([
      'INVITATION_USED',
      'done',
    ]);
  });

  test('is listed while it is open, and no token is kept or listed', async () => {
    const { data, link } = await inviteToProject({});
    const listed = (await ann.client.call(access.listProjectInvitations, { params: { projectId } })).data;
    expect(listed.map(({ id }) => id)).toContain(data.id);
    const rows = await server.platform.database.query.select().from(invitations);
    expect(JSON.stringify([listed, rows])).not.toContain(tokenIn(link));
    expect(
      (await ann.client.call(access.listTenantInvitations, { params: { tenantId } })).data.map(({ id }) => id),
    ).not.toContain(data.id);
  });
});

describe('[ACC-037] what does not open', () => {
  test('revoked, expired, declined, unknown, malformed and of the other kind are refused with a code each, before and after sign-in', async () => {
    const eve = await server.signUp();
    const links = await Promise.all([invite({}), invite({}), invite({}), invite({})]);
    const [revoked, expired, declined, other] = links.map(({ link }) => link) as [string, string, string, string];
    await ann.client.call(access.revokeTenantInvitation, { params: { tenantId, invitationId: links[0]!.data.id } });
    await server.platform.database.query
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(invitations.id, links[1]!.data.id));
    await eve.client.call(access.declineInvitation, { body: { token: tokenIn(declined) } });
    const cases: [string, string, 'tenants' | 'workspaces'][] = [
      [tokenIn(revoked), 'INVITATION_REVOKED', 'tenants'],
      [tokenIn(expired), 'INVITATION_EXPIRED', 'tenants'],
      [tokenIn(declined), 'INVITATION_USED', 'tenants'],
      [tokenIn(other), 'INVITATION_NOT_FOUND', 'workspaces'],
      ['A'.repeat(43), 'INVITATION_NOT_FOUND', 'tenants'],
      ['', 'INVITATION_NOT_FOUND', 'tenants'],
      ["' OR 1=1 --\u0007", 'INVITATION_NOT_FOUND', 'tenants'],
    ];
    for (const [token, expected, kind] of cases) {
      expect([token, (await preview(token, kind)).code]).toEqual([token, expected]);
      expect([token, await code(eve.client.call(access.acceptInvitation, { body: { token, kind } }))]).toEqual([
        token,
        expected,
      ]);
    }
    expect(
      (await ann.client.call(access.listTenantInvitations, { params: { tenantId } })).data.map(({ id }) => id),
    ).toEqual(expect.not.arrayContaining(links.slice(0, 3).map(({ data }) => data.id)));
  });

  test('an invitation of somebody who may not invite any more is void, and so is one of a project that is gone', async () => {
    const [ben, eve] = [await server.signUp(), await server.signUp()];
    const id = await ann.makeProject();
    await server.share(ann, id, ben, 'PROJECT_EDITOR');
    const make = () =>
      ben.client.call(access.inviteToProject, { params: { projectId: id }, body: { role: 'PROJECT_EDITOR' } });
    const [first, second] = [await make(), await make()];
    await ann.client.call(project.unshareProject, { params: { projectId: id, userId: ben.id } });
    expect(await code(accept(eve, first.link))).toBe('INVITATION_REVOKED');
    await server.share(ann, id, ben, 'PROJECT_EDITOR');
    expect(await code(accept(eve, first.link))).toBe('done');
    await ann.client.call(project.deleteProject, { params: { id } });
    expect(await code(accept(eve, second.link))).toBe('INVITATION_NOT_FOUND');
  });

  test('[ACC-068] a member cannot invite, list or revoke, and nobody revokes what is of another tenant or project', async () => {
    const ben = await server.signUp();
    await accept(ben, (await invite({})).link);
    expect(await code(ben.client.call(access.inviteToTenant, { params: { tenantId }, body: {} }))).toBe('FORBIDDEN');
    expect(await code(ben.client.call(access.listTenantInvitations, { params: { tenantId } }))).toBe('FORBIDDEN');
    const {
      data: { id: invitationId },
    } = await invite({});
    const own = await tenantOf(ben);
    expect(
      await code(ben.client.call(access.revokeTenantInvitation, { params: { tenantId: own, invitationId } })),
    ).toBe('INVITATION_NOT_FOUND');
    expect(await code(ann.client.call(access.revokeProjectInvitation, { params: { projectId, invitationId } }))).toBe(
      'INVITATION_NOT_FOUND',
    );
  });

  test('an address has one invitation to a place: a new one takes its place, a link that gives the same settles it, and who is in needs none', async () => {
    const zoe = await server.signUp('zoe');
    const open = async () =>
      (await ann.client.call(access.listTenantInvitations, { params: { tenantId } })).data
        .filter(({ email }) => email === zoe.email)
        .map(({ id }) => id);
    const [first, toProject] = [await invite({ email: zoe.email }), await inviteToProject({ email: zoe.email })];
    const second = await invite({ email: zoe.email.toUpperCase() });
    expect(await open()).toEqual([second.data.id]);
    expect(await code(accept(zoe, first.link))).toBe('INVITATION_REVOKED');
    await accept(zoe, (await invite({ is_reusable: true })).link);
    expect(await open()).toEqual([]);
    expect((await preview(tokenIn(second.link))).code).toBe('INVITATION_USED');
    expect((await preview(tokenIn(toProject.link))).code).toBeUndefined();
    expect([await code(invite({ email: zoe.email })), await code(invite({ email: ann.email }))]).toEqual([
      'ALREADY_MEMBER',
      'ALREADY_MEMBER',
    ]);
  });

  test('bad addresses, roles and days are refused, naming the field', async () => {
    for (const [field, value] of [
      ['email', 'nobody'],
      ['role', 'PROJECT_OWNER'],
      ['role', 'NONE'],
      ['days', 0],
      ['days', 31],
    ] as const) {
      const reply = await ann.fetch(`/api/projects/${projectId}/invitations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ role: 'PROJECT_VIEWER', [field]: value }),
      });
      expect([field, reply.status, ((await reply.json()) as { message: string }).message.split(':')[0]]).toEqual([
        field,
        400,
        field,
      ]);
    }
  });
});

describe('[ACC-037] by email address', () => {
  let post: MailServer;
  let mailing: TestServer;
  let owner: Person;
  beforeAll(async () => {
    post = await startMailServer();
    mailing = await startTestServer({ mail: post.settings });
    owner = await mailing.signUp('Olga');
  });
  afterAll(async () => {
    await mailing.close();
    await post.close();
  });

  test('a letter with the link goes to the address, and only the account of that address takes it up, once', async () => {
    const id = await owner.makeProject('Sava floods');
    const { mail, data, link } = await owner.client.call(access.inviteToProject, {
      params: { projectId: id },
      body: { email: 'Iris@Example.com', role: 'PROJECT_EDITOR', is_reusable: true },
    });
    expect([mail, data.email, data.is_reusable]).toEqual(['sent', 'iris@example.com', false]);
    expect(post.letters.map(({ to }) => to)).toEqual([['iris@example.com']]);
    const { text } = post.letters[0]!;
    expect(text).toContain(link);
    expect(text).toMatch(/^Subject: Olga invites you to Sava floods$/m);
    expect(text).toMatch(/^From: Groma <groma@example.org>$/m);
    const [iris, other] = [await mailing.signUp('iris'), await mailing.signUp()];
    const fits = async (person: Person) =>
      (await person.client.call(access.previewInvitation, { body: { token: tokenIn(link) } })).data.fits;
    expect([await fits(iris), await fits(other)]).toEqual([true, false]);
    expect([
      await code(accept(other, link)),
      await code(other.client.call(access.declineInvitation, { body: { token: tokenIn(link) } })),
    ]).toEqual(['INVITATION_FOR_ANOTHER', 'INVITATION_FOR_ANOTHER']);
    expect(await code(accept(iris, link))).toBe('done');
    expect((await iris.client.call(project.readProject, { params: { id } })).data.role).toBe('PROJECT_EDITOR');
  });

  test('a letter that the mail server refuses is told, and the link can be handed on', async () => {
    post.refused.push('gone@example.com');
    const quiet = { ...mailing.platform.log };
    mailing.platform.log.error = () => undefined;
    const { mail, link } = await owner.client.call(access.inviteToTenant, {
      params: { tenantId: await tenantOf(owner) },
      body: { email: 'gone@example.com' },
    });
    mailing.platform.log.error = quiet.error;
    expect([mail, link.includes('tenants_invitation_token=')]).toEqual(['failed', true]);
  });

  test('a name cannot smuggle another receiver into a letter', async () => {
    const before = post.letters.length;
    expect(
      await code(
        owner.client.call(access.inviteToTenant, {
          params: { tenantId: await tenantOf(owner) },
          body: { email: 'a,b@example.com' },
        }),
      ),
    ).toBe('done');
    expect(post.letters.slice(before).map(({ to }) => to.length)).toEqual([1]);
  });

  test('without a mail server the link is there to copy, and says so', async () => {
    const { mail, link } = await invite({ email: 'someone@example.com' });
    expect([mail, link.startsWith(`${server.origin}/`)]).toEqual(['off', true]);
  });
});
