import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { map, notebook, project } from '@groma/protocol';
import { callsOf, startTestServer, type Person, type TestServer } from './test-server.ts';
import { TestMap } from './test-map.ts';

/** Two processes of one installation, as far as one process can play two: same records, files and secret, other services. */
let api: TestServer;
let realtime: TestServer;
let ann: Person;
let annInRooms: Person;

beforeAll(async () => {
  api = await startTestServer({ services: new Set(['api', 'tiles']) });
  const { databaseUrl, dataFolder, secret } = api.platform.config;
  realtime = await startTestServer({ services: new Set(['realtime', 'jobs']), databaseUrl, dataFolder, secret });
  ann = await api.signUp();
  annInRooms = { ...ann, ...callsOf(realtime.origin, ann.cookie) };
});
afterAll(async () => {
  await realtime.close();
  await api.close();
});

test('a service answers its own calls only', async () => {
  expect(api.serving.rooms).toEqual([]);
  expect((await annInRooms.fetch('/api/projects')).status).toBe(404);
  expect((await realtime.serving.app.inject('/healthz')).statusCode).toBe(200);
});

test('a session, a document and a map of one service are those of the other', async () => {
  const projectId = await ann.makeProject();
  const { data: { id } } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
  const page = annInRooms.live('main', id);
  await page.whenSynced();
  page.doc.getText('word').insert(0, 'written in a room');
  await page.whenSaved();
  const { data } = await ann.client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Buffer.from(data.document, 'base64'));
  expect(copy.getText('word').toJSON()).toBe('written in a room');
  page.close();

  const { data: made } = await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'm' } });
  const visit = await new TestMap(annInRooms, projectId, made.id).enter();
  const here = new TestMap(ann, projectId, made.id);
  await here.upload('a.geojson', '{"type":"Point","coordinates":[1,2]}');
  await here.import('/data/a.geojson');
  await visit.until(() => visit.last('Layers_Changed') !== undefined);
  visit.socket.close();
});

test('a share that is taken back through one service closes the sockets of the other', async () => {
  const ben = await api.signUp();
  const projectId = await ann.makeProject();
  await api.share(ann, projectId, ben, 'PROJECT_EDITOR');
  const { data: { id } } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
  const page = callsOf(realtime.origin, ben.cookie).live('main', id);
  await page.whenSynced();
  await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
  await expect.poll(() => page.state.connection, { timeout: 2_000 }).toBe('refused');
  page.close();
});

test('[ACC-124] a second server on the same database is refused, with the same data folder and with another', async () => {
  const { databaseUrl, dataFolder, secret } = api.platform.config;
  await expect(startTestServer({ services: new Set(['api']), databaseUrl, dataFolder, secret })).rejects.toThrow('is already running the api service on this database');
  await expect(startTestServer({ services: new Set(['realtime']), databaseUrl, dataFolder, secret })).rejects.toThrow('is already running the realtime service on this database');
  await expect(startTestServer({ services: new Set(['jobs']), databaseUrl, secret })).rejects.toThrow('does not belong to this database');
});

test('[ACC-124] [ACC-125] while the leases are lost nothing is acknowledged, and afterwards every edit is there once', async () => {
  const projectId = await ann.makeProject();
  const { data: { id } } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
  const pages = Array.from({ length: 3 }, () => annInRooms.live('main', id));
  await Promise.all(pages.map((page) => page.whenSynced()));
  let isLost = false;
  realtime.platform.leases.onLost(() => { isLost = true; });
  const write = async (page: (typeof pages)[number], name: string) => {
    for (let n = 0; n < 200; n++) {
      page.doc.getArray<string>('words').push([`${name}-${n}`]);
      if (n % 5 === 0) await page.whenSaved();
      if (n === 40 && name === '0') await realtime.platform.database.pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'groma lease %' AND datname = current_database()");
    }
    await page.whenSaved();
  };
  await Promise.all(pages.map((page, place) => write(page, String(place))));
  expect(isLost).toBe(true);
  const words = (await realtime.platform.documents.read(id)).getArray<string>('words').toArray();
  expect(words.toSorted()).toEqual(pages.flatMap((_, place) => Array.from({ length: 200 }, (__, n) => `${place}-${n}`)).toSorted());
  for (const page of pages) page.close();
});
