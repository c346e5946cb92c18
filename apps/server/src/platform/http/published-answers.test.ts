import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@groma/model';
import { eq } from '../database/drizzle.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertPublication } from '../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { layers, maps, templates } from '../database/tables/index.ts';

let server: TestServer;
let author: Person;
let made: Awaited<ReturnType<typeof insertPublication>>;
const part = Buffer.from('an arrow stream');

beforeAll(async () => {
  server = await startTestServer();
  author = await server.signUp();
  made = await insertPublication(server, author, { title: 'Rivers' });
});
afterAll(() => server.close());

const query = () => server.platform.database.query;
const told = () => server.platform.bus.publish('project-access-changed', { projectId: made.frozenId });
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers });

async function nameFor(headers: Record<string, string> = {}): Promise<string> {
  const reply = await get(`/api/maps/${made.mapId}/projects/${made.frozenId}`, headers);
  return ((await reply.json()) as { data: { name: string } }).data.name;
}

const rename = (name: string) => query().update(maps).set({ name }).where(eq(maps.id, made.mapId));

test('[PUB-065] what anyone may read is sent from memory to who has no session, until a change is told', async () => {
  // What making the publication has told may still be on its way, and would end what is kept.
  await expect
    .poll(async () => {
      await rename('Rivers');
      await told();
      await nameFor();
      await rename('Lakes');
      return nameFor();
    })
    .toBe('Rivers');
  expect(await nameFor({ cookie: author.cookie })).toBe('Lakes');
  expect(await nameFor({ cookie: 'groma_other=1' })).toBe('Lakes');
  await told();
  expect(await nameFor()).toBe('Lakes');
});

test('[PUB-065] what is for a team is kept by nobody', async () => {
  await query().update(templates).set({ access: 'restricted' }).where(eq(templates.id, made.id));
  await told();
  expect((await get(`/api/maps/${made.mapId}/projects/${made.frozenId}`)).status).toBe(401);
  expect(await nameFor({ cookie: author.cookie })).toBe('Lakes');
  expect((await get(`/api/maps/${made.mapId}/projects/${made.frozenId}`)).status).toBe(401);
  await query().update(templates).set({ access: 'public' }).where(eq(templates.id, made.id));
  await told();
});

test('[PUB-065] parts of layers may be kept by caches, whole, by range and by state, and end with their publication', async () => {
  const layerId = newId();
  const key = `layers/${layerId}/${newId()}`;
  const { blobs } = server.platform;
  const file = join(await blobs.workFolder(), 'part');
  await writeFile(file, part);
  await blobs.adopt(`${key}/point.arrow`, file);
  await query().insert(layers).values({
    id: layerId,
    mapId: made.mapId,
    name: 'l',
    type: 'Layer',
    parentId: '0',
    level: 0,
    order: 0,
    snapshotKey: key,
  });
  const search = new URLSearchParams({
    map_id: made.mapId,
    project_id: made.frozenId,
    part: 'point.arrow',
    snapshot_key: key,
  });
  const path = `/maps/layers/${layerId}/snapshot?${search}`;
  for (const time of [1, 2]) {
    const reply = await get(path);
    expect([time, reply.status, await reply.text()]).toEqual([time, 200, part.toString()]);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('content-length')).toBe(String(part.length));
  }
  const known = (await get(path)).headers.get('etag')!;
  expect((await get(path, { 'if-none-match': known })).status).toBe(304);
  const range = await get(path, { range: 'bytes=3-7' });
  expect([range.status, await range.text()]).toEqual([206, 'arrow']);
  await query().delete(templates).where(eq(templates.id, made.id));
  await told();
  expect((await get(path)).status).toBe(401);
});
