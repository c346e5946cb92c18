import { eq } from '../src/platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access, notebook } from '@groma/protocol';
import { sessions } from '../src/platform/database/tables/index.ts';
import { callsOf, startWithProject, type Person, type TestServer } from './test-server.ts';
import { UploadClient } from './upload-client.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  ({ server, ann, projectId } = await startWithProject());
});
afterAll(() => server.close());

/** Lets all sessions of somebody run out, as their time does, and has nothing in memory say otherwise. */
async function expire(person: Person): Promise<void> {
  await server.platform.database.query
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(sessions.userId, person.id));
  await server.platform.sessions.forget(person.id as never);
  await expect.poll(async () => (await person.fetch(access.verification.path)).status).toBe(401);
}

async function signInAgain({ email, id, username }: Person): Promise<Person> {
  const reply = await fetch(server.origin + access.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { ...ann, id, username, email, cookie, ...callsOf(server.origin, cookie) } as Person;
}

test('[ACC-118] an upload whose session runs out in the middle takes no more, and goes on after a new sign-in where it was', async () => {
  const content = new Uint8Array(512 * 1024).fill(7);
  const upload = await UploadClient.open(ann, server.origin, projectId, '/data/long.bin', content.length * 2);
  expect(await upload.put(0, content)).toMatchObject({ status: 308, received: content.length });
  await expire(ann);
  expect((await upload.put(content.length, content)).status).toBe(401);
  ann = await signInAgain(ann);
  const rest = await ann.fetch(upload.session, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${content.length}-${content.length * 2 - 1}/${content.length * 2}` },
    body: content,
  });
  expect(rest.status).toBe(200);
});

test('[ACC-118] a session that has run out is found by the next look at sockets, and its edits are not taken again under another name', async () => {
  const id = (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } })).data
    .id as string;
  const live = ann.live('main', id);
  await live.whenSynced();
  await expire(ann);
  // What tells of a change has everybody looked at; otherwise each is looked at once a minute.
  await server.platform.bus.publish('session-ended', { userId: ann.id });
  await expect.poll(() => live.state).toMatchObject({ connection: 'refused', refusal: 'UNAUTHENTICATED' });
  live.close();
});
