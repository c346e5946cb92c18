import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, type TemplateAccess } from '@groma/model';
import { map, notebook, project, type Endpoint } from '@groma/protocol';
import { eq } from '../database/drizzle.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { addMember } from '../../../test/test-tenant.ts';
import { maps, projects, templates } from '../database/tables/index.ts';
import { unlockCookie, unlockProof } from './visitor.ts';

let server: TestServer;
let author: Person;
let member: Person;
let stranger: Person;
let sourceId: string;
let frozenId: string;
let mapId: string;
const templateId = newId();

beforeAll(async () => {
  server = await startTestServer();
  [author, member, stranger] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const tenantId = await addMember(author, member);
  sourceId = await author.makeProject();
  [frozenId, mapId] = [newId(), newId()];
  const { query } = server.platform.database;
  await query.insert(templates).values({
    id: templateId,
    type: 'MAP',
    projectId: sourceId,
    sourceId: newId(),
    tenantId,
    title: 'Rivers',
    description: '',
    access: 'public',
    tags: [],
    categories: ['Marine'],
    version: '1.0.0',
  });
  await query
    .insert(projects)
    .values({ id: frozenId, name: 'Rivers', creatorId: author.id, tenantId, publishedAs: templateId });
  await query.insert(maps).values({
    id: mapId,
    projectId: frozenId,
    name: 'Rivers',
    viewState: { longitude: 0, latitude: 0, zoom: 2, pitch: 0, bearing: 0 },
  });
});
afterAll(() => server.close());

async function publishFor(access: TemplateAccess, password: string | null = null): Promise<void> {
  const { query } = server.platform.database;
  await query.update(templates).set({ access, password }).where(eq(templates.id, templateId));
}

/** Status of reading the published map, by someone or by nobody. */
async function reading(person?: Person, cookie = ''): Promise<number> {
  const cookies = [person?.cookie, cookie].filter(Boolean).join('; ');
  const path = `/api/maps/${mapId}/projects/${frozenId}`;
  return (await fetch(`${server.origin}${path}`, { headers: { cookie: cookies } })).status;
}

test('[PUB-001] a public publication is read by anyone, without a session', async () => {
  await publishFor('public');
  expect(await reading()).toBe(200);
  expect(await reading(stranger)).toBe(200);
});

test('[PUB-033] one for the team is read by members of its organisation alone', async () => {
  await publishFor('restricted');
  expect(await reading(author)).toBe(200);
  expect(await reading(member)).toBe(200);
  expect(await reading(stranger)).toBe(404);
  expect(await reading()).toBe(401);
});

test('[PUB-034] one with a password is opened by a cookie for it alone, until the password changes', async () => {
  await publishFor('password', 'hash one');
  const { secret } = server.platform.config;
  const cookie = `${unlockCookie(templateId)}=${unlockProof(secret, templateId, 'hash one')}`;
  expect(await reading()).toBe(401);
  expect(await reading(member)).toBe(404);
  expect(await reading(author)).toBe(200);
  expect(await reading(undefined, cookie)).toBe(200);
  expect(await reading(member, cookie)).toBe(200);
  const other = newId();
  expect(await reading(undefined, `${unlockCookie(templateId)}=${unlockProof(secret, other, 'hash one')}`)).toBe(401);
  await publishFor('password', 'hash two');
  expect(await reading(undefined, cookie)).toBe(401);
});

test('a frozen project is changed by nobody, and not even read by calls that are not for publications', async () => {
  await publishFor('public');
  const refused = (call: Promise<unknown>) => expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await refused(author.client.call(project.readProject, { params: { id: frozenId } }));
  await refused(author.client.call(project.updateProject, { params: { id: frozenId }, body: { name: 'Mine' } }));
  await refused(author.client.call(project.deleteProject, { params: { id: frozenId } }));
  await refused(author.client.call(project.listProjectUsers, { params: { projectId: frozenId } }));
  await refused(author.client.call(notebook.listNotebooks, { params: { projectId: frozenId } }));
  await refused(author.client.call(map.renameMap, { params: { mapId, projectId: frozenId }, body: { name: 'Mine' } }));
});

test('no list and no count has a frozen project', async () => {
  const { data } = await author.client.call(project.listProjects, {});
  expect(data.map(({ id }) => id)).not.toContain(frozenId);
  expect(data.map(({ id }) => id)).toContain(sourceId);
});

test('once its publication is gone, nobody reads a frozen project', async () => {
  await publishFor('public');
  const { query } = server.platform.database;
  await query.update(projects).set({ publishedAs: newId() }).where(eq(projects.id, frozenId));
  expect(await reading(author)).toBe(404);
  expect(await reading()).toBe(401);
  await query.update(projects).set({ publishedAs: templateId }).where(eq(projects.id, frozenId));
});

test('only calls that read are for publications', () => {
  const open = server.serving.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ policy }: Endpoint) => 'alsoPublished' in policy && policy.alsoPublished === true);
  expect(open.length).toBeGreaterThan(10);
  for (const { policy } of open) expect(['read', 'read-on-open']).toContain('action' in policy && policy.action);
});
