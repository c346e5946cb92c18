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
