import { project } from '@groma/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function pictureOf(color: string, [width, height] = [1_000, 900]): Promise<string> {
  const made = sharp({ create: { width: width!, height: height!, channels: 3, background: color } }).png();
  return (await made.toBuffer()).toString('base64');
}

async function addressOf(person: Person, projectId: string): Promise<string | null> {
  const { data } = await person.client.call(project.listProjects);
  return data.find(({ id }) => id === projectId)!.picture;
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
}

test('[SHL-137] the card of a project shows the last picture that an editor kept, in its own size, to readers alone', async () => {
  const [ann, ben, eve] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const projectId = await ann.makeProject();
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  const params = { projectId };
  expect(await addressOf(ann, projectId)).toBeNull();
  await ann.client.call(project.keepProjectPicture, { params, body: { picture: await pictureOf('#ff0000') } });
  const first = await addressOf(ben, projectId);
  await ann.client.call(project.keepProjectPicture, { params, body: { picture: await pictureOf('#0000ff') } });
  const second = await addressOf(ben, projectId);
  expect(second).not.toBe(first);
  const reply = await fetch(server.origin + second!, { headers: { cookie: ben.cookie } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const shown = sharp(Buffer.from(await reply.arrayBuffer()));
  expect(await shown.metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 });
  const [red, , blue] = (await shown.stats()).channels.map(({ mean }) => mean) as [number, number, number];
  expect([red < 20, blue > 230]).toEqual([true, true]);
  expect((await fetch(server.origin + second!, { headers: { cookie: eve.cookie } })).status).toBe(404);
  // Viewers keep none, and what is no picture is refused.
  const keep = (person: Person, picture: string) =>
    codeOf(person.client.call(project.keepProjectPicture, { params, body: { picture } }));
  expect(await keep(ben, await pictureOf('#00ff00'))).toBe('FORBIDDEN');
  expect(await keep(ann, Buffer.from('<svg onload="alert(1)"/>').toString('base64'))).toBe('THUMBNAIL_UNREADABLE');
  expect(await addressOf(ann, projectId)).toBe(second);
});
