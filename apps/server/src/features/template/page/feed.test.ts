import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, type Page } from '../../../../test/test-page.ts';
import { insertPublication, type TestPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { hashPassword } from '../../../platform/session/auth.ts';

let server: TestServer;
let author: Person;

beforeAll(async () => {
  server = await startTestServer();
  author = await server.signUp();
});
afterAll(() => server.close());

const publish = (says: TestPublication = {}) => insertPublication(server, author, says);
const open = (path: string) => openPage(server.origin, path);

test('[PUB-067] search engines and feeds are told of public ones alone', async () => {
  const open1 = await publish({ title: 'Seen & found' });
  const closed = await publish({ title: 'Unseen', access: 'restricted' });
  const sitemap = await open('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(sitemap.text).toContain(`<loc>${server.origin}/en/hub/maps/${open1.id}</loc>`);
  expect(sitemap.text).not.toContain(closed.id);
  const feed = await open('/de/hub/rss.xml');
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(feed.text).toContain('<title>Seen &amp; found</title>');
  expect(feed.text).not.toContain('Unseen');
  expect((await open('/robots.txt')).text).toContain(`Sitemap: ${server.origin}/sitemap.xml`);
});

test('[PUB-068] oEmbed tells how to show a public one, framed where its author names origins', async () => {
  const made = await publish({ title: 'A "map"', embedOrigins: ['https://news.example'] });
  const ask = (url: string, more = '') => open(`/api/hub/oembed?url=${encodeURIComponent(url)}${more}`);
  const reply = JSON.parse((await ask(`${server.origin}/de/hub/maps/${made.id}`, '&maxwidth=400')).text) as object;
  expect(reply).toMatchObject({ version: '1.0', type: 'rich', title: 'A "map"', width: 400, height: 500 });
  expect(reply).toHaveProperty(
    'html',
    `<iframe src="${server.origin}/embed/maps/${made.id}?locale=de" width="400" height="500" title="A &quot;map&quot;" frameborder="0" loading="lazy" allow="fullscreen"></iframe>`,
  );
  const plain = await publish({});
  expect((await ask(`${server.origin}/en/hub/maps/${plain.id}`)).text).toContain('"type":"link"');
  const closed = await publish({ access: 'restricted' });
  for (const url of [
    `${server.origin}/en/hub/maps/${closed.id}`,
    `https://evil.example/en/hub/maps/${made.id}`,
    'x',
    server.origin,
  ])
    expect([url, (await ask(url)).status]).toEqual([url, 404]);
});

test('[PUB-069] only pages of the origins that its author names may frame a publication', async () => {
  const made = await publish({ type: 'NOTEBOOK', embedOrigins: ['https://news.example', 'http://localhost:3000'] });
  const framers = (page: Page) => /frame-ancestors [^;]*/.exec(page.headers.get('content-security-policy') ?? '')?.[0];
  const framed = await open(`/embed/notebooks/${made.id}`);
  expect(framers(framed)).toBe("frame-ancestors 'self' https://news.example http://localhost:3000");
  expect(framed.headers.get('x-frame-options')).toBe(null);
  const page = await open(`/en/hub/notebooks/${made.id}`);
  expect([framers(page), page.headers.get('x-frame-options')]).toEqual(["frame-ancestors 'none'", 'DENY']);
  const none = await publish({ type: 'NOTEBOOK' });
  expect(framers(await open(`/embed/notebooks/${none.id}`))).toBe("frame-ancestors 'self'");
  const closed = await publish({ type: 'NOTEBOOK', access: 'restricted' });
  const refused = await open(`/embed/notebooks/${closed.id}`);
  expect([refused.status, framers(refused)]).toEqual([404, "frame-ancestors 'none'"]);
  expect((await open(`/embed/maps/${made.id}`)).status).toBe(404);
});

test('[PUB-069] one with a password is framed by the same pages, and leads to its own, where it can be opened', async () => {
  const password = await hashPassword('open sesame');
  const embedOrigins = ['https://news.example'];
  const made = await publish({ type: 'NOTEBOOK', title: 'Hidden', access: 'password', password, embedOrigins });
  const { status, text, headers } = await open(`/embed/notebooks/${made.id}?locale=de`);
  expect(status).toBe(403);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://news.example");
  expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([null, 'private, no-store']);
  expect(text).toContain(
    `href="/de/hub/notebooks/${made.id}" target="_blank" rel="noopener">Auf eigener Seite öffnen</a>`,
  );
  expect(text).not.toContain('Hidden');
});

test('[PUB-069] a map is framed as the application shows it, which calls its framers by name too', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'groma-web-'));
  await writeFile(join(webFolder, 'index.html'), 'the workspace');
  await writeFile(join(webFolder, 'embed.html'), 'the application');
  const built = await startTestServer({ webFolder });
  const maker = await built.signUp();
  const made = await insertPublication(built, maker, { embedOrigins: ['https://news.example'] });
  const closed = await insertPublication(built, maker, { access: 'restricted' });
  const framed = await openPage(built.origin, `/embed/maps/${made.id}`);
  expect([framed.status, framed.text]).toEqual([200, 'the application']);
  expect(framed.headers.get('content-security-policy')).toMatch(
    /^default-src 'self'; .*; frame-ancestors 'self' https:\/\/news\.example$/,
  );
  expect(framed.headers.get('x-robots-tag')).toBe('noindex');
  const password = await hashPassword('open sesame');
  const embedOrigins = ['https://news.example'];
  const locked = await insertPublication(built, maker, { access: 'password', password, embedOrigins });
  const asks = await openPage(built.origin, `/embed/maps/${locked.id}`);
  expect([asks.status, asks.text]).toEqual([200, 'the application']);
  expect(asks.headers.get('content-security-policy')).toMatch(/; frame-ancestors 'self' https:\/\/news\.example$/);
  const own = await openPage(built.origin, `/embed/maps/${closed.id}`, { person: maker });
  expect(own.headers.get('content-security-policy')).toMatch(/; frame-ancestors 'self'$/);
  expect((await openPage(built.origin, `/embed/maps/${closed.id}`)).status).toBe(404);
  expect((await openPage(built.origin, `/embed/notebooks/${made.id}`)).status).toBe(404);
  await built.close();
  await rm(webFolder, { recursive: true });
});
