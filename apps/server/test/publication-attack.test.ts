import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId, type GuardedPolicy, type TemplateAccess } from '@groma/model';
import {
  access as accounts,
  fillPath,
  hub,
  notebook,
  operation,
  template,
  type Endpoint,
  type TemplatePayload,
} from '@groma/protocol';
import { eq } from '../src/platform/database/drizzle.ts';
import { unlockCookie, unlockProof } from '../src/platform/access/visitor.ts';
import { layers, maps, notebooks, templates, templateVersions } from '../src/platform/database/tables/index.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';
import { addMember } from './test-tenant.ts';
import { TestMap } from './test-map.ts';

/**
 * Asks every call that reads publications for a version of one, as anybody who might: read from the running server, so
 * that a new one is asked from the day it is written.
 */
let server: TestServer;
let author: Person;
let member: Person;
let stranger: Person;
let projectId: string;
let templateId: string;
/** What the frozen versions hold, the older first. */
let versions: { version: string; project: string; map: string; layer: string; notebook: string }[];

beforeAll(async () => {
  server = await startTestServer();
  [author, member, stranger] = [await server.signUp(), await server.signUp(), await server.signUp()];
  await addMember(author, member);
  const own = await TestMap.make(author, await author.makeProject('Low flow'));
  ({ projectId } = own);
  await own.draw('Wells', [{ depth: 3 }]);
  await own.upload('gauges.csv', 'a\n1');
  await author.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'Study', initialTemplate: [{ type: 'paragraph', content: 'Words.' }] },
  });
  const begun = await author.client.call(template.workspaceTemplates.create, { params: { projectId }, body: fields });
  templateId = begun.data.id;
  await ended(begun.operation_id);
  const second = await author.client.call(template.workspaceTemplates.update, {
    params: { projectId, templateId },
    body: { ...fields, version: '1.1.0' },
  });
  await ended(second.operation_id);
  const { query } = server.platform.database;
  const rows = await query.select().from(templateVersions).where(eq(templateVersions.templateId, templateId));
  versions = await Promise.all(
    rows
      .toSorted((a, b) => a.version.localeCompare(b.version))
      .map(async ({ version, frozenProjectId: project }) => {
        const [map] = await query.select().from(maps).where(eq(maps.projectId, project));
        const [layer] = await query.select().from(layers).where(eq(layers.mapId, map!.id));
        const [study] = await query.select().from(notebooks).where(eq(notebooks.projectId, project));
        return { version, project, map: map!.id, layer: layer!.id, notebook: study!.id };
      }),
  );
});
afterAll(() => server.close());

const fields: TemplatePayload = { title: 'Low flow', access: 'public', version: '1.0.0', categories: ['Marine'] };
async function ended(id: string | null): Promise<void> {
  const read = async () => (await author.client.call(operation.readOperation, { params: { operationId: id! } })).data;
  await vi.waitUntil(async () => !/Pending|In Progress/.test((await read()).status), { timeout: 30_000 });
  expect(await read()).toMatchObject({ status: 'Completed', failedMessage: null });
}

async function publishFor(access: TemplateAccess): Promise<void> {
  await author.client.call(template.workspaceTemplates.update, {
    params: { projectId, templateId },
    body: { ...fields, version: '1.1.0', access, ...(access === 'password' && { password: 'right one' }) },
  });
}

async function unlocked(of = templateId): Promise<string> {
  const [row] = await server.platform.database.query.select().from(templates).where(eq(templates.id, templateId));
  return `${unlockCookie(templateId)}=${unlockProof(server.platform.config.secret, of, row!.password ?? '')}`;
}

type GuardedEndpoint = Endpoint & { policy: GuardedPolicy & { alsoPublished?: true } };
const isForReaders = (endpoint: Endpoint): endpoint is GuardedEndpoint =>
  'alsoPublished' in endpoint.policy && endpoint.policy.alsoPublished === true;
const all = () => server.serving.routes.map(({ endpoint }) => endpoint);

