import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access, file, map, notebook, project } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { allowSlowBody, limitBodyTime } from './request-limits.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
});
afterAll(() => server.close());

const post = (path: string, body: string, cookie = '') =>
  fetch(server.origin + path, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body });

/** Sends the beginning of a request and answers what comes back within a moment. */
function begin(text: string, port = Number(new URL(server.origin).port)): { socket: Socket; said: () => string } {
  let said = '';
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(text);
  });
  socket.on('data', (data: Buffer) => {
    said += data.toString();
  });
  socket.on('error', () => undefined);
  return { socket, said: () => said };
}

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

test('[ACC-118] a stranger is refused before the body has come', async () => {
  const { socket, said } = begin(head(`/parties/map/${projectId}`, 15_000_000));
  await expect.poll(said).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test('[ACC-118] somebody without a role is refused before the body has come, and as for a thing that is not there', async () => {
  const stranger = await server.signUp();
  const { socket, said } = begin(
    head(`/api/notebooks/projects/${projectId}`, 15_000_000, `Cookie: ${stranger.cookie}\r\n`),
  );
  await expect.poll(said).toMatch(/^HTTP\/1\.1 404 /);
  socket.destroy();
});

test('a body is at most 64 kB where nothing else is said, refused by its announced length and by what comes', async () => {
  const { socket, said } = begin(head(access.signIn.path, 65_537));
  await expect.poll(said).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  const long = JSON.stringify({ name: 'x'.repeat(70_000) });
  const reply = await post(project.createProject.path, long, ann.cookie);
  expect(await reply.json()).toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('64.0 KB') as string,
  });
  const chunks = begin(
    `POST ${access.signIn.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n11170\r\n${'['.repeat(70_000)}\r\n`,
  );
  await expect.poll(chunks.said).toMatch(/^HTTP\/1\.1 413 /);
  chunks.socket.destroy();
});

test('a JSON bomb from a stranger holds up nobody', async () => {
  const bomb = '['.repeat(7_000_000) + ']'.repeat(7_000_000);
  // Answered before it has all been sent, which some clients take as a cut.
  const thrown = post(access.signIn.path, bomb).then(
    (reply) => reply.status,
    () => 'cut',
  );
  let worst = 0;
  for (let i = 0; i < 20; i++) {
    const began = performance.now();
    await fetch(`${server.origin}/healthz`);
    worst = Math.max(worst, performance.now() - began);
  }
  expect([413, 'cut']).toContain(await thrown);
  expect(worst).toBeLessThan(5_000);
});

test('notebooks and maps take as much as they need', async () => {
  const template = [{ id: 'b', type: 'code', props: { code: `# ${'x'.repeat(3_000_000)}` } }];
  const { data } = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'Big', initialTemplate: template },
  });
  // Both are read whole: the first finds that no machine runs, the second that the layer is not there.
  const run = ann.client.call(notebook.postToNotebook, {
    params: { notebookId: data.id },
    body: { type: 'Enqueue_Code', blockId: 'b', code: 'x'.repeat(1_900_000) },
  });
  await expect(run).rejects.not.toMatchObject({ code: 'TOO_LARGE' });
  const { data: made } = await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'm' } });
  const layer = '00000000-0000-4000-8000-000000000000';
  const change = {
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layer]: [{ type: 'Delete', fids: Array.from({ length: 100_000 }, (_, i) => i + 1) }] },
  };
  expect((await post(`/parties/map/${made.id}`, JSON.stringify(change), ann.cookie)).status).not.toBe(413);
});

test('[ACC-118] ids in a body are compared as texts, and nothing that is none breaks the call', async () => {
  const share = (more: object) =>
    post(
      `/api/projects/${projectId}/shares`,
      JSON.stringify({ email: 'nobody@example.com', role: 'PROJECT_VIEWER', ...more }),
      ann.cookie,
    ).then(async (reply) => ((await reply.json()) as { code: string }).code);
  expect(await share({ projectId })).toBe('UNKNOWN_USER');
  expect(await share({ projectId: null })).toBe('UNKNOWN_USER');
  for (const other of [{ toString: 1 }, [projectId], { toString: projectId }, 1, true]) {
    for (const name of ['projectId', 'project_id', 'tenantId', 'tenant_id'])
      expect([name, other, await share({ [name]: other })]).toEqual([name, other, 'NOT_FOUND']);
  }
  const twice = await ann.fetch(`/maps/state?map_id=x&map_id=y&project_id=${projectId}`);
  expect(twice.status).toBe(404);
});

test('what PostgreSQL cannot store is a bad input and no failure', async () => {
  const reply = await ann.fetch(`/api/projects/${projectId}/shares/%00`, { method: 'DELETE' });
  expect(await reply.json()).toMatchObject({ code: 'BAD_INPUT' });
});

test('an upload may come slowly, a JSON body may not', async () => {
  const app = fastify({ bodyLimit: 1_000 });
  app.addHook('onRequest', async (request) => {
    limitBodyTime(request, 400);
  });
  app.post('/json', (request) => request.body);
  app.post(
    '/upload',
    {
      onRequest: async (request) => {
        allowSlowBody(request, 400);
      },
    },
    (request) => request.body,
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address() as { port: number };
  const drip = async (path: string, waits: number[]): Promise<string> => {
    const { socket, said } = begin(head(path, waits.length + 2) + '"', address.port);
    for (const wait of waits) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      socket.write('x');
    }
    socket.write('"');
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    return said().slice(0, 12);
  };
  expect(
    await Promise.all([
      drip('/upload', [200, 200, 200, 200]),
      drip('/json', [100, 100]),
      drip('/json', [200, 200, 200]),
      drip('/upload', [100, 700]),
    ]),
  ).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', '', '']);
  await app.close();
});

test('files of projects still come as forms and in chunks larger than any JSON body', async () => {
  const form = new FormData();
  form.append('filePaths', '/data/form.bin');
  form.append('files', new Blob([new Uint8Array(14_000_000)]), 'form.bin');
  expect((await ann.fetch(`/api/gcs/projects/${projectId}/files`, { method: 'POST', body: form })).status).toBe(200);
  const { uploadSessionUri } = await ann.client.call(file.openUpload, {
    params: { projectId },
    body: { filePath: '/data/raw.bin' },
  });
  const reply = await ann.fetch(uploadSessionUri, {
    method: 'PUT',
    headers: { 'content-range': 'bytes 0-3999999/4000000' },
    body: new Uint8Array(4_000_000),
  });
  expect(reply.status).toBe(200);
});

test('the server bounds how long a request and how many connections may take', () => {
  const { requestTimeout, headersTimeout, maxConnections } = server.serving.app.server;
  expect([requestTimeout, headersTimeout, maxConnections]).toEqual([3_600_000, 30_000, 4_000]);
});

test('health is that of the database', async () => {
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: 'ok' });
  const other = await startTestServer();
  await other.platform.database.pool.end();
  const reply = await fetch(`${other.origin}/healthz`);
  expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  await other.serving.close();
});
