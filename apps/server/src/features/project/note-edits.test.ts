import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { notebook, project } from '@groma/protocol';
import { TestMap } from '../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { projects } from '../../platform/database/tables/index.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
afterAll(() => server.close());

const longAgo = new Date('2020-01-01T00:00:00Z');

const editedAt = async (id: string): Promise<Date> =>
  new Date((await ann.client.call(project.readProject, { params: { id } })).data.updated_at);

/** Does something to a project that counts as untouched for years, and waits until it counts as edited. */
async function edits(id: string, act: () => Promise<unknown>): Promise<void> {
  await server.platform.database.query.update(projects).set({ updatedAt: longAgo }).where(eq(projects.id, id));
  await act();
  await vi.waitFor(async () => expect((await editedAt(id)).getTime()).toBeGreaterThan(longAgo.getTime()), {
    timeout: 30_000,
    interval: 100,
  });
}

test('[ACC-148] a file that comes makes its workspace the one edited last', async () => {
  const id = await ann.makeProject('Edited');
  await ann.makeProject('Younger');
  await edits(id, () => ann.upload(id, '/data/a.csv', 'a\n1\n'));
  expect((await ann.client.call(project.listProjects)).data[0]!.name).toBe('Edited');
});

test('[ACC-148] features drawn and text written count as edits of their workspace, looking at them does not', async () => {
  const own = await TestMap.make(ann);
  const { projectId } = own;
  const { data: book } = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: { name: 'Notes' },
  });
  const doc = new Y.Doc();
  const live = ann.live('main', book.id, doc);
  await live.whenSynced();
  // The bus keeps the order: with the file, what was made before it is noted too.
  const barrier = (name: string) => edits(projectId, () => own.upload(name, 'a\n1\n'));
  await barrier('before-drawing.csv');
  await edits(projectId, () => own.draw('Places', [{ name: 'Ljubljana' }]));
  await barrier('before-writing.csv');
  await edits(projectId, () => Promise.resolve(doc.getMap('notes').set('x', 1)));
  live.close();
  await barrier('before-looking.csv');
  await server.platform.database.query.update(projects).set({ updatedAt: longAgo }).where(eq(projects.id, projectId));
  await own.state();
  await own.post({
    type: 'Save_View_State',
    view_state: { longitude: 14, latitude: 46, zoom: 8, pitch: 0, bearing: 0 },
  });
  // What is noted later, in the order of the bus, is written by then.
  const other = await ann.makeProject();
  await edits(other, () => ann.upload(other, '/data/later.csv', 'a\n1\n'));
  expect(await editedAt(projectId)).toEqual(longAgo);
});
