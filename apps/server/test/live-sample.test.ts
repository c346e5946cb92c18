import { eq, isNull } from '../src/platform/database/drizzle.ts';
import { readdir } from 'node:fs/promises';
import type { ProjectId } from '@groma/model';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { access, project, type hub, type map, type ReplyOf } from '@groma/protocol';
import { serviceNames } from '../src/platform/config.ts';
import { accounts, projects, samplePublications, templates, users } from '../src/platform/database/tables/index.ts';
import { keepSampleName } from '../src/sample/live/keep-live-sample.ts';
import { sampleUsername } from '../src/sample/live/sample-person.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

let server: TestServer;
let stranger: Person;
beforeAll(async () => {
  server = await startTestServer({ showsSample: true, services: new Set(serviceNames) });
  stranger = await server.signUp();
});
afterAll(() => server.close());

type Sample = NonNullable<ReplyOf<typeof hub.readSample>['data']>;

const get = async (path: string, from = server) => fetch(from.origin + path);
const readSample = async () => ((await (await get('/api/hub/sample')).json()) as { data: Sample | null }).data;
const madeSample = () => vi.waitUntil(readSample, { timeout: 150_000, interval: 100 });
const projectsOfServer = async () =>
  (
    await server.platform.database.query
      .select({ id: projects.id, publishedAs: projects.publishedAs })
      .from(projects)
      .innerJoin(users, eq(users.id, projects.creatorId))
      .where(eq(users.username, sampleUsername))
  ).toSorted((a, b) => Number(b.publishedAs !== null) - Number(a.publishedAs !== null));

test('[PUB-136] [SHL-163] the first visitor has the sample made, once, and reads its map and its notebook without an account', async () => {
  await Promise.all(Array.from({ length: 8 }, readSample));
  const sample = await madeSample();
  expect(sample.title).toBe('Countries and places');
  const state = await get(`/maps/state?map_id=${sample.map_id}&project_id=${sample.project_id}`);
  const { data } = (await state.json()) as ReplyOf<typeof map.readMapState>;
  expect(data.layers.map(({ text }) => text).toSorted()).toEqual(['countries', 'places']);
  expect(data.view_state).toMatchObject({ zoom: 1.1 });
  const { length } = await projectsOfServer();
  expect(length).toBe(2);
  const folder = await server.platform.files.folderOf(sample.project_id as ProjectId);
  const made = (await readdir(folder)).filter((name) => name.endsWith('.parquet'));
  expect(made.toSorted()).toEqual(['cities-by-country.parquet', 'continents.parquet']);
  const page = await get(`/en/hub/solutions/${sample.template_id}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Countries and places')]);
});

test('[PUB-138] a frame shows one notebook of a published workspace with its outputs, in the theme that is asked for', async () => {
  const { template_id: id, notebook_id: notebookId } = await madeSample();
  const frame = (more: string) => get(`/embed/solutions/${id}?notebook=${notebookId}${more}`);
  const page = await frame('&theme=dark');
  const html = await page.text();
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("frame-ancestors 'self'"),
  ]);
  expect(html).toContain('data-theme="dark"');
  expect(html).toContain('<h1 class="hidden"><bdi>Where people live</bdi></h1>');
  const outputs = html.match(/\/api\/hub\/templates\/[^"]*\/outputs\/[^"]*/g) ?? [];
  expect(outputs.length).toBeGreaterThan(1);
  // Tables of pandas have a look there.
  const texts = await Promise.all(outputs.map(async (path) => (await get(path)).text()));
  expect(
    texts.filter((text) => text.includes('class="dataframe"') && text.startsWith('<style>')).length,
  ).toBeGreaterThan(0);
  expect(await (await frame('')).text()).not.toContain('data-theme');
  expect((await get(`/embed/solutions/${id}?notebook=${crypto.randomUUID()}`)).status).toBe(404);
});

test('[PUB-139] [SHL-153] the sample is in no list of the hub, its feed and its sitemap, but on the page of its author; the hub leads there', async () => {
  const { template_id: id } = await madeSample();
  const { body } = { body: await (await get('/api/hub/templates')).json() } as { body: { total: number } };
  expect(body.total).toBe(0);
  expect(await (await get('/en/hub')).text()).toContain('<a href="/sample">Look at the sample</a>');
  for (const path of ['/en/hub', '/en/hub?q=countries', '/en/hub/rss.xml', '/sitemap.xml'])
    expect([path, (await (await get(path)).text()).includes(id)]).toEqual([path, false]);
  const author = await get(`/en/hub/authors/${encodeURIComponent(sampleUsername)}`);
  expect([author.status, (await author.text()).includes(id)]).toEqual([200, true]);
});

test('[ACC-149] nobody is or becomes the owner of the sample, and nobody has a role in its project', async () => {
  await madeSample();
  const { query } = server.platform.database;
  const [owner] = await query.select().from(users).where(eq(users.username, sampleUsername));
  expect(await query.select().from(accounts).where(eq(accounts.userId, owner!.id))).toEqual([]);
  const post = async (path: string, body: object) =>
    (
      await fetch(server.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await post(access.signIn.path, { email: owner!.email, password: 'open sesame' })).toBe(400);
  expect(await post(access.requestPasswordReset.path, { email: owner!.email })).toBe(400);
  expect(
    await post(access.signUp.path, { username: sampleUsername, email: 'a@b.example', password: 'open sesame' }),
  ).toBe(400);
  for (const { id } of await projectsOfServer())
    await expect(stranger.client.call(project.readProject, { params: { id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
});

test('[PUB-137] another revision takes the place of the sample, and what is off is taken away', async () => {
  const before = await madeSample();
  const { database, jobs } = server.platform;
  await database.query.update(samplePublications).set({ revision: 'of before' });
  // Until there is the new one the old one is shown.
  expect(await readSample()).toEqual(before);
  await jobs.send(keepSampleName, {}, { key: keepSampleName });
  await vi.waitUntil(
    async () => {
      const now = await readSample();
      const left = await database.query.select().from(projects).where(isNull(projects.publishedAs));
      return now && now.template_id !== before.template_id && left.filter(({ isSample }) => isSample).length === 1;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect((await get(`/en/hub/solutions/${before.template_id}`)).status).toBe(404);
  server.platform.config.showsSample = false;
  expect((await get('/api/hub/sample')).status).toBe(404);
  await jobs.send(keepSampleName, {}, { key: keepSampleName });
  await vi.waitUntil(async () => (await database.query.select().from(templates)).length === 0, {
    timeout: 60_000,
    interval: 100,
  });
  await vi.waitUntil(async () => (await database.query.select().from(samplePublications)).length === 0);
});

test('[ACC-150] where the sample is switched off there is none, and pages are told', async () => {
  const off = await startTestServer({ showsSample: false });
  try {
    expect((await get('/api/hub/sample', off)).status).toBe(404);
    expect(await (await get('/api/settings', off)).json()).toMatchObject({ data: { sample: false } });
  } finally {
    await off.close();
  }
  expect(await (await get('/api/settings')).json()).toMatchObject({ data: { sample: true } });
});