function addressOf({ path, policy }: Endpoint, held: (typeof versions)[number]): string {
  const named: Record<string, string> = {
    projectId: held.project,
    mapId: held.map,
    layerId: held.layer,
    notebookId: held.notebook,
    path: 'data/gauges.csv',
  };
  const place = 'place' in policy ? policy.place : undefined;
  const noun = policy.kind === 'of-resource' ? policy.noun : 'project';
  const aim = place && { [place.name]: noun === 'project' ? held.project : noun === 'map' ? held.map : held.notebook };
  const params = new Proxy({ ...named, ...(place?.in === 'params' && aim) } as Record<string, string>, {
    get: (known, name) => known[name as string] ?? 'x',
  });
  return fillPath(path, params) + (place?.in === 'query' ? `?${new URLSearchParams(aim)}` : '');
}

const ask = (
  { method }: Endpoint,
  address: string,
  person: Person | undefined,
  { cookie = '', token }: { cookie?: string | undefined; token?: string } = {},
) =>
  fetch(server.origin + address, {
    method,
    headers: {
      cookie: [person?.cookie, cookie].filter(Boolean).join('; '),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  });

/** Whether a call answers of the version, whatever it says to what else is asked; else it is as if it were missing. */
async function isOpen(endpoint: GuardedEndpoint, held: (typeof versions)[number], person?: Person, cookie?: string) {
  const reply = await ask(endpoint, addressOf(endpoint, held), person, { cookie });
  const text = await reply.text();
  if (reply.status === 401) return false;
  const nothing = { ...held, project: newId(), map: newId(), notebook: newId() };
  const missing = await ask(endpoint, addressOf(endpoint, nothing), person ?? stranger, { cookie });
  return !(reply.status === 404 && text === (await missing.text()));
}

/** The calls that answer otherwise than they should, by version; none where all are as is meant. */
async function wrongCalls(isMeant: boolean, person?: Person, cookie?: string): Promise<string[]> {
  const calls = all()
    .filter(isForReaders)
    .filter(({ policy }) => policy.kind !== 'of-resource' || policy.noun !== 'database');
  if (calls.length < 10) return ['There are too few calls.'];
  const wrong: string[] = [];
  for (const held of versions)
    for (const endpoint of calls)
      if ((await isOpen(endpoint, held, person, cookie)) !== isMeant) wrong.push(`${endpoint.id} ${held.version}`);
  return wrong;
}

test('[PUB-033, PUB-050] every call answers of every version of a public publication, to anybody', async () => {
  await publishFor('public');
  expect(await wrongCalls(true)).toEqual([]);
  expect(await wrongCalls(true, stranger)).toEqual([]);
  expect(await wrongCalls(true, author)).toEqual([]);
});

test('[PUB-033] of one for the team every call answers its members alone', async () => {
  await publishFor('restricted');
  expect(await wrongCalls(false)).toEqual([]);
  expect(await wrongCalls(false, stranger)).toEqual([]);
  expect(await wrongCalls(false, stranger, await unlocked())).toEqual([]);
  expect(await wrongCalls(true, member)).toEqual([]);
  expect(await wrongCalls(true, author)).toEqual([]);
});

test('[PUB-034] of one with a password every call answers who has opened it, and its author', async () => {
  await publishFor('password');
  const [right, wrong] = [await unlocked(), await unlocked(newId())];
  expect(await wrongCalls(false)).toEqual([]);
  expect(await wrongCalls(false, undefined, wrong)).toEqual([]);
  expect(await wrongCalls(false, stranger, wrong)).toEqual([]);
  expect(await wrongCalls(false, member)).toEqual([]);
  expect(await wrongCalls(true, undefined, right)).toEqual([]);
  expect(await wrongCalls(true, stranger, right)).toEqual([]);
  expect(await wrongCalls(true, author)).toEqual([]);
  const use = (cookie: string) =>
    fetch(server.origin + fillPath(hub.useTemplate.path, { templateId }), {
      method: 'POST',
      headers: { cookie: `${stranger.cookie}; ${cookie}`, 'content-type': 'application/json' },
      body: '{}',
    });
  expect(await (await use(wrong)).json()).toMatchObject({ code: 'PASSWORD_REQUIRED' });
  expect((await use(right)).status).toBe(200);
  await publishFor('password');
  // Another password, also the same one set anew, closes it.
  expect(await wrongCalls(false, undefined, right)).toEqual([]);
});

test('[PUB-033, PUB-034, PUB-051] the calls of the hub answer those who may read it', async () => {
  const statuses = async (person?: Person, cookie = '') => {
    const reader = { headers: { cookie: [person?.cookie, cookie].filter(Boolean).join('; ') } };
    const paths = [
      fillPath(hub.readTemplate.path, { templateId }),
      `${fillPath(hub.readTemplate.path, { templateId })}?version=1.0.0`,
      fillPath(hub.downloadNotebooks.path, { templateId, id: '1.0.0' }),
      fillPath(hub.downloadNotebooks.path, { templateId, id: versions[1]!.notebook }),
    ];
    return new Set(await Promise.all(paths.map(async (path) => (await fetch(server.origin + path, reader)).status)));
  };
  const isListed = async (person?: Person) => {
    const reply = await fetch(`${server.origin}${hub.listTemplates.path}`, {
      headers: { cookie: person?.cookie ?? '' },
    });
    return ((await reply.json()) as { data: { id: string }[] }).data.some(({ id }) => id === templateId);
  };
  await publishFor('public');
  expect([await statuses(), await isListed()]).toEqual([new Set([200]), true]);
  await publishFor('restricted');
  expect([await statuses(), await isListed()]).toEqual([new Set([404]), false]);
  expect([await statuses(stranger), await isListed(stranger)]).toEqual([new Set([404]), false]);
  expect([await statuses(member), await isListed(member)]).toEqual([new Set([200]), true]);
  await publishFor('password');
  expect([await statuses(), await isListed()]).toEqual([new Set([403]), false]);
  expect([await statuses(member), await isListed(member)]).toEqual([new Set([403]), false]);
  expect(await statuses(stranger, await unlocked(newId()))).toEqual(new Set([403]));
  expect(await statuses(stranger, await unlocked())).toEqual(new Set([200]));
  const unlock = async (password: string) => {
    const path = fillPath(hub.unlockTemplate.path, { templateId });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify({ password }) });
    return [reply.status, await statuses(undefined, reply.headers.get('set-cookie')?.split(';')[0])];
  };
  expect(await unlock('wrong one')).toEqual([403, new Set([403])]);
  expect(await unlock('right one')).toEqual([200, new Set([200])]);
});

