import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotebookDocument, locales, newId, parseMarkdown } from '@groma/model';
import { map, template, type TemplatePayload } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openPage, type PageInit } from '../../../../test/test-page.ts';
import { insertPublication, type TestPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { addMember } from '../../../../test/test-tenant.ts';
import { layers, templates, templateUses, thumbnails } from '../../../platform/database/tables/index.ts';
import { hashPassword } from '../../../platform/session/auth.ts';

let server: TestServer;
let author: Person;
let member: Person;

beforeAll(async () => {
  server = await startTestServer();
  [author, member] = [await server.signUp('hydrolab'), await server.signUp()];
  await addMember(author, member);
});
afterAll(() => server.close());

const publish = (says: TestPublication = {}) => insertPublication(server, author, says);

const open = (path: string, init?: PageInit) => openPage(server.origin, path, init);

/** Everything told: what has changed is seen by the next who asks. */
async function change(id: string, row: Partial<typeof templates.$inferInsert>, frozenId: string): Promise<void> {
  await server.platform.database.query.update(templates).set(row).where(eq(templates.id, id));
  await server.platform.bus.publish('project-access-changed', { projectId: frozenId });
}

describe('[PUB-001, PUB-047] the page of the hub', () => {
  test('lists public publications for anyone, without a script', async () => {
    const { id } = await publish({ title: 'Low-flow monitor', tags: ['hydrology'] });
    const { status, text, headers } = await open('/en/hub');
    expect(status).toBe(200);
    expect(text).toContain(`<a href="/en/hub/maps/${id}"><bdi>Low-flow monitor</bdi></a>`);
    expect(text).not.toContain('<script');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=60');
    expect(headers.get('vary')).toBe('accept-encoding, cookie');
  });

  test('is searched, filtered and sorted by its form; what is wrong in an address is passed over', async () => {
    await publish({ title: 'Coral reefs', type: 'NOTEBOOK', categories: ['Tourism'] });
    expect((await open('/en/hub?q=coral&category=Tourism&type=notebooks')).text).toContain('Coral reefs');
    expect((await open('/en/hub?q=coral&type=maps')).text).toContain('Nothing matches');
    expect((await open('/en/hub?q=coral&q=reefs&category=x&sort=x&page=-1&type=x')).status).toBe(200);
    const { text } = await open(`/de/hub?q=${encodeURIComponent('"><script>x')}`);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect(text).toContain('<meta name="robots" content="noindex" />');
  });

  test('shows those for a team to the team, kept by nobody', async () => {
    await publish({ title: 'For us alone', access: 'restricted' });
    const theirs = await open('/en/hub?q=alone', { person: member });
    expect(theirs.text).toContain('For us alone');
    expect(theirs.headers.get('cache-control')).toBe('private, no-store');
    expect((await open('/en/hub?q=alone')).text).not.toContain('For us alone');
  });

  test('[PUB-063] speaks 21 languages, two of them from right to left', async () => {
    for (const { id } of locales) {
      const { status, text } = await open(`/${id}/hub`);
      expect([id, status]).toEqual([id, 200]);
      const direction = id === 'ar' || id === 'he' ? 'rtl' : 'ltr';
      expect(text).toContain(`<html lang="${id === 'ph' ? 'fil' : id}" dir="${direction}">`);
      expect(text.match(/rel="alternate" hreflang=/g)).toHaveLength(22);
    }
    const missing = await open('/xx/hub', { headers: { 'accept-language': 'sv, de;q=0.8, en;q=0.5' } });
    expect([missing.status, missing.text.includes('Hier ist nichts')]).toEqual([404, true]);
  });

  test('names an author by their publications', async () => {
    await publish({ title: 'Mine' });
    const { status, text } = await open('/fr/hub/authors/hydrolab');
    expect([status, text.includes('Publications de hydrolab'), text.includes('Mine')]).toEqual([200, true, true]);
    expect((await open(`/fr/hub/authors/${member.username}`)).status).toBe(404);
  });
});

describe('[PUB-002, PUB-003] the page of a publication', () => {
  test('has its record, layers, versions, and what other programs read', async () => {
    const versions = [
      { version: '1.0.0', publishedAt: new Date('2024-01-01') },
      { version: '1.1.0', changelog: 'More **gauges**', publishedAt: new Date('2024-02-01') },
    ];
    const made = await publish({ title: 'Rivers', description: 'Reads *hourly*.', tags: ['danube'], versions });
    await server.platform.database.query.insert(layers).values({
      id: newId(),
      mapId: made.mapId,
      name: 'Gauges',
      type: 'Layer',
      parentId: '0',
      level: 0,
      order: 0,
    });
    const { text } = await open(`/en/hub/maps/${made.id}`);
    for (const part of [
      '<h1><bdi>Rivers</bdi></h1>',
      'Reads <i>hourly</i>.',
      '<li class="in-0"><bdi>Gauges</bdi></li>',
      'More <b>gauges</b>',
      'February 1, 2024',
      `href="/en/hub/maps/${made.id}?version=1.0.0"`,
      `href="/dashboard/workspaces?use=${made.id}"`,
      `src="/embed/maps/${made.id}?version=1.1.0&amp;locale=en"`,
      `<link rel="canonical" href="${server.origin}/en/hub/maps/${made.id}" />`,
      '<meta property="og:title" content="Rivers" />',
      '<meta property="og:description" content="Reads hourly." />',
      '"@type":"Map"',
      '/api/hub/oembed?url=',
    ])
      expect(text).toContain(part);
    expect(text).toContain('rel="author"');
    const old = await open(`/en/hub/maps/${made.id}?version=1.0.0`);
    expect(old.text).toContain('You are reading version 1.0.0.');
    expect(old.text).toContain('noindex');
    expect((await open(`/en/hub/maps/${made.id}?version=3.0.0`)).status).toBe(404);
    expect((await open(`/en/hub/notebooks/${made.id}`)).status).toBe(404);
  });

  test('[PUB-032] tells nobody what a team made it from, also when one of the team has read it before', async () => {
    const source = await publish({ title: 'Kept to us', access: 'restricted' });
    const made = await publish({ title: 'Made of ours' });
    await server.platform.database.query
      .insert(templateUses)
      .values({ projectId: made.projectId, templateId: source.id, title: 'Kept to us', version: '1.0.0' });
    for (const person of [member, undefined]) {
      const { status, text } = await open(`/en/hub/maps/${made.id}`, person && { person });
      expect([status, text.includes('Kept to us')]).toEqual([200, false]);
    }
  });

  test('an address without a language leads to the one of who asks', async () => {
    const { id } = await publish();
    const reply = await open(`/hub/maps/${id}?version=1.0.0`, { headers: { 'accept-language': 'tl,en;q=0.5' } });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `/ph/hub/maps/${id}?version=1.0.0`]);
  });

  test('[PUB-065] is kept until something changes, and gone at once when it is unpublished', async () => {
    const { id, frozenId } = await publish({ title: 'First' });
    const path = `/en/hub/maps/${id}`;
    const first = await open(path, { headers: { 'accept-encoding': 'identity' } });
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=60');
    expect((await open(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await change(id, { title: 'Second' }, frozenId);
    expect((await open(path)).text).toContain('<h1><bdi>Second</bdi></h1>');
    await server.platform.database.query.delete(templates).where(eq(templates.id, id));
    await server.platform.bus.publish('project-access-changed', { projectId: frozenId });
    expect((await open(path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  test('[PUB-033] of a team is for the team, and of nobody else, however often it was asked for', async () => {
    const { id } = await publish({ title: 'Ours', access: 'restricted' });
    const path = `/en/hub/maps/${id}`;
    const theirs = await open(path, { person: member });
    expect([theirs.status, theirs.headers.get('cache-control'), theirs.headers.get('x-robots-tag')]).toEqual([
      200,
      'private, no-store',
      'noindex',
    ]);
    expect(theirs.text).not.toContain('og:title');
    const others = await open(path);
    expect([others.status, others.text.includes('Ours'), others.text.includes('There is nothing here')]).toEqual([
      404,
      false,
      true,
    ]);
  });
});

describe('[PUB-034] a password', () => {
  const post = (path: string, password: string, headers: Record<string, string> = {}) =>
    open(path, {
      method: 'POST',
      body: new URLSearchParams({ password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test('is asked by a form that works without scripts', async () => {
    const { id } = await publish({ title: 'Hidden', access: 'password', password: await hashPassword('open sesame') });
    const path = `/en/hub/maps/${id}`;
    const asked = await open(path);
    expect([asked.status, asked.text.includes('Hidden')]).toEqual([403, false]);
    expect(asked.text).toContain(`<form method="post" action="${path}">`);
    const wrong = await post(path, 'x');
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null]);
    expect(wrong.text).toContain('The password is wrong.');
    const right = await post(path, 'open sesame');
    expect([right.status, right.headers.get('location')]).toEqual([303, path]);
    const cookie = right.headers.get('set-cookie')!.split(';')[0]!;
    const read = await open(path, { headers: { cookie } });
    expect([read.status, read.text.includes('Hidden')]).toEqual([200, true]);
    expect(read.headers.get('cache-control')).toBe('private, no-store');
    expect((await open(path)).status).toBe(403);
    expect((await post(path, 'open sesame', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(path, 'x'.repeat(9_000))).status).toBe(400);
  });

  test('[PUB-061] can be tried 10 times', async () => {
    const { id } = await publish({ access: 'password', password: await hashPassword('right') });
    const answers = await Promise.all(Array.from({ length: 11 }, () => post(`/de/hub/maps/${id}`, 'wrong')));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.text).toContain('Zu viele Versuche. Versuchen Sie es in 10 Minuten noch einmal.');
  });
});

/** What would run, load or break out, were it not text. */
const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title></script><svg onload=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '{{constructor.constructor("alert(1)")()}}',
  ']]><x xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/>',
  '\u202Eevil\u0000\u0007',
];

test('[PUB-064] payloads in title, description, tags, names, changelog and outputs are text', async () => {
  for (const payload of payloads) {
    const fill = (id: string) =>
      server.realtime.documents.create(id, (doc) => {
        createNotebookDocument(doc, [{ type: 'codeBlock', props: {} }, ...parseMarkdown(payload)]);
      });
    const said = payload.replaceAll('\0', '');
    const made = await insertPublication(
      server,
      author,
      {
        type: 'NOTEBOOK',
        title: said,
        description: said,
        tags: [said.slice(0, 50)],
        name: said,
        versions: [{ version: '1.0.0', changelog: said }],
      },
      fill,
    );
    const pages = [
      `/en/hub/notebooks/${made.id}`,
      `/en/hub?q=${encodeURIComponent(payload)}`,
      '/en/hub/rss.xml',
      `/embed/notebooks/${made.id}`,
    ];
    for (const path of pages) {
      const { status, text } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      const active = text.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, '');
      expect([path, active]).toEqual([
        path,
        expect.not.stringMatching(/<script|<svg on|<img src=x|<iframe[^>]*srcdoc|<x |href="javascript/i),
      ]);
      expect(text).not.toMatch(/src="https?:\/\/evil/);
    }
  }
});

test('[PUB-066] [NBK-148] a notebook is shown whole: folded code, pictures and HTML by addresses of their own', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const made = await insertPublication(
    server,
    author,
    { type: 'NOTEBOOK', title: 'Gauges', embedOrigins: ['https://a.example'] },
    (id) =>
      server.realtime.documents.create(id, (doc) => {
        createNotebookDocument(doc, [
          ...parseMarkdown('# Low flow\n\nText of $x_1$ and $\\frac{1$.\n\n```r\ny <- 2\n```'),
          {
            type: 'codeCell',
            cell: {
              code: 'print(1 < 2)',
              outputs: [
                { kind: 'text', text: '\u001B[31mTrue\u001B[0m\n' },
                { kind: 'image/png', data: png },
                { kind: 'text/html', html: '<script>document.title = "ran"</script>' },
                { kind: 'image/svg+xml', svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' },
              ],
            },
          },
        ]);
      }),
  );
  const { text } = await open(`/en/hub/notebooks/${made.id}`);
  expect(text).toContain('<h3>Low flow</h3>');
  expect(text).toMatch(
    /<p>Text of <span class="katex"><math .*<msub><mi>x<\/mi><mn>1<\/mn><\/msub>.* and <code dir="ltr">\$\\frac\{1\$<\/code>\.<\/p>/,
  );
  expect(text).toContain('<pre dir="ltr"><code>y &lt;- 2</code></pre>');
  expect(text).toContain('<details> <summary>Code</summary> <pre>print(1 &lt; 2)</pre> </details>');
  expect(text).toContain('<pre>True </pre>');
  const [, codeId] = /outputs\/([\w-]+)\/1"/.exec(text)!;
  const part = (index: number) =>
    `/api/hub/templates/${made.id}/versions/1.0.0/notebooks/${made.notebookId}/outputs/${codeId}/${index}`;
  expect(text).toContain(`<iframe sandbox="allow-scripts" loading="lazy" title="Output 1" src="${part(2)}" ></iframe>`);
  const picture = await fetch(server.origin + part(1));
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(png);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const frame = await open(part(2));
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-scripts; default-src 'none';.*; frame-ancestors 'self' https:\/\/a\.example$/,
  );
  // Where it may be shown can change.
  expect(frame.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=60');
  expect((await open(part(3))).headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  for (const missing of [
    part(0),
    part(9),
    part(1).replace(made.notebookId, newId()),
    part(1).replace('1.0.0', '2.0.0'),
  ])
    expect([missing, (await open(missing)).status]).toEqual([missing, 404]);
  await change(made.id, { access: 'restricted' }, made.frozenId);
  expect((await open(part(1))).status).toBe(404);
  expect((await open(part(1), { person: member })).headers.get('cache-control')).toBe('private, no-store');
});

/** A map as a picture: a thousand colored cells over land and water. */
function mapPicture(): Promise<Buffer> {
  const cells = Array.from({ length: 1_000 }, (_, i) => {
    const [x, y] = [(i % 40) * 32, Math.floor(i / 40) * 32];
    const shade = Math.round(127 + 100 * Math.sin(x / 210) * Math.cos(y / 170));
    return `<circle cx="${x}" cy="${y}" r="18" fill="rgb(${shade},${(shade * 7) % 255},${200 - (shade >> 1)})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#d3dee0"/>${cells.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

test('[PUB-062, PUB-070] pictures are drawn again, small, so that a first view takes under 100 kB', async () => {
  const { blobs, database } = server.platform;
  const tag = newId();
  const png = await mapPicture();
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) {
    const id = newId();
    const made = await publish({ title: `Map ${n}`, tags: [tag], thumbnailUrl: `/api/hub/thumbnails/${id}` });
    const file = join(await blobs.workFolder(), 'picture');
    await writeFile(file, png);
    await blobs.adopt(`thumbnails/${id}/picture`, file);
    await database.query
      .insert(thumbnails)
      .values({ id, projectId: made.projectId, blobKey: `thumbnails/${id}/picture`, type: 'image/png' });
    ids.push(made.id);
  }
  const sizeOf = async (path: string): Promise<number> => {
    const reply = await fetch(server.origin + path, { headers: { 'accept-encoding': 'gzip' } });
    expect([path, reply.status]).toEqual([path, 200]);
    await reply.arrayBuffer();
    return Number(reply.headers.get('content-length'));
  };
  for (const path of [`/ta/hub?tag=${tag}`, `/ta/hub/maps/${ids[0]}`]) {
    const { text } = await open(path);
    const parts = [...text.matchAll(/(?:href|src)="(\/api\/hub\/(?:style|templates)[^"]*)"/g)].map(([, part]) =>
      part!.replaceAll('&amp;', '&'),
    );
    expect(parts.length).toBeGreaterThan(1);
    // A phone fetches the first six pictures of a list: the others are far below.
    const sizes = await Promise.all([path, ...parts.slice(0, 7)].map(sizeOf));
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect([path, sizes.reduce((sum, size) => sum + size, 0)]).toEqual([
      path,
      expect.toSatisfy((sum: number) => sum < 100_000),
    ]);
  }
  const picture = await fetch(`${server.origin}/api/hub/templates/${ids[0]}/picture?width=320`);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  // Other sites show it with what oEmbed tells them.
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 200 });
  expect((await open(`/api/hub/templates/${(await publish()).id}/picture`)).status).toBe(404);
});

test('[PUB-065] a new version is on its page at once', async () => {
  const publisher = await server.signUp();
  const projectId = await publisher.makeProject();
  const { data: made } = await publisher.client.call(map.createMap, { params: { projectId }, body: { name: 'Basin' } });
  const params = { baseId: made.id as string, projectId };
  const body: TemplatePayload = { title: 'Basin', access: 'public', categories: ['Marine'], version: '1.0.0' };
  const { data } = await publisher.client.call(template.mapTemplates.create, { params, body });
  const path = `/en/hub/maps/${data.id}`;
  const pageSays = async (text: string): Promise<void> => {
    await expect.poll(async () => (await open(path)).text, { timeout: 20_000 }).toContain(text);
  };
  await pageSays('<h1><bdi>Basin</bdi></h1>');
  const next = { ...body, title: 'Basin, newer', version: '1.1.0' };
  await publisher.client.call(template.mapTemplates.update, { params: { ...params, templateId: data.id }, body: next });
  // Sooner than what is kept would have gone by itself.
  await pageSays('<h1><bdi>Basin, newer</bdi></h1>');
});

test('[PUB-047] a workflow offers no live map, and an author without public work is a name', async () => {
  const made = await publish({ type: 'WORKFLOW', title: 'Take', access: 'restricted' });
  const { text } = await openPage(server.origin, `/en/hub/workflows/${made.id}`, { person: author });
  expect(text).toContain('<h1><bdi>Take</bdi></h1>');
  expect(text).not.toContain('/embed/');
  expect(text).not.toContain('rel="author"');
});
