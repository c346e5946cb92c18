import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as Y from 'yjs';
import { fileText, type ProjectId } from '@groma/model';
import { file, fileRoom, fillPath, machine, map, notebook, project } from '@groma/protocol';
import { processesNaming } from './processes.ts';
import { serviceOf } from './split-router.ts';
import { skipReason, testPythonEnvironment } from './test-kernel.ts';
import { callsOf, startSplitServer, startTestServer, type Person, type TestServer } from './test-server.ts';
import { TestMap } from './test-map.ts';

/**
 * Two processes of one installation, as far as one process can play two: same records, files and secret, other
 * services.
 */
let api: TestServer;
let realtime: TestServer;
/** An installation of separate services behind the proxy that is recommended. */
let split: TestServer;
let eve: Person;
let ann: Person;
let annInRooms: Person;

beforeAll(async () => {
  api = await startTestServer({ services: new Set(['api', 'tiles']) });
  const { databaseUrl, dataFolder, secret } = api.platform.config;
  realtime = await startTestServer({ services: new Set(['realtime', 'jobs']), databaseUrl, dataFolder, secret });
  ann = await api.signUp();
  annInRooms = { ...ann, ...callsOf(realtime.origin, ann.cookie) };
  split = await startSplitServer({ pythonEnvironment: testPythonEnvironment });
  eve = await split.signUp();
});
afterAll(async () => {
  await split.close();
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
  const {
    data: { id },
  } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
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
  const {
    data: { id },
  } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
  const page = callsOf(realtime.origin, ben.cookie).live('main', id);
  await page.whenSynced();
  await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
  await expect.poll(() => page.state.connection, { timeout: 2_000 }).toBe('refused');
  page.close();
});

test('[ACC-124] a second server on the same database is refused, with the same data folder and with another', async () => {
  const { databaseUrl, dataFolder, secret } = api.platform.config;
  await expect(startTestServer({ services: new Set(['api']), databaseUrl, dataFolder, secret })).rejects.toThrow(
    'is already running the api service on this database',
  );
  await expect(startTestServer({ services: new Set(['realtime']), databaseUrl, dataFolder, secret })).rejects.toThrow(
    'is already running the realtime service on this database',
  );
  await expect(startTestServer({ services: new Set(['jobs']), databaseUrl, secret })).rejects.toThrow(
    'does not belong to this database',
  );
});

test('[ACC-124] [ACC-125] while the leases are lost nothing is acknowledged, and afterwards every edit is there once', async () => {
  const projectId = await ann.makeProject();
  const {
    data: { id },
  } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
  const pages = Array.from({ length: 3 }, () => annInRooms.live('main', id));
  await Promise.all(pages.map((page) => page.whenSynced()));
  let isLost = false;
  realtime.platform.leases.onLost(() => {
    isLost = true;
  });
  const write = async (page: (typeof pages)[number], name: string) => {
    for (let n = 0; n < 200; n++) {
      page.doc.getArray<string>('words').push([`${name}-${n}`]);
      if (n % 5 === 0) await page.whenSaved();
      if (n === 40 && name === '0')
        await realtime.platform.database.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'groma lease %' AND datname = current_database()",
        );
    }
    await page.whenSaved();
  };
  await Promise.all(pages.map((page, place) => write(page, String(place))));
  expect(isLost).toBe(true);
  const words = (await realtime.platform.documents.read(id)).getArray<string>('words').toArray();
  expect(words.toSorted()).toEqual(
    pages.flatMap((_, place) => Array.from({ length: 200 }, (__, n) => `${place}-${n}`)).toSorted(),
  );
  for (const page of pages) page.close();
});

test('[ACC-127] the proxy that is shipped sends every call to the service that answers it', () => {
  const { routes } = split.serving;
  expect(routes.length).toBeGreaterThan(100);
  for (const { endpoint } of routes) {
    const path = fillPath(endpoint.path, new Proxy({}, { get: () => 'x' }));
    const answers = realtime.serving.routes.some((each) => each.endpoint.id === endpoint.id) ? 'realtime' : 'api';
    expect([endpoint.id, serviceOf(path)]).toEqual([endpoint.id, answers]);
  }
  for (const { party } of split.serving.rooms) expect(serviceOf(`/parties/${party}/x?y=z`)).toBe('realtime');
});

test('[ACC-127] every service describes the calls of all', async () => {
  const idsAt = async (origin: string) =>
    Object.keys(((await (await fetch(`${origin}/api/openapi.json`)).json()) as { paths: object }).paths).length;
  expect(await idsAt(realtime.origin)).toBe(await idsAt(api.origin));
});

test('[ACC-127] [MAP-064] who holds a layer in a room is known to the calls of another service', async () => {
  const own = await TestMap.make(eve);
  const layerId = await own.draw('held', [{ n: 0 }]);
  const visitor = await own.enter();
  visitor.send({ type: 'Add_Layer_Editor', layer_id: layerId });
  await visitor.until(() => visitor.last('Layer_Editor_Changed')?.layer_editors[layerId] !== undefined);
  expect((await own.state()).layer_editors).toEqual({ [layerId]: { userId: eve.id, username: eve.username } });
  visitor.socket.close();
});

test('[ACC-127] a file that is moved while somebody edits it holds the last edits, though another service moves it', async () => {
  const projectId = await eve.makeProject();
  await eve.upload(projectId, '/data/a.txt', 'begun');
  const {
    data: { roomId },
  } = await eve.client.call(fileRoom.openFileRoom, { params: { projectId }, body: { path: '/data/a.txt' } });
  const page = eve.live('file', roomId);
  await page.whenSynced();
  for (let n = 0; n < 5; n++) {
    fileText(page.doc).insert(0, `${n} `);
    await page.whenSaved();
    await eve.client.call(file.moveFile, {
      params: { projectId },
      body: { from: `/data/${n === 0 ? 'a' : n}.txt`, to: `/data/${n + 1}.txt` },
    });
    expect(
      await readFile(join(await split.platform.files.folderOf(projectId as ProjectId), `${n + 1}.txt`), 'utf8'),
    ).toMatch(new RegExp(`^${n} `));
  }
  page.close();
});

test.skipIf(skipReason)('[ACC-127] a project that is deleted by one service leaves no machine in another', async () => {
  const projectId = await eve.makeProject();
  await eve.client.call(machine.startMachine, { params: { projectId }, body: {} });
  await eve.client.call(project.deleteProject, { params: { id: projectId } });
  // Its report is asked of the process that has the machines: nobody may read that of a project which is gone.
  const { data } = await eve.client.call(machine.readMachine, { params: { projectId: await eve.makeProject() } });
  expect(data.status).toBe('Terminated');
  await expect.poll(async () => (await processesNaming(projectId)).length).toBe(0);
});