test('[PUB-050] what is not for readers never answers of a version, not even its author', async () => {
  await publishFor('public');
  const closed = all().filter(
    (endpoint) =>
      'place' in endpoint.policy &&
      !isForReaders(endpoint) &&
      (endpoint.policy.kind === 'in-project' ||
        (endpoint.policy.kind === 'of-resource' && ['map', 'notebook'].includes(endpoint.policy.noun))),
  );
  expect(closed.length).toBeGreaterThan(100);
  const { token } = await author.client.call(accounts.createAccessToken, { body: { name: 'drive', scope: 'write' } });
  for (const endpoint of closed) {
    const credentials = endpoint.onlyByToken ? { token } : {};
    const { status } = await ask(endpoint, addressOf(endpoint, versions[1]!), author, credentials);
    expect([endpoint.id, status]).toEqual([endpoint.id, 404]);
  }
});

test('[PUB-051] once unpublished no call answers of any version, to nobody', async () => {
  const cookie = await unlocked();
  const params = { projectId, templateId };
  await expect(stranger.client.call(template.workspaceTemplates.remove, { params })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await author.client.call(template.workspaceTemplates.remove, { params });
  expect(await wrongCalls(false)).toEqual([]);
  expect(await wrongCalls(false, stranger, cookie)).toEqual([]);
  expect(await wrongCalls(false, member)).toEqual([]);
  expect(await wrongCalls(false, author)).toEqual([]);
  for (const person of [undefined, stranger, member, author]) {
    const reply = await fetch(server.origin + fillPath(hub.readTemplate.path, { templateId }), {
      headers: { cookie: [person?.cookie, cookie].filter(Boolean).join('; ') },
    });
    expect(reply.status).toBe(404);
  }
  await expect(author.client.call(hub.useTemplate, { params: { templateId }, body: {} })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
