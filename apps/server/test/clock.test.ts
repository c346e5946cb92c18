import { eq } from '../src/platform/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '@groma/model';
import { access, map, notebook } from '@groma/protocol';
import { countAttempt } from '../src/platform/access/attempts.ts';
import { fileReservations } from '../src/platform/database/tables/index.ts';
import { startWithProject, type Person, type TestServer } from './test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  ({ server, ann, projectId } = await startWithProject());
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.close());

const hour = 3_600_000;
const jump = (hours: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hour });
};
const names = async () =>
  ((await (await ann.fetch(`/api/gcs/projects/${projectId}/files`)).json()) as { data: { name: string }[] }).data?.map(
    ({ name }) => name,
  );

test.each([-6, 6])('[ACC-130] work goes on when the clock of the server jumps by %i hours', async (hours) => {
  const id = (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } })).data
    .id as string;
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
  await database.pool.query(
    "UPDATE attempts SET window_ends_at = window_ends_at + interval '6 hours' WHERE key = 'clock'",
  );
  await expect(countAttempt(database, 'clock', limit)).resolves.toBeUndefined();
});

/** PostgreSQL on another computer has a clock of its own: the server's is put away from it, and nothing else. */
test.each([-6, 6])(
  '[ACC-133] maps stand in the order in which they were edited while the clock of the server is %i hours from that of PostgreSQL',
  async (hours) => {
    const own = await ann.makeProject();
    const make = async (name: string) =>
      (await ann.client.call(map.createMap, { params: { projectId: own }, body: { name } })).data.id;
    const [first] = [await make('first'), await make('second')];
    jump(hours);
    await ann.client.call(map.renameMap, {
      params: { projectId: own, mapId: first },
      body: { name: 'first, renamed' },
    });
    const order = async () =>
      (await ann.client.call(map.listMaps, { params: { projectId: own } })).data.map(({ name }) => name);
    expect(await order()).toEqual(['first, renamed', 'second']);
    await make('third');
    expect(await order()).toEqual(['third', 'first, renamed', 'second']);
  },
);

test.each([-30, 30])(
  '[ACC-133] room that is kept for an upload stays as long as it should, and no longer, with a clock %i hours from that of PostgreSQL',
  async (hours) => {
    const { allowance, database } = server.platform;
    const own = (await ann.makeProject()) as never;
    const used = async () => (await allowance.usage(own))!.project.bytes;
    jump(hours);
    const id = newId();
    await allowance.reserve(own, id, 1_000, 'kept.bin');
    expect(await used()).toBe(1_000);
    await allowance.recountAll();
    expect(await used()).toBe(1_000);
    await database.pool.query("UPDATE file_reservations SET expires_at = now() - interval '1 second' WHERE id = $1", [
      id,
    ]);
    expect(await used()).toBe(0);
    await allowance.recountAll();
    expect(await database.query.select().from(fileReservations).where(eq(fileReservations.id, id))).toEqual([]);
  },
);
