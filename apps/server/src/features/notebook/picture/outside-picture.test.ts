import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notebookFragment } from '@groma/model';
import { notebook } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import * as Y from 'yjs';
import { insertPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { notebooks } from '../../../platform/database/tables/index.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let elsewhere: Server;
let origin: string;
const asked: string[] = [];
let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  elsewhere = createServer((request, reply) => {
    asked.push(request.url!);
    if (request.url === '/moved.png') return void reply.writeHead(302, { location: '/dot.png' }).end();
    if (request.url!.startsWith('/dot.png')) return void reply.setHeader('content-type', 'image/png').end(png);
    if (request.url === '/gone.png') return void reply.writeHead(404).end();
    reply.setHeader('content-type', 'image/png').end('<svg onload="alert(1)">');
  });
  await new Promise<void>((listening) => {
    elsewhere.listen(0, '127.0.0.1', listening);
  });
  origin = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
  server = await startTestServer({ outboundAllowed: ['localhost'] });
  ann = await server.signUp();
  projectId = await ann.makeProject();
});

async function notebookOf(urls: readonly string[]): Promise<string> {
  const template = {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: [
      {
        cell_type: 'markdown',
        metadata: {},
        source: urls.map((url) => `![${url.split('/').at(-1)}](${url})`).join('\n\n'),
      },
    ],
  };
  const {
    data: { id },
  } = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'pictures', initialTemplate: template },
  });
  return id;
}

const pathOf = (id: string, url: string): string =>
  `/api/notebooks/${id}/projects/${projectId}/outside-picture?${new URLSearchParams({ url })}`;

afterAll(async () => {
  await server.close();
  elsewhere.close();
});

test('[NBK-127] a picture of another server comes by ours, and nothing else does', async () => {
  const closed = `${origin.replace('localhost', '127.0.0.1')}/dot.png`;
  const id = await notebookOf([
    ...['dot.png', 'moved.png', 'gone.png', 'script.png'].map((path) => `${origin}/${path}`),
    closed,
  ]);
  const read = (url: string, person: { fetch: (path: string) => Promise<Response> } = ann) =>
    person.fetch(pathOf(id, url));
  for (const path of ['dot.png', 'moved.png']) {
    const reply = await read(`${origin}/${path}`);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(Buffer.from(await reply.arrayBuffer()).equals(png)).toBe(true);
  }
  for (const path of ['gone.png', 'script.png'])
    expect(await (await read(`${origin}/${path}`)).json()).toMatchObject({ code: 'PICTURE_UNAVAILABLE' });
  expect(await (await read(closed)).json()).toMatchObject({ code: 'OUTBOUND_REFUSED' });
  expect((await read('file:///etc/passwd')).status).toBe(400);
  const stranger = await server.signUp();
  asked.length = 0;
  expect((await read(`${origin}/dot.png`, stranger)).status).toBe(404);
  expect(asked).toEqual([]);
});

test('[NBK-127] a page that is given away holds its pictures, or a link where one cannot be had', async () => {
  const id = await notebookOf(['dot.png', 'gone.png'].map((path) => `${origin}/${path}`));
  const page = await (await ann.fetch(`/api/notebooks/${id}/projects/${projectId}/html`)).text();
  expect(page).toContain(`src="data:image/png;base64,${png.toString('base64')}"`);
  expect(page).toContain(`href="${origin}/gone.png"`);
  expect(page).toContain(`Couldn’t load the image from ${new URL(origin).host}.`);
  expect(page).not.toMatch(/src="http/);
  const { data } = await ann.client.call(notebook.makeShareToken, { params: { notebookId: id, projectId }, body: {} });
  const shared = await fetch(`${server.origin}/api/notebooks/shared/${encodeURIComponent(data.token)}`);
  expect(shared.headers.get('content-security-policy')).toContain('img-src data:;');
  asked.length = 0;
  for (let time = 0; time < 3; time++)
    await (await fetch(`${server.origin}/api/notebooks/shared/${encodeURIComponent(data.token)}`)).text();
  // A link that anybody can open makes this server ask others no more often, also for what is not to be had.
  expect(asked).toEqual([]);
});

test('[NBK-132] what the notebook does not show is not fetched, and what somebody has just put in is', async () => {
  const id = await notebookOf([`${origin}/dot.png?old`]);
  const other = await notebookOf([`${origin}/dot.png?other`]);
  expect((await ann.fetch(pathOf(other, `${origin}/dot.png?other`))).status).toBe(200);
  asked.length = 0;
  const refused = ['dot.png?secret', 'dot.png?other'].map(
    async (path) => (await (await ann.fetch(pathOf(id, `${origin}/${path}`))).json()) as unknown,
  );
  const live = ann.live('main', id);
  await live.whenSynced();
  const early = ann.fetch(pathOf(id, `${origin}/dot.png?new`));
  const picture = [
    ...notebookFragment(live.doc).createTreeWalker((node) => node instanceof Y.XmlElement && node.nodeName === 'image'),
  ][0] as Y.XmlElement;
  picture.setAttribute('url', `${origin}/dot.png?new`);
  expect((await early).status).toBe(200);
  expect((await ann.fetch(pathOf(id, `${origin}/dot.png?new`))).status).toBe(200);
  for (const each of refused) expect(await each).toMatchObject({ code: 'PICTURE_NOT_SHOWN' });
  expect(asked).toEqual(['/dot.png?new']);
  live.close();
});

test('[NBK-127] readers of a publication have its pictures without an account', async () => {
  const id = await notebookOf([`${origin}/dot.png?published`]);
  const made = await insertPublication(server, ann, { type: 'NOTEBOOK' });
  await server.platform.database.query.update(notebooks).set({ projectId: made.frozenId }).where(eq(notebooks.id, id));
  const search = new URLSearchParams({ url: `${origin}/dot.png?published` });
  const reply = await fetch(`${server.origin}/api/notebooks/${id}/projects/${made.frozenId}/outside-picture?${search}`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
});
