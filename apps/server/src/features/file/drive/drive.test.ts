import { afterAll, beforeAll, expect, test } from 'vitest';
import { access, file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let bea: Person;
let projectId: string;
let anns: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  [ann, bea] = [await server.signUp(), await server.signUp()];
  projectId = await ann.makeProject('Rivers & lakes');
  anns = await tokenOf(ann);
});
afterAll(() => server.close());

async function tokenOf(person: Person, scope: 'read' | 'write' = 'write', only: string | null = null) {
  const body = { name: 'drive', scope, project_id: only };
  const { token } = await person.client.call(access.createAccessToken, { body });
  return { authorization: `Basic ${Buffer.from(`anyone:${token}`).toString('base64')}` };
}

const drive = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(`${server.origin}/dav/${projectId}/${path}`, {
    method,
    headers: { ...anns, ...headers },
    ...(body !== undefined && { body }),
  });
const find = async (path: string, depth: string, body?: string) =>
  (await drive('PROPFIND', path, { depth }, body)).text();
const hrefs = (xml: string) => [...xml.matchAll(/<D:href>([^<]*)/g)].map(([, href]) => href!.split(projectId)[1]);

const read = async (path: string) => (await drive('GET', path)).text();
const trash = async () => (await ann.client.call(file.listTrash, { params: { projectId } })).data;

test('[FIL-097, FIL-098] a drive lists files by names of any letters, and gives them whole or by range', async () => {
  const names = ['50% #1?.txt', 'a&b <c>.csv', 'Gauß/水 1.txt', "it's.txt"];
  for (const name of names) await ann.upload(projectId, `/data/${name}`, `in ${name}`);
  const root = await find('', '1');
  expect(hrefs(root)).toEqual(['/', '/Gau%C3%9F/', '/50%25%20%231%3F.txt', '/a%26b%20%3Cc%3E.csv', "/it's.txt"]);
  expect(root).toContain('<D:displayname>Rivers &amp; lakes</D:displayname>');
  for (const href of [...hrefs(root).slice(2), ...hrefs(await find('Gau%C3%9F', '1')).slice(1)]) {
    const name = decodeURIComponent(href!.slice(1));
    expect(await (await drive('GET', href!.slice(1))).text()).toBe(`in ${name}`);
  }
  const part = await drive('GET', "it's.txt", { range: 'bytes=3-6' });
  expect([part.status, await part.text()]).toEqual([206, "it's"]);
  const head = await drive('HEAD', "it's.txt");
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '11']);
  expect(await find("it's.txt", '0')).toContain(head.headers.get('etag')!.replaceAll('"', '&quot;'));
  expect((await drive('GET', 'Gau%C3%9F/')).status).toBe(405);
  expect((await drive('GET', 'none')).status).toBe(404);
});

