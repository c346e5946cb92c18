import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotebookDocument, newId, parseMarkdown } from '@groma/model';
import { access } from '@groma/protocol';
import { eq, sql } from '../../../platform/database/drizzle.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertPublication, type TestPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { addMember } from '../../../../test/test-tenant.ts';
import { templates, templateUses, thumbnails } from '../../../platform/database/tables/index.ts';
import { hashPassword } from '../../../platform/session/auth.ts';

let server: TestServer;
let author: Person;
let member: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  [author, member, stranger] = [await server.signUp('hydrolab'), await server.signUp(), await server.signUp()];
  await addMember(author, member);
});
afterAll(() => server.close());

const publish = (says: TestPublication = {}) => insertPublication(server, author, says);

interface Answer {
  status: number;
  body: { code?: string; data: never; total?: number };
  headers: Headers;
}

async function ask(path: string, person?: Person, cookie = '', init: RequestInit = {}): Promise<Answer> {
  const reply = await fetch(server.origin + path, {
    ...init,
    headers: { ...(init.headers as object), cookie: [person?.cookie, cookie].filter(Boolean).join('; ') },
  });
  return { status: reply.status, body: (await reply.json()) as Answer['body'], headers: reply.headers };
}

const titles = async (query: Record<string, string>, person?: Person) => {
  const { body } = await ask(`/api/hub/templates?${new URLSearchParams(query)}`, person);
  return (body.data as { title: string }[]).map(({ title }) => title);
};

