import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { access } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { createCheck } from './health.ts';
import { newRequestId } from './request-watch.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer({ isQuiet: false });
  ann = await server.signUp();
  projectId = await ann.makeProject();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const metrics = async (headers: Record<string, string> = {}, origin = server.origin) =>
  fetch(`${origin}/metrics`, { headers });
const lineOf = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start));

function listen(): () => string {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  return () => lines.join('');
}

test('every answer carries an id, and the log has it with the template of the route', async () => {
  const logged = listen();
  const reply = await ann.fetch(`/api/projects/${projectId}`);
  const id = reply.headers.get('x-request-id')!;
  await expect.poll(logged).toContain(id);
  const line = JSON.parse(
    logged()
      .split('\n')
      .find((each) => each.includes(id))!,
  ) as Record<string, unknown>;
  expect(line).toMatchObject({ level: 'info', requestId: id, method: 'GET', route: '/api/projects/:id', status: 200 });
  expect(logged()).not.toContain(projectId);
});

test('a failure that nobody foresaw is answered with the id of its request, and logged under it', async () => {
  const logged = listen();
  const { pool } = server.platform.database;
  await pool.query('ALTER TABLE operations RENAME TO operations_away');
  const reply = await ann.fetch(`/api/operations/projects/${projectId}`);
  await pool.query('ALTER TABLE operations_away RENAME TO operations');
  const body = (await reply.json()) as { details: { reference: string } };
  expect([reply.status, body.details.reference]).toEqual([500, reply.headers.get('x-request-id')]);
  expect(logged()).toContain(`"requestId":"${body.details.reference}"`);
});

test('only a proxy that is trusted gives the id', () => {
  const given = { headers: { 'x-request-id': 'from-the-proxy-1' } };
  expect(newRequestId(given, true)).toBe('from-the-proxy-1');
  expect(newRequestId(given, false)).not.toBe('from-the-proxy-1');
  expect(newRequestId({ headers: { 'x-request-id': 'a\nb' } }, true)).toMatch(/^[0-9a-f-]{36}$/);
});

test('passwords, cookies and tokens of addresses never come to the log', async () => {
  const logged = listen();
  const person = await server.signUp();
  await person.client.call(access.verification);
  await fetch(`${server.origin}/api/local/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: 'a wrong s3cret password' }),
  });
  await fetch(`${server.origin}/auth?workspaces_invitation_token=s3cret-token`, {
    headers: { authorization: 'Bearer s3cret-bearer', cookie: 'groma.session_token=s3cret-cookie' },
  });
  await fetch(`${server.origin}/files/signed/groma/${projectId}/data/a?expires=1&user=x&signature=s3cret-signature`);
  await expect.poll(logged).toContain('/files/signed/');
  expect(logged()).not.toMatch(/s3cret|correct horse|session_token=\w/);
  const [, cookie = 'none'] = /session_token=([^;]+)/.exec(person.cookie) ?? [];
  expect(logged()).not.toContain(cookie);
});

test('metrics tell of requests by route, sockets, documents, jobs, kernels, operations and the event loop', async (context) => {
  context.skip(server.realtime !== server.platform, 'each service has numbers of its own');
  const socket = ann.socket(`/parties/project/${projectId}`);
  await new Promise((resolve) => {
    socket.once('message', resolve);
  });
  await ann.fetch(`/api/projects/${projectId}`);
  const reply = await metrics();
  const text = await reply.text();
  socket.close();
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(
    lineOf(text, 'groma_http_request_duration_seconds_count{method="GET",route="/api/projects/:id",status="200"}'),
  ).toMatch(/ \d+$/);
  expect(lineOf(text, 'groma_sockets{party="project"}')).toMatch(/ 1$/);
  for (const name of [
    'groma_documents_open',
    'groma_jobs_running',
    'groma_kernels',
    'groma_operations_running',
    'groma_nodejs_eventloop_lag_p99_seconds',
  ])
    expect(lineOf(text, `${name} `), name).toBeDefined();
  expect(text).not.toContain(projectId);
});

test('metrics are for callers of this machine, or for those with the token of the setting', async () => {
  expect((await metrics()).status).toBe(200);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([name, (await metrics({ [name]: '203.0.113.5' })).status]).toEqual([name, 404]);
  // A proxy in front need not say that it is one.
  const fronted = await startTestServer({ publicUrl: 'https://groma.example' });
  expect((await metrics({}, fronted.origin)).status).toBe(404);
  await fronted.close();
  const guarded = await startTestServer({ metricsToken: 'a long token' });
  expect((await metrics({}, guarded.origin)).status).toBe(404);
  expect((await metrics({ authorization: 'Bearer a long tokem' }, guarded.origin)).status).toBe(404);
  expect((await metrics({ authorization: 'Bearer a long token' }, guarded.origin)).status).toBe(200);
  await guarded.close();
});

test('a server is ready when database, storage and job queue are, and says which is not', async () => {
  const ready = async ({ origin }: TestServer) => {
    const reply = await fetch(`${origin}/readyz`);
    return [reply.status, ((await reply.json()) as { message?: string }).message];
  };
  await expect.poll(() => ready(server), { timeout: 20_000 }).toEqual([200, undefined]);
  // Nothing can be written where a file has the place of the folder.
  const probe = join(server.platform.config.dataFolder, 'probe');
  rmSync(probe, { recursive: true, force: true });
  writeFileSync(probe, '');
  expect(await ready(server)).toEqual([
    503,
    'This needs the data folder, which is not available: it cannot be written to.',
  ]);
  rmSync(probe);
  expect(await ready(server)).toEqual([200, undefined]);
  const parts = {
    database: () => Promise.resolve(),
    storage: () => Promise.resolve(),
    jobs: () => Promise.reject(new Error('down')),
  };
  await expect(createCheck(parts, ['database', 'storage', 'jobs'])()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { part: 'the job queue' },
  });
  const health = await fetch(`${server.origin}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
});