test('[FIL-097] properties are asked for by name; those that a file has not are named as missing', async () => {
  await ann.upload(projectId, '/data/it.txt', 'x');
  const asked = '<propfind xmlns="DAV:"><prop><getcontentlength/><x:colour xmlns:x="urn:x"/></prop></propfind>';
  const answer = await find('it.txt', '0', asked);
  expect(answer).toContain('<D:getcontentlength>1</D:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK');
  expect(answer).toContain('<colour xmlns="urn:x"/></D:prop><D:status>HTTP/1.1 404 Not Found');
  expect(answer).not.toContain('getetag');
  const endless = await drive('PROPFIND', '', { depth: 'infinity' });
  expect([endless.status, await endless.text()]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth/>')]);
});

test('[FIL-099] XML that names files, multiplies itself, is broken or too long is refused', async () => {
  const xxe =
    '<!DOCTYPE p [<!ENTITY e SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><prop>&e;</prop></propfind>';
  const bad = [xxe, '<propfind xmlns="DAV:">', '<D:propfind/>', '<propfind xmlns="DAV:" xmlns:x=""/>', 'x', '<a/>'];
  for (const body of bad)
    expect([body, (await drive('PROPFIND', '', { depth: '0' }, body)).status]).toEqual([body, 400]);
  expect((await drive('PROPFIND', '', { depth: '0' }, ' '.repeat(70_000))).status).toBe(413);
});

test('[ACC-157] a drive is opened by an access token as the password, by no session, and by no token of elsewhere', async () => {
  const ask = async (headers: Record<string, string>) =>
    fetch(`${server.origin}/dav/${projectId}`, { method: 'PROPFIND', headers: { depth: '0', ...headers } });
  const others: Record<string, string>[] = [
    {},
    { cookie: ann.cookie },
    { authorization: `Basic ${btoa('ann:password')}` },
  ];
  for (const headers of others) {
    const refused = await ask(headers);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
  }
  expect((await ask(anns)).status).toBe(207);
  expect((await ask(await tokenOf(bea))).status).toBe(404);
  expect((await ask(await tokenOf(ann, 'read', await ann.makeProject('other')))).status).toBe(403);
  const said = await fetch(`${server.origin}/`, { method: 'OPTIONS' });
  expect([said.status, said.headers.get('dav')]).toEqual([200, '1, 2']);
});

test('[FIL-100, ACC-158] what comes by a drive replaces a file whole, under its conditions, and the old one is in the trash', async () => {
  expect((await drive('PUT', 'none/a.txt', {}, 'x')).status).toBe(409);
  const made = await drive('PUT', 'a%20b.txt', { 'if-none-match': '*' }, 'first');
  expect([made.status, await read('a%20b.txt')]).toEqual([201, 'first']);
  const etag = made.headers.get('etag')!;
  expect((await drive('PUT', 'a%20b.txt', { 'if-none-match': '*' }, 'x')).status).toBe(412);
  expect((await drive('PUT', 'a%20b.txt', { 'if-match': '"other"' }, 'x')).status).toBe(412);
  expect((await drive('PUT', 'a%20b.txt', { 'content-range': 'bytes 0-0/5' }, 'x')).status).toBe(400);
  const unlike = await tokenOf(ann, 'read');
  expect((await drive('PUT', 'a%20b.txt', unlike, 'x')).status).toBe(403);
  expect((await drive('PUT', 'con.txt', {}, 'x')).status).toBe(400);
  expect((await drive('PUT', 'a%20b.txt', { 'if-match': etag }, 'second')).status).toBe(204);
  expect(await read('a%20b.txt')).toBe('second');
  expect((await trash()).map(({ path, bytes }) => [path, bytes])).toEqual([['/data/a b.txt', 5]]);
  // A program that is cut off leaves the file as it was.
  const cut = new AbortController();
  const half = fetch(`${server.origin}/dav/${projectId}/a%20b.txt`, {
    method: 'PUT',
    headers: anns,
    signal: cut.signal,
    duplex: 'half',
    body: new ReadableStream({
      start: (to) => {
        to.enqueue(Buffer.from('thi'));
      },
      pull: () => {
        cut.abort();
      },
    }),
  } as RequestInit);
  await expect(half).rejects.toThrow(/abort/);
  expect(await read('a%20b.txt')).toBe('second');
});

test('[FIL-101] folders are made, copied, moved and removed; nothing goes to another server or into itself', async () => {
  const to = (path: string, more = {}) => ({ destination: `${server.origin}/dav/${projectId}/${path}`, ...more });
  expect((await drive('MKCOL', 'deep/er')).status).toBe(409);
  expect([(await drive('MKCOL', 'deep')).status, (await drive('MKCOL', 'deep/')).status]).toEqual([201, 405]);
  await drive('PUT', 'deep/%C3%A9.txt', {}, 'e');
  expect((await drive('COPY', 'deep/', to('copied'))).status).toBe(201);
  expect((await drive('COPY', 'deep/', to('copied', { overwrite: 'F' }))).status).toBe(412);
  expect((await drive('MOVE', 'copied', to('deep/copied/here'))).status).toBe(409);
  expect((await drive('MOVE', 'deep', to('deep/in'))).status).toBe(403);
  expect((await drive('MOVE', 'deep', { destination: 'https://elsewhere.example/dav/x/y' })).status).toBe(502);
  expect((await drive('MOVE', 'deep', { destination: '/dav/other/y' })).status).toBe(403);
  expect((await drive('MOVE', 'copied/%C3%A9.txt', to('deep/%C3%A9.txt'))).status).toBe(204);
  expect(hrefs(await find('copied', '1'))).toEqual(['/copied/']);
  const before = (await trash()).length;
  expect((await drive('DELETE', 'deep')).status).toBe(204);
  expect([(await trash()).length, (await drive('DELETE', 'deep')).status]).toEqual([before + 1, 404]);
  expect((await drive('DELETE', '')).status).toBe(403);
});

test('[FIL-102] a lock keeps other drives from a change until it ends, and nobody in a browser', async () => {
  const wish =
    '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me &amp; <![CDATA[</D:owner>&]]><a xmlns=\'x"\'/></D:owner></D:lockinfo>';
  const taken = await drive('LOCK', 'locked.txt', { timeout: 'Second-99999' }, wish);
  const token = taken.headers.get('lock-token')!;
  expect([taken.status, await taken.text()]).toEqual([201, expect.stringContaining('Second-3600')]);
  const statuses = async (headers: Record<string, string>) => [
    (await drive('PUT', 'locked.txt', headers, 'x')).status,
    (await drive('LOCK', 'locked.txt', headers, wish)).status,
  ];
  expect(await statuses({})).toEqual([423, 423]);
  expect((await drive('DELETE', 'locked.txt')).status).toBe(423);
  expect(await statuses({ if: `(${token})` })).toEqual([204, 423]);
  expect((await drive('PUT', 'locked.txt', { if: '(<urn:uuid:other>)' }, 'x')).status).toBe(412);
  await server.share(ann, projectId, bea, 'PROJECT_EDITOR');
  expect((await drive('PUT', 'locked.txt', { ...(await tokenOf(bea)), if: `(${token})` }, 'x')).status).toBe(423);
  expect(await find('locked.txt', '0')).toContain(
    '<owner xmlns="DAV:">me &amp; &lt;/D:owner&gt;&amp;<a xmlns="x&quot;"/></owner>',
  );
  await ann.upload(projectId, '/data/locked.txt', 'of a browser');
  expect(await read('locked.txt')).toBe('of a browser');
  expect((await drive('LOCK', 'locked.txt', { if: `(${token})`, timeout: 'Second-60' })).status).toBe(200);
  expect((await drive('UNLOCK', 'locked.txt', { 'lock-token': token })).status).toBe(204);
  expect((await drive('PUT', 'locked.txt', {}, 'x')).status).toBe(204);
});

test('[FIL-103] of properties those that Windows sets are taken, and others refused', async () => {
  await drive('PUT', 'p.txt', {}, 'x');
  const set = async (property: string) =>
    (
      await drive(
        'PROPPATCH',
        'p.txt',
        {},
        `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${property}</D:prop></D:set></D:propertyupdate>`,
      )
    ).text();
  const time = '<Z:Win32LastModifiedTime>Sun, 29 Nov 2026 10:00:00 GMT</Z:Win32LastModifiedTime>';
  expect(await set(time)).toContain('200 OK');
  const both = await set(`${time}<x xmlns="urn:x">1</x>`);
  expect(both).toMatch(/424 Failed Dependency.*<x xmlns="urn:x"\/>.*403 Forbidden/s);
});