const unlock = (id: string, password: string, person?: Person) =>
  ask(`/api/hub/templates/${id}/unlock`, person, '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });

describe('[PUB-047] the list', () => {
  test('[PUB-060] finds words anywhere in title, description, tags and author, whatever their case', async () => {
    await publish({ title: 'Danube low flow', description: 'Hourly gauges', tags: ['drought'] });
    await publish({ title: '100% of_roads', categories: ['Infrastructure'] });
    for (const q of ['danube', 'LOW  gauges', 'drought flow', 'hydrolab danube'])
      expect([q, await titles({ q })]).toEqual([q, ['Danube low flow']]);
    expect(await titles({ q: 'danube roads' })).toEqual([]);
    expect(await titles({ q: '100%' })).toEqual(['100% of_roads']);
    expect(await titles({ q: 'f_r' })).toEqual(['100% of_roads']);
    expect(await titles({ q: "' OR 1=1 --" })).toEqual([]);
  });

  test('[PUB-060] [PUB-111] looks for five words, and for few without a session at a time', async () => {
    await publish({ title: 'one two three four five' });
    expect(await titles({ q: 'one two three four five six' })).toEqual(['one two three four five']);
    expect(await titles({ q: 'one two three four six' })).toEqual([]);
    const { query } = server.platform.database;
    const seen: number[] = [];
    const search = async (index: number) => {
      const { status } = await ask(`/api/hub/templates?q=${index}`);
      seen.push(status);
    };
    let all: Promise<void>[] = [];
    await query.transaction(async (transaction) => {
      // No search ends while this is held.
      await transaction.execute(sql`LOCK TABLE ${templates} IN ACCESS EXCLUSIVE MODE`);
      all = Array.from({ length: 70 }, (_, index) => search(index));
      await expect.poll(() => seen).toEqual(Array.from({ length: 6 }, () => 503));
    });
    await Promise.all(all);
    expect(seen.filter((status) => status === 200)).toHaveLength(64);
  });

  test('[PUB-006, PUB-007] filters by type, category, tag and author', async () => {
    await publish({ title: 'Reefs', type: 'NOTEBOOK', tags: ['coral'], categories: ['Telecom', 'Tourism'] });
    expect(await titles({ type: 'NOTEBOOK', q: 'reefs' })).toEqual(['Reefs']);
    expect(await titles({ type: 'MAP', q: 'reefs' })).toEqual([]);
    expect(await titles({ category: 'Tourism' })).toEqual(['Reefs']);
    expect(await titles({ tag: 'coral', author: 'hydrolab' })).toEqual(['Reefs']);
    expect(await titles({ tag: 'coral', author: 'nobody' })).toEqual([]);
    expect((await ask('/api/hub/templates?category=Nothing')).status).toBe(400);
  });

  test('[PUB-060] is sorted by newest, title or uses, in pages of 24', async () => {
    const tag = newId();
    for (let n = 0; n < 26; n++)
      await publish({ title: `P${n}`, tags: [tag], uses: n === 5 ? 9 : 0, updatedAt: new Date(2020, 0, n + 1) });
    expect((await titles({ tag }))[0]).toBe('P25');
    expect(await titles({ tag, page: '2' })).toEqual(['P1', 'P0']);
    expect(await titles({ tag, page: '3' })).toEqual([]);
    expect((await titles({ tag, sort: 'title' })).slice(0, 3)).toEqual(['P0', 'P1', 'P10']);
    expect((await titles({ tag, sort: 'uses' }))[0]).toBe('P5');
    expect((await ask(`/api/hub/templates?tag=${tag}`)).body).toMatchObject({ total: 26, page_size: 24 });
  });

  test('[PUB-033] names those for the team to the team alone, and those with a password to their author', async () => {
    const tag = newId();
    await publish({ title: 'Open', tags: [tag] });
    await publish({ title: 'Team', tags: [tag], access: 'restricted' });
    await publish({ title: 'Locked', tags: [tag], access: 'password', password: await hashPassword('secret') });
    expect((await titles({ tag }, author)).toSorted()).toEqual(['Locked', 'Open', 'Team']);
    expect((await titles({ tag }, member)).toSorted()).toEqual(['Open', 'Team']);
    expect(await titles({ tag }, stranger)).toEqual(['Open']);
    expect(await titles({ tag })).toEqual(['Open']);
  });

  test('a publication is there from its first version on', async () => {
    const { id } = await publish({ title: 'Later', versions: [{ version: '1.0.0' }] });
    const { query } = server.platform.database;
    await query.execute(`delete from template_versions where template_id = '${id}'`);
    expect(await titles({ q: 'Later' })).toEqual([]);
    expect((await ask(`/api/hub/templates/${id}`, author)).status).toBe(404);
  });
});

describe('one publication', () => {
  test('[PUB-005, PUB-045, PUB-049] has its versions and what is in one of them, and nothing of a password', async () => {
    const versions = [
      { version: '1.0.0', publishedAt: new Date(2020, 1, 1) },
      { version: '1.1.0', changelog: 'More gauges', publishedAt: new Date(2021, 1, 1) },
    ];
    const made = await publish({ title: 'Gauges', versions, password: await hashPassword('old') });
    const { body, headers } = await ask(`/api/hub/templates/${made.id}`);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(body.data).toMatchObject({
      title: 'Gauges',
      version: '1.1.0',
      path: `/hub/maps/${made.id}`,
      author: { username: 'hydrolab' },
      versions: [
        { version: '1.1.0', changelog: 'More gauges' },
        { version: '1.0.0', changelog: '' },
      ],
      content: { project_id: made.frozenId, content_id: made.mapId, maps: [{ id: made.mapId, name: 'Gauges' }] },
      made_from: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password"/);
    const old = await ask(`/api/hub/templates/${made.id}?version=1.0.0`);
    expect((old.body.data as { content: { project_id: string } }).content.project_id).not.toBe(made.frozenId);
    expect((await ask(`/api/hub/templates/${made.id}?version=9.9.9`)).status).toBe(404);
  });

  test('[PUB-032, PUB-033] is missing for whoever may not read it', async () => {
    const { id } = await publish({ access: 'restricted' });
    const status = async (person?: Person) => (await ask(`/api/hub/templates/${id}`, person)).status;
    expect(await Promise.all([author, member, stranger, undefined].map(status))).toEqual([200, 200, 404, 404]);
    for (const wrong of [newId(), "' OR 1=1 --", 'x'])
      expect((await ask(`/api/hub/templates/${encodeURIComponent(wrong)}`)).status).toBe(404);
  });

  test('[PUB-032] tells what it was made from to those who may read that', async () => {
    const source = await publish({ title: 'Source' });
    const made = await publish({ title: 'Made' });
    const { query } = server.platform.database;
    await query
      .insert(templateUses)
      .values({ projectId: made.projectId, templateId: source.id, title: 'Source', version: '1.0.0' });
    const madeFrom = async () =>
      ((await ask(`/api/hub/templates/${made.id}`)).body.data as { made_from: unknown }).made_from;
    expect(await madeFrom()).toEqual({ title: 'Source', version: '1.0.0', path: `/hub/maps/${source.id}` });
    await query.update(templates).set({ access: 'restricted' }).where(eq(templates.id, source.id));
    expect(await madeFrom()).toBeNull();
  });
});

describe('[PUB-034] a password', () => {
  test('opens one publication by a cookie that scripts do not see', async () => {
    const password = await hashPassword('open sesame');
    const [one, other] = [
      await publish({ access: 'password', password }),
      await publish({ access: 'password', password }),
    ];
    const path = `/api/hub/templates/${one.id}`;
    const locked = await ask(path, member);
    expect([locked.status, locked.body.code]).toEqual([403, 'PASSWORD_REQUIRED']);
    expect((await ask(path, author)).status).toBe(200);
    const wrong = await unlock(one.id, 'open says me');
    expect([wrong.status, wrong.body.code, wrong.headers.get('set-cookie')]).toEqual([403, 'WRONG_PASSWORD', null]);
    const right = await unlock(one.id, 'open sesame');
    expect(right.body.data).toEqual({ path: `/hub/maps/${one.id}` });
    const cookie = right.headers.get('set-cookie')!;
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    const sent = cookie.split(';')[0]!;
    expect((await ask(path, undefined, sent)).status).toBe(200);
    expect((await ask(`/api/hub/templates/${other.id}`, undefined, sent)).body.code).toBe('PASSWORD_REQUIRED');
    const { query } = server.platform.database;
    await query
      .update(templates)
      .set({ password: await hashPassword('open sesame') })
      .where(eq(templates.id, one.id));
    expect((await ask(path, undefined, sent)).body.code).toBe('PASSWORD_REQUIRED');
  });

  test('[PUB-061] can be tried 10 times in 10 minutes, right ones not counted', async () => {
    const { id } = await publish({ access: 'password', password: await hashPassword('right') });
    for (let n = 0; n < 5; n++) expect((await unlock(id, 'right')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => unlock(id, 'wrong')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(403), 429, 429]);
    expect((await unlock(id, 'right')).status).toBe(429);
    const other = await publish({ access: 'password', password: await hashPassword('right') });
    expect((await unlock(other.id, 'right')).status).toBe(200);
  });

  test('is asked of nothing that has none', async () => {
    const open = await publish({});
    expect((await unlock(open.id, 'x')).body.data).toEqual({ path: `/hub/maps/${open.id}` });
    expect((await unlock((await publish({ access: 'restricted' })).id, 'x')).status).toBe(404);
    expect((await unlock(newId(), 'x')).status).toBe(404);
  });
});

test('[PUB-062] a picture is inert, and shown to readers of its publication alone', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const { blobs, database } = server.platform;
  const id = newId();
  const made = await publish({ thumbnailUrl: `/api/hub/thumbnails/${id}` });
  const file = join(await blobs.workFolder(), 'picture');
  await writeFile(file, svg);
  await blobs.adopt(`thumbnails/${id}/picture`, file);
  await database.query
    .insert(thumbnails)
    .values({ id, projectId: made.projectId, blobKey: `thumbnails/${id}/picture`, type: 'image/svg+xml' });
  const read = (person?: Person) =>
    fetch(`${server.origin}/api/hub/thumbnails/${id}`, { headers: { cookie: person?.cookie ?? '' } });
  const reply = await read();
  expect(await reply.text()).toBe(svg);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const closed = await publish({ thumbnailUrl: `/api/hub/thumbnails/${id}`, access: 'restricted' });
  await database.query.update(templates).set({ access: 'restricted' }).where(eq(templates.id, made.id));
  // As long as one that shows it is open, so is the picture, whichever is found first.
  for (const { id: opened } of [closed, made]) {
    await database.query.update(templates).set({ access: 'public' }).where(eq(templates.id, opened));
    expect([(await read()).status, (await read(stranger)).status]).toEqual([200, 200]);
    await database.query.update(templates).set({ access: 'restricted' }).where(eq(templates.id, opened));
  }
  await database.query.delete(templates).where(eq(templates.id, closed.id));
  const answers = await Promise.all([read(), read(stranger), read(member)]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
  expect(answers[2]!.headers.get('cache-control')).toBe('private, no-store');
  await database.query.delete(templates).where(eq(templates.id, made.id));
  expect((await Promise.all([read(), read(stranger), read(author)])).map(({ status }) => status)).toEqual([
    404, 404, 200,
  ]);
});

test('[NBK-111] notebooks of a published workspace are downloaded as Jupyter documents', async () => {
  const made = await insertPublication(server, author, { type: 'SOLUTION', title: 'Basin' }, (id) =>
    server.realtime.documents.create(id, (doc) => {
      createNotebookDocument(doc, parseMarkdown('# Low flow'));
    }),
  );
  const path = (id: string) => `/api/hub/workspace-templates/${made.id}/download-notebooks/${id}`;
  for (const id of ['1.0.0', made.notebookId])
    expect((await ask(path(id))).body).toMatchObject({
      status: 200,
      data: [{ id: made.notebookId, name: 'Basin', document: { nbformat: 4, cells: [{ cell_type: 'markdown' }] } }],
    });
  expect((await ask(path('2.0.0'))).status).toBe(404);
  expect((await ask(path(newId()))).status).toBe(404);
  await server.platform.database.query.update(templates).set({ access: 'restricted' }).where(eq(templates.id, made.id));
  expect((await ask(path('1.0.0'), stranger)).status).toBe(404);
  expect((await ask(path('1.0.0'), member)).status).toBe(200);
  const map = await publish({});
  expect((await ask(`/api/hub/workspace-templates/${map.id}/download-notebooks/1.0.0`)).status).toBe(404);
});

test('every call answers 404 once it is unpublished', async () => {
  const { id } = await publish({ type: 'SOLUTION' });
  const paths = [`/api/hub/templates/${id}`, `/api/hub/workspace-templates/${id}/download-notebooks/1.0.0`];
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  await server.platform.database.query.delete(templates).where(eq(templates.id, id));
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test('[PUB-033] [ACC-139] a token for one project reads no more publications than anybody', async () => {
  const made = await publish({ title: 'Catchments of one token', access: 'restricted' });
  const { projectId: project_id } = await publish({ title: 'Another' });
  const tokenFor = async (more: object) =>
    (await author.client.call(access.createAccessToken, { body: { name: 'of a test', scope: 'read', ...more } })).token;
  const reading = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return [
      (await ask(`/api/hub/templates/${made.id}`, undefined, '', { headers })).status,
      (await ask('/api/hub/templates?q=catchments+token', undefined, '', { headers })).body.total,
    ];
  };
  expect(await reading(await tokenFor({}))).toEqual([200, 1]);
  expect(await reading(await tokenFor({ project_id }))).toEqual([404, 0]);
});
