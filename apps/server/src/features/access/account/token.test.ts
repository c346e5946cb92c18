import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from '../../../platform/database/drizzle.ts';
import { limit, newId } from '@groma/model';
import { access, createClient, file, map, project } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { accessTokens } from '../../../platform/database/tables/index.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
afterAll(() => server.close());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const make = (body: { scope?: 'read' | 'write'; project_id?: string | null; expires_in_days?: number | null } = {}) =>
  ann.client.call(access.createAccessToken, { body: { name: 'of a test', ...body } });
const bearer = (token: string) => createClient(server.origin, () => ({ authorization: `Bearer ${token}` }));

test('[ACC-137] a token is shown once, kept as a hash, listed without its text, and no more than 50 are valid', async () => {
  const ben = await server.signUp();
  const create = (name: string) =>
    codeOf(ben.client.call(access.createAccessToken, { body: { name, expires_in_days: 1 } }));
  const { data, token } = await ben.client.call(access.createAccessToken, { body: { name: ' Field laptop ' } });
  expect(token).toMatch(/^groma_pat_[\w-]{43}$/);
  expect(data).toMatchObject({ name: 'Field laptop', ending: token.slice(-4), scope: 'propose', project: null });
  expect(new Date(data.expires_at!).getTime() - Date.now()).toBeGreaterThan(89 * 86_400_000);
  const listed = await ben.client.call(access.listAccessTokens);
  expect(listed.data).toEqual([data]);
  const [row] = await server.platform.database.query.select().from(accessTokens).where(eq(accessTokens.id, data.id));
  expect(JSON.stringify(row)).not.toContain(token.slice('groma_pat_'.length));
  expect(await create('a\nb')).toBe('BAD_INPUT');
  expect(await create(' ')).toBe('BAD_INPUT');
  for (let count = 1; count < limit.accessTokens; count++) expect(await create(`number ${count}`)).toBe('done');
  expect(await create('one too many')).toBe('TOKEN_LIMIT');
});

test('[ACC-138] a token makes calls as its person, whatever cookie goes with it; what is no token is refused', async () => {
  const { token } = await make();
  const other = await server.signUp();
  const both = createClient(server.origin, () => ({ authorization: `Bearer ${token}`, cookie: other.cookie }));
  expect((await both.call(access.readAccount)).data.id).toBe(ann.id);
  expect(await codeOf(bearer('groma_pat_unknown').call(access.readAccount))).toBe('TOKEN_INVALID');
  const old = await make();
  await server.platform.database.query
    .update(accessTokens)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(accessTokens.id, old.data.id));
  expect(await codeOf(bearer(old.token).call(access.readAccount))).toBe('TOKEN_INVALID');
  expect((await ann.client.call(access.listAccessTokens)).data.map(({ id }) => id)).toContain(old.data.id);
});

test('[ACC-138] a token loses what its person loses', async () => {
  const ben = await server.signUp();
  const projectId = await ben.makeProject();
  await server.share(ben, projectId, ann, 'PROJECT_EDITOR');
  const { token } = await make({ scope: 'write' });
  const client = bearer(token);
  expect(await codeOf(client.call(map.createMap, { params: { projectId }, body: { name: 'A map' } }))).toBe('done');
  await ben.client.call(project.unshareProject, { params: { projectId, userId: ann.id } });
  expect(await codeOf(client.call(map.listMaps, { params: { projectId } }))).toBe('NOT_FOUND');
});

test('[ACC-139] a token changes no account, organisation or access, and one that reads changes nothing', async () => {
  const projectId = await ann.makeProject();
  const writes = bearer((await make({ scope: 'write' })).token);
  const reads = bearer((await make({ scope: 'read' })).token);
  const refused = [
    writes.call(access.updateAccount, { body: { display_name: 'Eve' } }),
    writes.call(access.listSessions),
    writes.call(access.listAccessTokens),
    writes.call(access.createAccessToken, { body: { name: 'another' } }),
    writes.call(project.updateProject, { params: { id: projectId }, body: { name: 'Taken' } }),
    writes.call(project.deleteProject, { params: { id: projectId } }),
    writes.call(project.leaveProject, { params: { projectId } }),
    writes.call(project.shareProject, { params: { projectId }, body: { email: 'e@e.de', role: 'PROJECT_EDITOR' } }),
    reads.call(map.createMap, { params: { projectId }, body: { name: 'A map' } }),
    reads.call(project.createProject, { body: { name: 'New' } }),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'TOKEN_FORBIDDEN'));
  expect(await codeOf(reads.call(map.listMaps, { params: { projectId } }))).toBe('done');
  expect(await codeOf(reads.call(project.listProjects))).toBe('done');
});

test('[ACC-139] a token of a project opens that project alone', async () => {
  const [inside, outside] = [await ann.makeProject(), await ann.makeProject()];
  const client = bearer((await make({ scope: 'write', project_id: inside })).token);
  const create = (projectId: string) =>
    codeOf(client.call(map.createMap, { params: { projectId }, body: { name: 'A map' } }));
  expect([await create(inside), await create(outside)]).toEqual(['done', 'TOKEN_FORBIDDEN']);
  expect(await codeOf(client.call(project.listProjects))).toBe('TOKEN_FORBIDDEN');
  expect(await codeOf(make({ project_id: newId() }))).toBe('NOT_FOUND');
});

test('[ACC-140] what is being answered for a token is cut off when it is revoked', async () => {
  const projectId = await ann.makeProject();
  await ann.upload(projectId, '/data/large.bin', 'x');
  // More than what connections hold on their way, and nothing on the disk.
  truncateSync(join(await server.platform.files.folderOf(projectId as never), 'large.bin'), 2 ** 31);
  const { data, token } = await make({ scope: 'write' });
  const { zipUrl } = await bearer(token).call(file.selectForZip, { params: { projectId }, body: { paths: ['/data'] } });
  const reply = await fetch(new URL(zipUrl, server.origin), { headers: { authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(200);
  const reader = reply.body!.getReader();
  await reader.read();
  await ann.client.call(access.revokeAccessToken, { params: { tokenId: data.id } });
  const toEnd = async (): Promise<string> => {
    while (!(await reader.read()).done);
    return 'whole';
  };
  expect(await toEnd().catch(() => 'cut')).toBe('cut');
});

test('[ACC-140] a token that is revoked opens nothing more, is the owner’s alone to revoke, and says when it was used', async () => {
  const { data, token } = await make();
  const client = bearer(token);
  await client.call(access.readAccount);
  await expect
    .poll(
      async () => (await ann.client.call(access.listAccessTokens)).data.find(({ id }) => id === data.id)?.last_used_at,
    )
    .toEqual(expect.any(String));
  const ben = await server.signUp();
  const revoke = { params: { tokenId: data.id } };
  expect(await codeOf(ben.client.call(access.revokeAccessToken, revoke))).toBe('NOT_FOUND');
  expect(await codeOf(ann.client.call(access.revokeAccessToken, revoke))).toBe('done');
  expect(await codeOf(client.call(access.readAccount))).toBe('TOKEN_INVALID');
});
