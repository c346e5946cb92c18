import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { access, notebook } from '@groma/protocol';
import { countAttempt } from '../src/platform/access/attempts.ts';
import { startWithProject, type Person, type TestServer } from './test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => { ({ server, ann, projectId } = await startWithProject()); });
afterEach(() => { vi.useRealTimers(); });
afterAll(() => server.close());

const hour = 3_600_000;
const jump = (hours: number) => { vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hour }); };
const names = async () => ((await (await ann.fetch(`/api/gcs/projects/${projectId}/files`)).json()) as { data: { name: string }[] }).data?.map(({ name }) => name);

test.each([-6, 6])('[ACC-130] work goes on when the clock of the server jumps by %i hours', async (hours) => {
  const id = (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } })).data.id as string;
  const live = ann.live('main', id);
  await live.whenSynced();
  await ann.upload(projectId, `/data/before${hours}.txt`, 'before');
  const before = await names();
  jump(hours);
  expect((await ann.fetch(access.verification.path)).status).toBe(200);
  live.doc.getArray<string>('words').push(['after the jump']);
  await live.whenSaved();
  await ann.upload(projectId, `/data/after${hours}.txt`, 'after');
  await expect.poll(names).not.toEqual(before);
  live.close();
});

test('[ACC-130] a session that is ended after the clock was put back opens nothing', async () => {
  const bea = await server.signUp();
  expect((await bea.fetch(access.verification.path)).status).toBe(200);
  jump(-6);
  await bea.client.call(access.signOut);
  expect((await bea.fetch(access.verification.path)).status).toBe(401);
});

test('[ACC-130] a clock that is put back keeps nobody out for longer than a window', async () => {
  const { database } = server.platform;
  const limit = { tries: 1, windowSeconds: 60 };
  await countAttempt(database, 'clock', limit);
  await expect(countAttempt(database, 'clock', limit)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  // As if it had been counted six hours later.
  await database.pool.query("UPDATE attempts SET window_ends_at = window_ends_at + interval '6 hours' WHERE key = 'clock'");
  await expect(countAttempt(database, 'clock', limit)).resolves.toBeUndefined();
});
